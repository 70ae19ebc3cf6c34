/** What the prompt and the knowledge say, as it can be found and told in a language of the reception. */
import { openingHours, type OpeningHours } from "../facts/opening-hours.ts";
import type { Fact } from "../facts/facts.ts";
import { FactIndex } from "../facts/retrieval.ts";
import type { World } from "../world.ts";
import { folded, phrasePattern } from "./folded.ts";
import { isEmptyWord, topicsIn, withoutTopics } from "./find-entries.ts";
import { promptHours } from "./prompt-hours.ts";
import type { MessageLanguage } from "./locale.ts";
import { LOCALES } from "./locales.ts";
import { languageOfText } from "./which-language.ts";

export interface Book {
  hours: OpeningHours | undefined;
  /** The fact that answers a question, where one does. */
  find(question: string): Fact | undefined;
  /** Whether it is written in the language of the call. */
  isOwn(fact: Fact): boolean;
}

/** A fact answers a question when it covers this much of its meaning. */
const ENOUGH = 0.42;

const known = new WeakMap<readonly Fact[], Map<MessageLanguage, Book>>();

export function bookOf(world: Pick<World, "facts" | "hours">, language: MessageLanguage): Book {
  const books = known.get(world.facts) ?? new Map<MessageLanguage, Book>();
  known.set(world.facts, books);
  const before = books.get(language);
  if (before) return before;
  const book = newBook(world, language);
  books.set(language, book);
  return book;
}

function newBook(world: Pick<World, "facts" | "hours">, language: MessageLanguage): Book {
  const orders = phrasePattern(LOCALES[language].orders);
  const opens = phrasePattern(LOCALES[language].prompt.open);
  // Where a prompt marks no facts, what is told to callers must look like something that they ask for.
  const isTold = ({ text }: Fact): boolean =>
    !languageOfText(text, language) || topicsIn(text, language).length > 0 || opens.test(folded(text));
  const facts = world.facts
    .flatMap(inSentences)
    .filter((fact) => fact.source !== undefined || (!orders.test(folded(fact.text)) && (fact.isMarked || isTold(fact))));
  const isWritten = languageOfText(facts.map(({ text }) => text).join(" "), language);
  const index = new FactIndex(facts.map((fact) => ({ ...fact, question: `${fact.question ?? ""} ${topicsOf(fact, language)}` })));
  return {
    hours: world.hours ?? openingHours(facts) ?? promptHours(facts, language),
    find: (question) => {
      const asked = wanted(question, language);
      const [best] = asked === "" ? [] : index.find(asked, { language: "other" });
      return best && best.score >= ENOUGH ? facts.find(({ text }) => text === best.fact.text) : undefined;
    },
    isOwn: ({ text }) => languageOfText(text, language) || (isWritten && !languageOfText(text, "en")),
  };
}

/** Not every script tells the end of a sentence by a capital letter. */
function inSentences(fact: Fact): Fact[] {
  if (fact.question !== undefined) return [fact];
  return fact.text.split(/(?<=[.!?؟።])\s+(?=[\u0600-\u06ff\u1200-\u137f])/u).map((text) => ({ ...fact, text }));
}

function topicsOf({ text, question = "" }: Fact, language: MessageLanguage): string {
  return topicsIn(`${question} ${text}`, language).join(" ");
}

/** A question by its topics, and by the words of it that name none. */
function wanted(question: string, language: MessageLanguage): string {
  const topics = topicsIn(question, language);
  const rest = withoutTopics(folded(question), language)
    .split(/\s+/)
    .filter((word) => word.length > 2 && !isEmptyWord(word, language));
  return [...topics, ...rest].join(" ");
}
