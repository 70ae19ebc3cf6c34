/** Which topic calls and threads have: found a moment after they end, and again for earlier calls when topics change. */
import { MOST_RECOUNTED_CALLS, RECOUNTED_DAYS, type Entry } from "@ongea/contract";
import { memoizeLatest, type TopicMatcher } from "./matchers.ts";
import type { Db } from "../../platform/database/db.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { clusterIntents, type Cluster, MOST_CLUSTERS } from "./cluster.ts";
import { findIntent, type Intent, intentTerms } from "./find-intent.ts";
import { clusterVectors, type IntentVector } from "./meaning/clusters.ts";
import type { Meanings } from "./meaning/meanings.ts";
import type { MeaningStore, VectorRow } from "./meaning/store.ts";
import { recountQueue, topicQueue, writtenTopicQueue, type CallKey } from "./queues.ts";
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
  messageId: string;
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
  vectors: MeaningStore;
  meanings: Meanings;
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
/** Earlier calls whose words a model is asked for in one request. */
const TOGETHER = 16;
/** Of written messages, which come more often than topics change. */
const FRESH_MS = 1_000;
/** Calls without a topic that are put into groups. */
const MOST_CLUSTERED = 400;

interface WantingCall {
  id: string;
  agentId: string;
  at: Date;
  intent: Intent | undefined;
}

export function createTopics({ store, vectors, meanings, jobs, answered, now }: TopicsParts): Topics {
  const topicsOf = memoizeLatest({ store, vectors, meanings });
  const recentTopicsOf = memoizeFor(FRESH_MS, topicsOf);

  async function assign(calls: CallsWithTopics["store"], workspaceId: string, ids: readonly string[]): Promise<void> {
    const wanting: WantingCall[] = [];
    for (const id of ids) {
      const call = await calls.read({ id, workspaceId });
      if (!call?.answeredAt || call.agentId === null) continue;
      const entries = await calls.entries({ id, workspaceId });
      // A generated demo call has no words of its own.
      if (entries.length > 0) wanting.push({ id, agentId: call.agentId, at: call.createdAt, intent: findIntent(entries) });
    }
    const matcher = await topicsOf(workspaceId);
    const { known, made } = await vectorsOf(workspaceId, matcher, wanting);
    for (const { id, agentId, at, intent } of wanting) {
      const vector = known.get(id);
      const topicId = intent && (vector && matcher.meaning ? matcher.meaning.near(vector) : matcher.match(intent.text));
      const position = intent?.position ?? null;
      await store.keepCall(workspaceId, { callId: id, agentId, at, position, topicId: topicId ?? null });
    }
    if (matcher.meaning && made.length > 0) await vectors.keepCalls(workspaceId, matcher.meaning.space, made);
  }

  /** Of calls whose words say something; those that have none yet are asked for together. Empty: they are compared by words. */
  async function vectorsOf(
    workspaceId: string,
    { meaning }: TopicMatcher,
    wanting: readonly WantingCall[],
  ): Promise<{ known: ReadonlyMap<string, Int8Array>; made: VectorRow[] }> {
    const said = wanting.flatMap(({ id, intent }) => (intent ? [{ id, text: intent.text }] : []));
    if (!meaning || said.length === 0) return { known: new Map(), made: [] };
    const stored = await vectors.ofCalls(
      workspaceId,
      meaning.space,
      said.map(({ id }) => id),
    );
    const known = new Map([...stored].filter(([, vector]) => meaning.fits(vector)));
    const bare = said.filter(({ id }) => !known.has(id));
    const answer = bare.length === 0 ? [] : await meaning.embed(bare.map(({ text }) => text));
    const made = bare.flatMap(({ id }, at) => (answer?.[at] ? [{ id, vector: answer[at] }] : []));
    for (const { id, vector } of made) known.set(id, vector);
    return { known, made };
  }

  async function clustersOf(workspaceId: string): Promise<Cluster[]> {
    const all = await store.unassigned(workspaceId, RECOUNTED_DAYS, MOST_CLUSTERED);
    const meaning = await meanings.of(workspaceId);
    if (!meaning) return clusterIntents(all);
    const known = await vectors.ofCalls(
      workspaceId,
      meaning.space,
      all.map(({ callId }) => callId),
    );
    const seen = all.flatMap(({ callId, text }): IntentVector[] => {
      const vector = known.get(callId);
      return vector && meaning.fits(vector) ? [{ callId, text, vector }] : [];
    });
    const ids = new Set(seen.map(({ callId }) => callId));
    // Those that the model was not asked for, or failed for.
    const others = await clusterIntents(all.filter(({ callId }) => !ids.has(callId)));
    const both = [...(await clusterVectors(seen, meaning.nothing)), ...others];
    return both.toSorted((one, other) => other.callIds.length - one.callIds.length).slice(0, MOST_CLUSTERS);
  }

  return {
    follow(calls) {
      calls.whenEnded(async (_db, workspaceId, ended) => {
        const spoken = ended.filter(({ answeredAt, agentId }) => answeredAt !== null && agentId !== null);
        for (const { id } of spoken) await jobs.send(topicQueue, { id, workspaceId });
      });
      jobs.work(topicQueue, ({ id, workspaceId }) => assign(calls.store, workspaceId, [id]));
      jobs.work(writtenTopicQueue, async ({ workspaceId, threadId, agentId, messageId }) => {
        if (!(await store.awaitsTopic(workspaceId, threadId))) return;
        const text = await vectors.messageText(workspaceId, messageId);
        if (text === undefined) return;
        const { match, meaning } = await topicsOf(workspaceId);
        const [vector] = (await meaning?.embed([text])) ?? [];
        const topicId = vector && meaning ? meaning.near(vector) : match(text);
        await store.keepThread(workspaceId, { threadId, agentId, topicId: topicId ?? null, at: now() });
      });
      jobs.work(recountQueue, async ({ workspaceId, version, cursor, done }, { signal }) => {
        if ((await store.version(workspaceId)) !== version) return;
        const page = await answered(workspaceId, { days: RECOUNTED_DAYS, cursor, limit: PAGE });
        for (let from = 0; from < page.data.length; from += TOGETHER) {
          signal.throwIfAborted();
          const ids = page.data.slice(from, from + TOGETHER).map(({ id }) => id);
          await assign(calls.store, workspaceId, ids);
        }
        const counted = done + page.data.length;
        if (page.next !== null && counted < MOST_RECOUNTED_CALLS)
          return jobs.send(recountQueue, { workspaceId, version, cursor: page.next, done: counted });
        await store.suggest(workspaceId, await clustersOf(workspaceId));
      });
    },
    async noteWritten({ workspaceId, threadId, agentId, messageId, question }) {
      if (intentTerms(question).length === 0) return;
      // An answer waits for no model.
      if (await meanings.modelOf(workspaceId)) return jobs.send(writtenTopicQueue, { workspaceId, threadId, agentId, messageId });
      const topicId = (await recentTopicsOf(workspaceId)).match(question);
      await store.keepThread(workspaceId, { threadId, agentId, topicId: topicId ?? null, at: now() });
    },
    async recount(workspaceId) {
      await jobs.send(recountQueue, { workspaceId, version: await store.version(workspaceId), done: 0 });
    },
  };
}
