import type { AgentDocument } from "@ongea/contract";
import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../platform/database/migrate.ts";

export const agents = pgTable("agents", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** Of an assistant made from a template: its name, once a workspace. */
  template: text("template"),
  status: text("status").notNull().$type<"draft" | "seeding" | "processed">(),
  config: jsonb("config").notNull().$type<AgentDocument["agent_config"]>(),
  prompts: jsonb("prompts").notNull().$type<AgentDocument["agent_prompts"]>(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
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
