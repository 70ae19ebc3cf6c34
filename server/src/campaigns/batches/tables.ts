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
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

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

/** After those of workspaces. */
export const batchMigrations: readonly Migration[] = [
  {
    id: "0049-batches",
    sql: `create table batches (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      status text not null default 'created',
      problem text,
      file_name text not null,
      from_numbers text[] not null,
      scheduled_at timestamptz,
      any_hour boolean not null default false,
      retry jsonb,
      valid_contacts integer not null,
      total_contacts integer not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index batches_of_agent on batches (workspace_id, agent_id, created_at desc);
    create index batches_active on batches (status) where status in ('scheduled', 'running');
    ${tenantTable("batches")}
    create table batch_contacts (
      batch_id uuid not null references batches (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      line integer not null,
      number text not null,
      variables jsonb not null default '{}',
      state text not null,
      problem text,
      outcome text,
      refusal text,
      attempts integer not null default 0,
      not_before timestamptz,
      claimed_by uuid,
      since timestamptz,
      execution_id uuid,
      primary key (batch_id, line)
    );
    create index batch_contacts_waiting on batch_contacts (batch_id, line) where state = 'waiting';
    create index batch_contacts_busy on batch_contacts (workspace_id, state) where state in ('claimed', 'dialled');
    create index batch_contacts_of_call on batch_contacts (execution_id) where execution_id is not null;
    ${tenantTable("batch_contacts")}
    create table dial_schedules (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      next_at timestamptz not null
    );
    ${tenantTable("dial_schedules")}`,
  },
  { id: "0111-batch-goals", sql: "alter table batches add column goal jsonb" },
];

/** One check instead of two for each contact: it is of its batch, and of its batch's workspace. A file has 100,000. */
export const batchContactMigrations: readonly Migration[] = [
  {
    id: "0118-batch-contacts-of-workspace",
    sql: `alter table batches add constraint batches_of_workspace unique (id, workspace_id);
    alter table batch_contacts
      drop constraint batch_contacts_batch_id_fkey,
      drop constraint batch_contacts_workspace_id_fkey,
      add constraint batch_contacts_of_batch foreign key (batch_id, workspace_id)
        references batches (id, workspace_id) on delete cascade`,
  },
  {
    id: "0250-message-batches",
    sql: `alter table batches add column message jsonb, add column segments integer;
    alter table batch_contacts add column message_id uuid, add column thread_id uuid, add column failure text;
    create index batch_contacts_of_message on batch_contacts (message_id) where message_id is not null;
    create index batch_contacts_sending on batch_contacts (batch_id) where state = 'sending';
    create table sender_schedules (
      sender_id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      next_at timestamptz not null
    );
    ${tenantTable("sender_schedules")}`,
  },
  {
    id: "0252-batch-follow-ups",
    sql: `alter table batches add column follow_up jsonb;
    alter table batch_contacts add column message_outcome text;
    create index batch_contacts_following on batch_contacts (batch_id, line) where state = 'following'`,
  },
  {
    id: "0253-batch-evidence",
    sql: "alter table batch_contacts add column gate jsonb not null default '[]', add column changed_at timestamptz",
  },
  { id: "0272-batch-columns", sql: "alter table batches add column columns text[]" },
];
