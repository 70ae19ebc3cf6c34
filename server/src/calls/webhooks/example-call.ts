/** A call that never was, for people who try a webhook. */
import { newCallRow } from "../records/new-call-row.ts";
import { wireExecution } from "../records/wire-execution.ts";
import type { CallRow } from "../records/store.ts";

const EXAMPLE_SECONDS = 42;

type Whose = Pick<CallRow, "id" | "workspaceId" | "agentId" | "agentName">;

export function exampleExecution({ id, agentId, agentName, workspaceId }: Whose, endedAt: Date, publicUrl: string): object {
  const begunAt = new Date(endedAt.getTime() - EXAMPLE_SECONDS * 1_000);
  const row: CallRow = {
    ...newCallRow({ id: agentId, name: agentName, workspaceId }, null),
    id,
    status: "completed",
    provider: "sip",
    direction: "inbound",
    createdAt: begunAt,
    updatedAt: endedAt,
    initiatedAt: begunAt,
    answeredAt: begunAt,
    endedAt,
    durationSeconds: EXAMPLE_SECONDS,
    transcript: "assistant: Hello, how can I help?\nuser: This is only a test.",
    hangupBy: "Caller",
    hangupReason: "Normal Hangup",
  };
  return { ...wireExecution(row, publicUrl), summary: null, extracted_data: null };
}
