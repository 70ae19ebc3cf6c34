import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of workspaces. */
export const webhookMigrations: readonly Migration[] = [
  {
    id: "0056-webhooks",
    sql: `create table webhook_deliveries (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      call_id uuid not null references executions (id) on delete cascade,
      call_status text not null,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      answer integer,
      problem text,
      created_at timestamptz not null default now(),
      attempted_at timestamptz,
      unique (call_id, call_status)
    );
    create index webhook_deliveries_of_agent on webhook_deliveries (workspace_id, agent_id, created_at desc);
    create index webhook_deliveries_agent on webhook_deliveries (agent_id);
    ${tenantTable("webhook_deliveries")}
    create table webhook_secrets (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      sealed text not null,
      ends text not null,
      created_at timestamptz not null default now()
    );
    ${tenantTable("webhook_secrets")}`,
  },
  {
    id: "0061-webhooks-gone",
    sql: `create table webhooks_gone (
      agent_id uuid primary key references agents (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      url text not null,
      created_at timestamptz not null default now()
    );
    ${tenantTable("webhooks_gone")}
    alter table webhook_secrets add column former_sealed text, add column former_until timestamptz;`,
  },
  {
    // After those of threads and of legal holds. A message that goes takes along what webhooks receive of it.
    id: "0185-message-webhooks",
    sql: `alter table webhook_deliveries alter column call_id drop not null, alter column call_status drop not null,
      add column event text not null default 'call.status' check (event in ('call.status', 'message.received', 'message.status')),
      add column thread_id uuid, add column message_id uuid references thread_messages (id) on delete cascade,
      add column message_state text, add check ((event = 'call.status') = (call_id is not null)),
      add check ((call_id is null) = (message_id is not null and thread_id is not null and message_state is not null)),
      add check ((call_id is null) = (call_status is null));
    create index webhook_deliveries_of_message on webhook_deliveries (message_id) where message_id is not null;
    create function is_delivery_held(told webhook_deliveries) returns boolean language sql stable as $$
      select case when told.call_id is null
        then is_contact_held((select one.contact_id from threads one where one.id = told.thread_id))
        else is_call_held((select one from executions one where one.id = told.call_id)) end
    $$;`,
  },
  {
    id: "0196-agent-webhooks",
    sql: `alter table webhook_deliveries drop constraint webhook_deliveries_event_check,
      drop constraint webhook_deliveries_check1,
      add constraint webhook_deliveries_event_check check (event in ('call.status', 'message.received', 'message.status',
        'agent.published', 'agent_tests.finished')),
      add constraint webhook_deliveries_check1 check ((event in ('message.received', 'message.status'))
        = (message_id is not null and thread_id is not null and message_state is not null));
    create or replace function is_delivery_held(told webhook_deliveries) returns boolean language sql stable as $$
      select case when told.call_id is not null then is_call_held((select one from executions one where one.id = told.call_id))
        when told.thread_id is not null
          then is_contact_held((select one.contact_id from threads one where one.id = told.thread_id))
        else false end
    $$;`,
  },
  {
    id: "0214-rule-webhooks",
    sql: `alter table webhook_deliveries drop constraint webhook_deliveries_event_check, add constraint webhook_deliveries_event_check
      check (event in ('call.status', 'message.received', 'message.status', 'agent.published', 'agent_tests.finished', 'rule.failed'))`,
  },
];
