/** Whether a day and a time can be: against the calendar, the clock and the opening hours. */
import type { OpeningHours } from "../facts/opening-hours.ts";
import { isOpen, nextOpenDay } from "../facts/opening-hours.ts";
import type { Moment } from "../spoken/calendar.ts";
import { addDays, minutesOf, timeOf, weekdayOf } from "../spoken/calendar.ts";

export interface Today {
  now: Moment;
  hours?: OpeningHours | undefined;
  country?: string | undefined;
  /** Of the call, BCP 47. */
  language?: string | undefined;
}

export type VisitTrouble =
  | { kind: "day-past" }
  | { kind: "no-such-day" }
  | { kind: "time-past" }
  | { kind: "closed-day"; day: string; offer?: string }
  | { kind: "closed-hour"; day: string; fromMinute: number; toMinute: number };

/** Without opening hours, appointments are taken for these. */
const USUAL = { fromMinute: 8 * 60, toMinute: 17 * 60 };
/** Nobody books further ahead. */
const MOST_DAYS_AHEAD = 366;

/** A day that must lie ahead; `hours` where the business must be open then. */
export function checkDay(day: string, { now, hours }: Today): VisitTrouble | undefined {
  if (day < now.day) return { kind: "day-past" };
  if (day > addDays(now.day, MOST_DAYS_AHEAD)) return { kind: "no-such-day" };
  if (!hours || hours[weekdayOf(day)]) return undefined;
  const offer = nextOpenDay(hours, day);
  return { kind: "closed-day", day, ...(offer === undefined ? {} : { offer }) };
}

/** The hour of a visit on a day. */
export function checkTime(day: string, time: string, { now, hours }: Today): VisitTrouble | undefined {
  const minute = minutesOf(time);
  if (day === now.day && minute <= now.minute) return { kind: "time-past" };
  const span = hours?.[weekdayOf(day)];
  if (hours && span && !isOpen(hours, day, minute)) return { kind: "closed-hour", day, ...span };
  return undefined;
}

/** An hour that was said without "am" or "pm": the half of the day in which the business is open. */
export function settledTime(time: string, day: string | undefined, hours: OpeningHours | undefined): string {
  const span = (day === undefined ? undefined : hours?.[weekdayOf(day)]) ?? USUAL;
  if (!time.startsWith("~")) return time;
  const early = minutesOf(time.slice(1));
  const late = early + 720;
  const fits = (minute: number): boolean => minute >= span.fromMinute && minute < span.toMinute;
  if (fits(early)) return timeOf(early);
  if (fits(late)) return timeOf(late);
  return timeOf(early < 7 * 60 ? late : early);
}

/** Of a day that cannot be: "not a Sunday" is a day on which nobody works; "a Tuesday or a Friday" are days to choose from. */
export function otherWeekday(weekdays: readonly number[], day: string): VisitTrouble | { kind: "other-weekday" } {
  if (weekdays.length < MOST_DAYS_TOLD) return { kind: "other-weekday" };
  const offer = [1, 2, 3, 4, 5, 6].map((ahead) => addDays(day, ahead)).find((one) => weekdays.includes(weekdayOf(one)));
  return { kind: "closed-day", day, ...(offer === undefined ? {} : { offer }) };
}

const MOST_DAYS_TOLD = 5;
