/** What a caller wants with an utterance, in a language of the reception. */
import { remembered } from "../spoken/plain.ts";
import { folded, phrasePattern } from "./folded.ts";
import type { Lexicon, MessagePart, MessageLanguage } from "./locale.ts";
import { LOCALES } from "./locales.ts";
import { entriesOf } from "@ongea/conversation";

export type LexiconEntry = keyof Lexicon;

const AT_FIRST: ReadonlySet<LexiconEntry> = new Set(["greet", "yes", "no"]);

/** Built when a call first needs them. */
function madeOnce<T>(make: (language: MessageLanguage) => T): (language: MessageLanguage) => T {
  const made = new Map<MessageLanguage, T>();
  return (language) => {
    const before = made.get(language);
    if (before !== undefined) return before;
    const value = make(language);
    made.set(language, value);
    return value;
  };
}

const patternsOf = madeOnce((language) =>
  entriesOf(LOCALES[language].hears).map(
    ([heard, phrases]) => [heard, phrasePattern(phrases, { first: AT_FIRST.has(heard) })] as const,
  ),
);

const readings = madeOnce((language) =>
  remembered((text: string): ReadonlySet<LexiconEntry> => {
    const bare = folded(text);
    return new Set(patternsOf(language).flatMap(([heard, pattern]) => (pattern.test(bare) ? [heard] : [])));
  }),
);

export function findEntries(text: string, language: MessageLanguage): ReadonlySet<LexiconEntry> {
  return readings(language)(text);
}

const partPatterns = madeOnce((language) => patternsIn(LOCALES[language].parts));

/** "The number is wrong": which part of a message is named. */
export function partNamed(text: string, language: MessageLanguage): MessagePart | undefined {
  const bare = folded(text);
  return partPatterns(language).find(([, pattern]) => pattern.test(bare))?.[0];
}

const topicPatterns = madeOnce((language) => patternsIn(LOCALES[language].topics));

/** What a text is about, as the English words that a fact is found by. */
export function topicsIn(text: string, language: MessageLanguage): string[] {
  const bare = folded(text);
  return topicPatterns(language).flatMap(([topic, pattern]) => (pattern.test(bare) ? [topic] : []));
}

/** The text without what names a topic. */
export function withoutTopics(bare: string, language: MessageLanguage): string {
  return topicPatterns(language).reduce((rest, [, pattern]) => rest.replace(new RegExp(pattern.source, "gu"), " "), bare);
}

const dayPatterns = madeOnce((language) => LOCALES[language].weekdays.map((names) => phrasePattern(names)));

/** The weekdays that a text names, Sunday is 0. */
export function weekdaysIn(text: string, language: MessageLanguage): number[] {
  const bare = folded(text);
  return dayPatterns(language).flatMap((pattern, day) => (pattern.test(bare) ? [day] : []));
}

const askedPatterns = madeOnce((language) => patternsIn(LOCALES[language].asked));

/** What another speaker's question asks for. */
export function findQuestions(text: string, language: MessageLanguage): readonly (keyof (typeof LOCALES)["pt"]["asked"])[] {
  const bare = folded(text);
  return askedPatterns(language).flatMap(([asked, pattern]) => (pattern.test(bare) ? [asked] : []));
}

const emptyWords = madeOnce((language) => new Set(LOCALES[language].empty.split(" ").map(folded)));

export function isEmptyWord(bare: string, language: MessageLanguage): boolean {
  return emptyWords(language).has(bare);
}

function patternsIn<T extends Readonly<Record<keyof T, string>>>(phrases: T): [keyof T & string, RegExp][] {
  return entriesOf(phrases).map(([key, words]) => [key, phrasePattern(words)]);
}
