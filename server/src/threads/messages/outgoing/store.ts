/** The SQL of messages that a provider is asked to send, and of what it reports. */
import { and, desc, eq, isNotNull, isNull, lte, type Placeholder, sql } from "drizzle-orm";
import { createStatement } from "../../../platform/database/statements.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { MailFacts } from "../../../contacts/index.ts";
import { type Masks, type MessageRow, NO_MASKS, type ThreadKey, type ThreadRow } from "../store.ts";
import { threadMessages, threads } from "../tables.ts";

type MessageKey = ThreadKey;
export type Outcome = Pick<MessageRow, "state" | "reason">;
export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

const isOne = ({ workspaceId, id }: MessageKey) => and(eq(threadMessages.workspaceId, workspaceId), eq(threadMessages.id, id));
const SILENT_HOURS = sql<string | null>`(select extract(epoch from now() - max(one.created_at)) / 3600
  from thread_messages one where one.thread_id = ${threads.id} and one.direction = 'in')`;
const isQueued = eq(threadMessages.state, "queued");
/** A message goes only on: what has arrived does not come back, and what has failed for a known reason stays so. */
const RANK = sql`case when ${threadMessages.state} = 'failed' and ${threadMessages.reason} = 'unknown' then 0
  else array_position(array['queued', 'sent', 'delivered', 'read'], ${threadMessages.state}) end`;
const RANKS = { sent: 2, delivered: 3, failed: 3, read: 4 } as const;

/** `silentHours`: since the person has last written in this thread; null: never. */
export interface WaitingMessage {
  message: MessageRow;
  thread: ThreadRow;
  silentHours: number | null;
}

type KeyValues = Record<"workspaceId" | "id", string>;
const keyOf = ({ workspaceId, id }: MessageKey): KeyValues => ({ workspaceId, id });
const isThisQueued = (value: (name: keyof KeyValues) => Placeholder) =>
  and(eq(threadMessages.workspaceId, value("workspaceId")), eq(threadMessages.id, value("id")), isQueued);
const WAITING = createStatement((db, value: (name: keyof KeyValues) => Placeholder) =>
  db
    .select({ message: threadMessages, thread: threads, silentHours: SILENT_HOURS })
    .from(threadMessages)
    .innerJoin(threads, eq(threads.id, threadMessages.threadId))
    .where(isThisQueued(value)),
);
const CLAIM = createStatement((db, value: (name: keyof KeyValues) => Placeholder) =>
  db
    .update(threadMessages)
    .set({ askedAt: sql`now()` })
    .where(and(isThisQueued(value), sql`${threadMessages.askedAt} is null`))
    .returning({ id: threadMessages.id }),
);
const SETTLE_SENT = createStatement<KeyValues & { ref: string }, MessageRow[]>((db, value) =>
  db
    .update(threadMessages)
    .set({ state: "sent", reason: null, providerRef: sql`${value("ref")}` })
    .where(isThisQueued(value))
    .returning(),
);

