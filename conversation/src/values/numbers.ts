/** Numbers as they are said: joins the words of one number to one item, by the grammar that the locale declares. Pure. */
import { isMarker, meaningOf, type Item } from "./lexicon.ts";
import type { Locale } from "./locale.ts";

/** A run of items as one: a number, an ordinal, or an item as it was. */
export interface Token extends Item {
  /** "two and a half" is 2.5. */
  number?: number;
  /** Written in digits: "0722". */
  digits?: string;
  /** Its words were one number of units alone: "seven", "oh". */
  isDigit?: boolean;
  ordinal?: number;
}

/** Joins what belongs to one number: "twenty", "five" → 25; "one", "two" stay apart. */
export function tokensOf(items: readonly Item[], locale: Locale): Token[] {
  const tokens: Token[] = [];
  for (let at = 0, item = items[at]; item; item = items[at]) {
    const found = numberAt(items, at, locale);
    const to = found?.to ?? at + 1;
    const words = items.slice(at, to).flatMap((item) => item.words);
    const meanings = to === at + 1 ? item.meanings : [];
    tokens.push({ words, meanings, ...found?.token });
    at = to;
  }
  return tokens;
}

interface ValueMatch {
  to: number;
  token: Pick<Token, "number" | "digits" | "isDigit" | "ordinal">;
}

function numberAt(items: readonly Item[], at: number, locale: Locale): ValueMatch | undefined {
  const ordinal = ordinalAt(items, at);
  if (ordinal) return ordinal;
  const dozens = locale.multiplierFirst && isMarker(items[at], "dozen") ? smallAt(items, at + 1) : undefined;
  if (dozens) return { to: dozens.to, token: { number: dozens.value * 12 } };
  const digits = meaningOf(items[at], "cardinal")?.digits;
  const whole = locale.multiplierFirst ? multiplierFirst(items, at) : multiplierLast(items, at, locale);
  const decimal = decimalAt(items, whole?.to ?? at, whole?.value);
  const read = decimal ?? whole;
  if (!read) return halfAt(items, at);
  const { value, to: end } = read;
  const isDigit = end === at + 1 && value < 10 && digits === undefined;
  const scaled = scaledAt(items, end, value);
  if (scaled) return { to: scaled.to, token: { number: scaled.value } };
  return {
    to: end,
    token: { number: value, ...(digits !== undefined && end === at + 1 ? { digits } : {}), ...(isDigit ? { isDigit } : {}) },
  };
}

/** "first", "twenty first". */
function ordinalAt(items: readonly Item[], at: number): ValueMatch | undefined {
  const own = meaningOf(items[at], "ordinal")?.value;
  if (own !== undefined) return { to: at + 1, token: { ordinal: own } };
  const tens = meaningOf(items[at], "cardinal")?.value ?? 0;
  const unit = meaningOf(items[at + 1], "ordinal")?.value;
  if (tens < 20 || tens > 90 || tens % 10 > 0 || unit === undefined || unit > 9) return undefined;
  return { to: at + 2, token: { ordinal: tens + unit } };
}

interface Reading {
  value: number;
  to: number;
}

/** "two thousand five hundred and twelve": each multiplier counts what stands before it. */
function multiplierLast(items: readonly Item[], from: number, locale: Locale): Reading | undefined {
  let [total, group, smallest, at] = [0, 0, Infinity, from];
  let [hasGroup, to] = [false, from];
  for (;;) {
    const isJoined = at > from && isMarker(items[at], "and");
    const next = isJoined ? at + 1 : at;
    const cardinal = meaningOf(items[next], "cardinal");
    const multiplier = meaningOf(items[next], "multiplier")?.value;
    if (cardinal && (!hasGroup ? to === from || !isWritten(cardinal) : fits(group, cardinal, { isJoined, locale }))) {
      group += cardinal.value;
      hasGroup = true;
    } else if (multiplier === 100 && group <= (locale.mostHundreds ?? 99) && (group > 0 || !hasGroup) && !isJoined) {
      group = (group || 1) * 100;
      hasGroup = true;
    } else if (
      multiplier !== undefined &&
      multiplier > 100 &&
      multiplier < smallest &&
      (!isJoined || !hasGroup) &&
      (hasGroup || !isLetter(items[next]))
    ) {
      total += (hasGroup ? group : 1) * multiplier;
      [group, hasGroup, smallest] = [0, false, multiplier];
    } else break;
    at = to = next + 1;
    if (cardinal && isWritten(cardinal) && meaningOf(items[at], "multiplier") === undefined) break;
  }
  return to === from ? undefined : { value: total + group, to };
}

/** "k" counts thousands only after a number. */
function isLetter(item: Item | undefined): boolean {
  return item?.words.length === 1 && item.words[0]?.folded.length === 1;
}

function isWritten({ digits }: { digits?: string }): boolean {
  return digits !== undefined;
}

