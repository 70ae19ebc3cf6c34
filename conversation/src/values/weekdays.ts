/** Days by their weekday: "next Tuesday", "wiki ijayo Jumatatu", "mardi en huit", "the second Tuesday of January". Pure. */
import { addMonths, civilDate, dayNumber, daysInMonth, weekdayOf, type DayNumber, type SpokenDay } from "./calendar.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import { shiftOf, type Direction } from "./locale.ts";
import { dayOfMonthAt } from "./month-days.ts";
import { hasUnit, skipSmall, type ValueMatch, type Utterance } from "./utterance.ts";

export function weekdayAt(utterance: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  return nthOfMonth(utterance, at) ?? ofNamedWeek(utterance, at) ?? plainWeekday(utterance, at);
}

/** "next week", "wiki ijayo", "la semaine prochaine": weeks from this one. */
export function weekPhraseAt({ tokens }: Utterance, at: number): { weeks: number; to: number } | undefined {
  const start = skipSmall(tokens, at);
  const before = meaningOf(tokens[start], "direction")?.direction;
  if (before && hasUnit(tokens[start + 1], "week")) return { weeks: shiftOf(before), to: start + 2 };
  if (hasUnit(tokens[start], "week") && isMarker(tokens[start + 1], "after-next")) return { weeks: 2, to: start + 2 };
  const after = hasUnit(tokens[start], "week") ? meaningOf(tokens[start + 1], "direction")?.direction : undefined;
  return after && { weeks: shiftOf(after), to: start + 2 };
}

/** "the second Tuesday of January", "the last Saturday of the month", "le premier lundi de décembre". */
function nthOfMonth({ tokens, today, expects }: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const place = skipSmall(tokens, at);
  const isLast = meaningOf(tokens[place], "direction")?.direction === "last";
  const nth = isLast ? -1 : (tokens[place]?.ordinal ?? 0);
  const weekday = meaningOf(tokens[place + 1], "weekday")?.weekday;
  if (nth === 0 || weekday === undefined) return undefined;
  const next = skipSmall(tokens, place + 2);
  if (next === place + 2 && !meaningOf(tokens[next], "month")) return undefined;
  const before = meaningOf(tokens[next], "direction")?.direction;
  const at2 = before ? next + 1 : next;
  const named = meaningOf(tokens[at2], "month")?.month;
  if (named === undefined && !hasUnit(tokens[at2], "month")) return undefined;
  const after = before ? undefined : meaningOf(tokens[at2 + 1], "direction")?.direction;
  const { year, month } = civilDate(named === undefined ? addMonths(today, shiftOf(before ?? after ?? "this")) : today);
  const ofMonth = named ?? month;
  const inYear = named !== undefined && expects === "future" && named < month ? year + 1 : year;
  const value = nthWeekday({ year: inYear, month: ofMonth }, weekday, nth);
  return { value: value ?? "impossible", from: at, to: at2 + (after ? 2 : 1) };
}

function nthWeekday({ year, month }: { year: number; month: number }, weekday: number, nth: number): DayNumber | undefined {
  const days = daysInMonth(year, month);
  const first = dayNumber({ year, month, day: 1 });
  const all = Array.from({ length: days }, (_, index) => first + index).filter((day) => weekdayOf(day) === weekday);
  return nth < 0 ? all.at(-1) : all[nth - 1];
}

/** "Tuesday next week", "next week Tuesday", "jumanne wiki ijayo". */
function ofNamedWeek(utterance: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const { tokens, today } = utterance;
  const own = meaningOf(tokens[at], "weekday")?.weekday;
  if (own !== undefined) {
    const week = weekPhraseAt(utterance, at + 1);
    return week && { value: inWeek(today, week.weeks, own), from: at, to: week.to };
  }
  const week = weekPhraseAt(utterance, at);
  if (!week) return undefined;
  const next = skipSmall(tokens, week.to);
  const weekday = meaningOf(tokens[next], "weekday")?.weekday;
  return weekday === undefined ? undefined : { value: inWeek(today, week.weeks, weekday), from: at, to: next + 1 };
}

