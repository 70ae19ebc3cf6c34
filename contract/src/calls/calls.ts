/** Calls ("executions" on the wire): starting one, reading past ones. */
import { z } from "zod";
import { CallSettings } from "../agents/call-settings.ts";
import { GateDecision } from "../compliance/gate.ts";
import { Entry } from "./journal.ts";
import { CallTag } from "./labels.ts";
import { Cursor, LooseMoment, Moment, pageOf } from "../wire/paging.ts";
import { MissedCall } from "../telephony/missed-calls.ts";
import { RetryConfig } from "../campaigns/retries.ts";
import { ExportFormat } from "../wire/export-format.ts";
import { route } from "../wire/route.ts";

/** In the order in which a call goes through them; the last rows are where it can end. `scheduled`, `rescheduled`: it has not been dialled. */
export const CALL_STATUSES = [
  "scheduled",
  "queued",
  "rescheduled",
  "initiated",
  "ringing",
  "in-progress",
  "call-disconnected",
  "completed",
  "balance-low",
  "busy",
  "no-answer",
  "canceled",
  "failed",
  "stopped",
  "error",
] as const;
export const FINAL_STATUSES = [
  "completed",
  "balance-low",
  "busy",
  "no-answer",
  "canceled",
  "failed",
  "stopped",
  "error",
] as const;
export const PLANNED_STATUSES = ["scheduled", "rescheduled"] as const;
export const CallStatus = z.enum(CALL_STATUSES);
export type CallStatus = z.output<typeof CallStatus>;

/** How a person is reached, as existing clients name it; what they may filter by. */
export const EXECUTION_PROVIDERS = [
  "sip-trunk",
  "web-call",
  "twilio",
  "plivo",
  "africastalking",
  "whatsapp",
  "exotel",
  "vobiz",
  "freeswitch",
  "websocket",
  "webrtc",
  "sip",
  "default",
] as const;
export type ExecutionProvider = (typeof EXECUTION_PROVIDERS)[number];

/** Who ended a call, on the wire. The caller is whoever dialled: the assistant, when it called somebody. */
export const HANGUP_PARTIES = ["Caller", "Callee", "Carrier", "API Request", "Error"] as const;
export type HangupParty = (typeof HANGUP_PARTIES)[number];

/** Why a call ended, on the wire. */
export const HANGUP_REASONS = [
  "Normal Hangup",
  "Call recipient hung up",
  "llm_prompted_hangup",
  "inactivity_timeout",
  "voicemail_detected",
  "Call timed out",
  "Call completed",
  "Call ended",
  "Carrier unable to receive media",
  "llm_error",
  "Telephony Internal Error",
  "Call canceled",
  "Call recipient was busy",
  "Call unanswered",
  "Call recipient number invalid",
  "Call recipient rejected",
  "Carrier declined",
] as const;
export type HangupReason = (typeof HANGUP_REASONS)[number];

export const isFinal = (status: CallStatus): boolean => (FINAL_STATUSES as readonly string[]).includes(status);
export const isPlanned = (status: CallStatus): boolean => (PLANNED_STATUSES as readonly string[]).includes(status);

/** Cents. */
const Cost = z.object({
  llm: z.number(),
  network: z.number(),
  platform: z.number(),
  synthesizer: z.number(),
  transcriber: z.number(),
});

/** What a stage took for each answer; how long it took to connect, and to finish, is not measured. */
function stageOf<Turn extends z.ZodType>(turn: Turn) {
  return z.object({ time_to_connect: z.null(), turns: z.array(turn) }).nullable();
}
/** To its first token, or its first sound. */
const TurnLatency = z.object({ turn: z.number(), time_to_first_token: z.number(), time_to_last_token: z.null() });

