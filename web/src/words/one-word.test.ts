/** An agent has one name in each language, on every screen: the glossary of docs/guides/translations.md. */
import { expect, test } from "vitest";
import { SITE_CATALOGUES } from "../site/catalogues.ts";
import { loadLanguage, type Areas } from "./catalogue.ts";
import { LANGUAGES, type Language } from "./languages.ts";

/** Of each language the other words for an agent, which no sentence uses. */
const OTHERS: Readonly<Record<Language, RegExp>> = {
  en: /\bassistants?\b/iu,
  fr: /\bassistants?\b/iu,
  pt: /\bassistentes?\b/iu,
  sw: /\b(?:msaidizi|wasaidizi|ajenti)\b/iu,
  ar: /(?<![\u0621-\u064a])(?:ال|لل|بال|وال|ل|ب|و)*مساعد(?!ة|ات)/u,
  ha: /\bmataimak(?:i|a|in|an|inka|anka|anku)\b/iu,
  yo: /olùrànlọ́wọ́/iu,
  am: /ረዳ(?:ት|ቱ|ቶ|ታችን|ትዎ)/u,
  zu: /\b(?:i-|ama-)?ejenti\b/iu,
};

/** The specification fixes this label. */
const LABEL = "Assistant Setup";
/** What people type who look for something is in no sentence. */
const IS_SEARCHED = /_words$|^keywords$/u;

test.each(LANGUAGES)("an agent is called by one word in %s", async (language) => {
  const { catalogue, further } = await loadLanguage(language);
  const later = await Promise.all(Object.entries(further).map(async ([area, load]) => [area, await load()] as const));
  const areas: Areas = {
    ...catalogue,
    ...Object.fromEntries(later),
    ...SITE_CATALOGUES[language],
  };
  const other = OTHERS[language];
  const found = Object.entries(areas).flatMap(([area, sentences]) =>
    Object.entries(sentences)
      .filter(([key]) => !IS_SEARCHED.test(key))
      .filter(([, sentence]) => other.test(sentence.replaceAll(LABEL, "").replaceAll("{assistant,", "")))
      .map(([key, sentence]) => `${area}.${key}: ${sentence}`),
  );
  expect(found).toEqual([]);
});
