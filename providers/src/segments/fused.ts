/** Of two recognisers' words for one answer, those that were said: what fits the question, and what both heard. */
import type { Expected, Words } from "@ongea/conversation";
import { actsIn, asksSomething } from "../builtin/dialogue/spoken/acts.ts";
import { dayIn } from "../builtin/dialogue/spoken/dates.ts";
import { digitsIn } from "../builtin/dialogue/spoken/numbers.ts";
import { nameOfBoth, saysUnknownName } from "./fused-names.ts";
import { timeIn } from "../builtin/dialogue/spoken/times.ts";

/** Both heard the same. */
const AGREED = 0.95;
const AGREED_BUT_FOR_NAME = 0.8;
/** They heard different values: the dialogue asks. */
const DISPUTED = 0.5;
/** The guided one hears its grammar in everything: so sure it must be where the other heard no value, and where it heard another. */
const LEAST_ALONE = 0.1;
const LEAST_AGAINST = 0.35;
const LEAST_AGAINST_MANY = 0.8;
/** Nobody writes this of something else: "10 o'clock", "9:30 AM"; the less so who says how sure it is. */
const LEAST_AGAINST_CLOCK = 0.6;
const LEAST_AGAINST_SURE_CLOCK = 0.9;
/** Less sure words of the neural one are doubted: then the guided one needs to be only so sure. */
const DOUBTED = 0.6;
const LEAST_OVER_DOUBT = 0.2;
/** Where the neural one itself guessed, a value that is hardly sure is better than none: the dialogue asks whether it is right. */
const GUESSED = 0.5;
const LEAST_OVER_GUESS = 0.02;
/** So many times the neural one's odds, to be surer than it. */
const LEAST_ODDS = 1.6;
/** Nobody writes this of something else either. */
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
/** Whoever says so many words without a value has said something else. */
const FREE_WORDS = 7;
/** Without the country's code; with the zero before it, where one stands there, nearly every number has ten digits or more. */
const PHONE_DIGITS = { min: 7, max: 11 };
const LEAST_AFTER_ZERO = 10;
const CLOCK = /\b(?:1[0-2]|[1-9])(?:[:.][0-5]\d)? ?(?:o.?clock|[ap]\.?m\b)/i;
/** Any day will do: only whether one is named matters, and whether it is the same. */
const SOME_DAY = "2026-01-01";

export function fused(neural: Words, guided: Words, expected: readonly Expected[]): Words {
  const named = nameOfBoth(neural, guided, expected);
  if (named) return named;
  const [ours, theirs] = [valuesIn(neural.text, expected), valuesIn(guided.text, expected)];
  if (theirs.size === 0) return neural;
  const shared = [...ours].filter(([kind, value]) => theirs.get(kind) === value).length;
  if (ours.size > 0 && shared === Math.min(ours.size, theirs.size)) {
    // The one that heard more of the same.
    const fuller = theirs.size > ours.size ? guided : neural;
    const agreed = saysUnknownName(neural, expected) ? Math.min(AGREED_BUT_FOR_NAME, neural.confidence ?? 1) : AGREED;
    const confidence = ours.size === theirs.size ? agreed : Math.max(DISPUTED, guided.confidence ?? 0);
    return { ...heardBy(fuller, neural), confidence };
  }
  const confidence = guided.confidence ?? 0;
  if (ours.size === 0) {
    const least = (neural.confidence ?? 1) < GUESSED ? LEAST_OVER_GUESS : LEAST_ALONE;
    return confidence >= least && !saysSomethingElse(neural, confidence) ? heardBy(guided, neural) : neural;
  }
  const isTheirs = isNumber(expected) ? isTheirNumber(guided, neural, expected) : isSurer(guided, neural);
  return {
    ...heardBy(isTheirs ? guided : neural, neural),
    confidence: Math.min(DISPUTED, isTheirs ? 1 : (neural.confidence ?? 1)),
  };
}

