/** How words become what they are found by: without capitals, accents and marks, in every script. Pure. */

/** Letters that Unicode does not take apart but people type plainly. */
const PLAIN: Readonly<Record<string, string>> = {
  ɓ: "b",
  ɗ: "d",
  ɖ: "d",
  ƙ: "k",
  ƴ: "y",
  ŋ: "n",
  ɔ: "o",
  ɛ: "e",
  ø: "o",
  ł: "l",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ə: "e",
};
const LONGEST_WORD = 40;
const MOST_WORDS = 1_500;
/** Telephone numbers are found by their whole, and by these many last digits: that is how they are written without the country's. */
const TAILS = [10, 9, 8, 7, 6, 4];
const FEWEST_DIGITS = 3;

export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const bare = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replace(/[ɓɗɖƙƴŋɔɛøłđßæœıə]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Each word once. An apostrophe stands inside a word: ng'ombe. */
export function wordsOf(text: string): string[] {
  const folded = fold(text).replace(/['’ʼ]/g, "");
  const words = folded.match(isPlain(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu);
  return [...new Set(words?.map((word) => word.slice(0, LONGEST_WORD)))].slice(0, MOST_WORDS);
}

/** Most text is ASCII, which is quick to look through. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** The same number is found as +254 712 345 678, 0712 345678 and 5678. */
export function numberWords(number: string | null): string[] {
  const digits = digitsOf(number ?? "");
  if (digits.length < FEWEST_DIGITS) return [];
  return [...new Set([digits, ...TAILS.map((tail) => digits.slice(-tail))])].map((part) => `#${part}`);
}

/** What somebody types who looks for a number; undefined: it is not one. */
export function askedNumber(text: string): string | undefined {
  const typed = plainDigits(text);
  if (!/^[+\d\s().\-/]+$/.test(typed)) return undefined;
  const digits = digitsOf(typed).replace(/^00?/, "");
  return digits.length >= FEWEST_DIGITS ? digits : undefined;
}

function digitsOf(text: string): string {
  return plainDigits(text).replace(/\D/g, "");
}

/** Arabic and Persian digits are digits too. */
function plainDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}
