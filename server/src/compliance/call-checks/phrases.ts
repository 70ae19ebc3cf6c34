/** Phrases in what was said: whole words, without regard to case, accents and marks; a star stands for any ending. Pure. */

/** No turn is longer; the rest is not read. */
const MOST_CHARACTERS = 20_000;

/** Words between single spaces, with one before and one after: ` habari ya leo `. */
export function wordsOf(text: string): string {
  const plain = text
    .slice(0, MOST_CHARACTERS)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return ` ${plain} `;
}

/** As they are looked for: `guarant*` is every word that begins so. A phrase without a letter or digit is left out. */
export function phrasesOf(written: readonly string[]): string[] {
  return written.flatMap((phrase) => {
    const words = wordsOf(phrase);
    if (words.trim() === "") return [];
    return [phrase.trimEnd().endsWith("*") ? words.trimEnd() : words];
  });
}

/** Where in these words the first of the phrases begins, 0…1; undefined: none is there. */
export function placeOf(phrases: readonly string[], words: string): number | undefined {
  const places = phrases.map((phrase) => words.indexOf(phrase)).filter((place) => place >= 0);
  return places.length === 0 ? undefined : Math.min(...places) / words.length;
}
