/** Which times are free, here or in a calendar elsewhere, within the hours of the business; and why one is not. */
import { Calendar, isOpenAt, localNow, minuteOf, slotsOf, spansOf } from "./opening-hours.ts";
import type { AppointmentStore } from "./store.ts";

/** Whose appointments, and what the clock says there. */
export interface Desk {
  workspaceId: string;
  agentId: string;
  /** Null: made by hand, in no call. */
  callId: string | null;
  timeZone: string;
  calendar: unknown;
  /** Who calls, or is called; "" where no number is shown. */
  callerNumber?: string | undefined;
  /** ISO 3166: of numbers that are said without a country's code. */
  country?: string | undefined;
  /** Where appointments are kept instead of here. */
  elsewhere?: CalendarElsewhere | undefined;
}

/** A calendar of somebody else's. What it does not answer in time is `undefined`. */
export interface CalendarElsewhere {
  /** By day, both ends included; times are local to the business. */
  free(from: string, to: string): Promise<ReadonlyMap<string, readonly FreeTime[]> | undefined>;
  book(wish: BookingElsewhere): Promise<{ uid: string } | "taken" | undefined>;
  /** `gone`: it is no longer there. */
  cancel(uid: string): Promise<"cancelled" | "gone" | undefined>;
  /** It may be called otherwise afterwards. */
  move(uid: string, startsAt: string): Promise<{ uid: string } | "taken" | "gone" | undefined>;
}

export interface FreeTime {
  time: string;
  startsAt: string;
}

export interface BookingElsewhere {
  startsAt: string;
  name: string;
  phone?: string | undefined;
  notes?: string | undefined;
}

/** Nobody can say whether there is room: nothing is promised. */
export class Unreachable extends Error {
  constructor(message = "The calendar cannot be reached at the moment.") {
    super(message);
  }
}

const FURTHEST_DAYS = 366;
export const OFFERED_TIMES = 4;
const OFFERED_DAYS = 14;

export interface FreeTimes {
  on(desk: Desk, date: string): Promise<readonly FreeTime[]>;
  /** Of a time that is none of those that are free. */
  whyNot(desk: Desk, date: string, at: string, free: readonly string[]): Promise<Record<string, unknown>>;
  /** Of a day that has none, with the next one that has. */
  closedOrFull(desk: Desk, date: string): Promise<Record<string, unknown>>;
}

export function createFreeTimes(store: Pick<AppointmentStore, "takenTimes">, now: () => Date): FreeTimes {
  return { on: freeOn, whyNot, closedOrFull };

  async function freeOn(desk: Desk, date: string): Promise<readonly FreeTime[]> {
    return (await freeBetween(desk, date, date)).get(date) ?? [];
  }

  /** Only days that are open and can be booked are there. */
  async function freeBetween(desk: Desk, from: string, to: string): Promise<Map<string, FreeTime[]>> {
    const today = localNow(desk.timeZone, now());
    const calendar = Calendar.parse(desk.calendar);
    const days = daysFrom(from, to).filter((day) => day >= today.day && daysBetween(today.day, day) <= FURTHEST_DAYS);
    const [first] = days;
    const last = days.at(-1);
    const found = new Map<string, FreeTime[]>();
    if (first === undefined || last === undefined) return found;
    const given = desk.elsewhere && (await desk.elsewhere.free(first, last));
    if (desk.elsewhere && !given) throw new Unreachable();
    for (const day of days) {
      const all = given ? (given.get(day) ?? []).filter(({ time: at }) => isOpenAt(calendar, day, at)) : await ours(desk, day);
      const open = all.filter(({ time: at }) => day !== today.day || minuteOf(at) > today.minute);
      if (open.length > 0) found.set(day, open);
      // One is enough, and each of ours is a question to the database.
      if (!given && open.length > 0) break;
    }
    return found;
  }

  async function ours(desk: Desk, day: string): Promise<FreeTime[]> {
    const slots = slotsOf(Calendar.parse(desk.calendar), day);
    if (slots.length === 0) return [];
    const taken = new Set(await store.takenTimes(whose(desk), day));
    return slots.filter((slot) => !taken.has(slot)).map((slot) => ({ time: slot, startsAt: "" }));
  }

  async function whyNot(desk: Desk, date: string, at: string, free: readonly string[]): Promise<Record<string, unknown>> {
    if (free.length === 0) return closedOrFull(desk, date);
    const calendar = Calendar.parse(desk.calendar);
    const isOpenThen = desk.elsewhere ? isOpenAt(calendar, date, at) : slotsOf(calendar, date).includes(at);
    return { reason: isOpenThen ? "taken" : "closed_then", free: nearest(free, at).slice(0, OFFERED_TIMES) };
  }

  async function closedOrFull(desk: Desk, date: string): Promise<Record<string, unknown>> {
    const today = localNow(desk.timeZone, now()).day;
    if (date < today) return { reason: "past" };
    if (daysBetween(today, date) > FURTHEST_DAYS) return { reason: "too_far" };
    const reason = spansOf(Calendar.parse(desk.calendar), date).length === 0 ? "closed" : "full";
    const ahead = await freeBetween(desk, addDays(date, 1), addDays(date, OFFERED_DAYS));
    const [next] = ahead;
    if (!next) return { reason };
    const [day, free] = next;
    return { reason, next: { date: day, free: timesOf(free).slice(0, OFFERED_TIMES) } };
  }
}

/** Those nearest to the wished time first, the earlier of two equals first; without a wish in order. */
export function nearest(times: readonly string[], wished: string | undefined): string[] {
  if (wished === undefined) return [...times];
  const distance = (slot: string): number => Math.abs(minuteOf(slot) - minuteOf(wished));
  return times.toSorted((a, b) => distance(a) - distance(b) || minuteOf(a) - minuteOf(b));
}

export const timesOf = (free: readonly FreeTime[]): string[] => free.map(({ time: at }) => at);

function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, ahead) => addDays(from, ahead));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function whose({ workspaceId, agentId }: Desk): { workspaceId: string; agentId: string } {
  return { workspaceId, agentId };
}
