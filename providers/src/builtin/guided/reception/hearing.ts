/** What a caller wants with an utterance, in a language of the reception. */
import { remembered } from "../spoken/plain.ts";
import { folded, phrasePattern } from "./folded.ts";
import type { Lexicon, Part, ReceptionLanguage } from "./tongue.ts";
import { RECEPTION_LANGUAGES, TONGUES } from "./tongues.ts";

export type Heard = keyof Lexicon;

const AT_FIRST: ReadonlySet<Heard> = new Set(["greet", "yes", "no"]);

/** Built when a call first needs them. */
function madeOnce<T>(make: (language: ReceptionLanguage) => T): (language: ReceptionLanguage) => T {
  const made = new Map<ReceptionLanguage, T>();
  return (language) => {
    const before = made.get(language);
    if (before !== undefined) return before;
    const value = make(language);
    made.set(language, value);
    return value;
  };
}

const patternsOf = madeOnce((language) =>
  Object.entries(TONGUES[language].hears).map(
    ([heard, phrases]) => [heard as Heard, phrasePattern(phrases, { first: AT_FIRST.has(heard as Heard) })] as const,
  ),
);

const readings = Object.fromEntries(
  RECEPTION_LANGUAGES.map((language) => [
    language,
    remembered((text: string): ReadonlySet<Heard> => {
      const bare = folded(text);
      return new Set(patternsOf(language).flatMap(([heard, pattern]) => (pattern.test(bare) ? [heard] : [])));
    }),
  ]),
) as Record<ReceptionLanguage, (text: string) => ReadonlySet<Heard>>;

export function heardIn(text: string, language: ReceptionLanguage): ReadonlySet<Heard> {
  return readings[language](text);
}

const partPatterns = madeOnce((language) => entriesOf(TONGUES[language].parts));

/** "The number is wrong": which part of a message is named. */
export function partNamed(text: string, language: ReceptionLanguage): Part | undefined {
  const bare = folded(text);
  return partPatterns(language).find(([, pattern]) => pattern.test(bare))?.[0];
}

const topicPatterns = madeOnce((language) => entriesOf(TONGUES[language].topics));

/** What a text is about, as the English words that a fact is found by. */
export function topicsIn(text: string, language: ReceptionLanguage): string[] {
  const bare = folded(text);
  return topicPatterns(language).flatMap(([topic, pattern]) => (pattern.test(bare) ? [topic] : []));
}

/** The text without what names a topic. */
export function withoutTopics(bare: string, language: ReceptionLanguage): string {
  return topicPatterns(language).reduce((rest, [, pattern]) => rest.replace(new RegExp(pattern.source, "gu"), " "), bare);
}

const dayPatterns = madeOnce((language) => TONGUES[language].weekdays.map((names) => phrasePattern(names)));

/** The weekdays that a text names, Sunday is 0. */
export function weekdaysIn(text: string, language: ReceptionLanguage): number[] {
  const bare = folded(text);
  return dayPatterns(language).flatMap((pattern, day) => (pattern.test(bare) ? [day] : []));
}

const askedPatterns = madeOnce((language) => entriesOf(TONGUES[language].asked));

/** What another speaker's question asks for. */
export function askedBy(text: string, language: ReceptionLanguage): readonly (keyof (typeof TONGUES)["pt"]["asked"])[] {
  const bare = folded(text);
  return askedPatterns(language).flatMap(([asked, pattern]) => (pattern.test(bare) ? [asked] : []));
}

const emptyWords = madeOnce((language) => new Set(TONGUES[language].empty.split(" ").map(folded)));

export function isEmptyWord(bare: string, language: ReceptionLanguage): boolean {
  return emptyWords(language).has(bare);
}

function entriesOf<K extends string>(phrases: Readonly<Record<K, string>>): (readonly [K, RegExp])[] {
  return Object.entries<string>(phrases).map(([key, words]) => [key as K, phrasePattern(words)] as const);
}
