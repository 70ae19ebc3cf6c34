/** Words to be looked up: small letters, without accents and punctuation; "mm-hmm" is two. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’`]/gu, "'")
    .replace(/[^\p{L}\p{M}\p{N}\s']/gu, " ")
    .split(/\s+/u)
    .filter(Boolean)
    .map(plain);
}

/** Written here with a space between two. */
export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap(wordsOf));
}

/** Written here with a bar between two. */
export function phraseSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split("|").map((phrase) => wordsOf(phrase).join(" "))));
}

/** Not every recogniser writes accents. "où" keeps its own: without it, it is "or". */
function plain(word: string): string {
  return word === "où" ? word : word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}
