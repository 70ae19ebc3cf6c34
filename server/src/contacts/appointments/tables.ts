import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";

export const appointments = pgTable("appointments", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id").notNull(),
  callId: uuid("call_id"),
  /** `YYYY-MM-DD` and `HH:MM`, local to the business. */
  day: text("day").notNull(),
  time: text("time").notNull(),
  name: text("name").notNull(),
  phone: text("phone"),
  reason: text("reason"),
  /** The number that called, or was called, when it was booked. */
  caller: text("caller"),
  /** How a calendar elsewhere calls it; null: it is kept here. */
  externalUid: text("elsewhere_uid"),
  cancelledAt: timestamp("cancelled_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const appointmentMigrations: readonly Migration[] = [
  {
    id: "0004-appointments",
    sql: `create table appointments (
      id uuid primary key,
      agent_id uuid not null references agents (id) on delete cascade,
      call_id uuid references executions (id) on delete set null,
      day text not null,
      time text not null,
      name text not null,
      phone text,
      reason text,
      created_at timestamptz not null default now(),
      unique (agent_id, day, time)
    )`,
  },
  {
    id: "0027-appointments-of-call",
    sql: "create index appointments_of_call on appointments (call_id) where call_id is not null",
  },
];

/** After the rows have their workspace. */
export const appointmentChangeMigrations: readonly Migration[] = [
  {
    id: "0113-appointments-changed",
    sql: `alter table appointments add column caller text, add column elsewhere_uid text, add column cancelled_at timestamptz;
      alter table appointments drop constraint appointments_agent_id_day_time_key;
      create unique index appointments_kept_here on appointments (agent_id, day, time)
        where cancelled_at is null and elsewhere_uid is null;
      create index appointments_of_agent on appointments (agent_id, day)`,
  },
];
