/** Batches: calls to everybody in a file (specification 2.16, 3.4). */
import { z } from "zod";
import { Currency } from "../accounts/access.ts";
import { Execution } from "../calls/calls.ts";
import { MESSAGE_FAILURES } from "../contacts/threads.ts";
import { BatchFollowUp, BatchMessage, MESSAGE_OUTCOMES, MOST_CONTACTS_BYTES, RowProblem } from "./batch-messages.ts";
import { Cursor, Moment, MaybeNumberedPage, numberedPageOf, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** `created`: nothing has been dialled and nothing is planned. `failed`: it cannot go on as things are (`problem`); it may be run again. */
export const BATCH_STATUSES = ["created", "scheduled", "running", "completed", "stopped", "failed"] as const;
export const BatchStatus = z.enum(BATCH_STATUSES);
export type BatchStatus = z.output<typeof BatchStatus>;

/**
 * How it went with a contact in the end. `unknown`: the server was killed while it dialled, or the answer of a message's provider was lost;
 * whether it rang or was sent nobody knows. `sent`, `delivered`, `read`: of a message.
 */
export const CONTACT_OUTCOMES = [
  "completed",
  "failed",
  "busy",
  "no-answer",
  "canceled",
  "stopped",
  "error",
  "balance-low",
  "refused",
  "unknown",
  "sent",
  "delivered",
  "read",
] as const;

/**
 * What a batch is for, as a finished call of it shows: a tool that was called and did its work, or a fact that was found when the call was over
 * (`extracted_data`: the names on the way to it; without a value, any that is neither empty nor false).
 */
export const BatchGoal = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tool"), name: z.string().trim().min(1).max(200) }),
  z.object({
    kind: z.literal("fact"),
    path: z.array(z.string().min(1).max(200)).min(1).max(3),
    value: z.string().trim().min(1).max(200).optional(),
  }),
]);
export type BatchGoal = z.output<typeof BatchGoal>;

/** How many messages after calls stand how. `waiting`: for their hours, for what was found out of the call, or for their turn. */
const FollowUpCounts = z.object({
  waiting: z.number(),
  sending: z.number(),
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  failed: z.number(),
  unknown: z.number(),
  refused: z.number(),
});

export const Batch = z.object({
  /** 32 hexadecimal digits. */
  batch_id: z.string(),
  agent_id: z.string(),
  status: BatchStatus,
  /** The same, as some clients read it. */
  state: BatchStatus,
  /** Why it failed: the code of a refusal. */
  problem: z.string().nullable(),
  file_name: z.string(),
  from_phone_number: z.string().nullable(),
  from_phone_numbers: z.array(z.string()),
  scheduled_at: Moment.nullable(),
  valid_contacts: z.number(),
  total_contacts: z.number(),
  /** Of the calls made so far, how many have each status. */
  execution_status: z.record(z.string(), z.number()),
  queued_count: z.number(),
  in_progress_count: z.number(),
  completed_count: z.number(),
  failed_count: z.number(),
  no_answer_count: z.number(),
  busy_count: z.number(),
  /** Refused by the gate, or of unknown outcome; a message whose outcome is unknown is counted as failed. */
  not_called_count: z.number(),
  /** Contacts with whom it is over. */
  finished_count: z.number(),
  goal: BatchGoal.nullable(),
  /** Contacts whose call has reached it; null: there is no goal. */
  reached_count: z.number().nullable(),
  /** What people are written; null: they are called. */
  message: BatchMessage.nullable(),
  /** What people are written after their call; null: nothing, or people are not called. */
  follow_up: BatchFollowUp.nullable(),
  /** Null: there is no message after calls. */
  follow_up_counts: FollowUpCounts.nullable(),
  /** In how many parts all its messages are sent, or would be after calls; null: it has none. */
  segments: z.number().nullable(),
  /** What the messages take from the balance, after calls at most, in hundredths of the currency; null: nothing. */
  message_cost: z.object({ currency: Currency, amount: z.number() }).nullable(),
  /** Messages that the provider has taken and nothing more is known of. */
  sent_count: z.number(),
  delivered_count: z.number(),
  read_count: z.number(),
  humanized_created_at: z.string(),
  created_at: Moment,
  updated_at: Moment,
});
export type Batch = z.output<typeof Batch>;

