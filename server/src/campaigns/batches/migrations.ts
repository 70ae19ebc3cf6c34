import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

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
