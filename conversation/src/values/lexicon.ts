/** Finds the words of a locale in what was said: the longest phrase at each place, with all that it may mean. Pure. */
import type { DayPart, Direction, Locale, Marker, TimeUnit } from "./locale.ts";
import { fold, type SpokenWord } from "./text.ts";

export type Meaning =
  | { is: "cardinal"; value: number; digits?: string }
  | { is: "multiplier"; value: number }
  | { is: "ordinal"; value: number }
  | { is: "weekday"; weekday: number }
  | { is: "month"; month: number }
  | { is: "day"; days: number; part?: DayPart }
  | { is: "holiday"; date: string }
  | { is: "marker"; marker: Marker }
  | { is: "direction"; direction: Direction }
  | { is: "part"; part: DayPart }
  | { is: "unit"; unit: TimeUnit }
  | { is: "span"; count: number; unit: TimeUnit }
  | { is: "currency"; currency: string }
  | { is: "amount"; value: number }
  | { is: "cents" }
  | { is: "measure"; unit: string };

/** A phrase of the locale, or one unknown word. */
export interface Item {
  words: readonly SpokenWord[];
  meanings: readonly Meaning[];
}

export interface Lexicon {
  locale: Locale;
  itemsOf(words: readonly SpokenWord[]): Item[];
}

const MOST_PHRASE_WORDS = 6;
const lexicons = new WeakMap<Locale, Lexicon>();

/** `also`: another locale whose words count where the first has none (English numbers in a Swahili sentence). */
export function lexiconOf(locale: Locale, also?: Locale): Lexicon {
  const known = lexicons.get(locale);
  if (known) return known;
  const phrases = phrasesOf(locale);
  if (also)
    for (const [phrase, meanings] of phrasesOf(also))
      if (isShared(meanings) && !phrases.has(phrase)) phrases.set(phrase, meanings);
  const lexicon: Lexicon = { locale, itemsOf: (words) => itemsOf(words, phrases, locale) };
  lexicons.set(locale, lexicon);
  return lexicon;
}

/** What callers borrow from another language: numbers and names of days, none of its small words. */
function isShared(meanings: readonly Meaning[]): boolean {
  return meanings.every(({ is }) => ["cardinal", "multiplier", "weekday", "month", "currency", "measure"].includes(is));
}

function phrasesOf(locale: Locale): Map<string, Meaning[]> {
  const phrases = new Map<string, Meaning[]>();
  const add = (spelled: string | undefined, meaning: Meaning): void => {
    for (const phrase of alternatives(spelled)) phrases.set(phrase, [...(phrases.get(phrase) ?? []), meaning]);
  };
  const each = <Key extends string>(record: Readonly<Partial<Record<Key, string>>>, meaning: (key: Key) => Meaning): void => {
    for (const key of Object.keys(record)) if (isKeyOf(record, key)) add(record[key], meaning(key));
  };
  each(locale.cardinals, (value) => ({ is: "cardinal", value: Number(value) }));
  each(locale.multipliers, (value) => ({ is: "multiplier", value: Number(value) }));
  each(locale.ordinals, (value) => ({ is: "ordinal", value: Number(value) }));
  for (const [weekday, spelled] of locale.weekdays.entries()) add(spelled, { is: "weekday", weekday });
  for (const [index, spelled] of locale.months.entries()) add(spelled, { is: "month", month: index + 1 });
  each(locale.days, (days) => ({ is: "day", days: Number(days) }));
  for (const [spelled, [days, part]] of Object.entries(locale.dayParts ?? {})) add(spelled, { is: "day", days, part });
  each(locale.holidays, (date) => ({ is: "holiday", date }));
  each(locale.markers, (marker) => ({ is: "marker", marker }));
  each(locale.directions, (direction) => ({ is: "direction", direction }));
  each(locale.parts, (part) => ({ is: "part", part }));
  each(locale.units, (unit) => ({ is: "unit", unit }));
  for (const [spelled, [count, unit]] of Object.entries(locale.spans ?? {})) add(spelled, { is: "span", count, unit });
  each(locale.currencies, (currency) => ({ is: "currency", currency }));
  each(locale.amounts ?? {}, (value) => ({ is: "amount", value: Number(value) }));
  add(locale.cents, { is: "cents" });
  each(locale.measures, (unit) => ({ is: "measure", unit }));
  return phrases;
}

