import type { Accounts } from "../accounts/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Http } from "../platform/http/http.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Platform } from "../platform/platform.ts";
import { createBoardStore } from "./analytics/boards/store.ts";
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

const DAY_MS = 86_400_000;

export function openTopics(
  { database, jobs }: Pick<Platform, "database" | "jobs">,
  calls: Pick<CallsDomain, "whenEnded" | "store">,
  audit: Accounts["audit"],
): OpenTopics {
  const [store, boards] = [createTopicStore(database), createBoardStore(database)];
  const now = (): Date => new Date();
  const topics = createTopics({
    store,
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
        names: (workspaceId) => topicNames(database, workspaceId),
        async readCall(call) {
          if (!(await calls.store.read(call))) throw refuse("call.not_found");
        },
      }),
  };
}
