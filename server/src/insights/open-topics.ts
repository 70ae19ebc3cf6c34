import type { TopicComparison } from "@ongea/contract";
import type { Accounts } from "../accounts/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Http } from "../platform/http/http.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Platform } from "../platform/platform.ts";
import type { KnowledgePort } from "./ports.ts";
import { createBoardStore } from "./analytics/boards/store.ts";
import { createMeanings } from "./topics/meaning/meanings.ts";
import { createMeaningStore } from "./topics/meaning/store.ts";
import { topicRoutes } from "./topics/routes.ts";
import { createTopicStore, topicNames, type TopicStore } from "./topics/store.ts";
import { createTopics, type Topics } from "./topics/topics.ts";

/** Of a thread, as its page shows it. */
export interface ThreadTopics {
  ofThread: TopicStore["ofThread"];
  /** A person's choice. Refuses with "topic.not_found". */
  chooseThread: TopicStore["chooseThread"];
}

export interface OpenTopics extends Pick<Topics, "noteWritten">, ThreadTopics {
  /** The names of these calls' topics, by call. */
  ofCalls(workspaceId: string, callIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  routes(app: Http): void;
}

const COMPARED_BY_WORDS: TopicComparison = {
  embedding: "builtin",
  embedding_service: null,
  embedding_model: null,
  embedding_tokens: 0,
  embedding_usd: 0,
  is_failing: false,
};
const DAY_MS = 86_400_000;

export interface TopicDomains {
  platform: Pick<Platform, "database" | "jobs" | "log">;
  calls: Pick<CallsDomain, "whenEnded" | "store">;
  accounts: Pick<Accounts, "audit">;
  knowledge: Pick<KnowledgePort, "textModels">;
}

export function openTopics({ platform, calls, accounts: { audit }, knowledge }: TopicDomains): OpenTopics {
  const { database, jobs, log } = platform;
  const [store, boards, vectors] = [createTopicStore(database), createBoardStore(database), createMeaningStore(database)];
  const meanings = createMeanings({ models: knowledge.textModels, store: vectors, log, nowMs: () => performance.now() });
  const now = (): Date => new Date();
  const topics = createTopics({
    store,
    vectors,
    meanings,
    jobs,
    now,
    answered: (workspaceId, { days, cursor, limit }) => {
      const [from, to] = [-days, 1].map((later) => new Date(now().getTime() + later * DAY_MS).toISOString());
      return boards.calls(workspaceId, { from: from ?? "", to: to ?? "", counted: "answered" }, { cursor, limit });
    },
  });
  topics.follow(calls);
  return {
    noteWritten: topics.noteWritten,
    ofCalls: store.ofCalls,
    ofThread: store.ofThread,
    async chooseThread(workspaceId, thread) {
      const names = await topicNames(database, workspaceId);
      if (thread.topicId !== null && !names.some(({ id }) => id === thread.topicId)) throw refuse("topic.not_found");
      await store.chooseThread(workspaceId, thread);
    },
    routes: (app) =>
      topicRoutes(app, {
        store,
        topics,
        audit,
        async compared(workspaceId) {
          const model = await meanings.modelOf(workspaceId);
          if (!model) return COMPARED_BY_WORDS;
          const tokens = await vectors.tokens(workspaceId, model.space);
          return {
            embedding: model.embedding,
            embedding_service: model.embeddingService,
            embedding_model: model.embeddingModel,
            embedding_tokens: tokens,
            embedding_usd: model.costOf(tokens),
            is_failing: meanings.rests(workspaceId, model),
          };
        },
        names: (workspaceId) => topicNames(database, workspaceId),
        async readCall(call) {
          if (!(await calls.store.read(call))) throw refuse("call.not_found");
        },
      }),
  };
}