const BatchId = z.object({
  batch_id: z.string().regex(/^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/, "must be a batch's id"),
});
const Done = (state: string) => z.object({ message: z.string(), state: z.literal(state) });

export const createBatch = route({
  method: "POST",
  path: "/batches",
  who: "agent_manager",
  ofAgents: true,
  does: "Makes a batch from a form: `agent_id`, `file` (CSV), `from_phone_numbers` (or `from_phone_number`), `retry_config` (JSON), `goal` (JSON), `follow_up` (JSON: `to`, `message`), by which people are written to after their call, or `message` (JSON: `sender_id`, `text` or `template`), by which they are written to instead. Nobody is called or written to before it is scheduled or run.",
  upload: { types: ["multipart/form-data"], mostBytes: MOST_CONTACTS_BYTES + 65_536 },
  status: 201,
  failed: "Create batch failed",
  answer: z.object({ batch_id: z.string(), state: z.literal("created"), valid_contacts: z.number(), total_contacts: z.number() }),
});

export const previewContacts = route({
  method: "POST",
  path: "/api/batches/preview",
  who: "agent_manager",
  ofAgents: true,
  does: "What a file of contacts (its bytes are the body) would give: the columns, the first contacts, and every refused row's line and reason. Nothing is kept.",
  upload: { types: ["application/octet-stream"], mostBytes: MOST_CONTACTS_BYTES },
  answer: z.object({
    columns: z.array(z.string()),
    valid_contacts: z.number(),
    total_contacts: z.number(),
    contacts: z.array(z.object({ line: z.number(), number: z.string(), variables: z.record(z.string(), z.string()) })),
    /** At most 500 of them. */
    refused: z.array(z.object({ line: z.number(), cell: z.string(), problem: RowProblem })),
    refused_count: z.number(),
    /** ISO 3166: countries among the contacts whose people must have agreed before they are called with advertising. */
    consent_needed: z.array(z.string()),
  }),
});

/** Fewer calls say nothing of the next ones. */
export const FEWEST_FOR_ESTIMATE = 5;

export const BatchEstimate = z.object({
  /** The agent's last calls by which it is estimated, at most 200. */
  calls: z.number().int(),
  /** Until everybody was called once; null: there were fewer than 5 calls. */
  seconds: z.number().nullable(),
  /** In hundredths of a US dollar; null as above. */
  total_cost: z.number().nullable(),
});
export type BatchEstimate = z.output<typeof BatchEstimate>;

export const estimateBatch = route({
  method: "GET",
  path: "/api/batch-estimate",
  who: "viewer",
  ofAgents: true,
  does:
    "Estimates how long calls to so many contacts take and what they cost, by the last calls that the agent placed and by the pace of the " +
    "workspace. Retries, and hours in which nobody is called, come on top.",
  query: z.object({ agent_id: z.uuid(), contacts: z.coerce.number().int().min(1).max(1_000_000) }),
  answer: BatchEstimate,
});

export const readBatch = route({
  method: "GET",
  path: "/batches/:batch_id",
  who: "viewer",
  ofAgents: true,
  does: "One batch with its counts.",
  params: BatchId,
  failed: "Get batch failed",
  answer: Batch,
});

export const readBatchAlias = route({
  method: "GET",
  path: "/batch/:batch_id",
  who: "viewer",
  ofAgents: true,
  does: "One batch, as /batches/:batch_id reads it.",
  params: BatchId,
  answer: Batch,
});

export const listBatches = route({
  method: "GET",
  path: "/batches/:agent_id/all",
  who: "viewer",
  ofAgents: true,
  does: "An agent's batches, the newest first, at most 200.",
  params: z.object({ agent_id: z.uuid() }),
  failed: "Get all batches failed",
  answer: z.array(Batch),
});

export const listAllBatches = route({
  method: "GET",
  path: "/api/batches",
  who: "viewer",
  ofAgents: true,
  does: "The batches of all agents, the newest first, at most 200.",
  answer: z.array(Batch),
});

