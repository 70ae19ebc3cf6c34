/** The whole weeks of a period, or its days, where its board is looked at; and what is left over. Pure. */
import { localDay, momentOf } from "../../../../platform/time/local-time.ts";

export interface Span {
  from: Date;
  to: Date;
}

const DAY_MS = 86_400_000;
/** The first Monday of 1970. */
const FIRST_MONDAY = 4;

/** Those that lie within, in order: of four weeks each, then of one, then days; of boards by day, days alone. */
export function spansWithin(whole: Span, of: "weeks" | "days", timeZone: string): Span[] {
  return spansOf(whole, of === "days" ? [1] : [28, 7, 1], timeZone);
}

function spansOf(whole: Span, [days, ...shorter]: readonly number[], timeZone: string): Span[] {
  if (days === undefined) return [];
  const spans = regularSpans(whole, days, timeZone);
  const others = between(whole, spans).flatMap((rest) => spansOf(rest, shorter, timeZone));
  return [...spans, ...others].toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

function regularSpans({ from, to }: Span, days: number, timeZone: string): Span[] {
  const first = Math.floor(localDay(from, timeZone).getTime() / DAY_MS);
  const midnight = (day: number): Date => momentOf(new Date(day * DAY_MS), 0, timeZone);
  const spans: Span[] = [];
  for (let day = first - ((first - FIRST_MONDAY) % days); ; day += days) {
    const span = { from: midnight(day), to: midnight(day + days) };
    if (span.to > to) return spans;
    if (span.from >= from) spans.push(span);
  }
}

/** What of a period is in none of these spans, which are in order. */
export function between({ from, to }: Span, spans: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = from;
  for (const span of spans) {
    if (span.from > at) left.push({ from: at, to: span.from });
    at = span.to;
  }
  if (at < to) left.push({ from: at, to });
  return left;
}
