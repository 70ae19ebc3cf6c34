/** A day with a time: "next Tuesday at half past two". Pure. */
import { formatDay, formatMinute } from "./calendar.ts";
import { daysIn, findDay } from "./dates.ts";
import { isMarker } from "./lexicon.ts";
import { minutesOf, spanAt } from "./spans.ts";
import { isClockWord, readTime } from "./times.ts";
import { without, type ValueMatch, type Utterance } from "./utterance.ts";

const DAY = 24 * 60;

/** YYYY-MM-DDTHH:MM; `undefined` where the day or the time is missing, or lies behind where one to come is expected. */
export function readMoment(utterance: Utterance): ValueMatch<string> | undefined {
  const relative = momentFromNow(utterance);
  if (relative) return relative;
  const day = findDay(utterance);
  if (!day || day.value === "impossible") return undefined;
  // Its numbers count for the day alone; the part that belongs to it ("tonight") still tells the half of the day.
  const rest = without(utterance, daysIn(utterance));
  const time = readTime(withParts(utterance, rest));
  if (!time || typeof time.value !== "string") return undefined;
  const days = [day.value, ...(day.alternatives ?? [])];
  const minutes = [time.value, ...(time.alternatives ?? [])].filter((value) => typeof value === "string");
  const moments = days.flatMap((one) => (one === "impossible" ? [] : minutes.map((minute) => `${formatDay(one)}T${minute}`)));
  const now = `${formatDay(utterance.today)}T${formatMinute(utterance.nowMinute)}`;
  const [value, ...alternatives] = moments.filter((moment) => (utterance.expects === "future" ? moment >= now : moment <= now));
  if (value === undefined) return undefined;
  const span = { from: Math.min(day.from, time.from), to: Math.max(day.to, time.to) };
  return { value, ...span, ...(alternatives.length > 0 ? { alternatives } : {}) };
}

function withParts(whole: Utterance, rest: Utterance): Utterance {
  const tokens = rest.tokens.map((token, at) => {
    const part = whole.tokens[at]?.meanings.filter((meaning) => meaning.is === "day" && meaning.part !== undefined) ?? [];
    return part.length > 0 ? { ...token, meanings: part } : token;
  });
  return { ...rest, tokens };
}

/** "in two hours", "about an hour ago". */
function momentFromNow({ tokens, today, nowMinute }: Utterance): ValueMatch<string> | undefined {
  for (let at = 0; at < tokens.length; at++) {
    const span = spanAt(tokens, at);
    const minutes = span && minutesOf(span);
    if (!span || minutes === undefined || isClockWord(tokens, at)) continue;
    const isAgo = isMarker(tokens[span.to], "ago") || isMarker(tokens[at - 1], "ago");
    if (!isAgo && !isMarker(tokens[at - 1], "in") && !isMarker(tokens[span.to], "from-now")) continue;
    const minute = nowMinute + (isAgo ? -minutes : minutes);
    const day = today + Math.floor(minute / DAY);
    return { value: `${formatDay(day)}T${formatMinute(((minute % DAY) + DAY) % DAY)}`, from: at, to: span.to };
  }
  return undefined;
}