/** Sure enough to be believed against another value, and surer than whoever heard that, where they said how sure they were. */
function isSurer({ text, confidence = 0 }: Words, { text: written, confidence: other }: Words): boolean {
  if (WEEKDAY.test(written) && !WEEKDAY.test(text)) return false;
  const against = other === undefined ? LEAST_AGAINST_CLOCK : LEAST_AGAINST_SURE_CLOCK;
  return confidence >= (CLOCK.test(written) ? against : LEAST_AGAINST) && odds(confidence) > odds(other ?? 0) * LEAST_ODDS;
}

function odds(confidence: number): number {
  return confidence / (1 - Math.min(confidence, 0.99));
}

/** The one of two numbers that is as long as it must be; of two such the one that was not guessed. */
function isTheirNumber(guided: Words, neural: Words, expected: readonly Expected[]): boolean {
  if (lostItsZero(neural.text, guided.text)) return true;
  if (!fits(guided.text, expected)) return false;
  const { confidence = 1 } = neural;
  return !fits(neural.text, expected) || (confidence < DOUBTED && (guided.confidence ?? 0) > confidence);
}

/** The words of one of the two. Neither's judgement of single words is kept: the other one has been asked too. */
function heardBy({ text, confidence }: Words, { language }: Words): Words {
  return { text, ...(confidence === undefined ? {} : { confidence }), ...(language === undefined ? {} : { language }) };
}

function isNumber(expected: readonly Expected[]): boolean {
  return expected.some(({ kind }) => kind === "phone" || kind === "digits" || kind === "code");
}

/** Whether it has as many digits as were asked for: of telephone numbers, as many as the country's have, else as any country's. */
function fits(text: string, expected: readonly Expected[]): boolean {
  const digits = digitsIn(text);
  const count = digits.length;
  return expected.some((one) =>
    one.kind === "phone" ? fitsPhone(digits, one.shapes ?? []) : one.kind === "digits" && count >= one.min && count <= one.max,
  );
}

function fitsPhone(digits: string, shapes: readonly string[]): boolean {
  if (shapes.length > 0) return shapes.some((shape) => isShaped(digits, shape));
  const least = digits.startsWith("0") ? LEAST_AFTER_ZERO : PHONE_DIGITS.min;
  return digits.length >= least && digits.length <= PHONE_DIGITS.max;
}

/** "ddddddddd" is a number without the zero before it: another one stands there in no country's. */
function isShaped(digits: string, shape: string): boolean {
  const bare = shape.replace("+", "");
  return (
    digits.length === bare.length &&
    [...bare].every((sign, at) => (sign === "d" ? at > 0 || digits[0] !== "0" : sign === digits[at]))
  );
}

/** A neural recogniser writes numbers, and numbers begin with no zero. */
function lostItsZero(neural: string, guided: string): boolean {
  return digitsIn(guided) === `0${digitsIn(neural)}`;
}

function saysSomethingElse({ text, confidence: own = 1 }: Words, confidence: number): boolean {
  if (own < DOUBTED && confidence >= LEAST_OVER_DOUBT) return false;
  return asksSomething(text) || (confidence < LEAST_AGAINST_MANY && text.trim().split(/\s+/).length >= FREE_WORDS);
}

/** The values of the kinds that were asked for. */
function valuesIn(text: string, expected: readonly Expected[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of expected) {
    const value = valueOf(text, one);
    if (value !== undefined) found.set(one.kind, value);
  }
  return found;
}

function valueOf(text: string, expected: Expected): string | undefined {
  if (expected.kind === "date") {
    const day = dayIn(text, SOME_DAY);
    return day === undefined || "impossible" in day ? undefined : day.day;
  }
  if (expected.kind === "time") {
    const time = timeIn(text, true);
    return time && `${time.minute}${time.ambiguous ? "~" : ""}`;
  }
  if (expected.kind === "yes-no") return (["yes", "no"] as const).find((act) => actsIn(text).has(act));
  if (expected.kind === "phone" || expected.kind === "digits" || expected.kind === "code") return digitsIn(text) || undefined;
  if (expected.kind === "phrase") {
    const said = text.toLowerCase();
    return expected.phrases.find((phrase) => said.includes(phrase.toLowerCase()));
  }
  return undefined;
}
