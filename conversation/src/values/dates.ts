/** Days out of what was said. A day is read only from words about days: bare digits of other things are none. Pure. */
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
import { monthDayAt, numericDateAt, type DayMatch } from "./month-days.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import { addSpan, spanAt } from "./spans.ts";
import { hasUnit, isRefused, settled, skipSmall, type ValueMatch, type Utterance } from "./utterance.ts";
import { laterBy, weekdayAt } from "./weekdays.ts";

/** The one day that was meant, as YYYY-MM-DD; `undefined`: none, several or a span. */
export function readDate(utterance: Utterance): ValueMatch<string> | undefined {
  const found = findDay(utterance);
  if (!found || found.value === "impossible") return undefined;
  const others = found.alternatives?.filter((day) => day !== "impossible").map(formatDay);
  return { from: found.from, to: found.to, value: formatDay(found.value), ...(others?.length ? { alternatives: others } : {}) };
}

/** As {@link readDate}, and what was named but does not exist. */
export function findDay(utterance: Utterance): ValueMatch<SpokenDay> | undefined {
  const found = agreeing(utterance, daysIn(utterance));
  const chosen = oneAfter(utterance, found) ?? dayBeforeThat(utterance, found) ?? settled(utterance, found);
  if (!chosen || isRange(utterance, found) || isOpenChoice(utterance, chosen)) return undefined;
  return chosen;
}

/** "the tenth, that is a Thursday": a weekday that agrees with another day says no other one. */
function agreeing({ tokens }: Utterance, found: readonly ValueMatch<SpokenDay>[]): readonly ValueMatch<SpokenDay>[] {
  const isWeekday = ({ from, to }: ValueMatch<SpokenDay>): boolean =>
    to === from + 1 && meaningOf(tokens[from], "weekday") !== undefined;
  return found.filter((one) => {
    const others = found.filter((other) => other !== one && !isWeekday(other) && other.value !== "impossible");
    const weekday = meaningOf(tokens[one.from], "weekday")?.weekday;
    return (
      !isWeekday(one) ||
      !others.some(({ value, from }) => value !== "impossible" && weekdayOf(value) === weekday && !isRefused(tokens, from))
    );
  });
}

/** All days in the order in which they were said. */
export function daysIn(utterance: Utterance): ValueMatch<SpokenDay>[] {
  const found: ValueMatch<SpokenDay>[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const day = dayAt(utterance, at);
    if (day) found.push(inMonthBefore(utterance, day, found.at(-1)));
    at = day?.to ?? at + 1;
  }
  return found;
}

/** "Boxing Day, no, the twenty-eighth": a day without a month is of the month that was spoken of. */
function inMonthBefore({ today, expects }: Utterance, day: DayMatch, before: ValueMatch<SpokenDay> | undefined): DayMatch {
  if (day.bareDay === undefined || !before || before.value === "impossible") return day;
  const { year, month } = civilDate(before.value);
  const value = existingDay({ year, month, day: day.bareDay });
  return value === undefined || (expects === "future" && value < today) || (expects === "past" && value > today)
    ? day
    : { ...day, value };
}

type Matcher = (utterance: Utterance, at: number) => DayMatch | undefined;

const MATCHERS: readonly Matcher[] = [
  aroundDay,
  endAt,
  spanFromNow,
  weekdayAt,
  monthDayAt,
  (utterance, at) => numericDateAt(utterance, at),
  relativeDay,
  holidayAt,
];

function dayAt(utterance: Utterance, at: number): DayMatch | undefined {
  for (const match of MATCHERS) {
    const day = match(utterance, at);
    if (day) return day;
  }
  return undefined;
}

