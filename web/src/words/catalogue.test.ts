import type { Token } from "@messageformat/parser";
import { expect, test } from "vitest";
import { SITE_CATALOGUES } from "../site/catalogues.ts";
import { loadLanguage, type Areas } from "./catalogue.ts";
import { LANGUAGE_FACTS, LANGUAGES, type Language } from "./languages.ts";
import { tokensOf } from "./message.ts";

/** What is rightly the same as in English: names, and words that a language shares with it. */
const SHARED: Partial<Record<Language, RegExp>> = {
  fr: /^(?:Code|Agents?|Conversation|Total|Pause|Sessions|Menu|Versions?|Version \{version\}|Notifications|Messages?|Site|Solutions|Contact( \| Ongea)?|Chat|Passages|Document|FAQ|Type|Question \{number\}|\{seconds\} s|Contacts|Notes?|E-mail)$/,
  pt: /^(?:Total|Menu|FAQ|Manual|\{count\} tokens|\{seconds\} s|E-mail)$/,
  ha: /^Menu$/,
  zu: /<small>m<\/small>/,
};

const everywhere =
  /^(?:[\W\d_]|\{\w+\}|Ongea|LLM|24\/7|ms|min|h|MB|AI|SIP|API|CSV|Parquet|URL|QR|Chatbot|Kenya|Nigeria|Ghana|Tanzania|Sandbox|WhatsApp|Messenger|Instagram|Telegram)*$/u;

interface Sentence {
  id: string;
  english: string;
  translated: string;
}

async function sentencesIn(language: Language): Promise<Sentence[]> {
  const both = async (one: Language): Promise<Areas> => {
    const { catalogue, further } = await loadLanguage(one);
    const areas = await Promise.all(Object.entries(further).map(async ([area, load]) => [area, await load()] as const));
    return { ...catalogue, ...Object.fromEntries(areas), ...SITE_CATALOGUES[one] };
  };
  const [english, translated] = [await both("en"), await both(language)];
  return Object.entries(english).flatMap(([area, sentences]) =>
    Object.entries(sentences).map(([key, text]) => ({
      id: `${area}.${key}`,
      english: text,
      translated: translated[area]?.[key] ?? "",
    })),
  );
}

const others = LANGUAGES.filter((language) => language !== "en");

test.each(others)("every sentence can be read in %s and asks for what the English one asks for", async (language) => {
  const faults: string[] = [];
  for (const { id, english, translated } of await sentencesIn(language)) {
    if (translated === "") faults.push(`${id} is missing`);
    else if (namesIn(tokensOf(translated)) !== namesIn(tokensOf(english))) faults.push(`${id} has other placeholders`);
    else if (tagsIn(translated) !== tagsIn(english)) faults.push(`${id} has other tags`);
  }
  expect(faults).toEqual([]);
});

test.each(LANGUAGES)("every count in %s names each way in which the language counts", async (language) => {
  const { pluralCategories } = new Intl.PluralRules([...LANGUAGE_FACTS[language].locales]).resolvedOptions();
  const wanted = [...pluralCategories].toSorted().join();
  const faults: string[] = [];
  for (const { id, translated } of await sentencesIn(language)) {
    for (const cases of countsIn(tokensOf(translated))) {
      const named = cases
        .filter((key) => !key.startsWith("="))
        .toSorted()
        .join();
      if (named !== wanted) faults.push(`${id} counts by ${named}, not by ${wanted}`);
    }
  }
  expect(faults).toEqual([]);
});

test.each(others)("no sentence was left in English in %s", async (language) => {
  const left = (await sentencesIn(language)).filter(
    ({ english, translated }) => english === translated && !everywhere.test(english) && !SHARED[language]?.test(english),
  );
  expect(left.map(({ id, english }) => `${id}: ${english}`)).toEqual([]);
});

test("each language is written in its own letters", async () => {
  const share = async (language: Language, letters: RegExp): Promise<number> => {
    const sentences = (await sentencesIn(language)).filter(({ english }) => !everywhere.test(english));
    return sentences.filter(({ translated }) => letters.test(translated)).length / sentences.length;
  };
  expect(await share("ar", /\p{Script=Arabic}/u)).toBeGreaterThan(0.98);
  expect(await share("am", /\p{Script=Ethiopic}/u)).toBeGreaterThan(0.98);
  expect(await share("yo", /[ẹọṣ]|[\u0300\u0301]|[àáèéìíòóùúńǹ]/iu)).toBeGreaterThan(0.8);
  expect(await share("ha", /[ɓɗƙƴ]/iu)).toBeGreaterThan(0.2);
});

/** The names of the values that a message takes, once each. */
function namesIn(tokens: readonly Token[]): string {
  const names = new Set<string>();
  const visit = (token: Token): void => {
    if ("arg" in token) names.add(token.arg);
    if ("cases" in token) for (const { tokens: inner } of token.cases) inner.forEach(visit);
  };
  tokens.forEach(visit);
  return [...names].toSorted().join();
}

/** The cases of each count in a message. */
function countsIn(tokens: readonly Token[]): string[][] {
  return tokens.flatMap((token) =>
    token.type === "plural"
      ? [token.cases.map(({ key }) => key), ...token.cases.flatMap(({ tokens: inner }) => countsIn(inner))]
      : "cases" in token
        ? token.cases.flatMap(({ tokens: inner }) => countsIn(inner))
        : [],
  );
}

function tagsIn(message: string): string {
  return [...message.matchAll(/<(\w+)>/gu)]
    .map(([, tag = ""]) => tag)
    .toSorted()
    .join();
}
