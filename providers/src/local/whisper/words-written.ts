import type { RecognisedWord } from "@ongea/conversation";
import type { Written } from "./search-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The words of what was written, each as sure as the least sure of its tokens: of `others`, what says the same otherwise counts for it. */
export function wordsWritten(written: Written, others: readonly Written[], vocabulary: Vocabulary): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  const shares = sharesOf(written, others, vocabulary);
  let from = 0;
  for (let to = 1; to <= written.tokens.length; to++) {
    const isWhole = to === written.tokens.length || vocabulary.textOf(written.tokens.slice(to, to + 1)).startsWith(" ");
    if (!isWhole) continue;
    const text = vocabulary.textOf(written.tokens.slice(from, to)).trim();
    const least = Math.exp(Math.min(...written.logs.slice(from, to)));
    if (/[\p{L}\p{N}]/u.test(text)) words.push({ text, confidence: round(Math.max(least, shares.get(bare(text)) ?? 0)) });
    from = to;
  }
  return words;
}

/** How much of all that was found likely holds each word: "48157" is in "4 8 157" too. */
function sharesOf(written: Written, others: readonly Written[], vocabulary: Vocabulary): Map<string, number> {
  const shares = new Map<string, number>();
  if (others.length < 2) return shares;
  const all = others.map(({ tokens, log }) => ({ text: bare(vocabulary.textOf(tokens)), weight: Math.exp(log) }));
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  for (const word of vocabulary.textOf(written.tokens).trim().split(/\s+/)) {
    const key = bare(word);
    if (key === "") continue;
    const holding = all.filter(({ text }) => text.includes(key)).reduce((total, { weight }) => total + weight, 0);
    shares.set(key, holding / sum);
  }
  return shares;
}

const DIGITS: Readonly<Record<string, string>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, digit) => [word, String(digit)]),
);

/** Without marks, blanks and letters' cases, and numbers as digits. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/\p{L}+/gu, (word) => DIGITS[word] ?? word)
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function round(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000;
}
