import { and, asc, count, eq, gte, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import { leads } from "./tables.ts";

export type Lead = Pick<
  typeof leads.$inferSelect,
  "id" | "kind" | "name" | "email" | "company" | "position" | "message" | "source" | "sentAt"
>;
export type WaitingLead = Lead & { attempts: number };

export interface LeadStore {
  add(lead: Lead): Promise<void>;
  markVerified(id: string): Promise<void>;
  /** Leads whose time to be forwarded has come, each taken for `holdMs` so that no other server takes it too. */
  takeWaiting(most: number, holdMs: number): Promise<WaitingLead[]>;
  forwarded(id: string): Promise<void>;
  /** Leads that were not taken again and again, or given up. */
  troubled(): Promise<number>;
  /** `againMs`: when to try again; absent, never. */
  notForwarded(id: string, problem: string, againMs: number | undefined): Promise<void>;
}

/** A receiver may be away for a moment. */
const TROUBLE_AFTER_ATTEMPTS = 3;

export function createLeadStore(db: Db): LeadStore {
  const after = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;
  return {
    async add(lead) {
      await db.insert(leads).values({ ...lead, forwardNextAt: sql`now()` });
    },
    async markVerified(id) {
      await db
        .update(leads)
        .set({ verifiedAt: sql`coalesce(${leads.verifiedAt}, now())` })
        .where(eq(leads.id, id));
    },
    async takeWaiting(most, holdMs) {
      return db.transaction(async (transaction) => {
        const rows = await transaction
          .select()
          .from(leads)
          .where(and(isNotNull(leads.forwardNextAt), lte(leads.forwardNextAt, sql`now()`)))
          .orderBy(asc(leads.forwardNextAt))
          .limit(most)
          .for("update", { skipLocked: true });
        for (const { id } of rows)
          await transaction
            .update(leads)
            .set({ forwardNextAt: after(holdMs), forwardAttempts: sql`${leads.forwardAttempts} + 1` })
            .where(eq(leads.id, id));
        return rows.map(({ forwardAttempts, ...lead }) => ({ ...lead, attempts: forwardAttempts + 1 }));
      });
    },
    async forwarded(id) {
      const done = { forwardedAt: sql`now()`, forwardNextAt: null, forwardProblem: null };
      await db.update(leads).set(done).where(eq(leads.id, id));
    },
    async troubled() {
      const [row] = await db
        .select({ count: count() })
        .from(leads)
        .where(
          and(
            isNotNull(leads.forwardProblem),
            or(isNull(leads.forwardNextAt), gte(leads.forwardAttempts, TROUBLE_AFTER_ATTEMPTS)),
          ),
        );
      return row?.count ?? 0;
    },
    async notForwarded(id, problem, againMs) {
      const next = { forwardProblem: problem, forwardNextAt: againMs === undefined ? null : after(againMs) };
      await db.update(leads).set(next).where(eq(leads.id, id));
    },
  };
}
