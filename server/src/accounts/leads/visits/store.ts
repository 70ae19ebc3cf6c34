/** All the SQL of visits. */
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import { codes, leads, visits } from "../tables.ts";

export type StoredVisit = typeof visits.$inferSelect;
type NewVisit = Pick<StoredVisit, "tokenHash" | "leadId" | "codeId" | "workspaceId">;

export interface VisitMatch {
  visit: StoredVisit;
  /** As the visitor wrote it in the demo request. */
  name: string | null;
  email: string | null;
  company: string | null;
}

export interface VisitStore {
  /** In the place of the browser's visit before, if it had one. Visits that are over go. */
  open(visit: NewVisit, days: number, before: string | undefined): Promise<void>;
  find(tokenHash: string): Promise<VisitMatch | undefined>;
  /** How many workspaces visits by this code have. */
  workspacesOf(codeId: string): Promise<number>;
  change(workspaceId: string, change: Partial<Pick<StoredVisit, "language" | "currency" | "sidebarCollapsed">>): Promise<void>;
  end(workspaceId: string): Promise<void>;
  /** Of these workspaces, those that somebody still visits. */
  visited(workspaceIds: readonly string[]): Promise<Set<string>>;
}

export function createVisitStore(db: Db): VisitStore {
  return {
    open: (visit, days, before) =>
      db.transaction(async (transaction) => {
        await transaction.delete(visits).where(lte(visits.expiresAt, sql`now()`));
        if (before !== undefined) await transaction.delete(visits).where(eq(visits.tokenHash, before));
        await transaction.insert(visits).values({ ...visit, expiresAt: sql`now() + ${days} * interval '1 day'` });
      }),
    async find(tokenHash) {
      const [row] = await db
        .select({ visit: visits, name: leads.name, email: leads.email, company: leads.company })
        .from(visits)
        .leftJoin(leads, eq(leads.id, visits.leadId))
        .leftJoin(codes, eq(codes.id, visits.codeId))
        .where(and(eq(visits.tokenHash, tokenHash), gt(visits.expiresAt, sql`now()`), isNull(codes.revokedAt)));
      return row;
    },
    async workspacesOf(codeId) {
      const [row] = await db
        .select({ count: sql<number>`count(distinct ${visits.workspaceId})::int` })
        .from(visits)
        .where(and(eq(visits.codeId, codeId), gt(visits.expiresAt, sql`now()`)));
      return row?.count ?? 0;
    },
    async change(workspaceId, change) {
      await db.update(visits).set(change).where(eq(visits.workspaceId, workspaceId));
    },
    async end(workspaceId) {
      await db.delete(visits).where(eq(visits.workspaceId, workspaceId));
    },
    async visited(workspaceIds) {
      const rows = await db
        .select({ workspaceId: visits.workspaceId })
        .from(visits)
        .where(and(sql`${visits.workspaceId} = any(${sql.param([...workspaceIds])}::uuid[])`, gt(visits.expiresAt, sql`now()`)));
      return new Set(rows.flatMap(({ workspaceId }) => workspaceId ?? []));
    },
  };
}