export const Execution = z.object({
  id: z.uuid(),
  execution_id: z.uuid(),
  agent_id: z.uuid().nullable(),
  agent_name: z.string(),
  batch_id: z.string().nullable(),
  status: CallStatus,
  error_message: z.string().nullable(),
  /** `sip-trunk`, `web-call` (from a browser), `whatsapp`, or the telephone company that carried it. */
  provider: z.string(),
  conversation_duration: z.number(),
  conversation_time: z.number(),
  total_cost: z.number(),
  cost_breakdown: Cost,
  answered_by_voice_mail: z.boolean(),
  /** Lines `assistant: …` and `user: …`; null before the first words. */
  transcript: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  initiated_at: z.string().nullable(),
  /** When it is to be dialled, or was, where that was not at once. */
  scheduled_at: z.string().nullable(),
  user_number: z.string().nullable(),
  agent_number: z.string().nullable(),
  telephony_data: z.object({
    duration: z.string(),
    to_number: z.string().nullable(),
    from_number: z.string().nullable(),
    /** A whole address; empty until there is one. It asks for the same key as every route. */
    recording_url: z.string(),
    hosted_telephony: z.boolean(),
    provider_call_id: z.string(),
    call_type: z.enum(["inbound", "outbound"]),
    provider: z.string(),
    hangup_by: z.string().nullable(),
    hangup_reason: z.string().nullable(),
    hangup_provider_code: z.number().nullable(),
    /** The same, as some clients read it. */
    hangup_code: z.number().nullable(),
    ring_duration: z.number().nullable(),
  }),
  context_details: z.object({ recipient_data: z.record(z.string(), z.unknown()), recipient_phone_number: z.string().nullable() }),
  /** As the call was given it; `context_details.recipient_data` is the same. */
  user_data: z.record(z.string(), z.unknown()),
  /** Milliseconds. The stages are null of calls that ended before they were measured, and of turns that nothing was asked for. */
  latency_data: z
    .object({
      time_to_first_audio: z.number().nullable(),
      transcriber: stageOf(
        z.object({
          turn: z.number(),
          turn_latency: z.array(z.object({ sequence_id: z.number(), audio_to_text_latency: z.number() })),
        }),
      ),
      llm: stageOf(TurnLatency),
      synthesizer: stageOf(TurnLatency),
      turns: z.array(
        z.object({ turn: z.number(), overhead_ms: z.number().nullable(), speech_end_to_first_sound_ms: z.number().nullable() }),
      ),
    })
    .nullable(),
  /** The call drawn as 48 letters (see timeline.ts); null until it has ended. */
  weave: z.string().nullable(),
  /** What people have put on it (`POST /api/calls/:execution_id/tags`). */
  tags: z.array(z.string()),
  /** Of a call that its number rejected, to answer it by a call back or a message; absent: of all others. */
  missed_call: MissedCall.optional(),
  /** How many notes people have written about it (`GET /api/calls/:execution_id/notes`). */
  notes: z.number().int(),
  /** Of a caller who was put through, and talked with whoever answered. */
  transfer_call_data: z
    .object({
      provider_call_id: z.string(),
      status: z.literal("completed"),
      /** Whole seconds, as text. */
      duration: z.string(),
      to_number: z.string(),
      from_number: z.string().nullable(),
      hangup_by: z.string().nullable(),
      hangup_reason: z.string().nullable(),
    })
    .nullable(),
});
export type Execution = z.output<typeof Execution>;

/** One call with everything that happened in it. */
export const ExecutionDetail = Execution.extend({
  journal: z.array(Entry),
  /** What a language model made of the call's words when it was over; null: nothing yet, or nothing was asked for. */
  summary: z.string().nullable(),
  extracted_data: z.record(z.string(), z.unknown()).nullable(),
  /** Why there is none, though it was asked for. */
  analysis_problem: z.enum(["no-model", "failed"]).nullable(),
  /** Of a planned call: how often it was attempted before, how it may be again, and what became of the attempts before this one. */
  retry_count: z.number().int(),
  retry_config: RetryConfig.nullable(),
  retry_history: z.array(z.object({ attempt: z.number().int(), status: CallStatus, at: z.string() })),
  /** Why each telephone that was to ring in it rang or did not, in order; empty: none was rung. */
  gate: z.array(GateDecision),
});
export type ExecutionDetail = z.output<typeof ExecutionDetail>;

const CallId = z.object({ execution_id: z.uuid() });

/** How calls went, for people: every status belongs to one of them. What has not ended is in progress, planned calls too. */
export const OUTCOMES = {
  completed: ["completed"],
  failed: ["failed", "error", "balance-low"],
  "in-progress": ["scheduled", "queued", "rescheduled", "initiated", "ringing", "in-progress", "call-disconnected"],
  "not-answered": ["busy", "no-answer"],
  canceled: ["canceled", "stopped"],
} as const satisfies Record<string, readonly CallStatus[]>;
export const Outcome = z.enum(["completed", "failed", "in-progress", "not-answered", "canceled"]);
export type Outcome = z.output<typeof Outcome>;

/** Which calls; all that is given must hold. */
export const CallFilter = z.object({
  status: CallStatus.optional(),
  outcome: Outcome.optional(),
  agent_id: z.uuid().optional(),
  tag: CallTag.optional(),
  topic_id: z.uuid().optional(),
  /** A number, or words: of the assistant's name or said in the call, the last one perhaps not typed to its end. */
  q: z.string().trim().max(100).optional(),
  /** Begun at this moment or later, and before that one. */
  from: Moment.optional(),
  to: Moment.optional(),
});

/** More calls than these are not exported at once: the newest are. */
export const MOST_EXPORTED = 1_000_000;

export const listCalls = route({
  method: "GET",
  path: "/api/calls",
  who: "viewer",
  ofAgents: true,
  does: "Lists the calls, newest first.",
  query: Cursor.extend({ ...CallFilter.shape, contact_id: z.uuid().optional() }),
  answer: pageOf(Execution).extend({
    /** Where `q` is given: by the ids of calls, the note that holds most of its words. */
    matching_notes: z.record(z.string(), z.string()).optional(),
  }),
});

