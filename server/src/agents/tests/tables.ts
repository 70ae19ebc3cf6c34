import type { AgentTestDraft, AgentTestResult, AgentTestRun } from "@ongea/contract";
import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const agentTests = pgTable("agent_tests", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  draft: jsonb("draft").notNull().$type<AgentTestDraft>(),
  /** How it went last; null: not since it was written. */
  last: jsonb("last").$type<AgentTestResult>(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

export const agentTestRuns = pgTable("agent_test_runs", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  state: text("state").notNull().$type<"running" | "passed" | "failed" | "interrupted">(),
  version: integer("version"),
  /** Of the document that it tried. */
  fingerprint: text("fingerprint"),
  /** Of the tests that it played, as they were written then. */
  suite: text("suite"),
  model: text("model").notNull(),
  /** Null: in writing. */
  voice: jsonb("voice").$type<NonNullable<AgentTestRun["voice"]>>(),
  tests: integer("tests").notNull(),
  passed: integer("passed").notNull().default(0),
  failed: integer("failed").notNull().default(0),
  results: jsonb("results").notNull().$type<AgentTestResult[]>(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  /** When a test of it ended last: it is written so often while its server lives. */
  beatAt: timestamp("beat_at", { withTimezone: true }).notNull().defaultNow(),
  endedAt: timestamp("ended_at", { withTimezone: true }),
});
