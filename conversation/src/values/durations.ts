/** How long something is: ISO 8601 durations. Pure. */
import { findDay } from "./dates.ts";
import { isMarker } from "./lexicon.ts";
import type { TimeUnit } from "./locale.ts";
import { spanAt, type Span } from "./spans.ts";
import { isCorrected, settled, type ValueMatch, type Utterance } from "./utterance.ts";

export function readDuration(utterance: Utterance): ValueMatch<string> | undefined {
  const { tokens } = utterance;
  const spans: ValueMatch<string>[] = [];
  for (let at = 0; at < tokens.length;) {
    const span = spanAt(tokens, at);
    if (span && isRange(utterance, at)) return undefined;
    const value = span && durationOf(span);
    if (span && value !== undefined) spans.push({ value, from: at, to: span.to });
    at = span?.to ?? at + 1;
    const corrected = span && numberAfterCorrection(utterance, at);
    const other = corrected && durationOf({ count: corrected.value, unit: span.unit });
    if (corrected && other !== undefined) spans.push({ value: other, from: corrected.from, to: corrected.to });
  }
  return settled(utterance, spans) ?? sinceDay(utterance);
}

/** "Three months, no, more like four": the unit stays. */
function numberAfterCorrection({ tokens }: Utterance, from: number): ValueMatch<number> | undefined {
  const at = tokens.findIndex((token, place) => place >= from && token.number !== undefined);
  const value = tokens[at]?.number;
  const isBare = value !== undefined && isCorrected(tokens, from, at) && spanAt(tokens, at) === undefined;
  return isBare ? { value, from: at, to: at + 1 } : undefined;
}

/** "ten to fifteen minutes". */
function isRange({ tokens }: Utterance, at: number): boolean {
  return (
    tokens[at - 2]?.number !== undefined && isMarker(tokens[at - 1], "until", "or") && !isMarker(tokens[at - 1], "correction")
  );
}

const DAY_UNITS: Readonly<Partial<Record<TimeUnit, number>>> = { day: 1, night: 1, week: 7, fortnight: 14 };
const MONTH_UNITS: Readonly<Partial<Record<TimeUnit, number>>> = { month: 1, year: 12 };
const MINUTE_UNITS: Readonly<Partial<Record<TimeUnit, number>>> = { minute: 1, hour: 60 };

/** `undefined` where the unit has no such part. */
export function durationOf({ count, unit }: Pick<Span, "count" | "unit">): string | undefined {
  if (count < 0 || count > 100_000) return undefined;
  if (unit === "second") return `PT${count}S`;
  const months = MONTH_UNITS[unit];
  if (months !== undefined) return monthsText(count * months);
  const days = DAY_UNITS[unit];
  const minutes = days === undefined ? Math.round(count * (MINUTE_UNITS[unit] ?? 0)) : Math.round(count * days * 24 * 60);
  return minutes === 0 && count > 0 ? undefined : minutesText(minutes, days !== undefined);
}

function monthsText(months: number): string | undefined {
  if (!Number.isInteger(months)) return undefined;
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return `P${years > 0 ? `${years}Y` : ""}${rest > 0 || years === 0 ? `${rest}M` : ""}`;
}

function minutesText(total: number, inDays: boolean): string {
  const days = inDays ? Math.floor(total / 1_440) : 0;
  const rest = total - days * 1_440;
  const [hours, minutes] = [Math.floor(rest / 60), rest % 60];
  const time = `${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}`;
  return `P${days > 0 ? `${days}D` : ""}${time === "" ? (days > 0 ? "" : "T0M") : `T${time}`}`;
}

/** "since yesterday": the days until now. */
function sinceDay(utterance: Utterance): ValueMatch<string> | undefined {
  const at = utterance.tokens.findIndex((token) => isMarker(token, "since"));
  const day = at < 0 ? undefined : findDay({ ...utterance, expects: "past" });
  if (!day || day.value === "impossible" || day.value > utterance.today) return undefined;
  return { value: `P${utterance.today - day.value}D`, from: at, to: day.to };
}
