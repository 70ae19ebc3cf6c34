/** Dates as they are written in numbers: 2026-11-22, 22/11/2026, 22.11.2026, 22/11/26, with a time behind them or without. */

export interface CalendarDay {
  day: number;
  /** 1 is January. */
  month: number;
  year: number;
}

const ISO = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g;
const IN_ORDER = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/-])/g;
const SHORT = /(?<![\d/.-])(\d{1,2})\/(\d{1,2})\/(\d{2})(?![\d/-])/g;

/** A day that no calendar has is left as it was. The month comes first in the United States alone, and where nothing else is a day. */
export function withDates(text: string, language: string, say: (day: CalendarDay) => string): string {
  const monthFirst = language.toLowerCase() === "en-us";
  const spoken = (found: string, first: string, second: string, year: number): string => {
    const [a, b] = [Number(first), Number(second)];
    const order = monthFirst ? [dayOf(b, a, year), dayOf(a, b, year)] : [dayOf(a, b, year), dayOf(b, a, year)];
    const day = order.find((one) => one !== undefined);
    return day ? say(day) : found;
  };
  return text
    .replace(ISO, (found, ...[year, month, day, time]: (string | undefined)[]) => {
      const there = dayOf(Number(day), Number(month), Number(year));
      return there ? `${say(there)}${time ? `, ${time}` : ""}` : found;
    })
    .replace(IN_ORDER, (found, ...[first = "", , second = "", year]: string[]) => spoken(found, first, second, Number(year)))
    .replace(SHORT, (found, first: string, second: string, year: string) => spoken(found, first, second, 2_000 + Number(year)));
}

function dayOf(day: number, month: number, year: number): CalendarDay | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1_000 || year > 2_999) return undefined;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? { day, month, year } : undefined;
}

export function monthsOf(names: string): (month: number) => string {
  const months = names.split(" ");
  return (month) => months[month - 1] ?? String(month);
}