function isKeyOf<Key extends string>(record: Readonly<Partial<Record<Key, string>>>, key: string): key is Key {
  return Object.hasOwn(record, key);
}

/** Of the locales' own strings, which are few: folding them again for each word of each caller takes most of the time. */
const folded = new Map<string, readonly string[]>();

/** "a|b c" as folded phrases, their words apart by one space. `spelled`: out of a locale. */
export function alternatives(spelled: string | undefined): readonly string[] {
  if (spelled === undefined) return [];
  const known = folded.get(spelled);
  if (known) return known;
  const phrases = spelled
    .split("|")
    .map((phrase) => foldPhrase(phrase))
    .filter((phrase) => phrase !== "");
  folded.set(spelled, phrases);
  return phrases;
}

function foldPhrase(phrase: string): string {
  return fold(phrase)
    .split(/[\s-]+/)
    .filter((word) => word !== "")
    .join(" ");
}

function itemsOf(words: readonly SpokenWord[], phrases: ReadonlyMap<string, Meaning[]>, { joinPrefix }: Locale): Item[] {
  const items: Item[] = [];
  const spoken = joinPrefix === undefined ? words : words.flatMap((word) => withoutJoin(word, joinPrefix, phrases));
  for (let at = 0; at < spoken.length;) {
    const { count, meanings } = longestAt(spoken, at, phrases);
    items.push({ words: spoken.slice(at, at + count), meanings });
    at += count;
  }
  return items;
}

function longestAt(
  words: readonly SpokenWord[],
  at: number,
  phrases: ReadonlyMap<string, Meaning[]>,
): { count: number; meanings: readonly Meaning[] } {
  for (let count = Math.min(MOST_PHRASE_WORDS, words.length - at); count > 0; count--) {
    const phrase = words
      .slice(at, at + count)
      .map(({ folded }) => folded)
      .join(" ");
    const meanings = phrases.get(phrase);
    if (meanings) return { count, meanings };
  }
  return { count: 1, meanings: digitMeanings(words[at]?.folded ?? "") };
}

/** "12", "2,500", "2.5", "1st": numbers that are written in digits. */
function digitMeanings(word: string): readonly Meaning[] {
  const nth = /^(\d{1,3})(?:st|nd|rd|th|er|e|eme|º|ª)$/.exec(word);
  if (nth) return [{ is: "ordinal", value: Number(nth[1]) }];
  const plain = word.replace(/,(?=\d{3}(?:\D|$))/g, "");
  if (/^\d{1,15}(?:\.\d{1,6})?$/.test(plain)) return [{ is: "cardinal", value: Number(plain), digits: plain }];
  return [];
}

/** "وعشرون" is "و عشرون" where that is a word of the locale. */
function withoutJoin(word: SpokenWord, prefix: string, phrases: ReadonlyMap<string, Meaning[]>): SpokenWord[] {
  const rest = word.folded.slice(prefix.length);
  if (!word.folded.startsWith(prefix) || rest === "" || phrases.has(word.folded) || !phrases.has(rest)) return [word];
  return [
    { ...word, folded: prefix, written: prefix },
    { folded: rest, written: rest, startsClause: false },
  ];
}

export function meaningOf<Is extends Meaning["is"]>(item: Item | undefined, is: Is): Extract<Meaning, { is: Is }> | undefined {
  return item?.meanings.find((meaning): meaning is Extract<Meaning, { is: Is }> => meaning.is === is);
}

export function isMarker(item: Item | undefined, ...markers: readonly Marker[]): boolean {
  return item?.meanings.some((meaning) => meaning.is === "marker" && markers.includes(meaning.marker)) ?? false;
}
