/** When the business is open, read out of its own sentences: "We are open Monday to Friday from 8:00 to 17:00 and on Saturday from 9 to 1 pm". */
import { addDays, weekdayOf } from "../spoken/calendar.ts";
import type { Fact } from "./facts.ts";
import { plain } from "../spoken/plain.ts";
import { DAYS } from "../spoken/dates.ts";

export interface OpenSpan {
  fromMinute: number;
  toMinute: number;
}

/** Seven entries, Sunday first; `undefined`: closed. */
export type OpeningHours = readonly (OpenSpan | undefined)[];

const DAY =
  "sundays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|weekdays?|weekends?|every day|daily|jumapili|jumatatu|jumanne|jumatano|alhamisi|ijumaa|jumamosi|dimanche|lundi|mardi|mercredi|jeudi|vendredi|samedi";
const TIME = String.raw`(\d{1,2})(?::(\d\d))?\s*(am|pm|a m|p m|(?:in the )?(?:morning|afternoon|evening)|noon)?`;
const SPAN = new RegExp(String.raw`${TIME}\s*(?:to|until|till|-|–|hadi|à|a|and)\s*${TIME}`);
const RANGE = new RegExp(String.raw`(${DAY})(?:\s*(?:to|through|until|till|-|hadi|à|au)\s*(${DAY}))?`, "g");

/** `undefined` when no sentence says it. */
export function openingHours(facts: readonly Fact[]): OpeningHours | undefined {
  const week: (OpenSpan | undefined)[] = Array.from({ length: 7 }, () => undefined);
  let found = false;
  for (const { text } of facts) {
    if (!/\b(open|opening|hours|closed|wazi|fungua|ouvert|ouverts|horaires)\b/i.test(text)) continue;
    for (const { days, span } of statementsIn(plain(text))) {
      days.forEach((day) => (week[day] = span));
      found ||= span !== undefined && days.length > 0;
    }
  }
  return found ? week : undefined;
}

/** Days gather until a span of time closes them; after "closed" each day stands alone. */
function statementsIn(sentence: string): { days: number[]; span: OpenSpan | undefined }[] {
  const statements: { days: number[]; span: OpenSpan | undefined }[] = [];
  let days: number[] = [];
  let closed = false;
  const parts = new RegExp(
    `(closed|imefungwa|tumefunga|fermée?s?)|(open|wazi|ouverts?)|(?:${RANGE.source})|(?:${SPAN.source})`,
    "g",
  );
  for (const match of sentence.matchAll(parts)) {
    const [text, isClosed, isOpenWord] = match;
    if (isClosed || isOpenWord) closed = isClosed !== undefined;
    else if (!/^\d/.test(text)) {
      if (closed) statements.push({ days: daysIn(text), span: undefined });
      else days.push(...daysIn(text));
    } else {
      const span = spanIn(text);
      if (span) statements.push({ days, span });
      days = [];
      closed = false;
    }
  }
  return statements;
}

export function isOpen(hours: OpeningHours, day: string, minute: number): boolean {
  const span = hours[weekdayOf(day)];
  return span !== undefined && minute >= span.fromMinute && minute < span.toMinute;
}

/** The first open day from `day` on; `undefined` when there is none in two weeks. */
export function nextOpenDay(hours: OpeningHours, day: string): string | undefined {
  for (let ahead = 0; ahead < 14; ahead++) {
    const candidate = addDays(day, ahead);
    if (hours[weekdayOf(candidate)]) return candidate;
  }
  return undefined;
}

function daysIn(text: string): number[] {
  const days = new Set<number>();
  for (const match of text.matchAll(RANGE)) {
    const from = numbersOf(match[1]!);
    const to = match[2] ? numbersOf(match[2]) : undefined;
    if (!to) from.forEach((day) => days.add(day));
    else
      for (let day = from[0]!; ; day = (day + 1) % 7) {
        days.add(day);
        if (day === to[0]) break;
      }
  }
  return [...days];
}

function numbersOf(name: string): number[] {
  if (/^every|^daily/.test(name)) return [0, 1, 2, 3, 4, 5, 6];
  if (name.startsWith("weekday")) return [1, 2, 3, 4, 5];
  if (name.startsWith("weekend")) return [6, 0];
  return [DAYS[name] ?? DAYS[name.replace(/s$/, "")] ?? 0];
}

function spanIn(text: string): OpenSpan | undefined {
  const match = SPAN.exec(text);
  if (!match) return undefined;
  const [, h1, m1 = "0", half1, h2, m2 = "0", half2] = match;
  const to = hour24(Number(h2), half2) * 60 + Number(m2);
  const from = hour24(Number(h1), half1 ?? (half2?.startsWith("a") ? "am" : undefined)) * 60 + Number(m1);
  // "8 to 5": the second lies later in the day.
  const toMinute = to <= from && to <= 720 ? to + 720 : to;
  return toMinute > from && toMinute <= 1_440 ? { fromMinute: from, toMinute } : undefined;
}

function hour24(hour: number, half: string | undefined): number {
  if (half?.endsWith("afternoon") || half?.endsWith("evening") || half?.startsWith("p")) return (hour % 12) + 12;
  if (half?.endsWith("morning") || half?.startsWith("a")) return hour % 12;
  return hour;
}
