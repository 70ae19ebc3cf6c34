import type { AgentDocument, VersionChoiceKind, VersionSplit } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

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
