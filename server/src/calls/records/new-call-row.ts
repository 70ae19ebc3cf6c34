import type { CallRow } from "./call-row.ts";

/** Nothing that the built-in parts do costs anything. */
const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };

interface OfAgent {
  id: string | null;
  name: string;
  workspaceId: string;
}

/** `ownerId`: the server that carries it; null while none does. */
export function newCallRow(
  { id: agentId, name: agentName, workspaceId }: OfAgent,
  ownerId: string | null,
): Omit<CallRow, "id" | "provider" | "direction" | "status"> {
  const now = new Date();
  return {
    workspaceId,
    agentId,
    agentName,
    ownerId,
    fromNumber: null,
    toNumber: null,
    userData: {},
    createdAt: now,
    updatedAt: now,
    initiatedAt: now,
    answeredAt: null,
    endedAt: null,
    durationSeconds: 0,
    transcript: null,
    errorMessage: null,
    hangupBy: null,
    hangupReason: null,
    hangupCode: null,
    recording: null,
    recordingClosed: false,
    cost: NO_COST,
    latency: null,
    weave: null,
    scheduledAt: null,
    batchId: null,
    transfer: null,
    redactedAt: null,
    person: null,
    gate: [],
    traits: {},
    measures: null,
    tags: [],
    notes: 0,
    line: null,
  };
}
