import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { appointments } from "./tables.ts";

export type Appointment = Omit<typeof appointments.$inferSelect, "createdAt" | "cancelledAt">;
/** One that a caller has, or had: they may ask twice that it is cancelled. */
export type KnownAppointment = Appointment & { isCancelled: boolean };

interface Owner {
  workspaceId: string;
  agentId: string;
}

export interface When {
  day: string;
  time: string;
}

export interface AppointmentStore {
  takenTimes(of: Owner, day: string): Promise<string[]>;
  /** False when someone else had the same time first: the database decides. */
  add(appointment: Appointment): Promise<boolean>;
  /** Those whose telephone number, or the number that booked, ends with these digits; the earliest first. */
  endingWith(of: Owner, fromDay: string, digits: string): Promise<KnownAppointment[]>;
  /** In this call. */
  bookedIn(of: Owner, callId: string): Promise<KnownAppointment[]>;
  /** False: it is no longer then, or is cancelled already. */
  cancel(of: Owner, id: string, when: When): Promise<boolean>;
  /** The old time is free at the moment in which the new one is taken. */
  /** What was booked in a call: `made` rewrites what was said, `known` the number that called. */
  rewriteOfCall(call: { id: string; workspaceId: string }, made: Rewrite, known: Rewrite): Promise<void>;
  move(of: Owner, id: string, change: { from: When; to: When; externalUid: string | null }): Promise<"moved" | "taken" | "gone">;
}

type Rewrite = (text: string) => string;

const MOST_OF_ONE = 50;
const UNIQUE_VIOLATION = "23505";
const DatabaseFault = z.object({ code: z.string() }).or(z.object({ cause: z.object({ code: z.string() }) }));

export function createAppointmentStore(tenancy: Tenancy): AppointmentStore {
  const { workspaceId: workspace, agentId: agent, id, day, time, phone, caller, externalUid, cancelledAt } = appointments;
  const of = (owner: Owner) => and(eq(workspace, owner.workspaceId), eq(agent, owner.agentId));
  const isThen = (owner: Owner, one: string, when: When) =>
    and(of(owner), eq(id, one), eq(day, when.day), eq(time, when.time), isNull(cancelledAt));
  const digitsOf = (column: typeof phone | typeof caller) => sql`regexp_replace(coalesce(${column}, ''), '\\D', '', 'g')`;
  return {
    async takenTimes(owner, on) {
      const rows = await tenancy
        .of(owner.workspaceId)
        .select({ time })
        .from(appointments)
        .where(and(of(owner), eq(day, on), isNull(cancelledAt), isNull(externalUid)));
      return rows.map((row) => row.time);
    },
    async add(appointment) {
      const db = tenancy.of(appointment.workspaceId);
      const added = await db.insert(appointments).values(appointment).onConflictDoNothing().returning({ id });
      return added.length > 0;
    },
    async endingWith(owner, fromDay, digits) {
      const ends = (column: typeof phone | typeof caller) => sql`right(${digitsOf(column)}, ${digits.length}::int) = ${digits}`;
      const rows = await tenancy
        .of(owner.workspaceId)
        .select()
        .from(appointments)
        .where(and(of(owner), gte(day, fromDay), or(ends(phone), ends(caller))))
        .orderBy(asc(day), asc(time))
        .limit(MOST_OF_ONE);
      return rows.map(({ cancelledAt: at, ...row }) => ({ ...row, isCancelled: at !== null }));
    },
    async bookedIn(owner, inCall) {
      const db = tenancy.of(owner.workspaceId);
      const ofCall = and(of(owner), eq(appointments.callId, inCall));
      const rows = await db.select().from(appointments).where(ofCall).orderBy(asc(day), asc(time)).limit(MOST_OF_ONE);
      return rows.map(({ cancelledAt: at, ...row }) => ({ ...row, isCancelled: at !== null }));
    },
    async cancel(owner, one, when) {
      const db = tenancy.of(owner.workspaceId);
      const cancelled = await db
        .update(appointments)
        .set({ cancelledAt: new Date() })
        .where(isThen(owner, one, when))
        .returning({ id });
      return cancelled.length > 0;
    },
    rewriteOfCall: (call, made, known) => rewriteOfCall(tenancy, call, { made, known }),
    async move(owner, one, { from, to, externalUid: uid }) {
      const db = tenancy.of(owner.workspaceId);
      try {
        const moved = await db
          .update(appointments)
          .set({ ...to, externalUid: uid })
          .where(isThen(owner, one, from))
          .returning({ id });
        return moved.length > 0 ? "moved" : "gone";
      } catch (error) {
        const fault = DatabaseFault.safeParse(error).data;
        const code = fault && ("cause" in fault ? fault.cause.code : fault.code);
        if (code === UNIQUE_VIOLATION) return "taken";
        throw error;
      }
    },
  };
}

async function rewriteOfCall(
  tenancy: Tenancy,
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  { made, known }: Record<"made" | "known", Rewrite>,
): Promise<void> {
  const db = tenancy.of(workspaceId);
  const ofCall = and(eq(appointments.workspaceId, workspaceId), eq(appointments.callId, callId));
  const orNull = (text: string | null, rewrite: Rewrite): string | null => (text === null ? null : rewrite(text));
  for (const row of await db.select().from(appointments).where(ofCall)) {
    const said = { name: made(row.name), phone: orNull(row.phone, made), reason: orNull(row.reason, made) };
    await db
      .update(appointments)
      .set({ ...said, caller: orNull(row.caller, known) })
      .where(and(ofCall, eq(appointments.id, row.id)));
  }
}
