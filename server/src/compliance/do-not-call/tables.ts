import { pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const doNotCall = pgTable(
  "do_not_call",
  {
    workspaceId: uuid("workspace_id").notNull(),
    /** E.164. */
    number: text("number").notNull(),
    source: text("source").notNull().$type<"added" | "asked">(),
    callId: uuid("call_id"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.number] })],
);

/** After those of workspaces. A call that is deleted leaves the wish that was said in it. */
export const doNotCallMigrations: readonly Migration[] = [
  {
    id: "0060-do-not-call",
    sql: `create table do_not_call (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      number text not null,
      source text not null check (source in ('added', 'asked')),
      call_id uuid,
      created_at timestamptz not null default now(),
      primary key (workspace_id, number)
    );
    create index do_not_call_newest on do_not_call (workspace_id, created_at desc, number desc);
    ${tenantTable("do_not_call")}`,
  },
];
