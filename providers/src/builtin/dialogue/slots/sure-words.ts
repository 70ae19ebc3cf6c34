import type { RecognisedWord } from "@ongea/conversation";

/** Longer speech is judged as a whole. */
const MOST_WORDS = 40;

interface Judged {
  text: string;
  /** Of all words. */
  confidence: number;
  words?: readonly RecognisedWord[] | undefined;
}

/** How sure the words are that a value hangs on, 0…1: the least sure of those without which it would be read otherwise. */
export function sureOf({ text, confidence, words = [] }: Judged, read: (text: string) => string | undefined): number {
  if (words.length === 0 || words.length > MOST_WORDS) return confidence;
  const value = read(text);
  const deciding = words.filter((_, i) => read(without(words, i)) !== value);
  return deciding.length === 0 ? confidence : Math.min(...deciding.map((word) => word.confidence));
}

function without(words: readonly RecognisedWord[], place: number): string {
  return words
    .filter((_, i) => i !== place)
    .map(({ text }) => text)
    .join(" ");
}
