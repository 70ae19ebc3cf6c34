import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../../platform/database/migrate.ts";
import { tenantTable } from "../../../platform/database/tenancy.ts";

/** Entries of journals as they were before they were masked, sealed. They go with the call, and with its words. */
export const wholeEntries = pgTable(
  "whole_entries",
  {
    workspaceId: uuid("workspace_id").notNull(),
    callId: uuid("call_id").notNull(),
    position: integer("position").notNull(),
    sealed: text("sealed").notNull(),
  },
  ({ callId, position }) => [primaryKey({ columns: [callId, position] })],
);

export const wholeEntryMigrations: readonly Migration[] = [
  {
    id: "0241-whole-entries",
    sql: `create table whole_entries (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id uuid not null references executions (id) on delete cascade,
      position integer not null,
      sealed text not null,
      primary key (call_id, position)
    );
    ${tenantTable("whole_entries")}`,
  },
];
