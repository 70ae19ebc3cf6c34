/** A call that never was, for people who try a webhook. */
import { wireExecution } from "../records/summary.ts";
import type { CallRow } from "../records/store.ts";

const EXAMPLE_SECONDS = 42;

type Whose = Pick<CallRow, "id" | "workspaceId" | "agentId" | "agentName">;

export function exampleExecution(whose: Whose, endedAt: Date, publicUrl: string): object {
  return { ...wireExecution(exampleCall(whose, endedAt), publicUrl), summary: null, extracted_data: null };
}

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
