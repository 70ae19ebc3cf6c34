/** The days of a period in somebody's time zone, the first and the last in part. Pure. */
import { localTime } from "../../../platform/time/local-time.ts";

/** `YYYY-MM-DD`, in order. `to`: not in it any more. */
export function daysBetween(from: string, to: string, timeZone: string): string[] {
  const last = localTime(new Date(Date.parse(to) - 1), timeZone).day;
  const days: string[] = [];
  for (let { day } = localTime(new Date(from), timeZone); day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** Of the calendar, whatever clocks do on it. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
