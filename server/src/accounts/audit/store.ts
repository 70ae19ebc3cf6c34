/** All the SQL of the audit log. */
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { ChainEnd } from "./anchor.ts";
import { BEGINNING } from "./chain.ts";
import { auditHeads, auditLog } from "./tables.ts";

export type StoredEntry = typeof auditLog.$inferSelect;

export interface AuditStore {
  /** The next entry of a workspace's chain: `link` makes it of the chain's end. One at a time. */
  append(workspaceId: string, link: (end: ChainEnd) => StoredEntry): Promise<ChainEnd>;
  /** Those before this position, the newest first. */
  before(workspaceId: string, position: number | undefined, most: number): Promise<StoredEntry[]>;
  /** Those after this position, the oldest first. */
  after(workspaceId: string, position: number, most: number): Promise<StoredEntry[]>;
  hashAt(workspaceId: string, position: number): Promise<string | undefined>;
  /** The ends of all chains. */
  heads(): Promise<ChainEnd[]>;
  /** Workspaces that have entries and no end. */
  headless(): Promise<string[]>;
}

export function createAuditStore(tenancy: Tenancy): AuditStore {
  return {
    append: (workspaceId, link) =>
      tenancy.of(workspaceId).transaction(async (db) => {
        await db.insert(auditHeads).values({ workspaceId, position: 0, hash: BEGINNING }).onConflictDoNothing();
        const [head] = await db.select().from(auditHeads).where(eq(auditHeads.workspaceId, workspaceId)).for("update");
        if (!head) throw new Error("An audit log without an end");
        const entry = link(head);
        const { position, hash } = entry;
        await db.insert(auditLog).values(entry);
        await db.update(auditHeads).set({ position, hash }).where(eq(auditHeads.workspaceId, workspaceId));
        return { workspaceId, position, hash };
      }),
    before: (workspaceId, position, most) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.workspaceId, workspaceId), position === undefined ? undefined : lt(auditLog.position, position)))
        .orderBy(desc(auditLog.position))
        .limit(most),
    after: (workspaceId, position, most) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.workspaceId, workspaceId), gt(auditLog.position, position)))
        .orderBy(asc(auditLog.position))
        .limit(most),
    async hashAt(workspaceId, position) {
      const the = and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.position, position));
      const [row] = await tenancy.of(workspaceId).select({ hash: auditLog.hash }).from(auditLog).where(the);
      return row?.hash;
    },
    heads: () => tenancy.everywhere.select().from(auditHeads).orderBy(asc(auditHeads.workspaceId)),
    async headless() {
      const { rows } = await tenancy.everywhere.execute<{ id: string }>(
        sql`select distinct workspace_id as id from audit_log where workspace_id not in (select workspace_id from audit_heads)`,
      );
      return rows.map(({ id }) => id);
    },
  };
}