/** `masks`: what is handed to a provider is whole. */
export function createDeliveryStore(tenancy: Tenancy, masks: Masks = NO_MASKS) {
  return {
    async read(key: MessageKey): Promise<MessageRow | undefined> {
      const [row] = await tenancy.of(key.workspaceId).select().from(threadMessages).where(isOne(key));
      return row;
    },
    /** Of messages that were sent in this call, the ids that their sender gave them. */
    async ofCall({ workspaceId, id }: MessageKey): Promise<string[]> {
      const is = and(eq(threadMessages.workspaceId, workspaceId), eq(threadMessages.callId, id));
      const rows = await tenancy.of(workspaceId).select({ clientId: threadMessages.clientId }).from(threadMessages).where(is);
      return rows.flatMap(({ clientId }) => clientId ?? []);
    },
    /** Undefined: it waits no longer. */
    async waiting(key: MessageKey): Promise<WaitingMessage | undefined> {
      const [row] = await tenancy.ask(key.workspaceId, WAITING, keyOf(key));
      return (
        row && {
          ...row,
          message: masks.whole(row.message),
          silentHours: row.silentHours === null ? null : Number(row.silentHours),
        }
      );
    },
    /** False: the provider was asked before. */
    async claim(key: MessageKey): Promise<boolean> {
      const rows = await tenancy.ask(key.workspaceId, CLAIM, keyOf(key));
      return rows.length > 0;
    },
    /** Whether the person has written in this thread within the last 24 hours. */
    async isWindowOpen({ workspaceId, id }: ThreadKey): Promise<boolean> {
      const { rows } = await tenancy.of(workspaceId).execute(sql`select 1 from thread_messages
        where workspace_id = ${workspaceId} and thread_id = ${id} and direction = 'in' and created_at > now() - interval '24 hours' limit 1`);
      return rows.length > 0;
    },
    /** The newest e-mail that the person has written in it. */
    async lastMail({ workspaceId, id }: ThreadKey): Promise<MailFacts | undefined> {
      const is = and(
        eq(threadMessages.workspaceId, workspaceId),
        eq(threadMessages.threadId, id),
        isNotNull(threadMessages.mail),
      );
      const found = tenancy.of(workspaceId).select().from(threadMessages).where(is);
      const [row] = await found.orderBy(desc(threadMessages.position)).limit(1);
      return (row && masks.whole(row).mail) ?? undefined;
    },
    /** A batch has written in it within so many days. */
    async isOfBatch({ workspaceId, id }: ThreadKey, days: number): Promise<boolean> {
      const { rows } = await tenancy.of(workspaceId).execute(sql`select 1 from thread_messages
        where workspace_id = ${workspaceId} and thread_id = ${id} and batch_id is not null
          and created_at > now() - ${days} * interval '1 day' limit 1`);
      return rows.length > 0;
    },
    /** Takes back what a provider has not been asked to send: of a batch, or one message. In a transaction of the caller's. */
    async withdraw(workspaceId: string, which: { batchId: string } | { id: string }): Promise<string[]> {
      const db = tenancy.of(workspaceId);
      const is = "id" in which ? eq(threadMessages.id, which.id) : eq(threadMessages.batchId, which.batchId);
      const gone = await db
        .delete(threadMessages)
        .where(and(eq(threadMessages.workspaceId, workspaceId), is, isQueued, isNull(threadMessages.askedAt)))
        .returning({ id: threadMessages.id, threadId: threadMessages.threadId });
      if (gone.length === 0) return [];
      const ids = sql`any(${sql.param(gone.map(({ threadId }) => threadId))}::uuid[])`;
      // Held first: whoever writes there now is seen by the next statement.
      await db.execute(sql`select from threads where workspace_id = ${workspaceId} and id = ${ids} order by id for update`);
      await db.execute(sql`delete from threads one where workspace_id = ${workspaceId} and id = ${ids}
        and not exists (select from thread_messages message where message.thread_id = one.id)`);
      return gone.map(({ id }) => id);
    },
    /** The provider has done nothing. */
    async release(key: MessageKey): Promise<void> {
      await tenancy
        .of(key.workspaceId)
        .update(threadMessages)
        .set({ askedAt: null })
        .where(and(isOne(key), isQueued));
    },
    /** Returns it as it is now; nothing where it waited no longer. */
    async settle(key: MessageKey, outcome: Outcome & Partial<Pick<MessageRow, "providerRef">>): Promise<MessageRow[]> {
      const { state, providerRef: ref } = outcome;
      if (state === "sent" && ref) return tenancy.ask(key.workspaceId, SETTLE_SENT, { ...keyOf(key), ref });
      const changed = tenancy.of(key.workspaceId).update(threadMessages).set(outcome);
      return changed.where(and(isOne(key), isQueued)).returning();
    },
    async byRef(
      { workspaceId, senderId }: { workspaceId: string; senderId: string },
      ref: string,
    ): Promise<MessageRow | undefined> {
      const is = and(
        eq(threadMessages.workspaceId, workspaceId),
        eq(threadMessages.providerRef, ref),
        eq(threads.senderId, senderId),
      );
      const [row] = await tenancy
        .of(workspaceId)
        .select({ message: threadMessages })
        .from(threadMessages)
        .innerJoin(threads, eq(threads.id, threadMessages.threadId))
        .where(is);
      return row?.message;
    },
    async hasMessage({ workspaceId, id }: ThreadKey, clientId: string): Promise<boolean> {
      const { rows } = await tenancy.of(workspaceId).execute(sql`select 1 from thread_messages
        where workspace_id = ${workspaceId} and thread_id = ${id} and client_id = ${clientId} limit 1`);
      return rows.length > 0;
    },
    /** Whether something is with the provider now whose name we have not been told. */
    async isAsking({ workspaceId, senderId }: { workspaceId: string; senderId: string }, to: string): Promise<boolean> {
      const { rows } = await tenancy.of(workspaceId).execute(sql`select 1 from threads thread join thread_messages one
        on one.thread_id = thread.id and one.state = 'queued' and one.asked_at is not null
        where thread.workspace_id = ${workspaceId} and thread.sender_id = ${senderId} and (thread.address = ${to} or ${to} = '') limit 1`);
      return rows.length > 0;
    },
    /** Of all that was handed over in this thread up to then: returns those that were not as far yet. */
    async reportUpTo(
      { workspaceId, id }: ThreadKey,
      { state, upTo }: { state: "delivered" | "read"; upTo: Date },
    ): Promise<MessageRow[]> {
      const isOf = and(eq(threadMessages.workspaceId, workspaceId), eq(threadMessages.threadId, id));
      const wasSent = and(isNotNull(threadMessages.providerRef), lte(threadMessages.askedAt, upTo));
      // What has failed for a known reason has not arrived.
      const isBefore = and(sql`${threadMessages.state} in ('sent', 'delivered')`, sql`${RANK} < ${RANKS[state]}`);
      const changed = tenancy.of(workspaceId).update(threadMessages).set({ state, reason: null });
      return changed.where(and(isOf, wasSent, isBefore)).returning();
    },
    /** Returns it as it is now; nothing where it was further already. */
    async report(
      key: MessageKey,
      { state, reason }: { state: keyof typeof RANKS; reason: MessageRow["reason"] },
    ): Promise<MessageRow[]> {
      const changed = tenancy.of(key.workspaceId).update(threadMessages).set({ state, reason });
      return changed.where(and(isOne(key), sql`${RANK} < ${RANKS[state]}`)).returning();
    },
  };
}