function plainWeekday(utterance: Utterance, at: number): ValueMatch<SpokenDay> | undefined {
  const { tokens } = utterance;
  const before = meaningOf(tokens[at], "direction")?.direction;
  const place = before ? skipSmall(tokens, at + 1) : at;
  const weekday = meaningOf(tokens[place], "weekday")?.weekday;
  if (weekday === undefined) return undefined;
  // "Two Saturdays from now."
  const count = tokens[place - 1]?.number ?? 1;
  if (count > 1 && !tokens[place]?.words[0]?.startsClause) return countedWeekday(utterance, { weekday, count, place });
  const dated = withDayOfMonth(utterance, { weekday, from: at, place });
  if (dated) return dated;
  const after = before ? undefined : meaningOf(tokens[place + 1], "direction")?.direction;
  // "Jumapili hii inayokuja": this one that comes is never today.
  const comes = after === "this" && isAhead(meaningOf(tokens[place + 2], "direction")?.direction);
  const direction = before ?? (comes ? "coming" : after);
  const later = direction ? undefined : laterBy(tokens, place);
  const days = daysMeant(utterance, weekday, direction);
  const [value = 0, ...others] = days.map((day) => day + (later?.days ?? 0));
  const to = place + 1 + (after ? 1 : 0) + (comes ? 1 : 0) + (later?.words ?? 0);
  return { value, from: at, to, ...(others.length > 0 ? { alternatives: others } : {}) };
}

function isAhead(direction: Direction | undefined): boolean {
  return direction === "next" || direction === "coming";
}

function countedWeekday(
  { tokens, today }: Utterance,
  { weekday, count, place }: { weekday: number; count: number; place: number },
): ValueMatch<SpokenDay> | undefined {
  if (!isMarker(tokens[place + 1], "from-now") || !Number.isInteger(count) || count > 52) return undefined;
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
  return { value: today + ahead + (count - 1) * 7, from: place - 1, to: place + 2 };
}

/** "Friday week", "Sunday fortnight", "mardi en huit", "the Monday after next": days to add, and how many tokens say so. */
export function laterBy(tokens: Utterance["tokens"], place: number): { days: number; words: number } | undefined {
  const next = tokens[place + 1];
  if (isMarker(next, "after-next") || isMarker(next, "eight-days")) return { days: 7, words: 1 };
  if (isMarker(next, "fifteen-days")) return { days: 14, words: 1 };
  if (hasUnit(next, "fortnight")) return { days: 14, words: 1 };
  return hasUnit(next, "week") && tokens[place + 2]?.number === undefined ? { days: 7, words: 1 } : undefined;
}

/** "Saturday the twenty-eighth", "jumanne tarehe moja", "friday the fourth of december": both must agree. */
function withDayOfMonth(
  utterance: Utterance,
  { weekday, from, place }: { weekday: number; from: number; place: number },
): ValueMatch<SpokenDay> | undefined {
  const day = dayOfMonthAt(utterance, place + 1, true);
  if (!day || day.value === "impossible") return day && { ...day, from };
  return { value: weekdayOf(day.value) === weekday ? day.value : "impossible", from, to: day.to };
}

/** The first is meant; the others may be. */
function daysMeant({ today, locale, expects }: Utterance, weekday: number, direction: Direction | undefined): DayNumber[] {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (direction === "last" || (direction === undefined && expects === "past")) return [today + ahead - 7];
  if (direction === "next" && locale.nextIsNextWeek) return [inWeek(today, 1, weekday)];
  if (ahead > 0) return [today + ahead];
  return direction === "this" ? [today] : isAhead(direction) ? [today + 7] : [today + 7, today];
}

/** Weeks begin on Monday (ISO 8601). */
function inWeek(today: DayNumber, weeks: number, weekday: number): DayNumber {
  const monday = today - ((weekdayOf(today) + 6) % 7);
  return monday + weeks * 7 + ((weekday + 6) % 7);
}
