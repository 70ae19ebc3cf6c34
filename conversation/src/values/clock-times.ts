/** One clock time at one place: "half past nine", "saa nne kasoro robo", "neuf heures moins le quart", "9:15". Pure. */
import { isMarker, meaningOf } from "./lexicon.ts";
import type { DayPart, Locale } from "./locale.ts";
import type { Token } from "./numbers.ts";
import { partOf } from "./spans.ts";
import { hasUnit, type Utterance } from "./utterance.ts";

export interface ClockTime {
  /** Since midnight, or since twelve where `isTwelveHour`. */
  minute: number;
  /** Either half of the day may be meant. */
  isTwelveHour: boolean;
  /** Said with it: "a.m.", "in the evening". */
  part?: DayPart;
  /** Its words say that it is a time; a bare number may be something else. */
  isExplicit: boolean;
  to: number;
}

export function clockAt(utterance: Utterance, at: number): ClockTime | undefined {
  const { tokens } = utterance;
  const found =
    writtenClock(tokens, at) ??
    namedHour(utterance, at) ??
    beforeHour(utterance, at) ??
    hundredHours(tokens, at) ??
    atHour(utterance, at);
  return found && withPart(tokens, found);
}

/** "9:15", "14:00", "9h30". */
function writtenClock(tokens: readonly Token[], at: number): ClockTime | undefined {
  const [written, hours = "", minutes = "0"] =
    /^(\d{1,2})(?:[:h.](\d{2})|h)(?::00)?$/i.exec(tokens[at]?.words[0]?.written ?? "") ?? [];
  if (written === undefined) return undefined;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > 24 || minute > 59) return undefined;
  const isFrench = /h/i.test(written);
  const isTwelveHour = !isFrench && hour >= 1 && hour <= 12 && !hours.startsWith("0");
  return { minute: (hour % 24) * 60 + minute, isTwelveHour, isExplicit: true, to: at + 1 };
}

/** "noon", "midnight", "midi et demi". */
function namedHour({ tokens, locale }: Utterance, at: number): ClockTime | undefined {
  const part = meaningOf(tokens[at], "part")?.part;
  if (part !== "noon" && part !== "midnight") return undefined;
  // "At twelve noon": the number has said it.
  const rest = isMarker(tokens[at + 1], "and", "less") ? restAfter(tokens, at + 1, locale) : undefined;
  return {
    minute: (part === "noon" ? 12 * 60 : 0) + (rest?.minutes ?? 0),
    isTwelveHour: false,
    isExplicit: true,
    to: rest?.to ?? at + 1,
  };
}

/** "half past nine", "ten to five", "quarter to five", "half eight", "um quarto para as cinco". */
function beforeHour({ tokens, locale }: Utterance, at: number): ClockTime | undefined {
  const start = isMarker(tokens[at], "article") && partOf(tokens[at]) === undefined ? at + 1 : at;
  const part = partOf(tokens[start]);
  const number = tokens[start]?.number;
  const minutes = part === undefined ? number : part * 60;
  if (minutes === undefined || !Number.isInteger(minutes) || minutes < 1 || minutes > 59) return undefined;
  const next = hasUnit(tokens[start + 1], "minute") ? start + 2 : start + 1;
  const sign = isMarker(tokens[next], "past") ? 1 : isMarker(tokens[next], "to") ? -1 : 0;
  if (sign === 0) {
    const hour = part === 0.5 && locale.halfBeforeHour ? hourOf(tokens[start + 1]) : undefined;
    return hour === undefined || !Number.isInteger(hour)
      ? undefined
      : { minute: hour * 60 + 30, isTwelveHour: hour <= 12, isExplicit: true, to: start + 2 };
  }
  // "From ten to twelve", "three till five" are two hours: minutes before an hour are counted in fives.
  const isRange = isMarker(tokens[at - 1], "from", "between") || (part === undefined && next === start + 1 && minutes % 5 !== 0);
  if (sign < 0 && isRange) return undefined;
  const place = isMarker(tokens[next + 1], "article", "at") && tokens[next + 1]?.number === undefined ? next + 2 : next + 1;
  const named = meaningOf(tokens[place], "part")?.part;
  const hour = named === "noon" ? 12 : named === "midnight" ? 0 : hourOf(tokens[place]);
  if (hour === undefined || !Number.isInteger(hour)) return undefined;
  const minute = (((hour * 60 + sign * minutes) % DAY) + DAY) % DAY;
  return {
    minute: hour <= 12 && named === undefined ? minute % HALF_DAY : minute,
    isTwelveHour: hour <= 12 && named === undefined,
    isExplicit: true,
    to: place + 1,
  };
}