export const scheduleBatch = route({
  method: "POST",
  path: "/batches/:batch_id/schedule",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Runs a batch at `scheduled_at` (ISO 8601 with an offset). An owner's `bypass_call_guardrails` sets the calling hours aside (audited); anybody else's changes nothing.",
  params: BatchId,
  form: true,
  body: z.object({
    scheduled_at: Moment,
    bypass_call_guardrails: z.union([z.boolean(), z.enum(["true", "false", "1", "0", ""])]).default(false),
  }),
  failed: "Schedule batch failed",
  answer: Done("scheduled"),
});

export const runBatch = route({
  method: "POST",
  path: "/batches/:batch_id/run",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Runs a batch now: one that was made, scheduled, stopped or failed. Who has been called already is not called again.",
  params: BatchId,
  answer: Done("running"),
});

export const stopBatch = route({
  method: "POST",
  path: "/batches/:batch_id/stop",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Stops a batch: no further contact is called, calls that run are finished.",
  params: BatchId,
  failed: "Stop batch failed",
  answer: Done("stopped"),
});

export const deleteBatch = route({
  method: "DELETE",
  path: "/batches/:batch_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Deletes a batch with its contacts. Its calls stay.",
  params: BatchId,
  failed: "Delete batch failed",
  answer: Done("deleted"),
});

export const listBatchExecutions = route({
  method: "GET",
  path: "/batches/:batch_id/executions",
  who: "viewer",
  ofAgents: true,
  does: "The calls of a batch, the newest first: at most 1,000 as a bare array, or with `page_number` or `page_size` one numbered page of them all.",
  params: BatchId,
  query: MaybeNumberedPage,
  failed: "Get batch executions failed",
  answer: z.union([z.array(Execution), numberedPageOf(Execution)]),
});

const ContactState = z.enum(["refused", "waiting", "calling", "following", "sending", "finished"]);

export const BatchContact = z.object({
  line: z.number(),
  /** As it is dialled; of a refused row, what stands in the file. */
  number: z.string(),
  variables: z.record(z.string(), z.string()),
  /** `following`: its call is over and its message waits. `sending`: the message is stored, and the provider has not taken it yet. */
  state: ContactState,
  problem: RowProblem.nullable(),
  outcome: z.enum(CONTACT_OUTCOMES).nullable(),
  /** Of the message after its call; null: there is none, or nothing is known yet. */
  message_outcome: z.enum(MESSAGE_OUTCOMES).nullable(),
  /** Why the gate refused its call or its message: the code of a refusal. */
  refusal: z.string().nullable(),
  attempts: z.number(),
  execution_id: z.string().nullable(),
  /** Why its message was not sent. */
  failure: z.enum(MESSAGE_FAILURES).nullable(),
  /** In which its message stands. */
  thread_id: z.uuid().nullable(),
  /** Not called before this moment: calling hours, or a pause between attempts. */
  not_before: Moment.nullable(),
  /** When it last became what it is; null: nothing has happened to it. */
  changed_at: Moment.nullable(),
});
export type BatchContact = z.output<typeof BatchContact>;

export const listBatchContacts = route({
  method: "GET",
  path: "/api/batches/:batch_id/contacts",
  who: "viewer",
  ofAgents: true,
  does: "The rows of a batch's file, in their order, each with what became of it.",
  params: BatchId,
  query: Cursor.extend({
    state: ContactState.optional(),
    /** Whether their last call has reached what the batch is for; without a goal none has. */
    reached: z.enum(["true", "false"]).optional(),
  }),
  answer: pageOf(BatchContact),
});

export const exportBatchContacts = route({
  method: "GET",
  path: "/api/batches/:batch_id/contacts/export",
  who: "viewer",
  ofAgents: true,
  does:
    "The rows of a batch's file as CSV, in their order: state, outcome of call and message, reason, time, call and conversation. " +
    "Cells that a spreadsheet would take for a formula begin with an apostrophe.",
  params: BatchId,
  media: "text/csv",
});
