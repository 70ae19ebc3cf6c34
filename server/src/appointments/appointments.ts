import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Calendar, isRealDay, localNow, minuteOf, slotsOf } from "./opening-hours.ts";
import type { AppointmentStore } from "./store.ts";

/** What a tool answers a mind with; `ok` is false when the wish could not be met. */
export interface ToolAnswer {
  ok: boolean;
  result: Record<string, unknown>;
}

/** Whose appointments, and what the clock says there. */
export interface Desk {
  workspaceId: string;
  agentId: string;
  /** Null: made by hand, in no call. */
  callId: string | null;
  timeZone: string;
  calendar: unknown;
}

export interface Appointments {
  check(desk: Desk, given: unknown): Promise<ToolAnswer>;
  book(desk: Desk, given: unknown): Promise<ToolAnswer>;
}

const day = z.string().refine(isRealDay, "no such day");
const time = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/, "no such time");
const Wish = z.looseObject({ date: day, time: time.optional() });
const Booking = z.looseObject({
  name: z.string().trim().min(1).max(200),
  phone: z.string().trim().max(40).optional(),
  date: day,
  time,
  reason: z.string().trim().max(500).optional(),
});

const FURTHEST_DAYS = 366;
const OFFERED_TIMES = 4;
const OFFERED_DAYS = 14;

/** `now` is the wall clock. */
export function createAppointments(store: AppointmentStore, now: () => Date): Appointments {
  return {
    async check(desk, given) {
      const wish = Wish.safeParse(given);
      if (!wish.success) return impossible(wish.error);
      const { date, time: wished } = wish.data;
      const free = await freeTimes(desk, date);
      const near = nearest(free, wished).slice(0, OFFERED_TIMES);
      if (free.length === 0) return { ok: true, result: { date, available: false, ...(await closedOrFull(desk, date)) } };
      if (wished === undefined) return { ok: true, result: { date, available: true, free: near } };
      const fits = free.includes(padded(wished));
      return { ok: true, result: { date, time: padded(wished), available: fits, ...(fits ? {} : { free: near }) } };
    },
    async book(desk, given) {
      const booking = Booking.safeParse(given);
      if (!booking.success) return impossible(booking.error);
      const { name, phone, date, reason } = booking.data;
      const at = padded(booking.data.time);
      const free = await freeTimes(desk, date);
      if (!free.includes(at))
        return { ok: false, result: { booked: false, date, time: at, ...(await whyNot(desk, date, at, free)) } };
      const id = randomUUID();
      const details = { name, phone: phone ?? null, reason: reason ?? null };
      const isOurs = await store.add({ id, ...whose(desk), callId: desk.callId, day: date, time: at, ...details });
      if (!isOurs) {
        const others = free.filter((slot) => slot !== at);
        const offered = nearest(others, at).slice(0, OFFERED_TIMES);
        return { ok: false, result: { booked: false, date, time: at, reason: "taken", free: offered } };
      }
      return { ok: true, result: { booked: true, reference: id.slice(0, 4).toUpperCase(), name, date, time: at } };
    },
  };

  async function freeTimes(desk: Desk, date: string): Promise<string[]> {
    const today = localNow(desk.timeZone, now());
    if (date < today.day || daysBetween(today.day, date) > FURTHEST_DAYS) return [];
    const taken = new Set(await store.takenTimes(whose(desk), date));
    const isToday = date === today.day;
    return slotsOf(Calendar.parse(desk.calendar), date).filter(
      (slot) => !taken.has(slot) && (!isToday || minuteOf(slot) > today.minute),
    );
  }

  async function whyNot(desk: Desk, date: string, at: string, free: string[]): Promise<Record<string, unknown>> {
    if (free.length === 0) return closedOrFull(desk, date);
    const isOpenThen = slotsOf(Calendar.parse(desk.calendar), date).includes(at);
    return { reason: isOpenThen ? "taken" : "closed_then", free: nearest(free, at).slice(0, OFFERED_TIMES) };
  }

  async function closedOrFull(desk: Desk, date: string): Promise<Record<string, unknown>> {
    const today = localNow(desk.timeZone, now()).day;
    if (date < today) return { reason: "past" };
    if (daysBetween(today, date) > FURTHEST_DAYS) return { reason: "too_far" };
    const reason = slotsOf(Calendar.parse(desk.calendar), date).length === 0 ? "closed" : "full";
    for (let ahead = 1; ahead <= OFFERED_DAYS; ahead++) {
      const other = addDays(date, ahead);
      const free = await freeTimes(desk, other);
      if (free.length > 0) return { reason, next: { date: other, free: free.slice(0, OFFERED_TIMES) } };
    }
    return { reason };
  }
}

function impossible(error: z.ZodError): ToolAnswer {
  const complaints = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  return { ok: false, result: { booked: false, reason: "not_understood", complaints } };
}

/** Those nearest to the wished time first, the earlier of two equals first; without a wish in order. */
function nearest(times: readonly string[], wished: string | undefined): string[] {
  if (wished === undefined) return [...times];
  const distance = (slot: string): number => Math.abs(minuteOf(slot) - minuteOf(wished));
  return times.toSorted((a, b) => distance(a) - distance(b) || minuteOf(a) - minuteOf(b));
}

function padded(clock: string): string {
  return clock.padStart(5, "0");
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function whose({ workspaceId, agentId }: Desk): { workspaceId: string; agentId: string } {
  return { workspaceId, agentId };
}
