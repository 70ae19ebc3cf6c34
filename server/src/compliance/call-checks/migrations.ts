import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

/** After those of calls. */
export const callCheckMigrations: readonly Migration[] = [
  {
    id: "0162-call-checks",
    sql: `create table check_rules (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      draft jsonb not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      alerted_at timestamptz
    );
    create index check_rules_of on check_rules (workspace_id, created_at);
    create table call_checks (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null default gen_random_uuid(),
      call_id uuid not null references executions (id) on delete cascade,
      rule_id uuid not null references check_rules (id) on delete cascade,
      agent_id uuid,
      passed boolean not null,
      at_ms integer,
      checked_at timestamptz not null default now(),
      primary key (call_id, rule_id)
    );
    create index call_checks_of_rule on call_checks (rule_id, checked_at desc);
    create index call_checks_failed on call_checks (workspace_id, checked_at desc, id desc) where not passed;
    ${tenantTable("check_rules")}
    ${tenantTable("call_checks")}
    ${agentsTable("call_checks")}`,
  },
  {
    id: "0231-reviewed-checks",
    sql: `alter table call_checks add column not_judged text, add column found boolean, add column reviewed_by text,
      add column reviewed_at timestamptz`,
  },
  {
    id: "0262-checks-of-threads",
    sql: `alter table call_checks drop constraint call_checks_pkey, add primary key (id), alter column call_id drop not null,
      add column thread_id uuid references threads (id) on delete cascade,
      add column last_message_id uuid references thread_messages (id) on delete cascade,
      add column message_id uuid references thread_messages (id) on delete set null,
      add constraint call_checks_of_one check (num_nonnulls(call_id, thread_id) = 1 and num_nulls(thread_id, last_message_id) <> 1);
    create unique index call_checks_of_call on call_checks (call_id, rule_id);
    create unique index call_checks_of_part on call_checks (last_message_id, rule_id);
    create index call_checks_of_thread on call_checks (thread_id, checked_at desc) where thread_id is not null;
    create index call_checks_of_message on call_checks (message_id) where message_id is not null;
    update check_rules set draft = draft || '{"applies_to": "calls"}'`,
  },
];
