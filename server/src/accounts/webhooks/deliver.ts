/** Brings what webhooks are told to their receivers: signed, to no private address, again and again for about three days. */
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { createPost, type PostAnswer, type PostParts, type Problem } from "./post.ts";
import { createReceivers } from "./receivers.ts";
import type { Delivery, WebhookStore } from "./store.ts";
import { webhookQueue } from "./queue.ts";
import type { AgentsWithWebhooks } from "./webhooks.ts";

export interface DeliverParts extends PostParts {
  jobs: Pick<Jobs, "work">;
  store: WebhookStore;
  agents: Pick<AgentsWithWebhooks, "present">;
  /** An agent's receiver wants to hear no more: it is told nothing until its address changes or a person sends something again. */
  gone(workspaceId: string, agent: { id: string; name: string }): Promise<void>;
}

const AT_ONCE = 16;
const KEPT_PER_AGENT = 1_000;
/** After these nothing is tried again. */
const LAST: ReadonlySet<Problem> = new Set(["no_address", "gone"]);

export function startDelivering(parts: DeliverParts): void {
  const { jobs, store, agents, now } = parts;
  const receivers = createReceivers(() => now().getTime());
  const post = createPost(parts);
  const work = async (delivery: Delivery, signal: AbortSignal): Promise<PostAnswer> => {
    const { workspaceId, agentId, id, body } = delivery;
    const agent = await agents.present(workspaceId, agentId);
    const { webhook_url, agent_name: name } = agent?.document.agent_config ?? {};
    const url = webhook_url?.trim();
    if (!url) return { problem: "no_address" };
    if (await store.isGone(workspaceId, agentId, url)) return { problem: "gone" };
    const asked = receivers.ask(url);
    let answer: PostAnswer = { problem: "not_reached" };
    try {
      answer = await post({ workspaceId, url, id, body }, signal);
    } finally {
      asked(answer.problem !== "not_reached");
    }
    const isNews = answer.problem === "gone" && (await store.gone(workspaceId, agentId, url));
    if (isNews) await parts.gone(workspaceId, { id: agentId, name: name ?? "" });
    return answer;
  };
  jobs.work(
    webhookQueue,
    async (key, { attempts, signal }) => {
      const delivery = await store.read(key);
      if (delivery?.state !== "waiting") return;
      const { problem = null, status = null } = await work(delivery, signal);
      signal.throwIfAborted();
      const isLast = problem !== null && (LAST.has(problem) || webhookQueue.againAfterSeconds(attempts) === undefined);
      const state = problem === null ? "delivered" : isLast ? "failed" : "waiting";
      await store.attempted(key, { state, answer: status, problem });
      await store.prune(delivery.workspaceId, delivery.agentId, KEPT_PER_AGENT);
      if (state === "waiting") throw new Error(`A webhook did not take what it was told: ${problem} ${status ?? ""}`.trim());
    },
    { atOnce: AT_ONCE },
  );
}
