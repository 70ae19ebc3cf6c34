/** How much of a sentence somebody has said, by what a recogniser wrote. Pure. */

/** The share of the sentence's words that were written in its order, 0…1. */
export function spokenShare(sentence: string, written: string): number {
  const wanted = wordsOf(sentence);
  const words = wordsOf(written);
  // The longest common subsequence, a row at a time.
  let row = Array.from({ length: words.length + 1 }, () => 0);
  for (const word of wanted) {
    const next = [0];
    for (const [at, other] of words.entries())
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(1, wanted.length);
}

/** Recognisers disagree on case, marks and tones. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
