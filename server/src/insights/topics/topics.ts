/** Which topic calls and threads have: found a moment after they end, and again for earlier calls when topics change. */
import { MOST_RECOUNTED_CALLS, RECOUNTED_DAYS, type Entry } from "@ongea/contract";
import { memoizeLatest, type TopicsOf } from "./matchers.ts";
import type { Db } from "../../platform/database/db.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { clusterIntents } from "./cluster.ts";
import { findIntent, intentTerms } from "./find-intent.ts";
import { recountQueue, topicQueue, type CallKey } from "./queues.ts";
import type { TopicStore } from "./store.ts";

interface EndedCall {
  id: string;
  workspaceId: string;
  agentId: string | null;
  answeredAt: Date | null;
  createdAt: Date;
}

/** What calls join with. */
export interface CallsWithTopics {
  whenEnded(listener: (db: Db, workspaceId: string, calls: readonly EndedCall[]) => Promise<void>): void;
  store: {
    read(call: CallKey): Promise<EndedCall | undefined>;
    entries(call: CallKey): Promise<Entry[]>;
  };
}

export interface WrittenMessage {
  workspaceId: string;
  threadId: string;
  agentId: string;
  question: string;
}

export interface Topics {
  follow(calls: CallsWithTopics): void;
  /** As part of the transaction that stores the answer. */
  noteWritten(message: WrittenMessage): Promise<void>;
  /** Earlier calls are looked at again, and for suggestions among those without a topic. */
  recount(workspaceId: string): Promise<void>;
}

export interface TopicsParts {
  store: TopicStore;
  jobs: Pick<Jobs, "send" | "work">;
  /** Ids of answered calls that are over, the newest first. */
  answered(
    workspaceId: string,
    page: { days: number; cursor: string | undefined; limit: number },
  ): Promise<{
    data: readonly { id: string }[];
    next: string | null;
  }>;
  now(): Date;
}

const PAGE = 100;
/** Of written messages, which come more often than topics change. */
const FRESH_MS = 1_000;
/** Calls without a topic that are put into groups. */
const MOST_CLUSTERED = 400;

export function createTopics({ store, jobs, answered, now }: TopicsParts): Topics {
  const topicsOf: TopicsOf = memoizeLatest(store);
  const recentTopicsOf = memoizeFor(FRESH_MS, topicsOf);

  async function assign(calls: CallsWithTopics["store"], key: CallKey): Promise<void> {
    const call = await calls.read(key);
    if (!call?.answeredAt || call.agentId === null) return;
    const entries = await calls.entries(key);
    // A generated demo call has no words of its own.
    if (entries.length === 0) return;
    const intent = findIntent(entries);
    const topicId = intent === undefined ? undefined : (await topicsOf(key.workspaceId)).match(intent.text);
    const position = intent?.position ?? null;
    const { agentId, createdAt: at } = call;
    await store.keepCall(key.workspaceId, { callId: key.id, agentId, at, position, topicId: topicId ?? null });
  }

  return {
    follow(calls) {
      calls.whenEnded(async (_db, workspaceId, ended) => {
        const spoken = ended.filter(({ answeredAt, agentId }) => answeredAt !== null && agentId !== null);
        for (const { id } of spoken) await jobs.send(topicQueue, { id, workspaceId });
      });
      jobs.work(topicQueue, (key) => assign(calls.store, key));
      jobs.work(recountQueue, async ({ workspaceId, version, cursor, done }, { signal }) => {
        if ((await store.version(workspaceId)) !== version) return;
        const page = await answered(workspaceId, { days: RECOUNTED_DAYS, cursor, limit: PAGE });
        for (const { id } of page.data) {
          signal.throwIfAborted();
          await assign(calls.store, { id, workspaceId });
        }
        const counted = done + page.data.length;
        if (page.next !== null && counted < MOST_RECOUNTED_CALLS)
          return jobs.send(recountQueue, { workspaceId, version, cursor: page.next, done: counted });
        await store.suggest(
          workspaceId,
          await clusterIntents(await store.unassigned(workspaceId, RECOUNTED_DAYS, MOST_CLUSTERED)),
        );
      });
    },
    async noteWritten({ workspaceId, threadId, agentId, question }) {
      if (intentTerms(question).length === 0) return;
      const topicId = (await recentTopicsOf(workspaceId)).match(question);
      await store.keepThread(workspaceId, { threadId, agentId, topicId: topicId ?? null, at: now() });
    },
    async recount(workspaceId) {
      await jobs.send(recountQueue, { workspaceId, version: await store.version(workspaceId), done: 0 });
    },
  };
}
