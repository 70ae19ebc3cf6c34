/** When a business is open, and which times of a day can be booked. Days and times are local to the business. */
import { z } from "zod";
import { formatMinute, parseMinute } from "../../platform/time/local-time.ts";

const span = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d$/);
const spans = z.array(span).max(4).default([]);

const HOLIDAY = /^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

export const Calendar = z.looseObject({
  opening_hours: z.object({ mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans }),
  slot_minutes: z.number().int().min(5).max(480).default(30),
  /** Days on which it is closed whatever day of the week they are: `2026-12-25`, or `12-25` of every year. */
  holidays: z.array(z.string().regex(HOLIDAY)).max(200).default([]),
});
export type Calendar = z.output<typeof Calendar>;

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** The spans of a day, as minutes since midnight. */
export function spansOf(calendar: Calendar, day: string): { fromMinute: number; toMinute: number }[] {
  if (calendar.holidays.some((holiday) => day.endsWith(holiday))) return [];
  const weekday = DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "sun";
  return calendar.opening_hours[weekday].map((text) => {
    const [from = "", to = ""] = text.split("-");
    return { fromMinute: parseMinute(from), toMinute: parseMinute(to) };
  });
}

/** As they are written: `["08:00-12:00", "14:00-17:00"]`. */
export function hoursOn(calendar: Calendar, day: string): string[] {
  return spansOf(calendar, day).map(({ fromMinute, toMinute }) => `${formatMinute(fromMinute)}-${formatMinute(toMinute)}`);
}

/** Every time of a day at which an appointment can begin. */
export function slotsOf(calendar: Calendar, day: string): string[] {
  return spansOf(calendar, day).flatMap(({ fromMinute, toMinute }) => {
    const count = Math.max(0, Math.floor((toMinute - fromMinute) / calendar.slot_minutes));
    return Array.from({ length: count }, (_, index) => formatMinute(fromMinute + index * calendar.slot_minutes));
  });
}

/** Whether it is open when something at this time of that day begins. */
export function isOpenAt(calendar: Calendar, day: string, time: string): boolean {
  const minute = parseMinute(time);
  return spansOf(calendar, day).some(({ fromMinute, toMinute }) => minute >= fromMinute && minute < toMinute);
}
