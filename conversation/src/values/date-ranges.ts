/** Spans of days: "from Monday to Friday", "next week", "three nights from Friday", "January to March". Pure. */
import { shiftOf } from "./locale.ts";
import {
  addMonths,
  civilDate,
  dayNumber,
  daysInMonth,
  existingDay,
  formatDay,
  weekdayOf,
  type DayNumber,
  type SpokenDay,
} from "./calendar.ts";
import { daysIn } from "./dates.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import type { DayMatch } from "./month-days.ts";
import { addSpan, spanAt } from "./spans.ts";
import { hasUnit, isCorrected, skipSmall, type ValueMatch, type Utterance } from "./utterance.ts";
import { weekPhraseAt } from "./weekdays.ts";

/** Both days are part of it; one may be open. */
export interface DateRange {
  from?: string;
  to?: string;
}

interface Days {
  from?: DayNumber;
  to?: DayNumber;
}

export function readDateRange(utterance: Utterance): ValueMatch<DateRange> | undefined {
  const days =
    monthsIn(utterance) ??
    spanFromDay(utterance) ??
    lastDays(utterance) ??
    twoDays(utterance) ??
    wholeUnit(utterance) ??
    openEnd(utterance);
  if (!days) return undefined;
  const value = {
    ...(days.from === undefined ? {} : { from: formatDay(days.from) }),
    ...(days.to === undefined ? {} : { to: formatDay(days.to) }),
  };
  return { value, from: 0, to: utterance.tokens.length };
}

/** "from the first to the fifth of December"; after a correction the later end counts. */
function twoDays(utterance: Utterance): Days | undefined {
  const found = withBareStart(utterance, daysIn(utterance));
  const days = found.filter((day): day is ValueMatch<DayNumber> => day.value !== "impossible");
  const [start, ...others] = days;
  const [second] = others;
  const end = others.at(-1);
  if (!start || !second || !end || days.length < found.length) return undefined;
  const isCorrection = others.length > 1 && isCorrected(utterance.tokens, second.to, end.from);
  if (others.length > 1 && !isCorrection) return undefined;
  const isConnected = utterance.tokens.slice(start.to, end.from).some((token) => isMarker(token, "until", "and"));
  if (!isConnected || utterance.tokens.slice(start.to, end.from).some((token) => isMarker(token, "or"))) return undefined;
  return ordered(startOf(start, end.value), end.value);
}

/** "du quatorze au dix-huit décembre": the first is a number alone. */
function withBareStart({ tokens }: Utterance, found: readonly ValueMatch<SpokenDay>[]): readonly ValueMatch<SpokenDay>[] {
  const [end] = found;
  const until = end ? tokens.findLastIndex((token, at) => at < end.from + 1 && isMarker(token, "until")) : -1;
  const number = tokens[until - 1]?.number;
  if (!end || end.value === "impossible" || until < 1 || number === undefined || found.length > 1) return found;
  const { year, month } = civilDate(end.value);
  const start = existingDay({ year, month, day: number });
  return start === undefined || start > end.value
    ? found
    : [
        { value: start, from: until - 1, to: until },
        { ...end, from: Math.max(end.from, until + 1) },
      ];
}

/** "The first to the fifth of December": the start borrows the month of the end. */
function startOf(start: ValueMatch<SpokenDay> & Partial<DayMatch>, end: DayNumber): DayNumber {
  const own = start.value === "impossible" ? end : start.value;
  if (start.bareDay === undefined) return own;
  const { year, month } = civilDate(end);
  const inMonth = existingDay({ year, month, day: start.bareDay });
  return inMonth !== undefined && inMonth <= end ? inMonth : own;
}

/** The end lies after the start: "the twentieth of December to the third of January". */
function ordered(from: DayNumber, to: DayNumber): Days | undefined {
  if (to >= from) return { from, to };
  const later = weekdayOf(to) === weekdayOf(to + 7) && from - to < 7 ? to + 7 : addMonths(to, from - to > 60 ? 12 : 1);
  return later >= from ? { from, to: later } : undefined;
}

