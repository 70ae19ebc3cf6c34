import type { McpProblem, McpTool } from "@ongea/contract";
import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const mcpServers = pgTable("mcp_servers", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  header: text("header").notNull(),
  /** For this row alone; null: none. */
  sealed: text("sealed"),
  state: text("state").notNull().$type<"new" | "connected" | "failed">().default("new"),
  problem: text("problem").$type<McpProblem>(),
  tools: jsonb("tools").notNull().$type<McpTool[]>().default([]),
  /** Counts changes of its address and its secret. */
  revision: integer("revision").notNull().default(1),
  checkedAt: timestamp("checked_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const mcpServerMigrations: readonly Migration[] = [
  {
    id: "0187-mcp-servers",
    sql: `create table mcp_servers (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      url text not null,
      header text not null,
      sealed text,
      state text not null default 'new',
      problem text,
      tools jsonb not null default '[]',
      revision integer not null default 1,
      checked_at timestamptz,
      created_at timestamptz not null default now(),
      unique (workspace_id, name)
    );
    ${tenantTable("mcp_servers")}`,
  },
];
