/** Names that are spelled: letters as they are said and misheard, and the names that they can be. */
import { hasLetterWords, isLetterWord, withoutLetterWords } from "../../stt/letter-words.ts";
import { letterDistance } from "../../stt/letters-alike.ts";
import { FAMILY_NAMES, FIRST_NAMES } from "../../stt/names.ts";
import { lookup, wordsOf } from "./plain.ts";
import { nextRow } from "../../stt/edit-row.ts";

const NATO = lookup(
  Object.fromEntries(
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu"
      .split(" ")
      .map((word) => [word, word.charAt(0)]),
  ),
);
const LETTER_NAMES: Record<string, string> = lookup({
  ay: "a",
  bee: "b",
  be: "b",
  see: "c",
  sea: "c",
  cee: "c",
  dee: "d",
  ee: "e",
  eff: "f",
  gee: "g",
  aitch: "h",
  jay: "j",
  kay: "k",
  ell: "l",
  em: "m",
  en: "n",

  pee: "p",
  cue: "q",
  queue: "q",
  are: "r",
  ar: "r",
  ess: "s",
  tee: "t",
  tea: "t",
  you: "u",
  vee: "v",
  ex: "x",
  why: "y",
  zee: "z",
  zed: "z",
});

export interface RecognisedLetters {
  /** As the recogniser judges them, 0…1. */
  confidence: number;
  /** Names that the caller has taken back. */
  not: readonly string[];
}

export interface SpelledName {
  /** In lower case. */
  parts: string[];
  /** As it was spelled; otherwise a name that sounds nearly so, letter by letter. */
  sure: boolean;
}

/** "Mary M A R Y, Smith S M I T H", "M A R Y S M I T H", "M for mother, A for apple …"; letters that sound alike are weighed by the names that callers have. */
export function spelledName(text: string, { confidence, not }: RecognisedLetters): SpelledName | undefined {
  const isWorded = hasLetterWords(text);
  const words = wordsOf(apart(withoutLetterWords(text)));
  const runs = runsOf(words).slice(0, MOST_PARTS);
  const letters = runs.map((run) => run.letters).join("");
  if (letters === "" || letters.length > MOST_LETTERS) return undefined;
  const parts = partsOf(words, runs);
  // "Fred, F R E D, Amaba, A M A B A" are two names, whatever the second is made of.
  const known = parts.every((part) => KNOWN.has(part))
    ? parts
    : (namesSpelled(letters, runs.length === 1 ? 3 : 2) ?? (confidence < 1 ? namesOfEach(parts) : undefined));
  if (!known && isWorded) {
    const meant = namesMeant(text, not) ?? saidAndSpelled(words, letters, not);
    if (meant) return { parts: meant, sure: false };
  }
  const again = known ? undefined : otherThanTakenBack(letters, not);
  if (again) return { parts: again, sure: false };
  // Typed, heard clearly, or told apart by words.
  if (known || confidence >= (isWorded ? CLEAR_WITH_WORDS : CLEAR)) return { parts: known ?? parts, sure: true };
  // Spelled once more after a guess: then it is no name that we know.
  const wasGuessed = not.some((name) => distance(bare(name), letters) <= FAR * letters.length);
  const said = wasGuessed || isWorded ? undefined : namesSaid(words, runs);
  if (said) return { parts: said, sure: false };
  const nearest = wasGuessed ? undefined : nearestNames(letters);
  return nearest && nearest.away <= (isWorded ? FAR_WITH_WORDS : FAR) * letters.length
    ? { parts: nearest.parts, sure: false }
    : { parts, sure: true };
}

const MOST_PARTS = 4;
const MOST_LETTERS = 30;
/** So surely heard letters are taken as they are. */
const CLEAR = 0.85;
const CLEAR_WITH_WORDS = 0.5;
/** Of each letter, so far from a name that is guessed. */
const FAR = 0.2;
const FAR_WITH_WORDS = 0.12;

const CAPITALS = /\b[A-Z]{1,6}\b/g;

/** "Amina, AMI, NA": a recogniser that writes freely joins letters to groups; one alone is an abbreviation. */
function apart(text: string): string {
  const groups = (text.match(CAPITALS) ?? []).filter((group) => group !== "I" && group !== "A");
  if (groups.length < 2 || !/[a-z]/.test(text)) return text;
  return text.replace(/\b([A-Z]{1,6})-(?=[A-Z])/g, "$1 ").replace(CAPITALS, (group) => [...group].join(" "));
}

