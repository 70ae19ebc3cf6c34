/** Times of day out of what was said: clock times, limits ("before noon") and spans from now. Pure. */
import { formatMinute } from "./calendar.ts";
import { clockAt, type ClockTime } from "./clock-times.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import type { DayPart } from "./locale.ts";
import { minutesOf, spanAt } from "./spans.ts";
import { isCorrected, settled, type ValueMatch, type Utterance } from "./utterance.ts";

/** HH:MM, or a limit of which either end may be open. */
export type TimeValue = string | { from?: string; to?: string };

/** The one time that was meant; `undefined`: none, several, or no such time. */
export function readTime(utterance: Utterance): ValueMatch<TimeValue> | undefined {
  const relative = timeFromNow(utterance);
  if (relative) return relative;
  const all = timesIn(utterance);
  const explicit = all.filter(({ isExplicit }) => isExplicit);
  const times =
    explicit.length > 0
      ? all.filter((time) => time.isExplicit || correctsAnother(utterance, time, explicit))
      : utterance.isAsked
        ? all
        : [];
  const between = betweenOf(utterance, all);
  if (between) return between;
  const chosen = settled(
    utterance,
    times.map((time) => ({ ...time, value: [time.minute, time.isTwelveHour] })),
  );
  if (!chosen) return undefined;
  const minutes = minutesMeant(utterance, chosen);
  const [first, ...others] = minutes.map(formatMinute);
  if (first === undefined) return undefined;
  const limit = limitBefore(utterance, chosen.from);
  if (limit) return { value: limit === "from" ? { from: first } : { to: first }, from: chosen.from, to: chosen.to };
  return { value: first, from: chosen.from, to: chosen.to, ...(others.length > 0 ? { alternatives: others } : {}) };
}

/** "So let's do one": so near. */
const CONCLUSION_WORDS = 4;

/** "At ten, sorry, eleven", "… so let's do one": a bare number that corrects or concludes is a time. */
function correctsAnother({ tokens }: Utterance, time: TimeMatch, explicit: readonly TimeMatch[]): boolean {
  const before = explicit.findLast(({ to }) => to <= time.from);
  const isNear = before !== undefined && time.from - before.to <= 2 && isCorrected(tokens, before.to, time.from);
  const words = tokens.slice(Math.max(0, time.from - CONCLUSION_WORDS), time.from);
  return isNear || words.some((token) => isMarker(token, "conclusion"));
}

interface TimeMatch extends ClockTime {
  from: number;
}

function timesIn(utterance: Utterance): TimeMatch[] {
  const found: TimeMatch[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const time = clockAt(utterance, at);
    if (time) found.push({ ...time, from: at });
    at = time?.to ?? at + 1;
  }
  return found;
}

/** "between ten and twelve", "kati ya saa nne na saa sita", "from ten to twelve". */
function betweenOf(utterance: Utterance, times: readonly TimeMatch[]): ValueMatch<TimeValue> | undefined {
  const { tokens } = utterance;
  // "Half past two… no, from three until five": the last ones.
  const at = tokens.findLastIndex((token) => isMarker(token, "between", "from", "starting"));
  const [first, second, ...more] = times.filter(({ from }) => from > at);
  const isOpened = at >= 0 && isMarker(tokens[at], "between");
  const isConnected =
    first && second && tokens.slice(first.to, second.from).some((token) => isMarker(token, "until") && !isMarker(token, "and"));
  if (!first || !second || more.length > 0 || (at < 0 && times.length > 2) || (!isOpened && !isConnected)) return undefined;
  const [from] = minutesMeant(utterance, first);
  const [to] = minutesMeant(utterance, second);
  if (from === undefined || to === undefined) return undefined;
  return { value: { from: formatMinute(from), to: formatMinute(to) }, from: Math.max(at, 0), to: second.to };
}

function limitBefore({ tokens }: Utterance, from: number): "from" | "to" | undefined {
  let at = from - 1;
  while (at >= 0 && isMarker(tokens[at], "at", "about", "article", "oclock") && !isMarker(tokens[at], "before")) at--;
  const isNot = isMarker(tokens[at - 1], "not");
  if (isMarker(tokens[at], "before")) return isNot ? "from" : "to";
  if (isMarker(tokens[at], "after", "since")) return "from";
  if (isMarker(tokens[at], "until") && !isMarker(tokens[at], "and", "at")) return "to";
  return undefined;
}

/** "in half an hour", "an hour from now", "ten minutes ago". */
function timeFromNow({ tokens, nowMinute }: Utterance): ValueMatch<TimeValue> | undefined {
  for (let at = 0; at < tokens.length; at++) {
    const span = spanAt(tokens, at);
    const minutes = span && minutesOf(span);
    // "Baada ya saa sita" is after twelve, not in six hours.
    if (!span || minutes === undefined || isClockWord(tokens, at)) continue;
    const isAgo = isMarker(tokens[span.to], "ago") || isMarker(tokens[at - 1], "ago");
    if (!isAgo && !isMarker(tokens[at - 1], "in") && !isMarker(tokens[span.to], "from-now")) continue;
    const minute = nowMinute + (isAgo ? -minutes : minutes);
    return minute < 0 || minute >= DAY ? undefined : { value: formatMinute(minute), from: at, to: span.to };
  }
  return undefined;
}

/** The word for an hour before its number: a clock time, as "saa sita". */
export function isClockWord(tokens: Utterance["tokens"], at: number): boolean {
  return isMarker(tokens[at], "oclock") && tokens[at]?.number === undefined && tokens[at + 1]?.number !== undefined;
}

const DAY = 24 * 60;
const HALF_DAY = DAY / 2;

/** Minutes of the day that are meant, the likeliest first; several where nobody can tell. */
export function minutesMeant(utterance: Utterance, time: TimeMatch): number[] {
  const { minute, isTwelveHour, part: own, to } = time;
  if (!isTwelveHour) return minute < DAY ? [minute] : [];
  const clock = utterance.locale.countsFromSix ? (minute + HALF_DAY / 2) % HALF_DAY : minute % HALF_DAY;
  const part = own ?? partAround(utterance, to);
  if (part) return [inPart(clock, part)];
  const hour = Math.floor(clock / 60);
  if (utterance.expects === "past" || (hour >= 6 && hour < 10)) return [clock, clock + HALF_DAY];
  // For an appointment: one to five is the afternoon, ten to twelve the day.
  return [hour < 6 ? clock + HALF_DAY : clock];
}

/** The part of the day that is said beside the hour: the nearest, after it first. */
function partAround({ tokens }: Utterance, to: number): DayPart | undefined {
  const partOf = (at: number): DayPart | undefined => meaningOf(tokens[at], "part")?.part ?? meaningOf(tokens[at], "day")?.part;
  for (let at = to; at < tokens.length; at++) {
    const part = partOf(at);
    if (part && part !== "noon" && part !== "midnight") return part;
  }
  for (let at = to - 1; at >= 0; at--) {
    const part = partOf(at);
    if (part && part !== "noon" && part !== "midnight") return part;
  }
  return undefined;
}

/** `clock`: minutes since twelve, 0–719. */
export function inPart(clock: number, part: DayPart): number {
  const hour = Math.floor(clock / 60);
  switch (part) {
    case "morning":
      return clock;
    case "noon":
      return hour >= 10 ? clock : clock + HALF_DAY;
    case "afternoon":
      return hour >= 10 ? clock : clock + HALF_DAY;
    case "evening":
      return clock + HALF_DAY;
    default:
      // The small hours belong to the night before.
      return hour < 6 ? clock : clock + HALF_DAY;
  }
}
