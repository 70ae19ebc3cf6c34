/** Days as numbers, in the Gregorian calendar. Pure arithmetic: no clock and no time zone. */

export interface CivilDate {
  year: number;
  /** 1–12. */
  month: number;
  /** 1–31. */
  day: number;
}

/** Days since 1 January 1970. */
export type DayNumber = number;

/** A day, or `impossible`: it was named, and there is none ("the thirtieth of February", "Monday the first" where that is a Tuesday). */
export type SpokenDay = DayNumber | "impossible";

export const DAYS_A_WEEK = 7;
export const THURSDAY = 4;

/** By the algorithm of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (days_from_civil). */
export function dayNumber({ year, month, day }: CivilDate): DayNumber {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** The inverse: civil_from_days of the same source. */
export function civilDate(days: DayNumber): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0);
  return { year, month: month < 10 ? month + 3 : month - 9, day };
}

/** 0 Sunday … 6 Saturday. */
export function weekdayOf(days: DayNumber): number {
  return (((days + THURSDAY) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;
}

export function daysInMonth(year: number, month: number): number {
  return (
    dayNumber(month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }) -
    dayNumber({ year, month, day: 1 })
  );
}

/** `undefined`: there is no such day. */
export function existingDay(date: CivilDate): DayNumber | undefined {
  const { year, month, day } = date;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return dayNumber(date);
}

/** Keeps the day of the month, or takes the month's last one where it is shorter. */
export function addMonths(days: DayNumber, months: number): DayNumber {
  const { year, month, day } = civilDate(days);
  const count = year * 12 + month - 1 + months;
  const at = { year: Math.floor(count / 12), month: (count % 12) + 1 };
  return dayNumber({ ...at, day: Math.min(day, daysInMonth(at.year, at.month)) });
}

/** YYYY-MM-DD. */
export function formatDay(days: DayNumber): string {
  const { year, month, day } = civilDate(days);
  return `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}`;
}

/** HH:MM of a minute of the day. */
export function formatMinute(minute: number): string {
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

/** Of `2026-11-26T10:00:00+03:00`: its day and minute as they are there. */
export function localMoment(localTime: string): { today: DayNumber; minute: number } | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(localTime);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const today = existingDay({ year, month, day });
  return today === undefined ? undefined : { today, minute: hour * 60 + minute };
}
