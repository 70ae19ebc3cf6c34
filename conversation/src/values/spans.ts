/** Lengths of time as they are said: "two weeks", "wiki mbili", "half an hour", "une heure et demie". Pure. */
import { addMonths, type DayNumber } from "./calendar.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import type { TimeUnit } from "./locale.ts";
import type { Token } from "./numbers.ts";

export interface Span {
  count: number;
  unit: TimeUnit;
  to: number;
}

/** At this place; a bare unit counts once only after an article: "an hour". */
export function spanAt(tokens: readonly Token[], at: number): Span | undefined {
  const whole = meaningOf(tokens[at], "span");
  if (whole) return withRest(tokens, { count: whole.count, unit: whole.unit, to: at + 1 });
  const part = partOfUnit(tokens, at);
  if (part) return part;
  const count = countAt(tokens, at);
  const unit = count && unitOf(tokens[count.to]);
  if (count && unit) return withRest(tokens, { count: count.value, unit, to: count.to + 1 });
  const first = unitOf(tokens[at]);
  // "ساعة ونصف": one and a half.
  if (first && isMarker(tokens[at + 1], "and") && partOf(tokens[at + 2]) !== undefined)
    return withRest(tokens, { count: 1, unit: first, to: at + 1 });
  const after = tokens[at + 1]?.number;
  if (first && after !== undefined && Number.isFinite(after)) return { count: after, unit: first, to: at + 2 };
  return undefined;
}

function countAt(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  const number = tokens[at]?.number;
  if (number !== undefined) return { value: number, to: at + 1 };
  if (isMarker(tokens[at], "couple")) return { value: 2, to: at + 1 };
  return isMarker(tokens[at], "article") ? { value: 1, to: at + 1 } : undefined;
}

/** "half an hour", "three quarters of an hour", "une demi-heure", "nusu saa". */
function partOfUnit(tokens: readonly Token[], at: number): Span | undefined {
  const from = isMarker(tokens[at], "article") && !isPart(tokens[at]) ? at + 1 : at;
  const part = partOf(tokens[from]);
  if (part === undefined) return undefined;
  let next = from + 1;
  while (isMarker(tokens[next], "article", "of") && unitOf(tokens[next]) === undefined) next++;
  const unit = unitOf(tokens[next]);
  return unit && { count: part, unit, to: next + 1 };
}

/** "… and a half", "one hour twenty", "two hours and ten minutes". */
function withRest(tokens: readonly Token[], span: Span): Span {
  const joined = isMarker(tokens[span.to], "and") ? span.to + 1 : span.to;
  const next = isMarker(tokens[joined], "article") && !isPart(tokens[joined]) ? joined + 1 : joined;
  const part = joined > span.to ? partOf(tokens[next]) : undefined;
  if (part !== undefined) return { ...span, count: span.count + part, to: next + 1 };
  const minutes = tokens[joined]?.number;
  if (span.unit !== "hour" || minutes === undefined || minutes < 1 || minutes > 59) return span;
  const isNamed = unitOf(tokens[joined + 1]) === "minute";
  if (!isNamed && (minutes < 5 || joined > span.to)) return span;
  return { count: span.count + minutes / 60, unit: "hour", to: isNamed ? joined + 2 : joined + 1 };
}

function isPart(token: Token | undefined): boolean {
  return partOf(token) !== undefined;
}

export function partOf(token: Token | undefined): number | undefined {
  if (isMarker(token, "half")) return 0.5;
  if (isMarker(token, "three-quarters")) return 0.75;
  return isMarker(token, "quarter") ? 0.25 : undefined;
}

function unitOf(token: Token | undefined): TimeUnit | undefined {
  return meaningOf(token, "unit")?.unit;
}

export function addSpan(day: DayNumber, { count, unit }: Pick<Span, "count" | "unit">, sign: 1 | -1): DayNumber | undefined {
  if (!Number.isInteger(count) || count > 1_000) return undefined;
  if (unit === "day" || unit === "night") return day + sign * count;
  if (unit === "week") return day + sign * count * 7;
  if (unit === "fortnight") return day + sign * count * 14;
  if (unit === "month") return addMonths(day, sign * count);
  return unit === "year" ? addMonths(day, sign * count * 12) : undefined;
}

const MINUTES: Readonly<Partial<Record<TimeUnit, number>>> = { minute: 1, hour: 60 };

/** Of minutes and hours; `undefined` for longer units. */
export function minutesOf({ count, unit }: Pick<Span, "count" | "unit">): number | undefined {
  const minutes = MINUTES[unit];
  return minutes === undefined ? undefined : Math.round(count * minutes);
}
