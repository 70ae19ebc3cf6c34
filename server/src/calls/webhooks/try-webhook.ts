/** An example of a call, sent to an agent's webhook once, so that a person sees what it answers. */
import { randomUUID } from "node:crypto";
import type { Answer, tryWebhook } from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import { wireExecution } from "../records/summary.ts";
import type { CallRow } from "../records/store.ts";
import { createPost, type PostParts } from "./post.ts";

export interface TryWebhookParts extends PostParts {
  agents: Pick<Agents, "read">;
  publicUrl: string;
}

const MOST_SHOWN = 1_000;
const EXAMPLE_SECONDS = 42;

/** Refuses where there is no such agent. It changes nothing: no delivery is written down, and 410 silences nobody. */
export function createTryWebhook({ agents, publicUrl, ...parts }: TryWebhookParts) {
  const post = createPost(parts);
  return async (workspaceId: string, agentId: string, signal: AbortSignal): Promise<Answer<typeof tryWebhook>> => {
    const { document } = await agents.read(workspaceId, agentId);
    const { webhook_url, agent_name: agentName } = document.agent_config;
    const url = webhook_url?.trim();
    if (!url) return { ok: false, answer_status: null, problem: "no_address", answer: "", duration_ms: 0 };
    const id = randomUUID();
    const call = exampleCall({ id, workspaceId, agentId, agentName }, parts.now());
    const body = JSON.stringify({ ...wireExecution(call, publicUrl), summary: null, extracted_data: null, is_test: true });
    const begun = performance.now();
    const { status = null, problem = null, body: written } = await post({ workspaceId, url, id, body }, signal);
    const duration_ms = Math.round(performance.now() - begun);
    const answer = (written?.toString("utf8") ?? "").slice(0, MOST_SHOWN);
    return { ok: problem === null, answer_status: status, problem, answer, duration_ms };
  };
}

type Whose = Pick<CallRow, "id" | "workspaceId" | "agentId" | "agentName">;

function exampleCall(whose: Whose, endedAt: Date): CallRow {
  const begunAt = new Date(endedAt.getTime() - EXAMPLE_SECONDS * 1_000);
  return {
    ...whose,
    status: "completed",
    provider: "sip",
    direction: "inbound",
    fromNumber: null,
    toNumber: null,
    userData: {},
    createdAt: begunAt,
    updatedAt: endedAt,
    initiatedAt: begunAt,
    answeredAt: begunAt,
    endedAt,
    durationSeconds: EXAMPLE_SECONDS,
    transcript: "assistant: Hello, how can I help?\nuser: This is only a test.",
    errorMessage: null,
    hangupBy: "Caller",
    hangupReason: "Normal Hangup",
    hangupCode: null,
    recording: null,
    recordingClosed: false,
    cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
    latency: null,
    weave: null,
    batchId: null,
    transfer: null,
    redactedAt: null,
    ownerId: null,
    scheduledAt: null,
    person: null,
    gate: [],
    traits: {},
    measures: null,
    tags: [],
    notes: 0,
    line: null,
  };
}
