import type { ThreadFile } from "@ongea/contract";
import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytes } from "../../platform/database/bytes.ts";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const threadFiles = pgTable("thread_files", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  messageId: uuid("message_id").notNull(),
  kind: text("kind").notNull().$type<ThreadFile["kind"]>(),
  /** As its sender calls it; empty: not at all. */
  name: text("name").notNull().default(""),
  /** By its bytes; empty: it is not here. */
  type: text("type").notNull().default(""),
  size: integer("size"),
  state: text("state").notNull().$type<ThreadFile["state"]>(),
  reason: text("reason").$type<ThreadFile["reason"]>(),
  /** As its provider names it. */
  providerRef: text("provider_ref"),
  bytes: bytes("bytes"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** After those of messages. */
export const threadFileMigrations: readonly Migration[] = [
  {
    id: "0211-thread-files",
    sql: `create table thread_files (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      message_id uuid not null references thread_messages (id) on delete cascade,
      kind text not null check (kind in ('image', 'audio', 'video', 'document')),
      name text not null default '',
      type text not null default '',
      size integer,
      state text not null check (state in ('waiting', 'stored', 'failed')),
      reason text,
      provider_ref text,
      bytes bytea,
      created_at timestamptz not null default now()
    );
    alter table thread_files alter column bytes set storage external;
    create index thread_files_of_message on thread_files (message_id);
    ${tenantTable("thread_files")}`,
  },
];
