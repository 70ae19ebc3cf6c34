/** How words are said that a voice reads wrong: names, brands, abbreviations. What is written keeps the words themselves. */

export interface Pronunciation {
  /** One word or several. */
  word: string;
  /** Spelled so that a voice reads it right. */
  said: string;
  /** BCP 47; absent: in every language. */
  language?: string;
}

/** `language` is that of the text, BCP 47. */
export type SayAs = (text: string, language: string) => string;

interface Entry {
  lower: string;
  said: string;
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const GOES_ON = /^[\p{L}\p{N}\p{M}]/u;
/** A conversation seldom changes its language; nobody speaks more in one call. */
const MOST_LANGUAGES = 20;

/** Whole words, whatever their case, the longest first; what one has put in is not looked at again. */
export function createSayAs(list: readonly Pronunciation[]): SayAs {
  if (list.length === 0) return (text) => text;
  const found = new Map<string, ReadonlyMap<string, readonly Entry[]>>();
  return (text, language) => {
    const primary = primaryOf(language);
    let entries = found.get(primary);
    if (!entries) {
      if (found.size >= MOST_LANGUAGES) found.clear();
      found.set(primary, (entries = byFirstWord(list, primary)));
    }
    return entries.size === 0 ? text : replaced(text.normalize("NFC"), entries);
  };
}

/** One for this language stands before one for all. */
function byFirstWord(list: readonly Pronunciation[], primary: string): Map<string, readonly Entry[]> {
  const words = new Map<string, string>();
  for (const { word, said, language } of list.toSorted((a, b) => Number(!!a.language) - Number(!!b.language))) {
    if (language && primaryOf(language) !== primary) continue;
    const lower = word.normalize("NFC").toLowerCase();
    words.set(lower, said);
  }
  const entries = new Map<string, Entry[]>();
  for (const [lower, said] of words) {
    const first = lower.match(WORDS)?.[0];
    if (first === undefined || !lower.startsWith(first)) continue;
    const others = entries.get(first) ?? [];
    others.push({ lower, said });
    others.sort((a, b) => b.lower.length - a.lower.length);
    entries.set(first, others);
  }
  return entries;
}

function replaced(text: string, entries: ReadonlyMap<string, readonly Entry[]>): string {
  let spoken = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (index < done) continue;
    const entry = entries.get(word.toLowerCase())?.find(({ lower }) => isAt(text, index, lower));
    if (!entry) continue;
    spoken += text.slice(done, index) + entry.said;
    done = index + entry.lower.length;
  }
  return done === 0 ? text : spoken + text.slice(done);
}

function isAt(text: string, index: number, lower: string): boolean {
  const end = index + lower.length;
  return text.slice(index, end).toLowerCase() === lower && !GOES_ON.test(text.slice(end, end + 2));
}

function primaryOf(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}
