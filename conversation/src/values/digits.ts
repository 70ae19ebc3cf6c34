/** Digits and letters said one after another: "oh seven double two", "B slash two zero", "m as in mary". Pure. */
import { isMarker } from "./lexicon.ts";
import type { Token } from "./numbers.ts";

/** A run of signs, and the tokens that it was read from. */
export interface SignRun {
  signs: string;
  /** As they were said, a group each. */
  groups: string[];
  from: number;
  to: number;
  /** What follows replaces the end of it: "… no sorry, six seven nine". */
  isCorrection: boolean;
}

const NATO =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu";
const LETTER_WORDS: ReadonlyMap<string, string> = new Map([
  ...NATO.split(" ").map((word) => [word, word.charAt(0)] as const),
  ["alfa", "a"],
  ["juliett", "j"],
  ["whisky", "w"],
  ["zed", "z"],
  ["zee", "z"],
]);
const SIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ["dash", "-"],
  ["hyphen", "-"],
  ["tiret", "-"],
  ["slash", "/"],
  ["stroke", "/"],
  ["barre", "/"],
  ["kistari", "-"],
  ["trait", "-"],
]);
/** They may stand between the signs of one run. */
const BETWEEN = new Set([
  "um",
  "uh",
  "er",
  "erm",
  "euh",
  "then",
  "and",
  "puis",
  "halafu",
  "kisha",
  "the",
  "letter",
  "number",
  "digit",
  "digits",
  "na",
  "et",
  "e",
  "kunye",
]);
/** "… triple three, ah, double three zero": the caller corrects the last digits. */
const STARTLED = new Set(["ah", "aah", "ahh", "oops", "ag", "ai", "aki", "eish", "jamani", "zut", "mince"]);
const ZERO = "o";
const MOST_SIGNS = 40;

/** Runs of digits alone; a plus may begin one. */
export function digitRunsIn(tokens: readonly Token[]): SignRun[] {
  return runsOf(tokens, digitsAt);
}

/** Runs of letters, digits and the dashes and slashes between them. */
export function signRunsIn(tokens: readonly Token[]): SignRun[] {
  return runsOf(tokens, signsAt);
}

/** Runs of letters alone, apostrophes among them. */
export function letterRunsIn(tokens: readonly Token[]): SignRun[] {
  return runsOf(tokens, lettersAt);
}

type Reader = (tokens: readonly Token[], at: number) => { signs: string; to: number } | undefined;

function runsOf(tokens: readonly Token[], read: Reader): SignRun[] {
  const runs: SignRun[] = [];
  let open: SignRun | undefined;
  let isCorrection = false;
  for (let at = 0; at < tokens.length;) {
    const found = read(tokens, at);
    // A plus begins a number.
    if (found?.signs.startsWith("+")) open = undefined;
    if (found && (open?.signs.length ?? 0) < MOST_SIGNS) {
      open ??= start(runs, at, isCorrection);
      open.signs += found.signs;
      open.groups.push(found.signs);
      open.to = at = found.to;
      isCorrection = false;
      continue;
    }
    const isStartled = STARTLED.has(wordOf(tokens[at])) && read(tokens, at + 1) !== undefined;
    if (isMarker(tokens[at], "correction") || isStartled) {
      isCorrection = runs.length > 0;
      open = undefined;
    } else if (!BETWEEN.has(wordOf(tokens[at]))) {
      // "… sorry, it ends with three zero five" still corrects.
      open = undefined;
    }
    at++;
  }
  return runs;
}

function start(runs: SignRun[], at: number, isCorrection: boolean): SignRun {
  const run = { signs: "", groups: [], from: at, to: at, isCorrection };
  runs.push(run);
  return run;
}

export function wordOf(token: Token | undefined): string {
  return token?.words.map(({ folded }) => folded).join(" ") ?? "";
}

const digitsAt: Reader = (tokens, at) => {
  const token = tokens[at];
  if (isMarker(token, "plus") || wordOf(token) === "+") return { signs: "+", to: at + 1 };
  const written = token?.words[0]?.written ?? "";
  if (/^\+\d/.test(written)) return { signs: written.replace(/[^\d+]/g, ""), to: at + 1 };
  if (/^\d[\d.-]*\d$/.test(written) && token?.number === undefined) return { signs: written.replace(/\D/g, ""), to: at + 1 };
  const times = isMarker(token, "double") ? 2 : isMarker(token, "triple") ? 3 : 1;
  const next = times > 1 ? tokens[at + 1] : token;
  const digits = digitsOf(next);
  return digits === undefined ? undefined : { signs: times > 1 ? repeated(digits, times) : digits, to: at + (times > 1 ? 2 : 1) };
};

/** "double zero" is 00; "double twenty" is 2020. */
function repeated(digits: string, times: number): string {
  return digits.repeat(times);
}

function digitsOf(token: Token | undefined): string | undefined {
  if (token?.digits !== undefined) return /^\d+$/.test(token.digits) ? token.digits : undefined;
  if (wordOf(token) === ZERO) return "0";
  const number = token?.number;
  return number !== undefined && Number.isInteger(number) && number >= 0 && number < 1_000_000 ? String(number) : undefined;
}

