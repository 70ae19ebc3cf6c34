/** The SQL of what was written in threads since they were checked. */
import { THREAD_QUIET_MINUTES } from "@ongea/contract";
import { and, asc, desc, eq, gt, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import type { PartMessage, ThreadPart } from "../../../compliance/index.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { MessageRow, ThreadKey, ThreadRow } from "../store.ts";
import { threadMessages, threads } from "../tables.ts";

export type PartStore = ReturnType<typeof createPartStore>;

export interface Unchecked {
  part: ThreadPart;
  /** All up to there was checked before. */
  after: number;
  upTo: number;
}

/** Of one part; what is more is the next one. */
export const MOST_IN_PART = 200;
/** Of what the agent wrote before, the newest. */
const MOST_EARLIER = 50;
/** A server that is gone holds a check up no longer. */
const CLAIMED_SECONDS = 900;

/** The agent's part has ended: it is closed, a person has taken over, or nobody has written for a while. */
const isOver = sql`(${threads.state} in ('closed', 'person') or ${threads.lastAt} < now() - ${THREAD_QUIET_MINUTES} * interval '1 minute')`;
/** What waits for its hour or its provider is checked when it has left. */
const isSent = sql`not exists (select from thread_messages one where one.thread_id = ${threads.id}
  and one.position > ${threads.checkedUpTo} and one.state = 'queued')`;
const isOne = ({ workspaceId, id }: ThreadKey): SQL | undefined => and(eq(threads.workspaceId, workspaceId), eq(threads.id, id));

export function createPartStore(tenancy: Tenancy) {
  /** What the agent wrote up to that position: its first message and its first answer, and the newest. */
  async function earlier({ workspaceId, id }: ThreadKey, upTo: number): Promise<ThreadPart["earlier"]> {
    const is = and(eq(threadMessages.threadId, id), eq(threadMessages.author, "agent"), lte(threadMessages.position, upTo));
    const { position, text, begins } = threadMessages;
    const some = (which: SQL | undefined, order: SQL, most: number) =>
      tenancy.of(workspaceId).select({ position, text, begins }).from(threadMessages).where(which).orderBy(order).limit(most);
    const first = await some(is, asc(position), 1);
    if (first.length === 0) return [];
    const answer = await some(and(is, not(begins)), asc(position), 1);
    const newest = await some(is, desc(position), MOST_EARLIER);
    const byPosition = new Map([...first, ...answer, ...newest].map((one) => [one.position, one]));
    return [...byPosition.values()].toSorted((one, other) => one.position - other.position);
  }
  const partOf = async (thread: ThreadRow, rows: readonly MessageRow[]): Promise<ThreadPart> => {
    const { id, workspaceId, agentId, channel, address, lastAt } = thread;
    const before = (rows[0]?.position ?? 0) - 1;
    const messages = rows.map(messageOf);
    return { id, workspaceId, agentId, channel, address, lastAt, earlier: await earlier(thread, before), messages };
  };
  return {
    /** Those of all workspaces that are over and have not been checked; each is found again later where nothing comes of it. */
    async due(most: number): Promise<ThreadKey[]> {
      const db = tenancy.everywhere;
      const due = db
        .select({ id: threads.id })
        .from(threads)
        .where(
          and(
            sql`${threads.checkedLastAt} is distinct from ${threads.lastAt}`,
            sql`coalesce(${threads.checkClaimedUntil} < now(), true)`,
            isOver,
            isSent,
          ),
        )
        .orderBy(threads.lastAt)
        .limit(most)
        .for("update", { skipLocked: true });
      const claimed = { checkClaimedUntil: sql`now() + ${CLAIMED_SECONDS} * interval '1 second'` };
      const changed = db.update(threads).set(claimed).where(inArray(threads.id, due));
      return changed.returning({ id: threads.id, workspaceId: threads.workspaceId });
    },
    /** Undefined: the thread is gone. */
    async unchecked(key: ThreadKey): Promise<Unchecked | undefined> {
      const db = tenancy.of(key.workspaceId);
      const [thread] = await db.select().from(threads).where(isOne(key));
      if (!thread) return undefined;
      const after = thread.checkedUpTo;
      const rows = await db
        .select()
        .from(threadMessages)
        .where(and(eq(threadMessages.threadId, key.id), gt(threadMessages.position, after)))
        .orderBy(asc(threadMessages.position))
        .limit(MOST_IN_PART);
      const upTo = rows.at(-1)?.position ?? after;
      return { part: await partOf(thread, rows), after, upTo };
    },
    /** False: it was checked meanwhile, or is gone. In a transaction of the caller's, which holds the thread from here on. */
    async mark(key: ThreadKey, { after, upTo }: Unchecked): Promise<boolean> {
      const db = tenancy.of(key.workspaceId);
      const marked = db.update(threads).set({ checkedUpTo: upTo, checkClaimedUntil: null });
      const { rowCount } = await marked.where(and(isOne(key), eq(threads.checkedUpTo, after)));
      if ((rowCount ?? 0) === 0) return false;
      const isAll = sql`not exists (select from thread_messages one where one.thread_id = ${key.id} and one.position > ${upTo})`;
      await db
        .update(threads)
        .set({ checkedLastAt: sql`${threads.lastAt}` })
        .where(and(isOne(key), isAll));
      return true;
    },
    async *recent(workspaceId: string, most: number): AsyncGenerator<ThreadPart> {
      const db = tenancy.of(workspaceId);
      const found = db
        .select()
        .from(threads)
        .where(and(eq(threads.workspaceId, workspaceId), isOver));
      for (const thread of await found.orderBy(desc(threads.lastAt), desc(threads.id)).limit(most)) {
        const rows = await db
          .select()
          .from(threadMessages)
          .where(eq(threadMessages.threadId, thread.id))
          .orderBy(desc(threadMessages.position))
          .limit(MOST_IN_PART);
        yield partOf(thread, rows.toReversed());
      }
    },
    async those(workspaceId: string, ids: readonly string[]): Promise<Pick<ThreadPart, "id" | "agentId" | "channel">[]> {
      if (ids.length === 0) return [];
      return tenancy
        .of(workspaceId)
        .select({ id: threads.id, agentId: threads.agentId, channel: threads.channel })
        .from(threads)
        .where(and(eq(threads.workspaceId, workspaceId), inArray(threads.id, [...ids])));
    },
  };
}

function messageOf({ id, author, text, begins, state, askedAt, createdAt }: MessageRow): PartMessage {
  const isSent = state === "sent" || state === "delivered" || state === "read";
  return { id, author, text, begins, sentAt: askedAt ?? (isSent ? createdAt : null) };
}
