import { and, count, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { leads } from "./tables.ts";

export type Lead = Pick<
  typeof leads.$inferSelect,
  "id" | "kind" | "name" | "email" | "company" | "position" | "message" | "source" | "sentAt"
>;
export interface LeadStore {
  /** `waits`: there is nobody yet to forward it to. */
  add(lead: Lead, waits: boolean): Promise<void>;
  markVerified(id: string): Promise<void>;
  /** The ids of those that waited until somebody was there; they wait no longer. */
  takeWaiting(): Promise<string[]>;
  /** One that has not been forwarded. */
  unsent(id: string): Promise<Lead | undefined>;
  forwarded(id: string): Promise<void>;
  /** Leads that were not taken again and again, or given up. */
  troubled(): Promise<number>;
  notForwarded(id: string, problem: string, attempts: number): Promise<void>;
}

/** A receiver may be away for a moment. */
const TROUBLE_AFTER_ATTEMPTS = 3;

export function createLeadStore(db: Db): LeadStore {
  return {
    async add(lead, waits) {
      await db.insert(leads).values({ ...lead, forwardNextAt: waits ? sql`now()` : null });
    },
    async markVerified(id) {
      await db
        .update(leads)
        .set({ verifiedAt: sql`coalesce(${leads.verifiedAt}, now())` })
        .where(eq(leads.id, id));
    },
    async takeWaiting() {
      const rows = await db
        .update(leads)
        .set({ forwardNextAt: null })
        .where(isNotNull(leads.forwardNextAt))
        .returning({ id: leads.id });
      return rows.map(({ id }) => id);
    },
    async unsent(id) {
      const [lead] = await db
        .select()
        .from(leads)
        .where(and(eq(leads.id, id), isNull(leads.forwardedAt)));
      return lead;
    },
    async forwarded(id) {
      const done = { forwardedAt: sql`now()`, forwardNextAt: null, forwardProblem: null };
      await db.update(leads).set(done).where(eq(leads.id, id));
    },
    async troubled() {
      const [row] = await db
        .select({ count: count() })
        .from(leads)
        .where(and(isNotNull(leads.forwardProblem), gte(leads.forwardAttempts, TROUBLE_AFTER_ATTEMPTS)));
      return row?.count ?? 0;
    },
    async notForwarded(id, problem, attempts) {
      await db.update(leads).set({ forwardProblem: problem, forwardAttempts: attempts }).where(eq(leads.id, id));
    },
  };
}
