import type { AgentDocument, VersionChoiceKind, VersionSplit } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

export const agents = pgTable("agents", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** Of an assistant made from a template: its name, once a workspace. */
  template: text("template"),
  status: text("status").notNull().$type<"draft" | "seeding" | "processed">(),
  config: jsonb("config").notNull().$type<AgentDocument["agent_config"]>(),
  prompts: jsonb("prompts").notNull().$type<AgentDocument["agent_prompts"]>(),
  version: integer("version").notNull().default(1),
  /** Who saved this version, as people know them. */
  savedBy: text("saved_by").notNull().default(""),
  /** Of this version, as people call it; empty: it has none. */
  versionName: text("version_name").notNull().default(""),
  versionNote: text("version_note").notNull().default(""),
  /** The dashboard saves a draft; false: what it saves is live at once. */
  savesDrafts: boolean("saves_drafts").notNull().default(false),
  /** A version goes live only after every test has passed on it. */
  needsTests: boolean("needs_tests").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  /** Since then it is gone for everybody; what it did stays, and refers to it. */
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
});

/** Those that are not in force any more. */
export const agentVersions = pgTable(
  "agent_versions",
  {
    agentId: uuid("agent_id").notNull(),
    version: integer("version").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    config: jsonb("config").notNull().$type<AgentDocument["agent_config"]>(),
    prompts: jsonb("prompts").notNull().$type<AgentDocument["agent_prompts"]>(),
    savedBy: text("saved_by").notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
    name: text("name").notNull().default(""),
    note: text("note").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.version] })],
);

/** What is written of an agent and not live. A draft that was published or discarded leaves its revision, which only goes up. */
export const agentDrafts = pgTable("agent_drafts", {
  agentId: uuid("agent_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  revision: integer("revision").notNull(),
  /** The version that was live when it was begun. */
  basedOn: integer("based_on").notNull(),
  /** Null: there is none now. */
  config: jsonb("config").$type<AgentDocument["agent_config"]>(),
  prompts: jsonb("prompts").$type<AgentDocument["agent_prompts"]>(),
  savedBy: text("saved_by").notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Who uses another version than the live one. */
export const agentVersionChoices = pgTable(
  "agent_version_choices",
  {
    workspaceId: uuid("workspace_id").notNull(),
    kind: text("kind").notNull().$type<VersionChoiceKind>(),
    /** A number, or an id. */
    target: text("target").notNull(),
    /** Where its agent has changed since, the choice counts no more. */
    agentId: uuid("agent_id").notNull(),
    version: integer("version").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.kind, table.target] })],
);

/** A/B tests of versions; one that is stopped stays for its results. */
export const agentSplits = pgTable("agent_splits", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  kind: text("kind").notNull().$type<VersionSplit["kind"]>(),
  target: text("target").notNull(),
  /** The one that is tried. */
  version: integer("version").notNull(),
  /** Percent of the people who get it. */
  share: integer("share").notNull(),
  goal: jsonb("goal").notNull().$type<VersionSplit["goal"]>(),
  startedBy: text("started_by").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  stoppedAt: timestamp("stopped_at", { withTimezone: true }),
  stoppedBecause: text("stopped_because").$type<"harm" | "person">(),
});

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
