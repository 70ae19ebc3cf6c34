import type { RetryConfig } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** `waiting` → `dialled`: the intent stands in the database before the telephone rings → `over`. */
export type PlanState = "waiting" | "dialled" | "over";

/** Calls that are dialled later; whom they ring stands in the call's own row. */
export const plannedCalls = pgTable("planned_calls", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  state: text("state").notNull().$type<PlanState>().default("waiting"),
  dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
  fromNumber: text("from_number"),
  /** Neither its assistant's hours nor its country's are looked at. */
  anyHour: boolean("any_hour").notNull(),
  retry: jsonb("retry").$type<RetryConfig>(),
  /** This one included. */
  attempt: integer("attempt").notNull().default(1),
  /** The call of the first attempt. */
  firstId: uuid("first_id").notNull(),
});

/** After those of workspaces and calls. */
export const plannedCallMigrations: readonly Migration[] = [
  {
    id: "0062-planned-calls",
    sql: `alter table executions add column scheduled_at timestamptz;
    create table planned_calls (
      id uuid primary key references executions (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'dialled', 'over')),
      due_at timestamptz not null,
      from_number text,
      any_hour boolean not null,
      retry jsonb,
      attempt integer not null default 1,
      first_id uuid not null
    );
    create index planned_calls_waiting on planned_calls (workspace_id) where state = 'waiting';
    create index planned_calls_of_first on planned_calls (first_id);
    ${tenantTable("planned_calls")}`,
  },
];
