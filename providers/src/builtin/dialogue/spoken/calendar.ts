/** Days and hours of the place where the assistant works. Days are `YYYY-MM-DD`, times `HH:MM`; no time zone is needed. */

export interface Moment {
  day: string;
  /** Minutes since midnight. */
  minute: number;
}

export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** From `2026-11-21T09:41:00+03:00`. */
export function momentOf(localTime: string): Moment {
  const [day = "1970-01-01", clock = "00:00"] = localTime.split("T");
  return { day, minute: minutesOf(clock.slice(0, 5)) };
}

export function addDays(day: string, days: number): string {
  return fromEpochDay(epochDay(day) + days);
}

export function weekdayOf(day: string): number {
  return (((epochDay(day) + 4) % 7) + 7) % 7;
}

/** `undefined` when there is no such day: 31 April, 29 February in most years. */
export function dayOf(year: number, month: number, date: number): string | undefined {
  const day = `${year}-${two(month)}-${two(date)}`;
  const valid = month >= 1 && month <= 12 && date >= 1 && date <= 31 && fromEpochDay(epochDay(day)) === day;
  return valid ? day : undefined;
}

export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}

export function timeOf(minute: number): string {
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Days since 1970-01-01 of the proleptic Gregorian calendar (H. Hinnant's algorithm `days_from_civil`). */
function epochDay(day: string): number {
  const [y = 1970, month = 1, date = 1] = day.split("-").map(Number);
  const year = month <= 2 ? y - 1 : y;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

function fromEpochDay(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const date = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return `${yearOfEra + era * 400 + (month <= 2 ? 1 : 0)}-${two(month)}-${two(date)}`;
}
