import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Widget } from "@ongea/contract";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const widgets = pgTable("widgets", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  /** Public: whoever reads the page's source has it. */
  key: text("key").notNull(),
  name: text("name").notNull(),
  origins: jsonb("origins").$type<string[]>().notNull(),
  colour: text("colour").$type<Widget["colour"]>().notNull(),
  position: text("position").$type<Widget["position"]>().notNull(),
  label: text("label").notNull(),
  language: text("language").$type<Widget["language"]>(),
  callsAtOnce: integer("calls_at_once").$type<Widget["calls_at_once"]>().notNull(),
  callsPerHour: integer("calls_per_hour").$type<Widget["calls_per_hour"]>().notNull(),
  chat: boolean("chat").notNull().default(false),
  isActive: boolean("is_active").notNull().default(true),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const widgetMigrations: readonly Migration[] = [
  {
    id: "0088-widgets",
    sql: `create table widgets (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null references agents (id) on delete cascade,
      key text not null unique,
      name text not null,
      origins jsonb not null,
      colour text not null,
      position text not null,
      label text not null,
      language text,
      calls_at_once integer not null check (calls_at_once > 0),
      calls_per_hour integer not null check (calls_per_hour > 0),
      is_active boolean not null default true,
      created_at timestamptz not null default now()
    );
    create index widgets_of_workspace on widgets (workspace_id, created_at, id);
    ${tenantTable("widgets")}`,
  },
  { id: "0150-widget-chat", sql: "alter table widgets add column chat boolean not null default false" },
];
