export { LANGUAGE_FACTS, LANGUAGES, type Language } from "./languages.ts";
export { firstWords, WordsProvider, useAreas, useAskAgain, useLanguage, usePreferredLanguage, useWords } from "./provider.tsx";
export { problemIn } from "./problem.ts";
export { Rich } from "./rich.tsx";
export { placedMoment } from "./placed-moment.ts";
export type { FurtherArea, SentenceId } from "./catalogue.ts";
export type { GrowingWords, Words } from "./words.ts";
