import { and, eq } from "drizzle-orm";
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../platform/database/migrate.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";

const appointments = pgTable("appointments", {
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

export type Appointment = Omit<typeof appointments.$inferSelect, "createdAt">;

export interface AppointmentStore {
  takenTimes(of: { workspaceId: string; agentId: string }, day: string): Promise<string[]>;
  /** False when someone else had the same time first: the database decides. */
  add(appointment: Appointment): Promise<boolean>;
}

export function createAppointmentStore(tenancy: Tenancy): AppointmentStore {
  return {
    async takenTimes({ workspaceId, agentId }, day) {
      const { workspaceId: workspace, agentId: agent, day: on } = appointments;
      const rows = await tenancy
        .of(workspaceId)
        .select({ time: appointments.time })
        .from(appointments)
        .where(and(eq(workspace, workspaceId), eq(agent, agentId), eq(on, day)));
      return rows.map((row) => row.time);
    },
    async add(appointment) {
      const db = tenancy.of(appointment.workspaceId);
      const added = await db.insert(appointments).values(appointment).onConflictDoNothing().returning({ id: appointments.id });
      return added.length > 0;
    },
  };
}
