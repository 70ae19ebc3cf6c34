/** Swahili words of one root: who, when and how many stand before it, "tofali" and "matofali", "yanavunjika" and "yaliyovunjika". Pure. */

/** Fewer letters are shared by chance. */
const ROOT_LETTERS = 6;

/** The one of `others` that shares its root with a word; `undefined`: none does. */
export function kinOf(word: string, others: Iterable<string>): string | undefined {
  if (word.length < ROOT_LETTERS) return undefined;
  for (const other of others) if (sharesRoot(word, other)) return other;
  return undefined;
}

/** A root ends a word, but for a last vowel that says how it is meant. */
function sharesRoot(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < ROOT_LETTERS) return false;
  for (let from = 0; short.length - from >= ROOT_LETTERS; from++) {
    const tail = short.slice(from);
    if (long.endsWith(tail) || (tail.length > ROOT_LETTERS && long.slice(0, -1).endsWith(tail.slice(0, -1)))) return true;
  }
  return false;
}
