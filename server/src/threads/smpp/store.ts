/** All the SQL of SMPP: which server holds which bind, parts of long messages, and deliveries that are not answered yet. */
import type { SmppProblem } from "@ongea/contract";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { smppDeliveries, smppLinks, smppParts } from "./tables.ts";

export type SmppRow = typeof smppLinks.$inferSelect;
export type NewSmpp = Pick<SmppRow, "id" | "workspaceId" | "address" | "settings" | "sealed">;
export type SmppKey = Pick<SmppRow, "id" | "workspaceId">;
export type SmppStore = ReturnType<typeof createSmppStore>;

const isOne = ({ id, workspaceId }: SmppKey) => and(eq(smppLinks.workspaceId, workspaceId), eq(smppLinks.id, id));
/** Receipts of older messages change nothing. */
const PART_DAYS = 7;
const UNANSWERED_HOURS = 24;
const seconds = (count: number) => sql`now() + ${count} * interval '1 second'`;

/** `holder`: this server. */
export function createSmppStore(tenancy: Tenancy, holder: string) {
  const isMine = eq(smppLinks.holder, holder);
  const isFree = sql`coalesce(${smppLinks.leasedUntil} < now(), true)`;
  return {
    async add(link: NewSmpp): Promise<void> {
      await tenancy.of(link.workspaceId).insert(smppLinks).values(link);
    },
    /** Whoever holds it binds anew. */
    async change(key: SmppKey, change: Pick<SmppRow, "settings" | "sealed">): Promise<void> {
      const fresh = { state: "new" as const, problem: null, failures: 0, nextAt: sql`now()` };
      await tenancy
        .of(key.workspaceId)
        .update(smppLinks)
        .set({ ...change, ...fresh })
        .where(isOne(key));
    },
    /** `isElsewhere`: another server holds it now. */
    async at({
      workspaceId,
      address,
    }: Pick<SmppRow, "workspaceId" | "address">): Promise<{ id: string; isElsewhere: boolean } | undefined> {
      const isElsewhere = sql<boolean>`coalesce(${smppLinks.leasedUntil} > now() and ${smppLinks.holder} <> ${holder}, false)`;
      const is = and(eq(smppLinks.workspaceId, workspaceId), eq(smppLinks.address, address));
      const [row] = await tenancy.of(workspaceId).select({ id: smppLinks.id, isElsewhere }).from(smppLinks).where(is);
      return row;
    },
    async read(key: SmppKey): Promise<SmppRow | undefined> {
      const [row] = await tenancy.of(key.workspaceId).select().from(smppLinks).where(isOne(key));
      return row;
    },
    /** Renews those that this server holds, and leases free ones whose time has come. Of all workspaces. */
    async lease(mostFree: number, leasedSeconds: number): Promise<SmppRow[]> {
      const db = tenancy.everywhere;
      const due = sql`${smppLinks.id} in (select id from smpp_links where next_at <= now()
        and coalesce(leased_until < now(), true) order by next_at limit ${mostFree} for update skip locked)`;
      const changed = db.update(smppLinks).set({ holder, leasedUntil: seconds(leasedSeconds) });
      return changed.where(or(and(isMine, sql`not ${isFree}`), due)).returning();
    },
    async working(key: SmppKey): Promise<void> {
      const working = { state: "working" as const, problem: null, failures: 0, checkedAt: sql`now()` };
      await tenancy
        .of(key.workspaceId)
        .update(smppLinks)
        .set(working)
        .where(and(isOne(key), isMine));
    },
    /** Any server may try it then. */
    async failed(key: SmppKey, problem: SmppProblem, againAfterSeconds: number): Promise<void> {
      const failed = { state: "failed" as const, problem, failures: sql`${smppLinks.failures} + 1`, checkedAt: sql`now()` };
      const free = { holder: null, leasedUntil: null, nextAt: seconds(againAfterSeconds) };
      await tenancy
        .of(key.workspaceId)
        .update(smppLinks)
        .set({ ...failed, ...free })
        .where(and(isOne(key), isMine));
    },
    /** This server stops, or binds anew: whichever comes first goes on at once. */
    async giveUp(key: SmppKey): Promise<void> {
      await tenancy
        .of(key.workspaceId)
        .update(smppLinks)
        .set({ holder: null, leasedUntil: null, nextAt: sql`now()` })
        .where(and(isOne(key), isMine));
    },
    async addParts({ workspaceId, id: senderId }: SmppKey, refs: readonly string[], messageRef: string): Promise<void> {
      const rows = refs.map((ref) => ({ senderId, workspaceId, ref, messageRef }));
      const again = { messageRef, isDelivered: false, createdAt: sql`now()` };
      const added = tenancy.of(workspaceId).insert(smppParts).values(rows);
      await added.onConflictDoUpdate({ target: [smppParts.senderId, smppParts.ref], set: again });
    },
    /** Of which message it is a part, and whether all of that have arrived; undefined: of none. */
    async part(
      { workspaceId, id: senderId }: SmppKey,
      ref: string,
      isDelivered: boolean,
    ): Promise<{ messageRef: string; isWhole: boolean } | undefined> {
      const db = tenancy.of(workspaceId);
      const isOfSender = and(eq(smppParts.workspaceId, workspaceId), eq(smppParts.senderId, senderId));
      const change = { isDelivered: sql`${smppParts.isDelivered} or ${isDelivered}` };
      const [row] = await db
        .update(smppParts)
        .set(change)
        .where(and(isOfSender, eq(smppParts.ref, ref)))
        .returning();
      if (!row) return undefined;
      const ofMessage = and(isOfSender, eq(smppParts.messageRef, row.messageRef));
      const others = await db.select({ isDelivered: smppParts.isDelivered }).from(smppParts).where(ofMessage);
      return { messageRef: row.messageRef, isWhole: others.every((one) => one.isDelivered) };
    },
    /** A name for this delivery: the one it had, where its answer has not left since. */
    async delivery({ workspaceId, id: senderId }: SmppKey, hash: string): Promise<string> {
      const expiresAt = sql`now() + ${UNANSWERED_HOURS} * interval '1 hour'`;
      const [row] = await tenancy
        .of(workspaceId)
        .insert(smppDeliveries)
        .values({ senderId, workspaceId, hash, expiresAt })
        .onConflictDoUpdate({
          target: [smppDeliveries.senderId, smppDeliveries.hash],
          set: {
            ref: sql`case when ${smppDeliveries.expiresAt} < now() then gen_random_uuid() else ${smppDeliveries.ref} end`,
            expiresAt,
          },
        })
        .returning({ ref: smppDeliveries.ref });
      if (!row) throw new Error("A delivery was not stored");
      return row.ref;
    },
    /** Its answer has left. `afterSeconds`: until then the same is still the same message. */
    async answered({ workspaceId, id: senderId }: SmppKey, hash: string, afterSeconds: number): Promise<void> {
      const is = and(
        eq(smppDeliveries.workspaceId, workspaceId),
        eq(smppDeliveries.senderId, senderId),
        eq(smppDeliveries.hash, hash),
      );
      await tenancy
        .of(workspaceId)
        .update(smppDeliveries)
        .set({ expiresAt: seconds(afterSeconds) })
        .where(is);
    },
    async sweep(): Promise<void> {
      const db = tenancy.everywhere;
      await db.delete(smppDeliveries).where(sql`${smppDeliveries.expiresAt} < now()`);
      await db.delete(smppParts).where(lt(smppParts.createdAt, sql`now() - ${PART_DAYS} * interval '1 day'`));
    },
  };
}
