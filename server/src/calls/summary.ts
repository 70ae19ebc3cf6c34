/** What a call's journal says in short, for lists and for the wire. Pure. */
import { weaveRow, type Entry, type Execution, type Turn } from "@ongea/contract";
import type { CallRow } from "./store.ts";

export interface Summary {
  transcript: string | null;
  latency: Execution["latency_data"];
  weave: string | null;
  transfer: CallRow["transfer"];
}

export function summarise(entries: readonly Entry[], durationMs: number): Summary {
  const turns = entries.filter((entry): entry is Turn => entry.kind === "turn");
  return {
    transcript: transcriptOf(turns),
    latency: latencyOf(turns),
    weave: weaveOf(entries, turns, durationMs),
    transfer: transferOf(entries),
  };
}

function transferOf(entries: readonly Entry[]): CallRow["transfer"] {
  const put = entries.findLast((entry) => entry.kind === "transfer");
  return put ? { to: put.to, seconds: (put.endMs - put.startMs) / 1_000 } : null;
}

/** Lines `assistant: …` and `user: …`, as clients of the wire read them. */
export function transcriptOf(turns: readonly Turn[]): string | null {
  const spoken = turns.toSorted((a, b) => a.startMs - b.startMs).filter((turn) => turn.text.trim() !== "");
  if (spoken.length === 0) return null;
  return spoken
    .map((turn) => `${turn.by === "assistant" ? "assistant" : "user"}: ${turn.text.replace(/\s+/g, " ").trim()}`)
    .join("\n");
}

function latencyOf(turns: readonly Turn[]): Execution["latency_data"] {
  const answers = turns.filter((turn) => turn.by === "assistant");
  const first = answers[0];
  if (!first) return null;
  const timed = answers.filter((turn) => turn.delays);
  return {
    time_to_first_audio: Math.round(first.startMs),
    turns: timed.map(({ index, delays }) => ({
      turn: index,
      overhead_ms: rounded(delays?.overheadMs),
      speech_end_to_first_sound_ms: rounded(
        delays?.firstSoundMs === undefined || delays.speechEndMs === undefined
          ? undefined
          : delays.firstSoundMs - delays.speechEndMs,
      ),
    })),
  };
}

function weaveOf(entries: readonly Entry[], turns: readonly Turn[], durationMs: number): string | null {
  if (turns.length === 0) return null;
  const tools = entries.filter((entry) => entry.kind === "tool");
  const lastMs = Math.max(durationMs, ...turns.map((turn) => turn.endMs));
  return weaveRow({ durationMs: lastMs, turns, tools });
}

/** As the wire names it. */
export function wireExecution(row: CallRow): Execution {
  // To the millisecond: whoever shows whole seconds rounds once, and comes to what everybody else shows.
  const seconds = Math.round(row.durationSeconds * 1_000) / 1_000;
  const caller = row.direction === "inbound" ? row.fromNumber : row.toNumber;
  const ours = row.direction === "inbound" ? row.toNumber : row.fromNumber;
  const { llm, network, platform, synthesizer, transcriber } = row.cost;
  return {
    id: row.id,
    execution_id: row.id,
    agent_id: row.agentId,
    agent_name: row.agentName,
    batch_id: row.batchId?.replaceAll("-", "") ?? null,
    status: row.status,
    error_message: row.errorMessage,
    provider: row.provider,
    conversation_duration: seconds,
    conversation_time: seconds,
    total_cost: llm + network + platform + synthesizer + transcriber,
    cost_breakdown: { llm, network, platform, synthesizer, transcriber },
    answered_by_voice_mail: row.hangupReason === "voicemail_detected",
    transcript: row.transcript,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    initiated_at: row.initiatedAt?.toISOString() ?? null,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    user_number: caller,
    agent_number: ours,
    telephony_data: {
      duration: String(Math.round(row.durationSeconds)),
      to_number: row.toNumber,
      from_number: row.fromNumber,
      recording_url: row.recordingClosed && row.recording ? `/api/calls/${row.id}/recording` : "",
      hosted_telephony: true,
      provider_call_id: row.id,
      call_type: row.direction,
      provider: row.provider,
      hangup_by: row.hangupBy,
      hangup_reason: row.hangupReason,
      hangup_provider_code: row.hangupCode,
      ring_duration:
        row.answeredAt && row.initiatedAt ? Math.round((row.answeredAt.getTime() - row.initiatedAt.getTime()) / 1_000) : null,
    },
    context_details: { recipient_data: row.userData, recipient_phone_number: caller },
    latency_data: row.latency as Execution["latency_data"],
    weave: row.weave,
    transfer_call_data: row.transfer && {
      provider_call_id: row.id,
      status: "completed",
      duration: String(Math.round(row.transfer.seconds)),
      to_number: row.transfer.to,
      from_number: ours,
      hangup_by: row.hangupBy,
      hangup_reason: row.hangupReason,
    },
  };
}

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}