/** Whether this cardinal goes on with the number that is being said, or begins another. */
function fits(
  group: number,
  cardinal: { value: number; digits?: string },
  { isJoined, locale }: { isJoined: boolean; locale: Locale },
): boolean {
  const { value } = cardinal;
  if (isWritten(cardinal) || value === 0) return false;
  const rest = group % 100;
  if (value >= 100) return group === 0;
  if (locale.unitsFirst && isJoined && rest > 0 && rest < 10 && value >= 20) return true;
  if (rest === 0) return group >= 100;
  if (value < 10) return rest >= 20 ? rest % 10 === 0 : rest === 10 && locale.tenTakesUnit === true;
  return value < 20 && locale.takesTeens === true && (rest === 60 || rest === 80);
}

/** "elfu mbili mia tano na kumi": a multiplier counts what stands after it. */
function multiplierFirst(items: readonly Item[], from: number): Reading | undefined {
  let [total, smallest, at, to] = [0, Infinity, from, from];
  for (;;) {
    const next = at > from && isMarker(items[at], "and") ? at + 1 : at;
    const multiplier = meaningOf(items[next], "multiplier")?.value;
    if (multiplier !== undefined && multiplier < smallest) {
      const counted = smallAt(items, next + 1);
      total += multiplier * (counted?.value ?? 1);
      at = to = counted?.to ?? next + 1;
      smallest = multiplier;
      continue;
    }
    const small = smallest > 0 && (to === from || smallest < Infinity) ? smallAt(items, next) : undefined;
    if (!small || (to > from && small.value >= smallest)) break;
    return { value: total + small.value, to: small.to };
  }
  return to === from ? undefined : { value: total, to };
}

/** 0–99: "kumi na mbili". */
function smallAt(items: readonly Item[], at: number): Reading | undefined {
  const first = meaningOf(items[at], "cardinal");
  if (!first) return undefined;
  if (isWritten(first) || first.value < 10 || first.value % 10 > 0 || first.value > 90) return { value: first.value, to: at + 1 };
  if (!isMarker(items[at + 1], "and")) return { value: first.value, to: at + 1 };
  const unit = meaningOf(items[at + 2], "cardinal");
  if (!unit || isWritten(unit) || unit.value < 1 || unit.value > 9) return { value: first.value, to: at + 1 };
  return { value: first.value + unit.value, to: at + 3 };
}

/** "two point five", "two and a half", "point seven five", after what was read of the number so far. */
function decimalAt(items: readonly Item[], at: number, whole: number | undefined): Reading | undefined {
  if (isMarker(items[at], "point")) {
    let [digits, to] = ["", at + 1];
    for (; digits.length < 6; to++) {
      const cardinal = meaningOf(items[to], "cardinal");
      if (!cardinal || cardinal.value > 99) break;
      digits += cardinal.digits ?? String(cardinal.value);
    }
    if (digits !== "") return { value: (whole ?? 0) + Number(`0.${digits}`), to };
  }
  if (whole === undefined || !Number.isInteger(whole) || !isMarker(items[at], "and")) return undefined;
  const next = isMarker(items[at + 1], "article") ? at + 2 : at + 1;
  const part = partOf(items[next]);
  if (part === undefined || isMarker(items[next + 1], "past", "to")) return undefined;
  const last = lastMultiplier(items, at);
  return { value: whole + part * last, to: next + 1 };
}

/** "Milioni moja na nusu": half of the million. */
function lastMultiplier(items: readonly Item[], before: number): number {
  for (const at of [before - 1, before - 2]) {
    const multiplier = meaningOf(items[at], "multiplier")?.value;
    if (multiplier !== undefined && multiplier >= 1_000) return multiplier;
  }
  return 1;
}

/** "half a million", "a quarter million", "half a percent". */
function halfAt(items: readonly Item[], at: number): ValueMatch | undefined {
  const part = partOf(items[at]);
  if (part === undefined) return undefined;
  const next = isMarker(items[at + 1], "article", "of") ? at + 2 : at + 1;
  const multiplier = meaningOf(items[next], "multiplier")?.value;
  if (multiplier !== undefined && multiplier > 100) return { to: next + 1, token: { number: part * multiplier } };
  if (isMarker(items[next], "dozen")) return { to: next + 1, token: { number: part * 12 } };
  const isOfWhole = isMarker(items[next], "percent") || meaningOf(items[next], "measure") !== undefined;
  return isOfWhole ? { to: next, token: { number: part } } : undefined;
}

function partOf(item: Item | undefined): number | undefined {
  if (isMarker(item, "half")) return 0.5;
  if (isMarker(item, "quarter")) return 0.25;
  return isMarker(item, "three-quarters") ? 0.75 : undefined;
}

/** "one and a half thousand", "2.5 million", "two dozen". */
function scaledAt(items: readonly Item[], at: number, value: number): Reading | undefined {
  if (isMarker(items[at], "dozen")) return { value: value * 12, to: at + 1 };
  const multiplier = meaningOf(items[at], "multiplier")?.value;
  if (multiplier === undefined || multiplier < 1_000 || value >= multiplier) return undefined;
  return { value: value * multiplier, to: at + 1 };
}
