import { readThreadTopic, setThreadTopic } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Insights } from "../../insights/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Threads } from "./threads.ts";

export interface ThreadTopicParts {
  threads: Pick<Threads, "read">;
  topics: Insights["topics"];
  audit: Pick<Audit, "act">;
}

export function threadTopicRoutes(app: Http, { threads, topics, audit }: ThreadTopicParts): void {
  serve(app, readThreadTopic, async ({ params: { thread_id: id } }, { principal: { workspaceId } }) => {
    await threads.read({ workspaceId, id });
    return (await topics.ofThread(workspaceId, id)) ?? { topic: null, chosen: false };
  });
  serve(app, setThreadTopic, async ({ params: { thread_id: id }, body: { topic_id: topicId } }, { principal }) => {
    const { workspaceId } = principal;
    const { agentId, createdAt: at } = await threads.read({ workspaceId, id });
    await audit.act(principal, async (write) => {
      await topics.chooseThread(workspaceId, { threadId: id, agentId, topicId, at });
      await write({ act: "topic.thread_chosen", subject: id });
    });
    return { success: true as const };
  });
}
