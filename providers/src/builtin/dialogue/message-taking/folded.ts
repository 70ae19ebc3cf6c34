/** Words of nine languages made comparable: as recognisers and keyboards write them, with their marks or without. */
import { plain, remembered, unaccented } from "../spoken/plain.ts";

/** Letters of one sound: hooked ones that keyboards lack, and those that a script writes in several ways. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/ɓ/g, "b"],
  [/ɗ/g, "d"],
  [/ƙ/g, "k"],
  [/ƴ|'y/g, "y"],
  [/ة/g, "ه"],
  [/ى/g, "ي"],
  [/ٱ/g, "ا"],
];

/** First letter of each row of seven (Ethiopic rows lie eight apart), and the row that sounds the same. */
const ETHIOPIC_ROWS: readonly (readonly [number, number])[] = [
  [0x12_10, 0x12_00],
  [0x12_80, 0x12_00],
  [0x12_20, 0x12_30],
  [0x12_d0, 0x12_a0],
  [0x13_40, 0x13_38],
];
/** Of the gutturals the first vowel and the fourth are one: ሀ and ሃ, አ and ኣ. */
const GUTTURALS: ReadonlySet<number> = new Set([0x12_00, 0x12_a0]);

/** ٣ and ۳ are 3, ፫ too. */
export function withPlainDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[\u1369-\u1371]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x13_68));
}

/** Lower case, without punctuation and accents, every sound written in one way. */
export const folded = remembered((text: string): string => {
  const bare = unaccented(plain(withPlainDigits(text)));
  const joined = ALIKE.reduce((folding, [letter, same]) => folding.replace(letter, same), bare);
  return joined.replace(/[\u1200-\u137f]/g, sameSyllable).replace(/ı/g, "i");
});

function sameSyllable(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const row = ETHIOPIC_ROWS.find(([from]) => code >= from && code < from + 8);
  const same = row ? code - row[0] + row[1] : code;
  const start = same & ~7;
  return String.fromCodePoint(GUTTURALS.has(start) && same - start === 3 ? start : same);
}

const WORD = String.raw`[\p{L}\p{N}']`;

/**
 * A pattern for folded text out of phrases that "|" parts: whole words, in which "*" stands for any letters ("kira*"). `first`: only at the
 * beginning.
 */
export function phrasePattern(phrases: string, { first = false } = {}): RegExp {
  const parts = phrases
    .split("|")
    .map((phrase) => folded(phrase.replace(/\*/g, "ⵣ")).replace(/ⵣ/g, `${WORD}*`))
    .filter((phrase) => phrase !== "")
    .toSorted((a, b) => b.length - a.length);
  if (parts.length === 0) return /(?!)/u;
  return new RegExp(`${first ? "^" : `(?<!${WORD})`}(?:${parts.join("|")})(?!${WORD})`, "u");
}

/** The words of a text as they were written, each with what it is folded to. */
export function wordsFolded(text: string): { raw: string; bare: string }[] {
  return withPlainDigits(text)
    .normalize("NFC")
    .replace(/[’‘`]/g, "'")
    .split(/[^\p{L}\p{M}\p{N}'+-]+/u)
    .flatMap((raw) => (raw === "" ? [] : [{ raw, bare: folded(raw) }]))
    .filter(({ bare }) => bare !== "");
}
