/**
 * Names that are spelled, heard in two passes: any letters first, which a telephone leaves hard to tell apart; then only names that these letters may be, each
 * said or not and then spelled by its own, with words where the letters were said with words.
 */
import { LETTERS_WITH_WORDS, letterWithWord, withoutLetterWords } from "./letter-words.ts";
import { letterDistance } from "./letters-alike.ts";
import { FAMILY_NAMES, FIRST_NAMES } from "./names.ts";
import { nextRow } from "./edit-row.ts";

const SHORTEST = 3;
const NAMES = [...new Set([...FIRST_NAMES, ...FAMILY_NAMES])].filter((name) => name.length >= SHORTEST);
const KNOWN = new Set(NAMES);
/** So many are listened for again: more take longer, and the right one is hardly ever further down. */
const MOST_NAMES = 100;
/** Letters with words are fewer of them misheard, and their grammar is a larger one. */
const MOST_NAMES_WITH_WORDS = 30;
/** Most people say two names; noise is no third one. */
const THIRD = 0.02;
const LOST = 0.7;
const ADDED = 0.5;
/** Fewer letters in a row are an abbreviation, or none. */
const LEAST_LETTERS = 3;
const LEAD = "[yes | no] [sorry] [my name is | the name is | name is | my name's | it's | it is | i'm | this is]";

/** What the second pass listens for, after these words of the first; undefined: nothing was spelled. `not`: names that it was not, in lower case. */
export function spelledGuide(
  heard: string,
  not: readonly string[] = [],
): { grammar: string; words: readonly string[] } | undefined {
  const isWorded = LETTERS_WITH_WORDS.test(heard);
  const words = withoutLetterWords(heard).split(" ");
  const letters = words.map((word) => (word.length === 1 ? word : " ")).join("");
  if (!letters.split(/ +/).some((run) => run.length >= LEAST_LETTERS)) return undefined;
  const near = NAMES.map((name) => ({ name, away: distanceWithin(name, letters) / name.length })).toSorted(
    (a, b) => a.away - b.away,
  );
  const names = [
    ...new Set([
      ...words.filter((word) => KNOWN.has(word)),
      ...near.slice(0, isWorded ? MOST_NAMES_WITH_WORDS : MOST_NAMES).map(({ name }) => name),
    ]),
  ];
  const soundsOf = (some: readonly string[]): string => some.map((name) => `[${name}] ${spelled(name, isWorded)}`).join(" | ");
  const [first, last] = [not.map((name) => name.split(" ")[0]), not.map((name) => name.split(" ").at(-1))];
  const bodies = [
    `<part> = ${soundsOf(names)};`,
    `<given> = ${soundsOf(names.filter((name) => !first.includes(name)))};`,
    `<family> = ${soundsOf(names.filter((name) => !last.includes(name)))};`,
  ];
  const more = `(/1/ <NULL> | /1/ <part> | /${THIRD}/ <part> <part>)`;
  const answers = not.length === 0 ? [`<part> ${more}`] : [`<given> ${more}`, `<part> <family> (/1/ <NULL> | /${THIRD}/ <part>)`];
  const needed = [...(not.length === 0 ? bodies.slice(0, 1) : bodies), ...(isWorded ? worded(names) : [])].join("\n");
  const grammar = `#JSGF V1.0;\ngrammar spelled;\n${needed}\npublic <answer> = ${LEAD} (${answers.join(" | ")});\n`;
  const said = `${LEAD} ${needed} double`.replaceAll(/<\w+>/g, " ");
  return { grammar, words: [...new Set(said.match(/[a-z']+/g) ?? [])] };
}

/** The second pass's words with each name before its letters, said or not; one that was taken for its own letters twice is there once. */
export function withNames(heard: string): string {
  const words = withoutLetterWords(heard)
    .replace(/\bdouble (\w)/g, "$1 $1")
    .split(" ");
  const first = words.findIndex((word, at) => KNOWN.has(word) || (word.length === 1 && words[at + 1]?.length === 1));
  if (first < 0) return heard;
  const parts = partsOf(words.slice(first));
  if (!parts) return heard;
  const once = parts.filter((name, at) => name !== parts[at - 1]);
  return [...words.slice(0, first), ...once.map((name) => `${name} ${[...name].join(" ")}`)].join(" ");
}

/** The names that these words say and spell. */
function partsOf(words: readonly string[]): string[] | undefined {
  const [first] = words;
  if (first === undefined) return [];
  const isSaid = first.length > 1;
  const letters = words.slice(isSaid ? 1 : 0);
  for (const name of isSaid ? [first] : NAMES) {
    if (name.length > letters.length || ![...name].every((letter, at) => letters[at] === letter)) continue;
    const rest = partsOf(letters.slice(name.length));
    if (rest) return [name, ...rest];
  }
  return undefined;
}

/** "A N N A", or "A double N A". */
function spelled(name: string, isWorded: boolean): string {
  const signs = name.match(/(.)\1|./g) ?? [];
  const said = (letter: string): string => (isWorded ? `<with${letter}>` : letter);
  return signs
    .map((sign) => {
      const letter = said(sign.charAt(0));
      return sign.length === 2 ? `(${letter} ${letter} | double ${letter})` : letter;
    })
    .join(" ");
}

/** Rules of the letters of these names: "B for boy". A letter alone would be heard in any word. */
function worded(names: readonly string[]): string[] {
  return [...new Set(names.join(""))].map((letter) => `<with${letter}> = ${letterWithWord(letter)};`);
}

const COSTS = { lost: () => LOST, added: () => ADDED, swapped: letterDistance };

/** How far the name is from the part of the letters that is nearest to it. */
function distanceWithin(name: string, letters: string): number {
  let row = Array.from({ length: letters.length + 1 }, () => 0);
  for (const sign of name) row = nextRow(row, sign, letters, COSTS);
  return Math.min(...row);
}
