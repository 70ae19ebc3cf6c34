import type { Disposition, ExtractionTemplate } from "@ongea/contract";
import { boolean, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

const moments = {
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
};

export const dispositions = pgTable("dispositions", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  question: text("question").notNull(),
  systemPrompt: text("system_prompt"),
  category: text("category").notNull(),
  model: text("model").notNull(),
  isSubjective: boolean("is_subjective").notNull(),
  isObjective: boolean("is_objective").notNull(),
  subjectiveType: text("subjective_type").notNull().$type<Disposition["subjective_type"]>(),
  subjectiveTypeConfig: jsonb("subjective_type_config").$type<Disposition["subjective_type_config"]>(),
  objectiveOptions: jsonb("objective_options").$type<Disposition["objective_options"]>(),
  agentIds: uuid("agent_ids").array().notNull(),
  createdBy: text("created_by").notNull(),
  ...moments,
});

export const extractions = pgTable("extraction_templates", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  jsonSchema: jsonb("json_schema").notNull().$type<ExtractionTemplate["json_schema"]>(),
  instructions: text("instructions"),
  model: text("model").notNull(),
  inputs: jsonb("inputs").$type<ExtractionTemplate["inputs"]>(),
  keys: jsonb("keys").$type<ExtractionTemplate["keys"]>(),
  display: boolean("display").notNull(),
  supportsCustomQuestions: boolean("supports_custom_questions").notNull(),
  ...moments,
});

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