const DAY = 24 * 60;
const HALF_DAY = DAY / 2;

function hourOf(token: Token | undefined): number | undefined {
  const number = token?.number;
  return number !== undefined && number >= 0 && number <= 24 ? number : undefined;
}

/** "sixteen hundred hours", "oh eight hundred". */
function hundredHours(tokens: readonly Token[], at: number): ClockTime | undefined {
  const first = tokens[at];
  const isZero = first?.number === 0 && first.isDigit === true;
  const hundreds = tokens[isZero ? at + 1 : at];
  const value = hundreds?.number ?? 0;
  const isHundreds = value % 100 === 0 && value >= 100 && value <= 2_400 && hundreds?.digits === undefined;
  const next = isZero ? at + 2 : at + 1;
  if (!isHundreds || meaningOf(tokens[next], "currency") || (!isZero && value < 1_000)) return undefined;
  // "Two thousand" is an hour only where hours are said.
  if (!isZero && value % 1_000 === 0 && !hasUnit(tokens[next], "hour")) return undefined;
  const to = hasUnit(tokens[next], "hour") || isMarker(tokens[next], "oclock") ? next + 1 : next;
  return { minute: ((value / 100) % 24) * 60, isTwelveHour: false, isExplicit: true, to };
}

/** "at nine", "saa tatu na nusu", "neuf heures moins dix", "eight oh five", "ten". */
function atHour(utterance: Utterance, at: number): ClockTime | undefined {
  const { tokens } = utterance;
  const isLed = isMarker(tokens[at], "at", "about", "oclock") && tokens[at]?.number === undefined;
  const place = isLed ? skipLead(tokens, at) : at;
  const hour = hourNumber(tokens[place], isLed);
  if (hour === undefined) return undefined;
  const isWorded =
    (isMarker(tokens[place + 1], "oclock") && !utterance.locale.clockWordFirst) ||
    (hasUnit(tokens[place + 1], "hour") && isMarker(tokens[place + 1], "oclock") && !utterance.locale.clockWordFirst);
  const next = isWorded ? place + 2 : place + 1;
  if (isCounted(utterance, place) && !isWorded) return undefined;
  const rest = restAfter(tokens, next, utterance.locale);
  const whole = Math.floor(hour);
  if (whole > 24 || (whole === 24 && rest)) return undefined;
  const minute = (((whole * 60 + Math.round((hour - whole) * 60) + (rest?.minutes ?? 0)) % DAY) + DAY) % DAY;
  const isTwelveHour = whole >= 1 && whole <= 12;
  const end = rest?.to ?? next;
  const isAfter = isMarker(tokens[end], "oclock") && !utterance.locale.clockWordFirst;
  const to = isAfter || isMarker(tokens[end], "ish") ? end + 1 : end;
  // "after three", "until five".
  const isLimited = isMarker(tokens[at - 1], "after", "before", "until", "since") && !isMarker(tokens[at - 1], "and", "at");
  const isExplicit =
    isLed || isLimited || isWorded || rest !== undefined || to > end || isMarker(tokens[to], "am", "pm") || isDayPart(tokens, to);
  return { minute: isTwelveHour ? minute % HALF_DAY : minute, isTwelveHour, isExplicit, to };
}

function isDayPart(tokens: readonly Token[], at: number): boolean {
  return meaningOf(tokens[at], "part") !== undefined || meaningOf(tokens[at], "day")?.part !== undefined;
}

function skipLead(tokens: readonly Token[], at: number): number {
  let place = at;
  while (
    isMarker(tokens[place], "at", "about", "oclock", "article", "of") &&
    tokens[place]?.number === undefined &&
    place < at + 4
  )
    place++;
  return place;
}

/** Arabic counts hours by ordinals. Halves and quarters may have been read with the number: "saa nne na nusu". */
function hourNumber(token: Token | undefined, isLed: boolean): number | undefined {
  if (token?.digits !== undefined && !/^\d{1,2}$/.test(token.digits)) return undefined;
  const number = token?.number ?? (isLed ? token?.ordinal : undefined);
  if (number === undefined || number < 0 || number > 25) return undefined;
  return [0, 0.25, 0.5, 0.75].includes(number % 1) ? number : undefined;
}

