import type { LeadAnswer } from "@ongea/contract";
import { and, count, desc, eq, getTableColumns, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import { leads } from "./tables.ts";

export type Lead = Pick<
  typeof leads.$inferSelect,
  "id" | "kind" | "name" | "email" | "company" | "position" | "message" | "source" | "sentAt"
>;
export type StoredLead = typeof leads.$inferSelect;

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
  /** Newest first. */
  list(page: {
    isHandled: boolean | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<PageOf<StoredLead & { place: string }>>;
  /** How many nobody has handled. */
  open(): Promise<number>;
  /** Undefined: there is no such lead. */
  handle(id: string, isHandled: boolean): Promise<StoredLead | undefined>;
  read(id: string): Promise<StoredLead | undefined>;
  assign(id: string, userId: string | null): Promise<StoredLead | undefined>;
  addAnswer(id: string, answer: LeadAnswer): Promise<StoredLead | undefined>;
  /** How an answer ended. */
  answered(id: string, answerId: string, state: LeadAnswer["state"]): Promise<StoredLead | undefined>;
  /** False: there is no such lead. */
  remove(id: string): Promise<boolean>;
}

/** A receiver may be away for a moment. */
const TROUBLE_AFTER_ATTEMPTS = 3;

export function createLeadStore(db: Db): LeadStore {
  const change = async (id: string, set: PgUpdateSetSource<typeof leads>): Promise<StoredLead | undefined> => {
    const [row] = await db.update(leads).set(set).where(eq(leads.id, id)).returning();
    return row;
  };
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
    async list({ isHandled, cursor, limit }) {
      const inState = isHandled === undefined ? undefined : isHandled ? isNotNull(leads.handledAt) : isNull(leads.handledAt);
      const rows = await db
        .select({ ...getTableColumns(leads), place: cursorOf(leads.createdAt, leads.id) })
        .from(leads)
        .where(and(inState, afterCursor(cursor, leads.createdAt, leads.id)))
        .orderBy(desc(leads.createdAt), desc(leads.id))
        .limit(limit + 1);
      return pageFrom(rows, limit);
    },
    async open() {
      const [row] = await db.select({ count: count() }).from(leads).where(isNull(leads.handledAt));
      return row?.count ?? 0;
    },
    handle(id, isHandled) {
      const handledAt = isHandled ? sql`coalesce(${leads.handledAt}, now())` : null;
      return change(id, { handledAt });
    },
    async read(id) {
      const [row] = await db.select().from(leads).where(eq(leads.id, id));
      return row;
    },
    assign: (id, assignedTo) => change(id, { assignedTo }),
    addAnswer: (id, answer) => change(id, { answers: sql`${leads.answers} || ${JSON.stringify([answer])}::jsonb` }),
    answered: (id, answerId, state) =>
      change(id, {
        answers: sql`(select jsonb_agg(case when one ->> 'id' = ${answerId} then one || ${JSON.stringify({ state })}::jsonb else one end order by at)
          from jsonb_array_elements(${leads.answers}) with ordinality as all_of (one, at))`,
      }),
    async remove(id) {
      const rows = await db.delete(leads).where(eq(leads.id, id)).returning({ id: leads.id });
      return rows.length > 0;
    },
  };
}
