/** How words become what they are found by: without capitals, accents and marks, in every script. Pure. */
import { fold, isPlain } from "@ongea/contract";

const LONGEST_WORD = 40;
const MOST_WORDS = 1_500;
/** Telephone numbers are found by their whole, and by these many last digits: that is how they are written without the country's. */
const TAILS = [10, 9, 8, 7, 6, 4];
const FEWEST_DIGITS = 3;

/** Each word once. An apostrophe stands inside a word: ng'ombe. */
export function wordsOf(text: string): string[] {
  const folded = fold(text).replace(/['’ʼ]/g, "");
  const words = folded.match(isPlain(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu);
  return [...new Set(words?.map((word) => word.slice(0, LONGEST_WORD)))].slice(0, MOST_WORDS);
}

/** The same number is found as +254 712 345 678, 0712 345678 and 5678. */
export function numberWords(number: string | null): string[] {
  const digits = digitsOf(number ?? "");
  if (digits.length < FEWEST_DIGITS) return [];
  return [...new Set([digits, ...TAILS.map((tail) => digits.slice(-tail))])].map((part) => `#${part}`);
}

/** What somebody types who looks for a number; undefined: it is not one. */
export function parseNumberQuery(text: string): string | undefined {
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
