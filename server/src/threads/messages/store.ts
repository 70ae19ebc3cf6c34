/** All the SQL of threads and their messages. */
import type { ThreadState } from "@ongea/contract";
import { and, asc, desc, eq, getTableColumns, gt, lt, max, or, type Placeholder, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import { createStatement } from "../../platform/database/statements.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { threadMessages, threads, type Trace } from "./tables.ts";

export type ThreadRow = typeof threads.$inferSelect;
export type MessageRow = typeof threadMessages.$inferSelect;
export type ListedThread = ThreadRow & { lastText: string };

export interface ThreadKey {
  workspaceId: string;
  id: string;
}

/** Where somebody is, on a channel of a workspace. */
export type Address = Pick<ThreadRow, "workspaceId" | "channel" | "address"> & { senderId?: string | undefined };
export type NewThread = Address & Pick<ThreadRow, "agentId" | "contactId" | "page">;
export type NewMessage = Pick<MessageRow, "direction" | "author" | "text" | "state"> &
  Partial<
    Pick<
      MessageRow,
      | "id"
      | "authorName"
      | "clientId"
      | "segments"
      | "begins"
      | "callId"
      | "batchId"
      | "template"
      | "asksToCall"
      | "mail"
      | "whole"
      | "wholePasses"
    >
  > & { trace?: Trace };
export type Change = Partial<Pick<ThreadRow, "state" | "person" | "language" | "answeredUpTo" | "answeringUntil" | "agentId">>;

export interface ThreadMove {
  to: string;
  from: string;
  only: readonly Pick<Address, "channel" | "address">[] | undefined;
}

export interface ThreadFilter {
  state?: ThreadState | undefined;
  contactId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** What a person has written that nobody has answered. */
export interface Unanswered {
  /** How long ago the newest and the oldest of them came. */
  newestMs: number;
  oldestMs: number;
  /** Answers of the agent in the last 24 hours. */
  answers: number;
}

export type ThreadStore = ReturnType<typeof createThreadStore>;

/** What of messages is masked before it is stored. */
export interface Masks {
  /** As it is stored. In the transaction that stores it, which holds the thread. */
  mask(thread: ThreadRow, message: NewMessage): Promise<NewMessage>;
  /** As it was written, where that is still here: for the agent, the person, and what carries it to them. */
  whole(message: MessageRow): MessageRow;
}

export const NO_MASKS: Masks = { mask: async (_, message) => message, whole: (message) => message };

export const MOST_SHOWN = 200;
/** Of the earlier messages that an agent is told. */
export const MOST_EARLIER = 200;

type AtValues = Record<"workspaceId" | "channel" | "address", string> & { senderId: string | null };
const atOf = ({ workspaceId, channel, address, senderId }: Address): AtValues => ({
  workspaceId,
  channel,
  address,
  senderId: senderId ?? null,
});
const threadAt = (db: Db, value: (name: keyof AtValues) => Placeholder) =>
  db
    .select()
    .from(threads)
    .where(
      and(
        eq(threads.workspaceId, value("workspaceId")),
        eq(threads.channel, value("channel")),
        eq(threads.address, value("address")),
        sql`${threads.senderId} is not distinct from ${value("senderId")}::uuid`,
      ),
    );
const AT = createStatement(threadAt);
const LOCK_AT = createStatement<AtValues, ThreadRow[]>((db, value) => threadAt(db, value).for("update"));
const isOne = ({ workspaceId, id }: ThreadKey) => and(eq(threads.workspaceId, workspaceId), eq(threads.id, id));
type OneValues = Record<"workspaceId" | "id", string>;
const isThis = (value: (name: keyof OneValues) => Placeholder) =>
  and(eq(threads.workspaceId, value("workspaceId")), eq(threads.id, value("id")));
const LOCK = createStatement<OneValues, ThreadRow[]>((db, value) => db.select().from(threads).where(isThis(value)).for("update"));
const CLAIM = createStatement<OneValues & { seconds: number }, ThreadRow[]>((db, value) =>
  db
    .update(threads)
    .set({ answeringUntil: sql`now() + ${value("seconds")} * interval '1 second'` })
    .where(and(isThis(value), eq(threads.state, "open"), sql`coalesce(${threads.answeringUntil} < now(), true)`))
    .returning(),
);

const LISTED = {
  ...getTableColumns(threads),
  lastText: sql<string>`coalesce((select left(one.text, 200) from thread_messages one where one.thread_id = threads.id
    order by one.position desc limit 1), '')`,
};

/** What was written, and not only its masks. */
const isHere = sql`not (${threadMessages.wholePasses} and ${threadMessages.whole} is null)`;

/** A voice note that is being written down, of these messages or before them; what a lost job leaves holds nothing up for long. */
const UNHEARD_MINUTES = 20;
const isHeard = (thread: SQL, upTo: SQL, position: SQL): SQL => sql`not exists (
  select from thread_files file join thread_messages note on note.id = file.message_id
  where note.thread_id = ${thread} and note.position > ${upTo} and note.position <= ${position} and file.transcription = 'waiting'
    and file.created_at > now() - ${UNHEARD_MINUTES} * interval '1 minute')`;

const TO_ANSWER = createStatement<{ id: string; upTo: number }, (MessageRow & { isWritten: boolean })[]>((db, value) => {
  const { position, direction, threadId } = threadMessages;
  const all = getTableColumns(threadMessages);
  const [id, upTo] = [sql`${value("id")}::uuid`, sql`${value("upTo")}::bigint`];
  const isEarlier = sql`(${position} <= ${upTo} or ${direction} = 'out')`;
  const isWritten = and(sql`${position} > ${upTo}`, eq(direction, "in"), isHeard(id, upTo, sql`${position}`));
  const isOf = eq(threadId, id);
  const earlier = db
    .select({ ...all, isWritten: sql<boolean>`false` })
    .from(threadMessages)
    .where(and(isOf, isEarlier));
  const written = db
    .select({ ...all, isWritten: sql<boolean>`true` })
    .from(threadMessages)
    .where(and(isOf, isWritten));
  return unionAll(earlier.orderBy(desc(position)).limit(MOST_EARLIER), written.orderBy(asc(position)).limit(MOST_EARLIER));
});

export function createThreadStore(tenancy: Tenancy, masks: Masks = NO_MASKS) {
  return { ...reading(tenancy), ...writing(tenancy, masks), whole: (message: MessageRow) => masks.whole(message) };
}

function reading(tenancy: Tenancy) {
  const ofThread = ({ workspaceId, id }: ThreadKey) =>
    and(eq(threadMessages.workspaceId, workspaceId), eq(threadMessages.threadId, id));
  return {
    async at(address: Address): Promise<ThreadRow | undefined> {
      const [row] = await tenancy.ask(address.workspaceId, AT, atOf(address));
      return row;
    },
    async read(key: ThreadKey): Promise<ListedThread | undefined> {
      const [row] = await tenancy.of(key.workspaceId).select(LISTED).from(threads).where(isOne(key));
      return row;
    },
    /** The one with the newest message first. */
    async list(workspaceId: string, { state, contactId, cursor, limit }: ThreadFilter): Promise<PageOf<ListedThread>> {
      const rows = await tenancy
        .of(workspaceId)
        .select({ ...LISTED, place: cursorOf(threads.lastAt, threads.id) })
        .from(threads)
        .where(
          and(
            eq(threads.workspaceId, workspaceId),
            state === undefined ? undefined : eq(threads.state, state),
            contactId === undefined ? undefined : eq(threads.contactId, contactId),
            afterCursor(cursor, threads.lastAt, threads.id),
          ),
        )
        .orderBy(desc(threads.lastAt), desc(threads.id))
        .limit(limit + 1);
      return pageFrom(rows, limit);
    },
    /** The newest of them, the oldest first. */
    async messages(
      key: ThreadKey,
      { after, before }: { after?: number; before?: number | undefined } = {},
    ): Promise<MessageRow[]> {
      const rows = await tenancy
        .of(key.workspaceId)
        .select()
        .from(threadMessages)
        .where(
          and(
            ofThread(key),
            after === undefined ? undefined : gt(threadMessages.position, after),
            before === undefined ? undefined : lt(threadMessages.position, before),
          ),
        )
        .orderBy(desc(threadMessages.position))
        .limit(MOST_SHOWN);
      return rows.toReversed();
    },
    /** Undefined: there is nothing to answer, or not by the agent. */
    async unanswered({ workspaceId, id }: ThreadKey): Promise<Unanswered | undefined> {
      const { rows } = await tenancy.of(workspaceId).execute<{ newest: number; oldest: number; answers: number }>(sql`
        select extract(epoch from now() - max(one.created_at)) * 1000 as newest,
          extract(epoch from now() - min(one.created_at)) * 1000 as oldest,
          (select count(*)::int from thread_messages said where said.thread_id = thread.id and said.author = 'agent'
            and said.created_at > now() - interval '24 hours') as answers
        from threads thread join thread_messages one
          on one.thread_id = thread.id and one.position > thread.answered_up_to and one.direction = 'in'
          and ${isHeard(sql`thread.id`, sql`thread.answered_up_to`, sql`one.position`)}
        where thread.workspace_id = ${workspaceId} and thread.id = ${id} and thread.state = 'open' group by thread.id`);
      const [row] = rows;
      return row && { newestMs: Number(row.newest), oldestMs: Number(row.oldest), answers: row.answers };
    },
  };
}

function writing(tenancy: Tenancy, masks: Masks) {
  return {
    /** The thread at this address, or a new one; held until the transaction around it is done. `known`: it was there just now. */
    async hold({ known, ...thread }: NewThread & { known?: ThreadRow | undefined }): Promise<{ row: ThreadRow; isNew: boolean }> {
      const db = tenancy.of(thread.workspaceId);
      const [there] = known ? await tenancy.ask(thread.workspaceId, LOCK_AT, atOf(thread)) : [];
      if (there) return { row: there, isNew: false };
      const [made] = await db.insert(threads).values(thread).onConflictDoNothing().returning();
      if (made) return { row: made, isNew: true };
      const [row] = await tenancy.ask(thread.workspaceId, LOCK_AT, atOf(thread));
      if (!row) throw new Error("A thread was there and is gone");
      return { row, isNew: false };
    },
    async lock({ workspaceId, id }: ThreadKey): Promise<ThreadRow | undefined> {
      const [row] = await tenancy.ask(workspaceId, LOCK, { workspaceId, id });
      return row;
    },
    /**
     * Whether it is new: one with the same id of its sender is told as it was stored, and changes nothing. `isBegun`: the transaction around it
     * has made the thread, whose last moment is this one.
     */
    async add(
      thread: ThreadRow,
      message: NewMessage,
      { change = {}, isBegun = false }: { change?: Change; isBegun?: boolean } = {},
    ): Promise<{ row: MessageRow; isNew: boolean }> {
      const { workspaceId, id } = thread;
      const db = tenancy.of(workspaceId);
      const values = { workspaceId, threadId: id, ...(await masks.mask(thread, message)) };
      const [row] = await db.insert(threadMessages).values(values).onConflictDoNothing().returning();
      if (row) {
        if (!isBegun || Object.keys(change).length > 0)
          await db
            .update(threads)
            .set({ ...change, lastAt: row.createdAt })
            .where(isOne({ workspaceId, id }));
        return { row, isNew: true };
      }
      const same = and(eq(threadMessages.threadId, id), eq(threadMessages.clientId, message.clientId ?? ""));
      const [before] = await db.select().from(threadMessages).where(same);
      if (!before) throw new Error("A message was not stored");
      return { row: before, isNew: false };
    },
    /** Undefined: it is no message of this thread that has failed. */
    async queueAgain({ workspaceId, id }: ThreadKey, messageId: string): Promise<MessageRow | undefined> {
      const [row] = await tenancy
        .of(workspaceId)
        .update(threadMessages)
        .set({ state: "queued", reason: null, askedAt: null, providerRef: null })
        .where(and(eq(threadMessages.threadId, id), eq(threadMessages.id, messageId), eq(threadMessages.state, "failed"), isHere))
        .returning();
      return row;
    },
    async change(key: ThreadKey, change: Change): Promise<void> {
      await tenancy.of(key.workspaceId).update(threads).set(change).where(isOne(key));
    },
    /** A message that wants no answer: what came before it still does. */
    async silence(key: ThreadKey, position: number): Promise<void> {
      const isLast = sql`not exists (select from thread_messages one where one.thread_id = ${key.id} and one.direction = 'in'
        and one.position > ${threads.answeredUpTo} and one.position < ${position})`;
      await tenancy
        .of(key.workspaceId)
        .update(threads)
        .set({ answeredUpTo: position })
        .where(and(isOne(key), isLast));
    },
    /** Its last position; 0: it has none. */
    async end({ workspaceId, id }: ThreadKey): Promise<number> {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ end: max(threadMessages.position) })
        .from(threadMessages)
        .where(eq(threadMessages.threadId, id));
      return row?.end ?? 0;
    },
    /** For one answer at a time, over all servers. Undefined: another is underway, or the agent has no say. */
    async claim({ workspaceId, id }: ThreadKey, seconds: number): Promise<ThreadRow | undefined> {
      const [row] = await tenancy.ask(workspaceId, CLAIM, { workspaceId, id, seconds });
      return row;
    },
    async release(key: ThreadKey): Promise<void> {
      await tenancy.of(key.workspaceId).update(threads).set({ answeringUntil: null }).where(isOne(key));
    },
    /** The person's page has shown all up to there. Returns those that it had not shown before, in order. */
    async delivered({ workspaceId, id }: ThreadKey, upTo: number): Promise<MessageRow[]> {
      const rows = await tenancy
        .of(workspaceId)
        .update(threadMessages)
        .set({ state: "delivered" })
        .where(and(eq(threadMessages.threadId, id), eq(threadMessages.state, "sent"), sql`${threadMessages.position} <= ${upTo}`))
        .returning();
      return rows.toSorted((one, other) => one.position - other.position);
    },
    /** `only`: those at these addresses; absent: all. */
    async move(workspaceId: string, { to, from, only }: ThreadMove): Promise<void> {
      if (only?.length === 0) return;
      const are = only?.map(({ channel, address }) => and(eq(threads.channel, channel), eq(threads.address, address)));
      await tenancy
        .of(workspaceId)
        .update(threads)
        .set({ contactId: to })
        .where(and(eq(threads.workspaceId, workspaceId), eq(threads.contactId, from), are && or(...are)));
    },
    /**
     * What is to be answered, the oldest of it first, and what was said before that, for an agent that goes on: some of it may be older than its
     * last answer.
     */
    async toAnswer({ workspaceId, id, answeredUpTo: upTo }: ThreadRow): Promise<{ told: MessageRow[]; written: MessageRow[] }> {
      const rows = await tenancy.ask(workspaceId, TO_ANSWER, { id, upTo });
      const those = (are: boolean): MessageRow[] =>
        rows
          .flatMap(({ isWritten: is, ...row }) => (is === are ? [row] : []))
          .toSorted((one, other) => one.position - other.position);
      return { told: those(false), written: those(true) };
    },
  };
}

