/** Which times are free, here or in a calendar elsewhere, within the hours of the business; and why one is not. */
import { localTime, parseMinute } from "../../platform/time/local-time.ts";
import { Calendar, hoursOn, isOpenAt, slotsOf, spansOf } from "./opening-hours.ts";
import type { AppointmentStore } from "./store.ts";
import { addDays, daysBetween, daysFrom, weekdayName } from "./days.ts";

/** Whose appointments, and what the clock says there. */
export interface AppointmentContext {
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
  elsewhere?: ExternalCalendar | undefined;
}

/** A calendar of somebody else's. What it does not answer in time is `undefined`. */
export interface ExternalCalendar {
  /** By day, both ends included; times are local to the business. */
  free(from: string, to: string): Promise<ReadonlyMap<string, readonly FreeTime[]> | undefined>;
  book(wish: ExternalBooking): Promise<{ uid: string } | "taken" | undefined>;
  /** `gone`: it is no longer there. */
  cancel(uid: string): Promise<"cancelled" | "gone" | undefined>;
  /** It may be called otherwise afterwards. */
  move(uid: string, startsAt: string): Promise<{ uid: string } | "taken" | "gone" | undefined>;
}

export interface FreeTime {
  time: string;
  startsAt: string;
}

export interface ExternalBooking {
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
  on(context: AppointmentContext, date: string): Promise<readonly FreeTime[]>;
  /** Of a time that is none of those that are free. */
  whyNot(context: AppointmentContext, date: string, at: string, free: readonly string[]): Promise<Record<string, unknown>>;
  /** Of a day that has none, with the next one that has, and its times near the wished one. */
  closedOrFull(context: AppointmentContext, date: string, wished?: string): Promise<Record<string, unknown>>;
}

export function createFreeTimes(store: Pick<AppointmentStore, "takenTimes">, now: () => Date): FreeTimes {
  return { on: freeOn, whyNot, closedOrFull };

  async function freeOn(context: AppointmentContext, date: string): Promise<readonly FreeTime[]> {
    return (await freeBetween(context, date, date)).get(date) ?? [];
  }

  /** Only days that are open and can be booked are there. */
  async function freeBetween(context: AppointmentContext, from: string, to: string): Promise<Map<string, FreeTime[]>> {
    const today = localTime(now(), context.timeZone);
    const calendar = Calendar.parse(context.calendar);
    const days = daysFrom(from, to).filter((day) => day >= today.day && daysBetween(today.day, day) <= FURTHEST_DAYS);
    const [first] = days;
    const last = days.at(-1);
    const found = new Map<string, FreeTime[]>();
    if (first === undefined || last === undefined) return found;
    const given = context.elsewhere && (await context.elsewhere.free(first, last));
    if (context.elsewhere && !given) throw new Unreachable();
    for (const day of days) {
      const all = given ? (given.get(day) ?? []).filter(({ time: at }) => isOpenAt(calendar, day, at)) : await ours(context, day);
      const open = all.filter(({ time: at }) => day !== today.day || parseMinute(at) > today.minute);
      if (open.length > 0) found.set(day, open);
      // One is enough, and each of ours is a question to the database.
      if (!given && open.length > 0) break;
    }
    return found;
  }

  async function ours(context: AppointmentContext, day: string): Promise<FreeTime[]> {
    const slots = slotsOf(Calendar.parse(context.calendar), day);
    if (slots.length === 0) return [];
    const taken = new Set(await store.takenTimes(whose(context), day));
    return slots.filter((slot) => !taken.has(slot)).map((slot) => ({ time: slot, startsAt: "" }));
  }

  async function whyNot(
    context: AppointmentContext,
    date: string,
    at: string,
    free: readonly string[],
  ): Promise<Record<string, unknown>> {
    if (free.length === 0) return closedOrFull(context, date, at);
    const calendar = Calendar.parse(context.calendar);
    const isOpenThen = context.elsewhere ? isOpenAt(calendar, date, at) : slotsOf(calendar, date).includes(at);
    const why = isOpenThen ? { reason: "taken" } : { reason: "closed_then", open: hoursOn(calendar, date) };
    return { ...why, ...offered(free, at) };
  }

  async function closedOrFull(context: AppointmentContext, date: string, wished?: string): Promise<Record<string, unknown>> {
    const today = localTime(now(), context.timeZone).day;
    if (date < today) return { reason: "past" };
    if (daysBetween(today, date) > FURTHEST_DAYS) return { reason: "too_far" };
    const reason = spansOf(Calendar.parse(context.calendar), date).length === 0 ? "closed" : "full";
    const ahead = await freeBetween(context, addDays(date, 1), addDays(date, OFFERED_DAYS));
    const [next] = ahead;
    if (!next) return { reason };
    const [day, free] = next;
    return { reason, next: { date: day, weekday: weekdayName(day), ...offered(timesOf(free), wished) } };
  }
}

/** Those nearest to the wished time first, the earlier of two equals first; without a wish in order. */
export function nearest(times: readonly string[], wished: string | undefined): string[] {
  if (wished === undefined) return [...times];
  const distance = (slot: string): number => Math.abs(parseMinute(slot) - parseMinute(wished));
  return times.toSorted((a, b) => distance(a) - distance(b) || parseMinute(a) - parseMinute(b));
}

/** The nearest few, and how many more there are. */
export function offered(times: readonly string[], wished: string | undefined): { free: string[]; more_free?: number } {
  const free = nearest(times, wished).slice(0, OFFERED_TIMES);
  const more = times.length - free.length;
  return { free, ...(more > 0 ? { more_free: more } : {}) };
}

export const timesOf = (free: readonly FreeTime[]): string[] => free.map(({ time: at }) => at);

export function whose({ workspaceId, agentId }: AppointmentContext): { workspaceId: string; agentId: string } {
  return { workspaceId, agentId };
}
