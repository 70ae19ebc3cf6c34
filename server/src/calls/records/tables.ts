import type { CallStatus, GateDecision, Entry } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CallMeasures } from "./measures.ts";
import type { MissedCallTrait } from "./missed/trait.ts";
import type { Caller } from "../../platform/phone-number/phone-number.ts";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

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

/** After those of workspaces. */
export const callAnalysisMigrations: readonly Migration[] = [
  {
    id: "0044-call-analyses",
    sql: `create table call_analyses (
      call_id uuid primary key references executions (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      summary text,
      extracted jsonb,
      problem text,
      created_at timestamptz not null default now()
    );
    create index call_analyses_of_workspace on call_analyses (workspace_id);
    ${tenantTable("call_analyses")}`,
  },
];

/** After those of workspaces: what the list of calls is filtered by, each in the order in which it is read. */
export const callHistoryMigrations: readonly Migration[] = [
  {
    id: "0045-call-outcomes",
    sql: `create index executions_failed on executions (workspace_id, created_at desc, id desc)
      where status in ('failed', 'error', 'balance-low');
    create index executions_not_answered on executions (workspace_id, created_at desc, id desc)
      where status in ('busy', 'no-answer')`,
  },
  {
    id: "0048-calls-of-batches",
    sql: `alter table executions add column batch_id uuid;
      create index executions_of_batch on executions (workspace_id, batch_id, created_at desc, id desc) where batch_id is not null`,
  },
  { id: "0081-calls-put-through", sql: "alter table executions add column transfer jsonb" },
  { id: "0084-calls-redacted", sql: "alter table executions add column redacted_at timestamptz" },
  {
    id: "0114-calls-canceled",
    sql: `create index executions_canceled on executions (workspace_id, created_at desc, id desc)
      where status in ('canceled', 'stopped')`,
  },
];

export const callMigrations: readonly Migration[] = [
  {
    id: "0003-calls",
    sql: `create table executions (
      id uuid primary key,
      agent_id uuid references agents (id) on delete set null,
      agent_name text not null,
      status text not null,
      provider text not null,
      direction text not null check (direction in ('inbound', 'outbound')),
      from_number text,
      to_number text,
      user_data jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      initiated_at timestamptz,
      answered_at timestamptz,
      ended_at timestamptz,
      duration_seconds real not null default 0,
      transcript text,
      error_message text,
      hangup_by text,
      hangup_reason text,
      hangup_code integer,
      recording text,
      recording_closed boolean not null default false,
      cost jsonb not null,
      latency jsonb,
      weave text
    );
    create index executions_newest on executions (created_at desc, id);
    create index executions_of_agent on executions (agent_id, created_at desc);
    create index executions_open on executions (status) where ended_at is null;
    create table call_entries (
      call_id uuid not null references executions (id) on delete cascade,
      position integer not null,
      entry jsonb not null,
      primary key (call_id, position)
    )`,
  },
  {
    id: "0032-call-owners",
    sql: `alter table executions add column owner_id uuid;
    create index executions_running on executions (owner_id) where ended_at is null;
    create table call_owners (
      id uuid primary key,
      home text not null,
      beat_at timestamptz not null default now()
    )`,
  },
  {
    id: "0041-recordings-left-open",
    sql: `create index executions_recording_left_open on executions (ended_at)
      where recording is not null and not recording_closed`,
  },
];

/** After those of knowledge. */
export const callPersonMigrations: readonly Migration[] = [
  { id: "0130-call-person", sql: "alter table executions add column person text" },
  { id: "0131-call-gate", sql: "alter table executions add column gate jsonb not null default '[]'" },
];

export const callLineMigrations: readonly Migration[] = [
  { id: "0186-call-line", sql: "alter table executions add column line jsonb" },
  {
    id: "0195-calls-of-splits",
    sql: "create index executions_of_split on executions (workspace_id, (traits ->> 'split')) where traits ? 'split'",
  },
];

/** After those of contacts: whoever was called or has called is one. */
export const callContactMigrations: readonly Migration[] = [
  {
    id: "0146-call-contacts",
    sql: `create index executions_of_person on executions (workspace_id, person, created_at desc, id desc)
        where person is not null;
      with met as (
        select workspace_id, person as value, min(created_at) as at, min(traits->>'country') as country,
          overlay(overlay(md5(workspace_id::text || ' phone ' || person) placing '8' from 13) placing '8' from 17)::uuid as id
        from executions where person ~ '^\\+\\d{7,15}$' group by workspace_id, person
      ), made as (
        insert into contacts (id, workspace_id, country, created_at, updated_at)
        select id, workspace_id, country, at, at from met on conflict do nothing
      )
      insert into contact_identities (workspace_id, kind, value, contact_id)
      select workspace_id, 'phone', value, id from met on conflict do nothing`,
  },
];
