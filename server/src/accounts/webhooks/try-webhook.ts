/** An example of a call, sent to an agent's webhook once, so that a person sees what it answers. */
import { randomUUID } from "node:crypto";
import type { Answer, tryWebhook } from "@ongea/contract";
import { createPost, type PostParts } from "./post.ts";
import type { AgentsWithWebhooks } from "./webhooks.ts";

/** A call that never was, as a webhook receives one. */
export type ExampleCall = (whose: { id: string; workspaceId: string; agentId: string; agentName: string }, at: Date) => object;

export interface TryWebhookParts extends PostParts {
  agents: Pick<AgentsWithWebhooks, "read">;
  exampleCall: ExampleCall;
}

const MOST_SHOWN = 1_000;

/** Refuses where there is no such agent. It changes nothing: no delivery is written down, and 410 silences nobody. */
export function createTryWebhook({ agents, exampleCall, ...parts }: TryWebhookParts) {
  const post = createPost(parts);
  return async (workspaceId: string, agentId: string, signal: AbortSignal): Promise<Answer<typeof tryWebhook>> => {
    const { document } = await agents.read(workspaceId, agentId);
    const { webhook_url, agent_name: agentName } = document.agent_config;
    const url = webhook_url?.trim();
    if (!url) return { ok: false, answer_status: null, problem: "no_address", answer: "", duration_ms: 0 };
    const id = randomUUID();
    const body = JSON.stringify({ ...exampleCall({ id, workspaceId, agentId, agentName }, parts.now()), is_test: true });
    const begun = performance.now();
    const { status = null, problem = null, body: written } = await post({ workspaceId, url, id, body }, signal);
    const duration_ms = Math.round(performance.now() - begun);
    const answer = (written?.toString("utf8") ?? "").slice(0, MOST_SHOWN);
    return { ok: problem === null, answer_status: status, problem, answer, duration_ms };
  };
}