/** Something else is counted: minutes, people, money; or it is minutes of an hour that does not follow: "ten past". */
function isCounted({ tokens }: Utterance, place: number): boolean {
  const next = tokens[place + 1];
  // "December 3"; in "the 3rd of December, ten thirty" the day was said before.
  const day = tokens[place - 2];
  const isOfMonth = meaningOf(tokens[place - 1], "month") && day?.number === undefined && !isMarker(day, "of") && !day?.ordinal;
  if (
    isOfMonth ||
    meaningOf(next, "month") ||
    isMarker(tokens[place - 1], "number-sign") ||
    isMarker(next, "percent", "dozen", "counted", "persons") ||
    meaningOf(next, "currency") ||
    meaningOf(next, "measure")
  )
    return true;
  if (meaningOf(next, "part")) return false;
  if (hasUnit(next, "minute", "day", "week", "month", "year", "night", "hour", "second") && !isMarker(next, "oclock"))
    return true;
  return isMarker(next, "past") && hourOf(tokens[place + 2]) === undefined;
}

/** What follows the hour: minutes, "and a half", "less a quarter". */
function restAfter(tokens: readonly Token[], at: number, locale: Locale): { minutes: number; to: number } | undefined {
  if (isMarker(tokens[at], "less", "less-quarter")) return lessAfter(tokens, at);
  const isJoined = isMarker(tokens[at], "and", "past");
  let place = isJoined ? at + 1 : at;
  if (isMarker(tokens[place], "and")) place++;
  if (hasUnit(tokens[place], "minute")) place++;
  const part = partOf(tokens[place]);
  if (
    part !== undefined &&
    (isJoined || place > at || part === 0.5 || part === 0.25) &&
    !isMarker(tokens[place + 1], "past", "to")
  )
    return { minutes: part * 60, to: place + 1 };
  const minutes = minutesAt(tokens, place);
  if (!minutes) return undefined;
  const isNamed = hasUnit(tokens[minutes.to], "minute") || hasUnit(tokens[place - 1], "minute") || isMarker(tokens[at], "past");
  // "Between ten and twelve" are two hours.
  if (isJoined && !isNamed && !locale.minutesByAnd) return undefined;
  return { minutes: minutes.value, to: hasUnit(tokens[minutes.to], "minute") ? minutes.to + 1 : minutes.to };
}

/** "moins le quart", "kasoro dakika kumi", "إلا ربعا". */
function lessAfter(tokens: readonly Token[], at: number): { minutes: number; to: number } | undefined {
  if (isMarker(tokens[at], "less-quarter")) return { minutes: -15, to: at + 1 };
  if (isMarker(tokens[at], "less-quarter")) return { minutes: -15, to: at + 1 };
  let place = at + 1;
  while (isMarker(tokens[place], "article", "of") || hasUnit(tokens[place], "minute")) place++;
  const minutes = (partOf(tokens[place]) ?? 0) * 60 || (tokens[place]?.number ?? 0);
  if (minutes < 1 || minutes > 59) return undefined;
  return { minutes: -minutes, to: hasUnit(tokens[place + 1], "minute") ? place + 2 : place + 1 };
}

/** "thirty", "oh five", in two digits. */
function minutesAt(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  const first = tokens[at];
  const number = first?.number;
  // "Ten, ten thirty" are two times.
  if (number === undefined || first?.words[0]?.startsClause || isCountedMinutes(tokens, at)) return undefined;
  if (number === 0 && first?.isDigit) {
    const second = tokens[at + 1];
    return second?.isDigit && second.number !== undefined ? { value: second.number, to: at + 2 } : undefined;
  }
  const isTwoDigits =
    Number.isInteger(number) && number >= 10 && number <= 59 && (first?.digits === undefined || first.digits.length === 2);
  const isNamed = Number.isInteger(number) && number >= 1 && number <= 59 && hasUnit(tokens[at + 1], "minute");
  return isTwoDigits || isNamed ? { value: number, to: at + 1 } : undefined;
}

function isCountedMinutes(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return (
    meaningOf(next, "currency") !== undefined || hasUnit(next, "day", "week", "month") || isMarker(next, "percent", "past", "to")
  );
}

/** "a.m.", or a part of the day right after it. */
function withPart(tokens: readonly Token[], time: ClockTime): ClockTime {
  const next = tokens[time.to];
  if (isMarker(next, "am")) return { ...time, part: "morning", isExplicit: true, to: time.to + 1 };
  if (isMarker(next, "pm")) return { ...time, part: "evening", isExplicit: true, to: time.to + 1 };
  const part = meaningOf(next, "part")?.part;
  if (part === "midnight" || part === "noon")
    return { ...time, part: part === "noon" ? "noon" : "night", isExplicit: true, to: time.to + 1 };
  return part ? { ...time, part, isExplicit: true, to: time.to + 1 } : time;
}
