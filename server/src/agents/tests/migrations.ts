import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

/** After those of workspaces. */
export const agentTestMigrations: readonly Migration[] = [
  {
    id: "0141-agent-tests",
    sql: `create table agent_tests (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      draft jsonb not null,
      last jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index agent_tests_of_agent on agent_tests (agent_id, created_at);
    create table agent_test_runs (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      state text not null,
      version integer,
      model text not null,
      tests integer not null,
      passed integer not null default 0,
      failed integer not null default 0,
      results jsonb not null default '[]',
      started_at timestamptz not null default now(),
      beat_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index agent_test_runs_of_agent on agent_test_runs (agent_id, started_at desc);
    ${tenantTable("agent_tests")}
    ${agentsTable("agent_tests")}
    ${tenantTable("agent_test_runs")}
    ${agentsTable("agent_test_runs")}`,
  },
  {
    id: "0192-agent-test-runs-of",
    sql: `alter table agent_test_runs add column fingerprint text, add column suite text`,
  },
  {
    id: "0252-agent-test-runs-by-voice",
    sql: `alter table agent_test_runs add column voice jsonb`,
  },
];
