import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of workspaces. */
export const outcomeMigrations: readonly Migration[] = [
  {
    id: "0070-outcomes",
    sql: `create table dispositions (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      question text not null,
      system_prompt text,
      category text not null,
      model text not null,
      is_subjective boolean not null,
      is_objective boolean not null,
      subjective_type text not null,
      subjective_type_config jsonb,
      objective_options jsonb,
      agent_ids uuid[] not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index dispositions_workspace on dispositions (workspace_id, created_at);
    create index dispositions_agents on dispositions using gin (agent_ids);
    create table extraction_templates (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      json_schema jsonb not null,
      instructions text,
      model text not null,
      inputs jsonb,
      keys jsonb,
      display boolean not null,
      supports_custom_questions boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index extraction_templates_workspace on extraction_templates (workspace_id, created_at);
    ${tenantTable("dispositions")}
    ${tenantTable("extraction_templates")}`,
  },
];
