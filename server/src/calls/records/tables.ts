import type { CallStatus, GateDecision, Entry } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CallMeasures } from "./measures.ts";
import type { MissedCallTrait } from "./missed/trait.ts";
import type { Caller } from "../../platform/phone-number/phone-number.ts";

export interface CostParts {
  llm: number;
  network: number;
  platform: number;
  synthesizer: number;
  transcriber: number;
  /** Of all that, what was asked of the installation's own accounts; absent: nothing. No client sees it. */
  installation?: number;
}

export interface CallTransfer {
  to: string;
  seconds: number;
}

/** What is known of a call when it begins, and its language once it is answered. */
export interface CallTraits {
  /** Of the agent: the version that answers. */
  version?: number;
  /** A test of its draft, which is no version. */
  isDraft?: boolean;
  /** The A/B test that it belongs to, and whether it got the version that is tried. */
  split?: string;
  isTried?: boolean;
  missed?: MissedCallTrait;
  /** ISO 3166, of the person's number. */
  country?: string;
  language?: string;
  /** Words and sound are masked: the whole of both is sealed, or stored nowhere. */
  masked?: "sealed" | "gone";
}

/** Whether the far end holds the call, or it is being put through, and since when. */
export type CallLine = Pick<Extract<Entry, { kind: "line" }>, "state" | "atMs">;

const time = (name: string) => timestamp(name, { withTimezone: true });

export const executions = pgTable("executions", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id"),
  agentName: text("agent_name").notNull(),
  status: text("status").notNull().$type<CallStatus>(),
  /** How the person is reached: `sip` or `webrtc`. */
  provider: text("provider").notNull(),
  direction: text("direction").notNull().$type<"inbound" | "outbound">(),
  fromNumber: text("from_number"),
  toNumber: text("to_number"),
  userData: jsonb("user_data").notNull().$type<Record<string, unknown>>().default({}),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  initiatedAt: time("initiated_at"),
  answeredAt: time("answered_at"),
  endedAt: time("ended_at"),
  durationSeconds: real("duration_seconds").notNull().default(0),
  transcript: text("transcript"),
  errorMessage: text("error_message"),
  hangupBy: text("hangup_by"),
  hangupReason: text("hangup_reason"),
  hangupCode: integer("hangup_code"),
  /** Below the recordings folder; null: none. */
  recording: text("recording"),
  /** The recording is whole: its header has been written. */
  recordingClosed: boolean("recording_closed").notNull().default(false),
  cost: jsonb("cost").notNull().$type<CostParts>(),
  latency: jsonb("latency").$type<unknown>(),
  weave: text("weave"),
  /** When it is to be dialled, or was, where that was not at once. */
  scheduledAt: time("scheduled_at"),
  batchId: uuid("batch_id"),
  /** With whom the caller talked, having been put through; null: nobody. */
  transfer: jsonb("transfer").$type<CallTransfer>(),
  /** When something that was said in it was last taken away for good. */
  redactedAt: time("redacted_at"),
  /** The server that carries it, or did; null: none that is known. */
  ownerId: uuid("owner_id"),
  /** Who is at the other end of its line, since it began; null: of a browser, and of calls before there was this column. */
  person: text("person").$type<Caller>(),
  /** What the dial gate has answered for it, as evidence. */
  gate: jsonb("gate").notNull().$type<GateDecision[]>().default([]),
  traits: jsonb("traits").notNull().$type<CallTraits>().default({}),
  /** What its journal adds up to; null: nothing was said, or it ended before there was this column. */
  measures: jsonb("measures").$type<CallMeasures>(),
  /** What people have put on it, in the order in which they did. */
  tags: text("tags").array().notNull().default([]),
  notes: integer("notes").notNull().default(0),
  /** While it runs; null: nobody has held it, and nobody was rung for it. */
  line: jsonb("line").$type<CallLine>(),
});

/** Servers that carry calls. One that has not beaten for a while is gone, and its calls are settled by another. */
export const callOwners = pgTable("call_owners", {
  id: uuid("id").primaryKey(),
  /** The data folder that it works in: of two servers in one folder the earlier is gone. */
  home: text("home").notNull(),
  beatAt: time("beat_at").notNull().defaultNow(),
});

/** The journal, an entry a row, written as it happens: a kill loses what was being said, not what was said. */
export const callEntries = pgTable(
  "call_entries",
  {
    workspaceId: uuid("workspace_id").notNull(),
    callId: uuid("call_id").notNull(),
    position: integer("position").notNull(),
    entry: jsonb("entry").notNull().$type<Entry>(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.position] })],
);

/** What was made of a call's words when it was over. */
export const callAnalyses = pgTable("call_analyses", {
  callId: uuid("call_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  summary: text("summary"),
  extracted: jsonb("extracted").$type<Record<string, unknown>>(),
  problem: text("problem").$type<"no-model" | "failed">(),
  createdAt: time("created_at").notNull().defaultNow(),
});
