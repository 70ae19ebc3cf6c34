export { LANGUAGE_FACTS, LANGUAGES, type Language } from "./languages.ts";
export { firstWords, WordsProvider, useLanguage, usePreferredLanguage, useWords } from "./provider.tsx";
export { problemIn } from "./problem.ts";
export { Rich } from "./rich.tsx";
export type { SentenceId } from "./catalogue.ts";
export type { Words } from "./words.ts";
