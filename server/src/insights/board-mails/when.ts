/** When a board is due, and which days it tells of then. Pure. */
import type { BoardMailDraft } from "@ongea/contract";
import { localDay, momentOf } from "../../platform/time/local-time.ts";

export type Rhythm = Pick<BoardMailDraft, "every" | "hour" | "weekday" | "month_day" | "time_zone">;

const DAY_MS = 86_400_000;
/** From the first of a month to the last of the next. */
const MOST_DAYS_AHEAD = 62;

/** The first moment after this one. An hour that a change of clocks leaves out is that far later; one that comes twice is one moment. */
export function dueAfter(rhythm: Rhythm, after: Date): Date {
  const today = localDay(after, rhythm.time_zone);
  for (let ahead = 0; ahead <= MOST_DAYS_AHEAD; ahead++) {
    const day = new Date(today.getTime() + ahead * DAY_MS);
    const due = momentOf(day, rhythm.hour * 60, rhythm.time_zone);
    if (isDueOn(rhythm, day) && due > after) return due;
  }
  throw new Error("A board is due within two months");
}

/** The latest moment up to now at which it was due, of those that were missed while no server ran. */
export function latestDue(rhythm: Rhythm, missed: Date, now: Date): Date {
  const today = localDay(now, rhythm.time_zone);
  for (let back = 0; back <= MOST_DAYS_AHEAD; back++) {
    const day = new Date(today.getTime() - back * DAY_MS);
    const due = momentOf(day, rhythm.hour * 60, rhythm.time_zone);
    if (isDueOn(rhythm, day) && due <= now) return due > missed ? due : missed;
  }
  return missed;
}

/** So many whole days, the last of them before the day on which it is due. */
export function periodBefore(due: Date, days: number, timeZone: string): { from: Date; to: Date; first: Date; last: Date } {
  const today = localDay(due, timeZone);
  const first = new Date(today.getTime() - days * DAY_MS);
  return {
    from: momentOf(first, 0, timeZone),
    to: momentOf(today, 0, timeZone),
    first,
    last: new Date(today.getTime() - DAY_MS),
  };
}

/** Days of the rhythm that ends with this day: of a month as many as the one before has. */
export function daysSince({ every, time_zone: timeZone }: Rhythm, due: Date): number {
  if (every !== "month") return every === "day" ? 1 : 7;
  const today = localDay(due, timeZone);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).getUTCDate();
}

function isDueOn({ every, weekday, month_day: monthDay }: Rhythm, day: Date): boolean {
  if (every === "day") return true;
  if (every === "week") return (day.getUTCDay() || 7) === weekday;
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(monthDay, lastOfMonth);
}
