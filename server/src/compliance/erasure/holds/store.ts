/** The SQL of legal holds. */
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../../platform/database/keyset.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { legalHolds } from "../tables.ts";

export type HoldRow = typeof legalHolds.$inferSelect;

/** Contacts of whom nothing is deleted. */
export interface LegalHolds {
  holds(workspaceId: string, page: { cursor?: string | undefined; limit: number }): Promise<PageOf<HoldRow>>;
  /** Refuses with "privacy.held_already". */
  placeHold(hold: typeof legalHolds.$inferInsert): Promise<HoldRow>;
  liftHold(workspaceId: string, id: string): Promise<HoldRow | undefined>;
  /** What was held of one contact is held of the other. */
  moveHold(workspaceId: string, to: string, from: string): Promise<void>;
  /** What is split off somebody who is held stays held. */
  copyHold(workspaceId: string, to: string, from: string): Promise<void>;
  isContactHeld(workspaceId: string, contactId: string): Promise<boolean>;
}

export function holding(tenancy: Tenancy): LegalHolds {
  const ofContact = (workspaceId: string, contactId: string) =>
    and(eq(legalHolds.workspaceId, workspaceId), eq(legalHolds.contactId, contactId));
  return {
    async holds(workspaceId, { cursor, limit }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ ...getTableColumns(legalHolds), place: cursorOf(legalHolds.placedAt, legalHolds.id) })
        .from(legalHolds)
        .where(and(eq(legalHolds.workspaceId, workspaceId), afterCursor(cursor, legalHolds.placedAt, legalHolds.id)))
        .orderBy(desc(legalHolds.placedAt), desc(legalHolds.id))
        .limit(limit + 1);
      return pageFrom(rows, limit);
    },
    async placeHold(hold) {
      const [row] = await tenancy.of(hold.workspaceId).insert(legalHolds).values(hold).onConflictDoNothing().returning();
      if (!row) throw refuse("privacy.held_already");
      return row;
    },
    async liftHold(workspaceId, id) {
      const is = and(eq(legalHolds.workspaceId, workspaceId), eq(legalHolds.id, id));
      const [row] = await tenancy.of(workspaceId).delete(legalHolds).where(is).returning();
      return row;
    },
    async moveHold(workspaceId, to, from) {
      const db = tenancy.of(workspaceId);
      const [hold] = await db.delete(legalHolds).where(ofContact(workspaceId, from)).returning();
      if (!hold) return;
      const numbers = sql`(select array_agg(distinct number) from unnest(legal_holds.numbers || excluded.numbers) number)`;
      await db.execute(sql`
        insert into legal_holds (id, workspace_id, contact_id, numbers, reason, placed_by, placed_at)
        select id, ${workspaceId}::uuid, ${to}::uuid, array(select jsonb_array_elements_text(numbers)), reason, "placedBy", "placedAt"
        from jsonb_to_record(${JSON.stringify(hold)}::jsonb) as hold
          (id uuid, numbers jsonb, reason text, "placedBy" text, "placedAt" timestamptz)
        on conflict (workspace_id, coalesce(call_id, contact_id)) do update set numbers = ${numbers}`);
    },
    async copyHold(workspaceId, to, from) {
      await tenancy.of(workspaceId).execute(sql`
        insert into legal_holds (workspace_id, contact_id, numbers, reason, placed_by, placed_at)
        select workspace_id, ${to}, numbers, reason, placed_by, placed_at from legal_holds
        where workspace_id = ${workspaceId} and contact_id = ${from}`);
    },
    async isContactHeld(workspaceId, contactId) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ id: legalHolds.id })
        .from(legalHolds)
        .where(ofContact(workspaceId, contactId));
      return rows.length > 0;
    },
  };
}