/** "two days before Christmas", "the day after Jamhuri Day". */
function aroundDay(utterance: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const { tokens } = utterance;
  const weekday = meaningOf(tokens[at], "weekday")?.weekday;
  if (weekday !== undefined && isMarker(tokens[at + 1], "before", "after")) return weekdayAround(utterance, at, weekday);
  const span = spanAt(tokens, at);
  const sign = isMarker(tokens[at], "day-before") || (span && isMarker(tokens[span.to], "before")) ? -1 : 1;
  const isNamed = isMarker(tokens[at], "day-before", "day-after");
  const led = !isNamed && span && isMarker(tokens[span.to], "before", "after") ? span : undefined;
  if (!isNamed && !led) return undefined;
  const start = skipSmall(tokens, led ? led.to + 1 : at + 1);
  const day = start < tokens.length ? dayAt(utterance, start) : undefined;
  if (!day || day.value === "impossible") return undefined;
  const moved = led ? addSpan(day.value, led, sign) : day.value + sign;
  return moved === undefined ? undefined : { value: moved, from: at, to: day.to };
}

/** "the Friday before Christmas". */
function weekdayAround(utterance: Utterance, at: number, weekday: number): ValueMatch<SpokenDay> | undefined {
  const isBefore = isMarker(utterance.tokens[at + 1], "before");
  const start = skipSmall(utterance.tokens, at + 2);
  const day = start < utterance.tokens.length ? dayAt(utterance, start) : undefined;
  if (!day || day.value === "impossible") return undefined;
  const ahead = (weekday - weekdayOf(day.value) + 7) % 7 || 7;
  return { value: isBefore ? day.value + ahead - 7 - (ahead === 7 ? 7 : 0) : day.value + ahead, from: at, to: day.to };
}

/** "the end of the month", "month end", "the last working day of next month". */
function endAt({ tokens, today, expects }: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const token = tokens[at];
  const isWorkday = isMarker(token, "workday");
  if (!token || (!isWorkday && !isMarker(token, "end"))) return undefined;
  const own = token.words.map(({ folded }) => folded).join(" ");
  let next = skipSmall(tokens, at + 1);
  const direction = meaningOf(tokens[next], "direction")?.direction;
  if (direction !== undefined) next++;
  const month = meaningOf(tokens[next], "month")?.month;
  const isOwn = /\bmonth'?s? end\b/.test(own);
  const isYear = hasUnit(tokens[next], "year");
  if (!isOwn && !isYear && month === undefined && !hasUnit(tokens[next], "month")) return undefined;
  const after = isOwn ? undefined : meaningOf(tokens[next + 1], "direction")?.direction;
  const moved = shiftOf(direction ?? after);
  const { year, month: thisMonth } = civilDate(isYear ? today : addMonths(today, moved));
  const named =
    month === undefined
      ? { year: isYear ? year + moved : year, month: isYear ? 12 : thisMonth }
      : { year: month < thisMonth && expects === "future" ? year + 1 : year, month };
  let last = dayNumber({ ...named, day: daysInMonth(named.year, named.month) });
  if (isWorkday) last -= WEEKEND_DAYS[weekdayOf(last)] ?? 0;
  return { value: last, from: at, to: isOwn ? at + 1 : next + (after === undefined ? 1 : 2) };
}

/** Since the last working day: of Sunday two, of Saturday one. */
const WEEKEND_DAYS: Readonly<Record<number, number>> = { 0: 2, 6: 1 };

/** "in three days", "a week from today", "two weeks ago", "siku tatu zilizopita", "a week today". */
function spanFromNow(utterance: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const { tokens, today } = utterance;
  const agoFirst = isMarker(tokens[at], "ago");
  const inFirst = isMarker(tokens[at], "in");
  const start = agoFirst || inFirst ? at + 1 : at;
  const span = spanAt(tokens, start);
  if (!span) return undefined;
  const agoAfter = isMarker(tokens[span.to], "ago");
  const nowAfter = isMarker(tokens[span.to], "from-now");
  if (agoFirst || agoAfter) {
    const to = agoAfter ? span.to + 1 : span.to;
    return movedDay(addSpan(today, span, -1), at, isToday(utterance, to) ? to + 1 : to);
  }
  // "In a month and a bit."
  if (isMarker(tokens[span.to], "few")) return undefined;
  if (inFirst || nowAfter) return movedDay(addSpan(today, span, 1), at, nowAfter ? span.to + 1 : span.to);
  // "a week today", "a week tomorrow", "a fortnight on Monday".
  if (!["week", "fortnight"].includes(span.unit)) return undefined;
  const next = isMarker(tokens[span.to], "on") ? span.to + 1 : span.to;
  const day = meaningOf(tokens[next], "day") || meaningOf(tokens[next], "weekday") ? dayAt(utterance, next) : undefined;
  if (!day || day.value === "impossible") return undefined;
  return movedDay(addSpan(day.value, span, 1), at, day.to);
}

