/** Digits and numbers said in words become figures, so that a number is read in the same way in every language. */
import { folded, wordsFolded } from "./folded.ts";

/** Of the longest phrase that is one number. */
const MOST_WORDS = 4;

/** "ɗaya biyu 3" → "1 2 3"; words that are no numbers stay as they were. */
export function inFigures(text: string, figures: ReadonlyMap<string, string>): string {
  const words = wordsFolded(text);
  const out: string[] = [];
  for (let at = 0, word = words[at]; word; word = words[at]) {
    const found = numberAt(words, at, figures);
    out.push(found?.figures ?? word.raw);
    at += found?.used ?? 1;
  }
  return out.join(" ");
}

function numberAt(
  words: ReturnType<typeof wordsFolded>,
  at: number,
  figures: ReadonlyMap<string, string>,
): { figures: string; used: number } | undefined {
  for (let used = Math.min(MOST_WORDS, words.length - at); used > 0; used--) {
    const phrase = words
      .slice(at, at + used)
      .map(({ bare }) => bare)
      .join(" ");
    const found = figures.get(phrase);
    if (found !== undefined) return { figures: found, used };
  }
  return undefined;
}

export interface NumberNames {
  /** 0 … 9, each with its other names behind "|". */
  digits: readonly string[];
  /** 10 … 19. */
  teens?: readonly string[];
  /** 20, 30 … 90. */
  tens?: readonly string[];
  /** "vinte e três": the ten, this, the digit; several are parted by "|". */
  between?: string;
  /** "ثلاثة وعشرون": the digit, this and the ten in one word. */
  turned?: string;
}

export function figuresOf({ digits, teens = [], tens = [], between = "", turned }: NumberNames): ReadonlyMap<string, string> {
  const figures = new Map<string, string>();
  const put = (names: string, figure: number): void => {
    for (const name of names.split("|")) figures.set(folded(name), String(figure));
  };
  for (const [ten, names] of tens.entries()) {
    put(names, ten * 10 + 20);
    for (const [digit, ones] of digits.entries())
      if (digit > 0)
        for (const one of ones.split("|"))
          for (const name of names.split("|")) {
            if (turned !== undefined) put(`${one} ${turned}${name}`, ten * 10 + 20 + digit);
            else for (const join of between.split("|")) put(`${name} ${join} ${one}`, ten * 10 + 20 + digit);
          }
  }
  for (const [teen, names] of teens.entries()) put(names, teen + 10);
  for (const [digit, names] of digits.entries()) put(names, digit);
  return figures;
}

/** Numbers to 99 as a language counts, by a function that says them, and further names of the digits. */
export function figuresCounted(say: (number: number) => string, digits: readonly string[]): ReadonlyMap<string, string> {
  const figures = new Map<string, string>();
  for (let number = 99; number >= 0; number--) figures.set(folded(say(number)), String(number));
  for (const [digit, names] of digits.entries()) for (const name of names.split("|")) figures.set(folded(name), String(digit));
  return figures;
}
