import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

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
