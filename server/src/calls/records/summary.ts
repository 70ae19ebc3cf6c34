/** What a call's journal says in short, for lists and for the wire. Pure. */
import {
  timelineRow,
  type Delays,
  type Entry,
  type Execution,
  type ExecutionProvider,
  type MissedCall,
  type Turn,
} from "@ongea/contract";
import { type CallMeasures, measure } from "./measures.ts";
import type { CallRow } from "./store.ts";
import type { MissedCallTrait } from "./missed/trait.ts";

export interface Summary {
  transcript: string | null;
  latency: Execution["latency_data"];
  weave: string | null;
  transfer: CallRow["transfer"];
  measures: CallMeasures | null;
}

export function summarise(entries: readonly Entry[], durationMs: number): Summary {
  const turns = entries.filter((entry): entry is Turn => entry.kind === "turn");
  return {
    transcript: transcriptOf(turns),
    latency: latencyOf(turns),
    weave: weaveOf(entries, turns, durationMs),
    transfer: transferOf(entries),
    measures: measure(entries),
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
    ...stagesOf(timed),
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

/** What each stage took, by turn, as the wire names them. A turn that a stage had no part in is left out. */
function stagesOf(turns: readonly Turn[]): Pick<NonNullable<Execution["latency_data"]>, "transcriber" | "llm" | "synthesizer"> {
  const took = (from: keyof Delays, to: keyof Delays): { turn: number; ms: number }[] =>
    turns.flatMap(({ index, delays }) => {
      const ms = rounded((delays?.[to] ?? Number.NaN) - (delays?.[from] ?? Number.NaN));
      return ms === null || Number.isNaN(ms) ? [] : [{ turn: index, ms: Math.max(0, ms) }];
    });
  const first = (from: keyof Delays, to: keyof Delays) => ({
    time_to_connect: null,
    turns: took(from, to).map(({ turn, ms }) => ({ turn, time_to_first_token: ms, time_to_last_token: null })),
  });
  return {
    transcriber: {
      time_to_connect: null,
      turns: took("speechEndMs", "wordsFinalMs").map(({ turn, ms }) => ({
        turn,
        turn_latency: [{ sequence_id: turn, audio_to_text_latency: ms }],
      })),
    },
    llm: first("thinkStartMs", "firstTokenMs"),
    synthesizer: first("firstClauseMs", "firstAudioMs"),
  };
}

function weaveOf(entries: readonly Entry[], turns: readonly Turn[], durationMs: number): string | null {
  if (turns.length === 0) return null;
  const tools = entries.filter((entry) => entry.kind === "tool");
  const lastMs = Math.max(durationMs, ...turns.map((turn) => turn.endMs));
  return timelineRow({ durationMs: lastMs, turns, tools });
}

/** As rows have them. */
const PROVIDERS: Readonly<Partial<Record<ExecutionProvider, CallRow["provider"]>>> = {
  "sip-trunk": "sip",
  freeswitch: "sip",
  default: "sip",
  "web-call": "webrtc",
  websocket: "webrtc",
};

export function storedProvider(name: ExecutionProvider): CallRow["provider"] {
  return PROVIDERS[name] ?? name;
}

function wireProvider(stored: CallRow["provider"]): string {
  return stored === "sip" ? "sip-trunk" : stored === "webrtc" ? "web-call" : stored;
}

/** Of calls that ended before their stages were measured. */
const UNMEASURED = { transcriber: null, llm: null, synthesizer: null };

/** As the wire names it. `publicUrl`: of the installation, where a recording is read. */
export function wireExecution(row: CallRow, publicUrl: string): Execution {
  // To the millisecond: whoever shows whole seconds rounds once, and comes to what everybody else shows.
  const seconds = Math.round(row.durationSeconds * 1_000) / 1_000;
  const caller = row.direction === "inbound" ? row.fromNumber : row.toNumber;
  const ours = row.direction === "inbound" ? row.toNumber : row.fromNumber;
  const { llm, network, platform, synthesizer, transcriber } = row.cost;
  const provider = wireProvider(row.provider);
  return {
    id: row.id,
    execution_id: row.id,
    agent_id: row.agentId,
    agent_name: row.agentName,
    batch_id: row.batchId?.replaceAll("-", "") ?? null,
    status: row.status,
    error_message: row.errorMessage,
    provider,
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
      recording_url: row.recordingClosed && row.recording ? new URL(`/api/calls/${row.id}/recording`, publicUrl).href : "",
      hosted_telephony: true,
      provider_call_id: row.id,
      call_type: row.direction,
      provider,
      hangup_by: row.hangupBy,
      hangup_reason: row.hangupReason,
      hangup_provider_code: row.hangupCode,
      hangup_code: row.hangupCode,
      ring_duration:
        row.answeredAt && row.initiatedAt ? Math.round((row.answeredAt.getTime() - row.initiatedAt.getTime()) / 1_000) : null,
    },
    context_details: { recipient_data: row.userData, recipient_phone_number: caller },
    user_data: row.userData,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored in this shape, before some parts were measured
    latency_data: row.latency ? ({ ...UNMEASURED, ...row.latency } as Execution["latency_data"]) : null,
    weave: row.weave,
    tags: row.tags,
    notes: row.notes,
    ...(row.traits.missed && { missed_call: wireMissed(row.traits.missed) }),
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

function wireMissed({ setting, state, reason, executionId, threadId }: MissedCallTrait): MissedCall {
  return {
    answer: setting.answer,
    state: state === "new" ? "waiting" : state,
    reason: reason ?? null,
    execution_id: executionId ?? null,
    thread_id: threadId ?? null,
  };
}
