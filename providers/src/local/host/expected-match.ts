import type { Expected } from "@ongea/conversation";

/** Longer answers are what they are. */
const SHORT_WORDS = 4;

/**
 * A short answer as the word that was asked for, when it is only spelled otherwise: recognisers write "Yeah." for "yes", "for to" for
 * two digits, "the rough terrace" for one of the rooms that were offered, "Merry Smith" for a name that the agent knows.
 */
export function matchExpected(text: string, expected: readonly Expected[], keywords: readonly string[] = []): string {
  const words = text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  for (const one of expected) {
    // Names of the agent's own: its people, its products.
    const match = one.kind === "name" ? nearest(words.join(" "), keywords) : matchOne(words, one);
    if (match !== undefined) return match;
  }
  const kinds = new Set(expected.map(({ kind }) => kind));
  const timed = kinds.has("time")
    ? clockTimes(text.replace(BARE_CLOCK, "$1:$2").replace(CLOCK_AT, "at $1:$2").replace(CLOCK_FIRST, "$1:$2"))
    : text;
  return kinds.has("name") || kinds.has("code") || kinds.has("email") ? spelledOut(timed) : timed;
}

/** "1130": four digits alone are a time where one was asked for; "930" is said of rooms and prices too, but not in answer to "at what time?". */
const BARE_CLOCK = /^(1[0-2]|[1-9])([0-5]\d)\.?$/;
/** "Tomorrow at 430." */
const CLOCK_AT = /\bat (1[0-2]|[1-9])([0-5]\d)(?=[.,!?]?$|,? please\b|,? on\b)/gi;
/** "10-15 would be good." */
const CLOCK_FIRST = /^(1[0-2]|[1-9])(?:-|, )([1-5][05])(?=[.,!?]?$|,? (?:please|would|will|is|works)\b)/i;
const HALVES = "[ap]\\.? ?m\\b\\.?";
/** "930 AM", "11, 45, a.m.", "11, 40, 5, A.M.": how recognisers write times that are said without "o'clock". */
const RUN_TOGETHER = new RegExp(`\\b(1[0-2]|[1-9])([0-5]\\d),? (?=${HALVES})`, "gi");
const APART = new RegExp(`\\b(1[0-2]|[1-9]),? ([1-5]\\d),? (?=${HALVES})`, "gi");
const IN_THREE = new RegExp(`\\b(1[0-2]|[1-9]),? ([2-5])0,? ([1-9]),? (?=${HALVES})`, "gi");

function clockTimes(text: string): string {
  return text.replace(IN_THREE, "$1:$2$3 ").replace(APART, "$1:$2 ").replace(RUN_TOGETHER, "$1:$2 ");
}

/** "M-A-R-Y", "m.a.r.y.": letters that somebody spells, each by itself. Two are no spelling: "a.m.". */
function spelledOut(text: string): string {
  return text.replace(
    /(?<![\p{L}\d])(?:\p{L}[-.] ?){2,30}\p{L}(?![\p{L}\d])\.?/gu,
    (run) => run.match(/\p{L}/gu)?.join(" ") ?? run,
  );
}

function matchOne(words: readonly string[], expected: Expected): string | undefined {
  if (expected.kind === "yes-no") return words.length <= SHORT_WORDS ? yesOrNo(words) : undefined;
  if (expected.kind === "phone" || expected.kind === "digits") return digits(words);
  if (expected.kind === "phrase") return nearest(words.join(" "), expected.phrases);
  return undefined;
}

const YES = new Set(["yes", "yeah", "yea", "yep", "yup", "yah", "ya", "yass", "yeas"]);
const NO = new Set(["no", "nope", "nah", "noh", "naw"]);

function yesOrNo(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  if (words.every((word) => YES.has(word))) return "yes";
  if (words.every((word) => NO.has(word))) return "no";
  return undefined;
}

const SOUNDS: Readonly<Record<string, string>> = {
  to: "two",
  too: "two",
  for: "four",
  ate: "eight",
  won: "one",
  fore: "four",
  sex: "six",
  tree: "three",
  o: "oh",
  nein: "nine",
};
const DIGITS = new Set([
  "zero",
  "oh",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "double",
  "triple",
  "plus",
]);

/** Only when the whole answer then is digits; nothing changes where it is already. */
function digits(words: readonly string[]): string | undefined {
  if (words.length < 2) return undefined;
  const read = words.map((word) => SOUNDS[word] ?? word);
  const isNumber = read.every((word) => DIGITS.has(word) || /^\d+$/.test(word));
  return isNumber && read.some((word, i) => word !== words[i]) ? read.join(" ") : undefined;
}

/** The one phrase that differs in at most a quarter of its letters, if the next one differs more. */
function nearest(text: string, phrases: readonly string[]): string | undefined {
  const bare = text.replace(/^(the|a|an) /, "");
  if (bare.length < 3) return undefined;
  const ranked = phrases
    .map((phrase) => ({
      phrase,
      share: distance(bare, phrase.toLowerCase().replace(/^(the|a|an) /, "")) / Math.max(bare.length, 1),
    }))
    .toSorted((a, b) => a.share - b.share);
  const [best, next] = ranked;
  return best && best.share <= 0.25 && best.share < (next?.share ?? 1) ? best.phrase : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((row[j] ?? 0) + (a[i] === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