export interface SeededThread {
  id: string;
  agentId: string;
  contactId: string;
  address: string;
  page: string;
  state: ThreadRow["state"];
  person: string | null;
  language: string;
  messages: readonly Pick<MessageRow, "author" | "authorName" | "text">[];
  /** Of each message, in order. */
  times: readonly string[];
}

/** Web chats that need no answer any more. */
export async function addSeededThreads(db: Db, workspaceId: string, made: readonly SeededThread[]): Promise<void> {
  const rows = made.map(({ messages, ...one }) => ({ ...one, begun: one.times[0], last: one.times[messages.length - 1] }));
  await db.execute(sql`
    insert into threads (id, workspace_id, agent_id, contact_id, channel, address, page, state, person, language, created_at, last_at)
    select id, ${workspaceId}, "agentId", "contactId", 'web-chat', address, page, state, person, language, begun, last
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, "agentId" uuid, "contactId" uuid, address text, page text,
      state text, person text, language text, begun timestamptz, last timestamptz)`);
  const messages = made.flatMap(({ id, messages: all, times }) => all.map((one, place) => ({ ...one, id, at: times[place] })));
  await db.execute(sql`
    insert into thread_messages (workspace_id, thread_id, direction, author, author_name, text, state, created_at)
    select ${workspaceId}, id, case author when 'contact' then 'in' else 'out' end, author, "authorName", text,
      case author when 'contact' then 'received' else 'delivered' end, at
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as row (id uuid, author text, "authorName" text, text text, at timestamptz)
    order by at`);
  await db.execute(sql`
    update threads set checked_last_at = last_at, (answered_up_to, checked_up_to) =
      (select max(position), max(position) from thread_messages where thread_id = threads.id)
    where workspace_id = ${workspaceId}`);
}
