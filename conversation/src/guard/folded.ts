/** Text as it is compared: small letters without accents, digits of any script as ours. */

const DIGITS = [0x0660, 0x06f0, 0x0966];

/** A call's sentences are compared again at every tool call. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 4_000;
const LONGEST_REMEMBERED = 400;

export function folded(text: string): string {
  if (text.length > LONGEST_REMEMBERED) return foldedAnew(text);
  let plain = remembered.get(text);
  if (plain !== undefined) return plain;
  plain = foldedAnew(text);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, plain);
  return plain;
}

function foldedAnew(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’`‘]/gu, "'")
    .replace(/[٠-٩۰-۹०-९]/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))
    .normalize("NFC");
}

function digitOf(code: number): number {
  const zero = DIGITS.find((one) => code >= one && code <= one + 9) ?? code;
  return code - zero;
}

const wordsOfTexts = new Map<string, readonly string[]>();

export function wordsIn(text: string): readonly string[] {
  if (text.length > LONGEST_REMEMBERED) return wordsAnew(text);
  let words = wordsOfTexts.get(text);
  if (words) return words;
  words = wordsAnew(text);
  if (wordsOfTexts.size >= MOST_REMEMBERED) wordsOfTexts.clear();
  wordsOfTexts.set(text, words);
  return words;
}

function wordsAnew(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** English, Swahili, French, Portuguese: words that say nothing of a message. */
const COMMON = new Set(
  wordsIn(`that this with from have about your you the and for not can are was will would could should please they them their there here what when
  where which want wants need needs like just also been were into over more some than then caller customer client message request asks asked
  says said tell call back kwa yake yangu wake wangu hii hiyo kwamba tafadhali nataka anataka ningependa pour avec dans votre vous nous elle leur
  cette que qui est sont para com uma você seu sua`),
);
const STEM = 5;

/** Stems of the words that carry a meaning. */
export function contentOf(text: string): Set<string> {
  const words = wordsIn(text).filter((word) => (/\d/.test(word) || word.length >= 3) && !COMMON.has(word));
  return new Set(words.map((word) => word.slice(0, STEM)));
}

/** How much of the first one's meaning stands in the other, 0…1; nothing to look for is all there. */
export function shareOf(text: string, content: ReadonlySet<string>): number {
  const wanted = contentOf(text);
  if (wanted.size === 0) return 1;
  return [...wanted].filter((stem) => content.has(stem)).length / wanted.size;
}

const OWN_SCRIPT: Readonly<Record<string, RegExp>> = { am: /\p{Script=Ethiopic}/u, ar: /\p{Script=Arabic}/u };

/** "Abebe" in a call in Amharic: whoever said it is written in other letters. */
export function isOfAnotherScript(value: string, language: string): boolean {
  const own = OWN_SCRIPT[language.split("-")[0] ?? language];
  return own !== undefined && !own.test(value);
}
