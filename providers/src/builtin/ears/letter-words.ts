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