const lettersAt: Reader = (tokens, at) => {
  const token = tokens[at];
  const times = isMarker(token, "double") ? 2 : isMarker(token, "triple") ? 3 : 1;
  const place = times > 1 ? at + 1 : at;
  const word = wordOf(tokens[place]);
  if (word === "apostrophe") return { signs: "'", to: place + 1 };
  // "a m" in the middle of letters is no time of day.
  if (/^(?:\p{L} )+\p{L}$/u.test(word)) return { signs: word.replace(/ /g, ""), to: place + 1 };
  const letter = letterOf(tokens, place);
  if (letter === undefined) return undefined;
  return { signs: letter.repeat(times), to: afterExample(tokens, place, letter) };
};

function letterOf(tokens: readonly Token[], at: number): string | undefined {
  const word = wordOf(tokens[at]);
  if (/^\p{L}$/u.test(word)) return isLoneWord(tokens, at) ? undefined : word;
  return LETTER_WORDS.get(word);
}

/** "I", "a" and the like between words are words. */
function isLoneWord(tokens: readonly Token[], at: number): boolean {
  const isSign = (place: number): boolean => {
    const word = wordOf(tokens[place]);
    return (
      /^\p{L}(?: \p{L})*$/u.test(word) ||
      word === "apostrophe" ||
      LETTER_WORDS.has(word) ||
      SIGN_WORDS.has(word) ||
      digitsOf(tokens[place]) !== undefined ||
      isMarker(tokens[place], "double", "triple", "plus")
    );
  };
  const isExample =
    /^(?:as|for|like|comme|kama)$/.test(wordOf(tokens[at + 1]).split(" ")[0] ?? "") || isExampleWord(tokens, at + 1);
  return (
    !isSign(at - 1) &&
    !isSign(at + 1) &&
    !isExample &&
    wordOf(tokens[at - 1]) !== "letter" &&
    !wordOf(tokens[at - 1]).endsWith(" letter")
  );
}

function isExampleWord(tokens: readonly Token[], at: number): boolean {
  return /^(?:as in|for|like|comme|as|kama)$/.test(wordOf(tokens[at]));
}

/** Past "as in Mary", "for November": the word must begin with the letter. */
function afterExample(tokens: readonly Token[], place: number, letter: string): number {
  for (const words of [1, 2]) {
    const led = tokens
      .slice(place + 1, place + 1 + words)
      .map(wordOf)
      .join(" ");
    if (/^(?:as in|for|like|comme|kama)$/.test(led) && wordOf(tokens[place + 1 + words]).startsWith(letter))
      return place + 2 + words;
  }
  return place + 1;
}

const signsAt: Reader = (tokens, at) => {
  const word = wordOf(tokens[at]);
  const sign = SIGN_WORDS.get(word);
  if (sign !== undefined) return { signs: sign, to: at + 1 };
  const isNamedLetter = /\bletter$/.test(wordOf(tokens[at - 1]));
  if (word === ZERO && !isNamedLetter && isBesideDigits(tokens, at)) return { signs: "0", to: at + 1 };
  const letters = lettersAt(tokens, at);
  if (letters && letters.signs !== "'") return letters;
  const lettered = letteredNumber(tokens[at]);
  if (lettered !== undefined) return { signs: lettered, to: at + 1 };
  const digits = digitsAt(tokens, at);
  if (digits && digits.signs !== "+") return digits;
  const written = tokens[at]?.words.length === 1 ? (tokens[at]?.words[0]?.written ?? "") : "";
  const isGroup = /^\p{Lu}{2,5}$/u.test(written) || /^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(written);
  return isGroup || /^(?=.*\d)[\p{L}\d/-]{2,}$/u.test(written) ? { signs: written, to: at + 1 } : undefined;
};

/** "nine k" in a code is 9K, not nine thousand. */
function letteredNumber(token: Token | undefined): string | undefined {
  const letter = token?.words.at(-1)?.folded ?? "";
  const number = token?.number ?? 0;
  if (token?.words.length !== 2 || !/^[a-z]$/.test(letter) || number < 1_000) return undefined;
  return String(number).replace(/0{3}(?:0{3})?$/, "") + letter;
}

function isBesideDigits(tokens: readonly Token[], at: number): boolean {
  return (
    digitsOf(tokens[at - 1]) !== undefined || (digitsOf(tokens[at + 1]) !== undefined && letterOf(tokens, at - 1) === undefined)
  );
}

/** The run that counts: the longest, its end replaced where a correction follows. */
export function correctedSigns(runs: readonly SignRun[]): SignRun | undefined {
  const merged: SignRun[] = [];
  for (const run of runs) {
    const before = merged.at(-1);
    if (!run.isCorrection || !before) merged.push(run);
    else {
      const kept = run.signs.length < before.signs.length ? before.signs.slice(0, before.signs.length - run.signs.length) : "";
      merged[merged.length - 1] = { ...before, signs: kept + run.signs, to: run.to };
    }
  }
  return merged.reduce<SignRun | undefined>(
    (best, run) => (best && best.signs.length >= run.signs.length ? best : run),
    undefined,
  );
}
