/** A call as the wire names it. Pure. */
import type { Execution, ExecutionProvider, MissedCall } from "@ongea/contract";
import type { CallRow } from "./store.ts";
import type { MissedCallTrait } from "./missed/trait.ts";

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

function wireMissed({ setting, state, reason, executionId, threadId }: MissedCallTrait): MissedCall {
  return {
    answer: setting.answer,
    state: state === "new" ? "waiting" : state,
    reason: reason ?? null,
    execution_id: executionId ?? null,
    thread_id: threadId ?? null,
  };
}
