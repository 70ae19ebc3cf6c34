/** A value reader for tests: English weekdays, dates and times as they are written, digits, capitalised names, a bare yes or no. */
import type { ValueReader } from "../ports.ts";

const DAYS = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"];
const MS_A_DAY = 86_400_000;

export function plainValues(): ValueReader {
  return {
    read(text, kind, { localTime }) {
      switch (kind) {
        case "date":
          return [...(text.match(/\d{4}-\d\d-\d\d/g) ?? []), ...weekdaysIn(text, localTime.slice(0, 10))];
        case "time":
          return text.match(/(?<!\d)\d{1,2}:\d\d(?!\d)/g) ?? [];
        case "number":
        case "money":
          return (text.match(/(?<![\d:-])\d+(?![\d:-])/g) ?? []).map(Number);
        case "phone":
          return text.match(/\+?\d{7,15}/g) ?? [];
        case "name":
          return text.match(/\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/gu) ?? [];
        case "email":
          return text.match(/\S+@\S+\.\w+/g) ?? [];
        case "code":
          return text.match(/\b(?=\w*\d)\w{3,}\b/g) ?? [];
        case "yes-no":
          return /^\s*(?:yes|correct)\b/i.test(text) ? [true] : /^\s*no\b/i.test(text) ? [false] : [];
      }
    },
  };
}

/** The next day of that name, today's not counted. */
function weekdaysIn(text: string, today: string): string[] {
  const since = daysOf(today);
  return [...text.toLowerCase().matchAll(/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/g)].map(([name]) => {
    const ahead = (DAYS.indexOf(name) - (since % 7) + 7) % 7 || 7;
    return dayOf(since + ahead);
  });
}

function daysOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  let days = date - 1;
  for (let one = 1970; one < year; one++) days += isLeap(one) ? 366 : 365;
  for (let one = 1; one < month; one++) days += lengthOf(year, one);
  return days;
}

function dayOf(since: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "UTC" }).format(since * MS_A_DAY);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function lengthOf(year: number, month: number): number {
  return [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
