import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

export const agentMigrations: readonly Migration[] = [
  {
    id: "0001-agents",
    sql: `create table agents (
      id uuid primary key,
      template text unique,
      status text not null check (status in ('draft', 'seeding', 'processed')),
      config jsonb not null,
      prompts jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`,
  },
];

/** They refer to workspaces, which came later. */
export const agentVersionMigrations: readonly Migration[] = [
  {
    id: "0038-agent-versions",
    sql: `alter table agents add column version integer not null default 1 check (version >= 1);
    alter table agents add column saved_by text not null default '';
    alter table agents add column deleted_at timestamptz;
    create table agent_versions (
      agent_id uuid not null references agents (id) on delete cascade,
      version integer not null check (version >= 1),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      config jsonb not null,
      prompts jsonb not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (agent_id, version)
    );
    create index agent_versions_of_workspace on agent_versions (workspace_id);
    ${tenantTable("agent_versions")}`,
  },
  {
    id: "0190-agent-drafts",
    sql: `alter table agents add column version_name text not null default '';
    alter table agents add column version_note text not null default '';
    alter table agents add column saves_drafts boolean not null default false;
    alter table agent_versions add column name text not null default '';
    alter table agent_versions add column note text not null default '';
    create table agent_drafts (
      agent_id uuid primary key references agents (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      revision integer not null check (revision >= 1),
      based_on integer not null,
      config jsonb,
      prompts jsonb,
      saved_by text not null,
      saved_at timestamptz not null default now()
    );
    create index agent_drafts_of_workspace on agent_drafts (workspace_id);
    ${tenantTable("agent_drafts")}
    ${agentsTable("agent_drafts")}`,
  },
  {
    id: "0191-agents-need-tests",
    sql: `alter table agents add column needs_tests boolean not null default false`,
  },
  {
    id: "0193-version-choices",
    sql: `create table agent_version_choices (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      kind text not null check (kind in ('number', 'widget', 'batch', 'sender')),
      target text not null,
      agent_id uuid not null references agents (id) on delete cascade,
      version integer not null,
      saved_by text not null,
      saved_at timestamptz not null default now(),
      primary key (workspace_id, kind, target)
    );
    create index agent_version_choices_of_agent on agent_version_choices (agent_id);
    ${tenantTable("agent_version_choices")}
    ${agentsTable("agent_version_choices")}`,
  },
  {
    id: "0194-agent-splits",
    sql: `create table agent_splits (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      kind text not null check (kind in ('number', 'batch')),
      target text not null,
      version integer not null,
      share integer not null check (share between 1 and 99),
      goal jsonb not null,
      started_by text not null,
      started_at timestamptz not null default now(),
      stopped_at timestamptz,
      stopped_because text check (stopped_because in ('harm', 'person'))
    );
    create index agent_splits_of_workspace on agent_splits (workspace_id, started_at desc);
    create unique index agent_splits_running on agent_splits (workspace_id, kind, target) where stopped_at is null;
    ${tenantTable("agent_splits")}
    ${agentsTable("agent_splits")}`,
  },
];