interface Run {
  letters: string;
  /** Where it begins among the words. */
  from: number;
}

/** A run each, or the words before the only one where they have its letters. */
function partsOf(words: readonly string[], runs: readonly Run[]): string[] {
  const [one] = runs;
  if (runs.length !== 1 || !one) return runs.map(({ letters }) => letters);
  for (let first = Math.max(0, one.from - MOST_PARTS); first < one.from - 1; first++) {
    const before = words.slice(first, one.from);
    if (bare(before.join("")) === one.letters) return before;
  }
  return [one.letters];
}

/** Whether somebody here is called so, each word of it. */
export function isKnownName(name: string): boolean {
  return name !== "" && name.split(/[\s-]+/).every((part) => KNOWN.has(bare(part)));
}

function bare(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

/** Letters said one by one: "W A N J I K U", "B for bravo", "kay". At least three, and some of them plain letters, or a name's that is said before: "Ali, A L I". */
function runsOf(words: readonly string[]): Run[] {
  const runs: Run[] = [];
  let run = { letters: "", from: 0, plain: 0 };
  const close = (): void => {
    const isSaid = run.letters !== "" && words[run.from - 1] === run.letters;
    if (run.letters.length >= 3 && (run.plain >= 2 || isSaid)) runs.push({ letters: run.letters, from: run.from });
    run = { letters: "", from: 0, plain: 0 };
  };
  for (let at = 0; at < words.length; at++) {
    const times = words[at] === "double" ? 2 : 1;
    const spoken = words[at + times - 1] ?? "";
    const letter = letterOf(spoken, run.letters.length > 0 || isLetter(words[at + 1]));
    if (letter === undefined) {
      close();
      continue;
    }
    if (run.letters === "") run.from = at;
    if (/^[b-hj-z]$/.test(spoken) || spoken in NATO) run.plain++;
    at += times - 1;
    run.letters += letter.repeat(times);
  }
  close();
  return runs;
}

export function isLetter(word: string | undefined): word is string {
  return word !== undefined && /^[a-z]$/.test(word);
}

export function letterOf(word: string, among: boolean): string | undefined {
  if (/^[a-z]$/.test(word) && (among || word !== "a")) return word;
  if (word in NATO) return NATO[word];
  return among ? LETTER_NAMES[word] : undefined;
}

// --- which name letters can be ----------------------------------------------------------------------------------------------------

const NAMES = [...new Set([...FIRST_NAMES, ...FAMILY_NAMES])];
const KNOWN = new Set(NAMES);
const LOST = 0.7;

/** Of a name that is said and then spelled, more letters may be misheard: the name itself was heard as well. */
const FAR_OF_SAID = 0.4;

/** "Brian B R I N M, Ouma O U M N": the words before the letters, where each is a name that the letters may be. */
function namesSaid(words: readonly string[], runs: readonly Run[]): string[] | undefined {
  const said = runs.map(({ letters, from }) => {
    const name = words[from - 1] ?? "";
    return KNOWN.has(name) && distance(name, letters) <= FAR_OF_SAID * letters.length ? name : undefined;
  });
  return said.every((name) => name !== undefined) ? said : undefined;
}

/**
 * "Brian, P for Paul, A for Africa, Richard, I for India …, O for orange …": the name that was said before its letters, and what the letters are that are left, some of
 * them lost or misheard. `not`: names that were taken back.
 */
function namesMeant(text: string, not: readonly string[]): string[] | undefined {
  const words = wordsOf(text);
  const first = words.findIndex((word, at) => isLetter(word) && LEADS_TO_WORD.test(words.slice(at + 1, at + 3).join(" ")));
  const said = words[first - 1] ?? "";
  if (first < 1 || !KNOWN.has(said)) return undefined;
  const letters = lettersMeant(words.slice(first));
  if (letters.length > MOST_LETTERS) return undefined;
  const whole = nearestNames(letters);
  const [given, ...others] = whole.parts;
  if (given !== said || whole.away > FAR_OF_MEANT * letters.length || others.length > 1) return undefined;
  return not.some((name) => bare(name) === bare(whole.parts.join(""))) ? undefined : whole.parts;
}

/** The very letters that were taken back are heard once more: the name that is nearest, which was not taken back. */
function otherThanTakenBack(letters: string, not: readonly string[]): string[] | undefined {
  const taken = new Set(not.map(bare));
  if (!taken.has(letters)) return undefined;
  const { parts, away } = nearestNames(letters);
  return away <= FAR_OF_TAKEN_BACK * letters.length && !taken.has(parts.join("")) ? parts : undefined;
}

const FAR_OF_TAKEN_BACK = 0.3;

/** "Brian, Beefa boy, R for river, …": a name that is said, and hardly another by its letters. */
function saidAndSpelled(words: readonly string[], letters: string, not: readonly string[]): string[] | undefined {
  const { parts, away } = nearestNames(letters);
  const isSaid = words.includes(parts[0] ?? "") && away <= FAR_WITH_WORDS * letters.length;
  return isSaid && !not.some((name) => bare(name) === parts.join("")) ? parts : undefined;
}

const LEADS_TO_WORD = /^(?:for|as in|like)\b/;
const FAR_OF_MEANT = 0.2;

/** Of "P for Paul, Richard, I for India": p, r, i. A word that was heard without its letter is said for its first one. */
function lettersMeant(words: readonly string[]): string {
  let letters = "";
  for (let at = 0, word = words[at]; word !== undefined; word = words[++at]) {
    if (isLetter(word) || isLetterWord(word) || KNOWN.has(word)) letters += word.charAt(0);
    if (isLetter(word) && LEADS_TO_WORD.test(words.slice(at + 1, at + 3).join(" "))) at += words[at + 1] === "as" ? 3 : 2;
  }
  return letters;
}

/** So many names at most with exactly these letters: "Jean Pierre Mukendi". */
function namesSpelled(letters: string, most: number): string[] | undefined {
  if (KNOWN.has(letters)) return [letters];
  if (most === 1) return undefined;
  for (let cut = 3; cut <= letters.length - 2; cut++) {
    const first = letters.slice(0, cut);
    const others = KNOWN.has(first) ? namesSpelled(letters.slice(cut), most - 1) : undefined;
    if (others) return [first, ...others];
  }
  return undefined;
}

/** "J E E A N, P I E R R E M U K E N D I": each run is a name, two names, or one with a letter that was heard twice. */
function namesOfEach(parts: readonly string[]): string[] | undefined {
  const names = parts.map((part) => {
    const once = Array.from(part, (letter, at) => (letter === part[at + 1] ? part.slice(0, at) + part.slice(at + 1) : ""));
    const single = once.find((other) => KNOWN.has(other));
    return namesSpelled(part, 2) ?? (single === undefined ? undefined : [single]);
  });
  return names.every((name) => name !== undefined) ? names.flat() : undefined;
}

interface Near {
  name: string;
  away: number;
}

const NONE: Near = { name: "", away: Infinity };

/** The one name, or the two names one after the other, that are nearest to the letters. */
function nearestNames(letters: string): { parts: string[]; away: number } {
  const first: Near[] = Array.from({ length: letters.length + 1 }, () => NONE);
  const last = [...first];
  const turned = [...letters].toReversed().join("");
  for (const name of NAMES) {
    keepNearer(first, name, prefixDistances(name, letters));
    keepNearer(last, name, prefixDistances([...name].toReversed().join(""), turned));
  }
  const { name, away } = first.at(-1) ?? NONE;
  let best = { parts: [name], away };
  for (let cut = 3; cut <= letters.length - 2; cut++) {
    const [given = NONE, family = NONE] = [first[cut], last[letters.length - cut]];
    if (given.away + family.away < best.away) best = { parts: [given.name, family.name], away: given.away + family.away };
  }
  return best;
}

function keepNearer(best: Near[], name: string, distances: readonly number[]): void {
  for (const [at, away] of distances.entries()) if (away < (best[at] ?? NONE).away) best[at] = { name, away };
}

function distance(name: string, letters: string): number {
  return prefixDistances(name, letters).at(-1) ?? Infinity;
}

const COSTS = { lost: () => LOST, added: () => LOST, swapped: letterDistance };

/** How far a name is from the first none, one, two … letters. */
function prefixDistances(name: string, letters: string): number[] {
  let row = Array.from({ length: letters.length + 1 }, (_, at) => at * LOST);
  for (const sign of name) row = nextRow(row, sign, letters, COSTS);
  return row;
}

/** "Happy Birthday Akua, A K U A": the letters of a word that was just said are no more words. */
export function withoutSpelling(text: string): string {
  const [all, said = "", letters = ""] = /^(.+?)[,.]?\s+((?:\p{L}[\s.-]+){2,}\p{L})[.!]?$/u.exec(text) ?? [];
  const word = letters.replace(/\P{L}/gu, "").toLowerCase();
  return all !== undefined && wordsOf(said).includes(word) ? said : text;
}