function isToday({ tokens }: Utterance, at: number): boolean {
  return meaningOf(tokens[at], "day")?.days === 0;
}

function movedDay(value: DayNumber | undefined, from: number, to: number): ValueMatch<SpokenDay> | undefined {
  return value === undefined ? undefined : { value, from, to };
}

/** "tomorrow", "tonight", "tomorrow week". */
function relativeDay({ tokens, today }: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const day = meaningOf(tokens[at], "day");
  if (!day) return undefined;
  const later = day.days >= 0 ? laterBy(tokens, at) : undefined;
  return { value: today + day.days + (later?.days ?? 0), from: at, to: at + 1 + (later?.words ?? 0) };
}

function holidayAt({ tokens, today, expects }: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const date = meaningOf(tokens[at], "holiday")?.date;
  if (date === undefined) return undefined;
  const [month = 1, day = 1] = date.split("-").map(Number);
  const { year } = civilDate(today);
  const inYear = existingDay({ year, month, day }) ?? today;
  const isBehind = expects === "past" ? inYear > today : inYear < today;
  const value = isBehind ? dayNumber({ year: year + (expects === "past" ? -1 : 1), month, day }) : inYear;
  return { value, from: at, to: at + 1 };
}

/** "Not this Friday, the one after." */
function oneAfter({ tokens }: Utterance, found: readonly ValueMatch<SpokenDay>[]): ValueMatch<SpokenDay> | undefined {
  const at = tokens.findIndex((token) => isMarker(token, "one-after"));
  const before = found.findLast(({ to }) => to <= at);
  if (at < 0 || !before || before.value === "impossible" || !isRefused(tokens, before.from)) return undefined;
  return { value: before.value + 7, from: before.from, to: at + 1 };
}

/** "Yesterday, no, the day before", "I am away until the third, so the day after that." */
function dayBeforeThat({ tokens }: Utterance, found: readonly ValueMatch<SpokenDay>[]): ValueMatch<SpokenDay> | undefined {
  const at = tokens.findIndex((token) => isMarker(token, "day-before", "day-after"));
  const before = found.findLast(({ to }) => to <= at);
  if (at < 0 || !before || before.value === "impossible" || found.some(({ to }) => to > at)) return undefined;
  if (tokens.slice(before.to, at).some((token) => isMarker(token, "or"))) return undefined;
  return { value: before.value + (isMarker(tokens[at], "day-before") ? -1 : 1), from: before.from, to: at + 1 };
}

/** "tomorrow or the day after". */
function isOpenChoice({ tokens }: Utterance, { to }: ValueMatch<SpokenDay>): boolean {
  const at = tokens.findIndex((token, place) => place >= to && isMarker(token, "or"));
  return at >= 0 && tokens.slice(at, at + 3).some((token) => isMarker(token, "day-after", "day-before", "one-after"));
}

/** "Monday to Friday": two days, and from one until the other. */
function isRange({ tokens }: Utterance, found: readonly ValueMatch<SpokenDay>[]): boolean {
  return found.some((day, index) => {
    const next = found[index + 1];
    const between = next && tokens.slice(day.to, next.from);
    return (
      between !== undefined &&
      between.length <= 2 &&
      between.some((token) => isMarker(token, "until") && !isMarker(token, "correction", "and"))
    );
  });
}