/** "three nights from Friday", "two weeks starting Monday". */
function spanFromDay(utterance: Utterance): Days | undefined {
  const { tokens } = utterance;
  for (let at = 0; at < tokens.length; at++) {
    const span = spanAt(tokens, at);
    if (!span || !isMarker(tokens[span.to], "starting", "from")) continue;
    const day = daysIn(utterance).find(({ from }) => from > span.to);
    if (!day || day.value === "impossible") continue;
    const end = addSpan(day.value, span, 1);
    // Nights end on the morning after, other spans on their last day.
    if (end !== undefined) return { from: day.value, to: span.unit === "night" ? end : end - 1 };
  }
  return undefined;
}

/** "the last seven days". */
function lastDays({ tokens, today }: Utterance): Days | undefined {
  for (let at = 0; at < tokens.length; at++) {
    if (meaningOf(tokens[at], "direction")?.direction !== "last") continue;
    const span = spanAt(tokens, at + 1);
    const from = span && span.count > 1 ? addSpan(today, span, -1) : undefined;
    if (from !== undefined) return { from, to: today - 1 };
  }
  return undefined;
}

/** "January to March", "the whole of December", "next month", "last month". */
function monthsIn(utterance: Utterance): Days | undefined {
  const { tokens, today, expects } = utterance;
  const months = tokens.flatMap((token, at) => {
    const month = meaningOf(token, "month")?.month;
    const isDated =
      tokens[at - 1]?.ordinal !== undefined ||
      tokens[at - 1]?.number !== undefined ||
      tokens[at - 2]?.ordinal !== undefined ||
      tokens[at + 1]?.ordinal !== undefined;
    return month === undefined || isDated ? [] : [month];
  });
  const [first, last = first] = months;
  if (first === undefined || last === undefined || months.length > 2) return undefined;
  const { year, month } = civilDate(today);
  const isPast = expects === "past" || isStatement(utterance);
  const startYear = isPast ? (first > month ? year - 1 : year) : first < month ? year + 1 : year;
  const endYear = last < first ? startYear + 1 : startYear;
  return {
    from: dayNumber({ year: startYear, month: first, day: 1 }),
    to: dayNumber({ year: endYear, month: last, day: daysInMonth(endYear, last) }),
  };
}

/** A period that a paper is about has passed. */
function isStatement({ question }: Utterance): boolean {
  return /\b(?:statement|report|history|period|releve|taarifa)\b/.test(question);
}

/** "next week", "this weekend", "last month". */
function wholeUnit(utterance: Utterance): Days | undefined {
  const { tokens, today } = utterance;
  const monday = today - ((weekdayOf(today) + 6) % 7);
  for (let at = 0; at < tokens.length; at++) {
    const week = weekPhraseAt(utterance, at);
    if (week) return { from: monday + week.weeks * 7, to: monday + week.weeks * 7 + 6 };
    if (hasUnit(tokens[at], "weekend")) {
      const isNext = [tokens[at - 1], tokens[at + 1]].some((token) => shiftOf(meaningOf(token, "direction")?.direction) > 0);
      return { from: monday + 5 + (isNext ? 7 : 0), to: monday + 6 + (isNext ? 7 : 0) };
    }
    const direction = meaningOf(tokens[at], "direction")?.direction;
    const isMonth = (place: number): boolean => hasUnit(tokens[place], "month");
    if (direction === undefined || (!isMonth(at + 1) && !isMonth(at - 1))) continue;
    const { year, month } = civilDate(addMonths(today, shiftOf(direction)));
    return { from: dayNumber({ year, month, day: 1 }), to: dayNumber({ year, month, day: daysInMonth(year, month) }) };
  }
  return undefined;
}

/** "from Friday", "until Sunday": where it begins or ends, and no more. */
function openEnd(utterance: Utterance): Days | undefined {
  const [day, ...others] = daysIn(utterance);
  if (!day || day.value === "impossible" || others.length > 0) return undefined;
  let at = day.from - 1;
  while (at > 0 && skipSmall(utterance.tokens, at) > at) at--;
  const led = utterance.tokens[at];
  if (isMarker(led, "from", "starting", "since", "after")) return { from: day.value };
  return isMarker(led, "until", "before") ? { to: day.value } : undefined;
}
