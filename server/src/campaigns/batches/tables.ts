import type {
  BatchFollowUp,
  BatchGoal,
  BatchMessage,
  BatchStatus,
  GateDecision,
  MessageFailure,
  MessageOutcome,
  RetryConfig,
  RowProblem,
} from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const batches = pgTable("batches", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  status: text("status").notNull().$type<BatchStatus>().default("created"),
  /** Why it failed. */
  problem: text("problem"),
  fileName: text("file_name").notNull(),
  /** Of the file, in its order; null: nobody knows it any more. */
  columns: text("columns").array(),
  fromNumbers: text("from_numbers").array().notNull(),
  scheduledAt: time("scheduled_at"),
  /** Calling hours are not looked at. */
  anyHour: boolean("any_hour").notNull().default(false),
  retry: jsonb("retry").$type<RetryConfig>(),
  /** What it is for; null: nobody has said. */
  goal: jsonb("goal").$type<BatchGoal>(),
  /** What people are written; null: they are called. */
  message: jsonb("message").$type<BatchMessage>(),
  /** What people are written after their call; null: nothing. */
  followUp: jsonb("follow_up").$type<BatchFollowUp>(),
  /** Of all its messages together, if everybody gets theirs. */
  segments: integer("segments"),
  validContacts: integer("valid_contacts").notNull(),
  totalContacts: integer("total_contacts").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/**
 * `waiting` → `claimed` by a server that will dial it in a moment → `dialled`: the intent stands in the database before the telephone rings,
 * so that nobody is rung twice, whatever dies → `finished`, or `waiting` again for another attempt. `refused`: the row of the file is bad.
 * Of a message: `waiting` → `sending`, in the transaction that stores it in its thread → `finished`. Of a message after a call:
 * `dialled` → `following`, in the transaction of the call's end → `sending` → `finished`; or `finished`, where it is not for them.
 */
export type ContactState = "refused" | "waiting" | "claimed" | "dialled" | "following" | "sending" | "finished";

export const batchContacts = pgTable(
  "batch_contacts",
  {
    batchId: uuid("batch_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    /** In the file. */
    line: integer("line").notNull(),
    number: text("number").notNull(),
    variables: jsonb("variables").notNull().$type<Record<string, string>>(),
    state: text("state").notNull().$type<ContactState>(),
    problem: text("problem").$type<RowProblem>(),
    outcome: text("outcome"),
    refusal: text("refusal"),
    attempts: integer("attempts").notNull().default(0),
    notBefore: time("not_before"),
    claimedBy: uuid("claimed_by"),
    /** Of the claim or the intent. */
    since: time("since"),
    /** Of the call that is made for it, or was last. */
    executionId: uuid("execution_id"),
    /** Of the message that is written to it, and why it was not sent. */
    messageId: uuid("message_id"),
    threadId: uuid("thread_id"),
    /** Of the message after a call; a message that stands for a call has `outcome`. */
    messageOutcome: text("message_outcome").$type<MessageOutcome>(),
    /** What the gate answered of its message, each as it was given. */
    gate: jsonb("gate").$type<GateDecision[]>().notNull().default([]),
    changedAt: time("changed_at"),
    failure: text("failure").$type<MessageFailure>(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.line] })],
);

/** When a workspace's next call may be dialled: one pace for all its servers and batches. */
export const dialSchedules = pgTable("dial_schedules", {
  workspaceId: uuid("workspace_id").primaryKey(),
  nextAt: time("next_at").notNull(),
});

/** When a sender's next message of a batch may leave: one pace for all servers and batches. */
export const senderSchedules = pgTable("sender_schedules", {
  senderId: uuid("sender_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  nextAt: time("next_at").notNull(),
});