export const exportCalls = route({
  method: "GET",
  path: "/api/calls/export",
  who: "viewer",
  ofAgents: true,
  does:
    "The same calls as CSV or Parquet, newest first, at most 1,000,000; those of one batch by `batch_id`. `topic` is what the caller wanted; `goal_reached` says of a batch's calls that are over " +
    "whether they have come to what it is for. Cells of CSV that a spreadsheet would take for a formula begin with an apostrophe.",
  query: CallFilter.extend({
    format: ExportFormat,
    /** With dashes or without. */
    batch_id: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .or(z.uuid())
      .optional(),
  }),
  media: "text/csv",
});

export const readCall = route({
  method: "GET",
  path: "/executions/:execution_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads one call with its transcript, delays and events.",
  params: CallId,
  failed: "Get execution failed",
  answer: ExecutionDetail,
});

export const deleteCall = route({
  method: "DELETE",
  path: "/api/calls/:execution_id",
  who: "admin",
  ofAgents: true,
  does: "Deletes a call that has ended, with its transcript and recording.",
  params: CallId,
  answer: z.object({ message: z.string(), state: z.literal("deleted") }),
});

export const readRecording = route({
  method: "GET",
  path: "/api/calls/:execution_id/recording",
  who: "viewer",
  ofAgents: true,
  does: "Plays a call's recording: WAV, the caller on the left, the agent on the right. Honours Range.",
  params: CallId,
});

export const placeCall = route({
  method: "POST",
  path: "/call",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does:
    "Rings a number and connects it to an agent: at once, or at `scheduled_at`; again as `retry_config` says if nobody answers. " +
    "Outside the called country's hours (office hours, where none are known), or the agent's (`calling_guardrails`, which only " +
    "narrow them), it waits (`rescheduled`). An owner's `bypass_call_guardrails` sets the hours aside (audited); anybody " +
    "else's changes nothing. `from_phone_number` with `whatsapp:` before a sender's number rings on WhatsApp.",
  body: z.object({
    agent_id: z.uuid(),
    recipient_phone_number: z.string().min(1).max(200),
    from_phone_number: z.string().max(200).nullish(),
    /** ISO 8601; without a zone it is UTC. */
    scheduled_at: LooseMoment.nullish(),
    user_data: z.record(z.string(), z.unknown()).default({}),
    retry_config: RetryConfig.nullish(),
    bypass_call_guardrails: z.boolean().nullish(),
    /** A test: the agent answers as its draft has it, if there is one. Such a call rings at once or not at all. */
    draft: z.boolean().nullish(),
  }),
  failed: "Call request failed",
  answer: z.object({ message: z.string(), status: CallStatus, execution_id: z.uuid() }),
});

export const stopCall = route({
  method: "POST",
  path: "/call/:execution_id/stop",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Ends a call that rings or runs, or takes back one that is planned, its further attempts included.",
  params: CallId,
  answer: z.object({ message: z.string(), status: CallStatus, execution_id: z.uuid() }),
});

export const startBrowserCall = route({
  method: "POST",
  path: "/api/browser-calls",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Prepares a call from this browser; the token opens it once, within `expires_in` seconds.",
  body: z.object({
    agent_id: z.uuid(),
    user_data: z.record(z.string(), z.unknown()).default({}),
    /** For this call alone; nothing of them is saved. */
    settings: CallSettings.optional(),
    /** A test: the agent answers as its draft has it, if there is one. */
    draft: z.boolean().optional(),
  }),
  status: 201,
  answer: z.object({ execution_id: z.uuid(), token: z.string(), expires_in: z.number() }),
});

/** The sound of a browser call over WebRTC: the offer goes in, the answer comes out. */
export const offerBrowserCall = route({
  method: "POST",
  path: "/api/browser-calls/:execution_id/offer",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Connects a prepared call over WebRTC.",
  params: CallId,
  body: z.object({ token: z.string().max(200), sdp: z.string().max(50_000) }),
  answer: z.object({ sdp: z.string() }),
});

/** Where the sound goes over a WebSocket when WebRTC cannot: `?token=…` is the same one-time token. */
export const BROWSER_CALL_SOCKET = "/api/browser-calls/:execution_id/socket";

export const sayInCall = route({
  method: "POST",
  path: "/api/calls/:execution_id/text",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Says something in a running call by typing instead of speaking.",
  params: CallId,
  body: z.object({ text: z.string().trim().min(1).max(500) }),
  answer: z.object({ message: z.string() }),
});

export const shareCall = route({
  method: "POST",
  path: "/api/calls/:execution_id/share",
  who: "viewer",
  does: "Tells members of the workspace of a call, or of a moment of it: each has a notification that leads there. They may see it anyway.",
  params: z.object({ execution_id: z.uuid() }),
  body: z.object({
    member_ids: z.array(z.uuid()).min(1).max(50),
    /** So far into the call, seconds. */
    from: z.number().int().min(0).max(86_400).default(0),
  }),
  answer: z.object({ message: z.string(), told: z.number() }),
});
