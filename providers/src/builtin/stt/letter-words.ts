/** "B for boy": words that tell letters apart which a telephone makes alike. */

/** Those of the radio alphabet, and others that people say here. */
const WORDS =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu " +
  "apple africa boy baby cat car dog david egg elephant fox father fish girl goat house home ink ice jack john king kenya kampala kite london lion love mother mango man nairobi " +
  "nancy nigeria orange peter paul pen queen question rabbit river rose sugar sam sun tom table tanzania umbrella uganda under van village victoria water window yellow zebra zoo";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** JSGF of a letter that is said with its word. */
export function letterWithWord(letter: string): string {
  return `${letter} (for | as in | like) (${WORDS.split(" ")
    .filter((word) => word.startsWith(letter))
    .join(" | ")})`;
}

/** The rule of any of them. */
export const WORDED_LETTER = `<wordedletter> = ${LETTERS.map(letterWithWord).join("\n  | ")};`;

/** Three of them in what was heard: nobody says that by chance. */
export const LETTERS_WITH_WORDS = /\b([a-z]) (?:for|as in|like) \1[a-z]+ ([a-z]) (?:for|as in|like) \2[a-z]+\b/;

const KNOWN_WORDS = new Set(WORDS.split(" "));

/** "Richard" is none of them, "river" is. */
export function isLetterWord(word: string): boolean {
  return KNOWN_WORDS.has(word);
}

/** So many letters with words, and what stands before a "for" was a letter, whatever it was heard as. */
const SURELY_LETTERS = 3;
/** Longer words are no letter that was misheard. */
const LONGEST_LETTER = 3;
const SIGNS = /[\p{L}\p{M}'’]+|[^\p{L}\p{M}'’]+/gu;

/** "b for boy r for river" → "b r"; of three or more also "And for Nancy, You for umbrella, B. For B., For Apple" → "n, u, b, a": the word is heard better than its letter. */
export function withoutLetterWords(text: string): string {
  const said = lettersOfWords(text);
  const rest = said.count >= SURELY_LETTERS ? said.text : text;
  return rest.replace(/\b([a-z]),? (?:for|as in|like) \1\p{L}+/giu, "$1");
}

/** Whether letters were said with words, written in any way. */
export function hasLetterWords(text: string): boolean {
  return LETTERS_WITH_WORDS.test(text.toLowerCase()) || lettersOfWords(text).count >= SURELY_LETTERS;
}

/** The letters in the place of their words, and how many those were. */
function lettersOfWords(text: string): { text: string; count: number } {
  const signs = text.match(SIGNS) ?? [];
  const isWord = (at: number): boolean => /^[\p{L}\p{M}'’]/u.test(signs[at] ?? "");
  const kept: { sign: string; isLetter: boolean }[] = [];
  let count = 0;
  for (let at = 0; at < signs.length; at++) {
    const word = (signs[at + 2] ?? "").toLowerCase();
    const leads =
      isWord(at) &&
      /^for$/i.test(signs[at] ?? "") &&
      isWord(at + 2) &&
      (isLetterWord(word) || isLetterWord(word.replace(/s$/, "")) || /^[a-z]$/.test(word));
    if (!leads) {
      kept.push({ sign: signs[at] ?? "", isLetter: false });
      continue;
    }
    // What stands before it, but for another letter's word: the letter, or what was heard of it.
    const before = kept.findLastIndex(({ sign }) => /[\p{L}\p{M}]/u.test(sign));
    const misheard = kept[before];
    if (misheard && !misheard.isLetter && misheard.sign.length <= LONGEST_LETTER) kept.splice(before);
    kept.push({ sign: word.charAt(0), isLetter: true });
    count++;
    at += 2;
  }
  return { text: kept.map(({ sign }) => sign).join(""), count };
}
