/** The nine languages that people are served in. */
import { LANGUAGES, type Language } from "@ongea/contract/languages";

export { LANGUAGES, type Language };

interface LanguageFacts {
  /** In itself, as it stands in a list of languages. */
  name: string;
  direction: "ltr" | "rtl";
  /** For Intl, the best first: no browser knows all nine, and the second counts and writes numbers in the same way. */
  locales: readonly string[];
  /** A native speaker has read the translation. */
  reviewed: boolean;
}

export const LANGUAGE_FACTS: Record<Language, LanguageFacts> = {
  en: { name: "English", direction: "ltr", locales: ["en-KE"], reviewed: true },
  sw: { name: "Kiswahili", direction: "ltr", locales: ["sw-KE"], reviewed: false },
  fr: { name: "Français", direction: "ltr", locales: ["fr"], reviewed: false },
  pt: { name: "Português", direction: "ltr", locales: ["pt-PT"], reviewed: false },
  ar: { name: "العربية", direction: "rtl", locales: ["ar"], reviewed: false },
  ha: { name: "Hausa", direction: "ltr", locales: ["ha", "en-NG"], reviewed: false },
  yo: { name: "Yorùbá", direction: "ltr", locales: ["yo", "en-NG"], reviewed: false },
  am: { name: "አማርኛ", direction: "ltr", locales: ["am"], reviewed: false },
  zu: { name: "isiZulu", direction: "ltr", locales: ["zu", "en-GB"], reviewed: false },
};

export function isLanguage(text: string | null | undefined): text is Language {
  return (LANGUAGES as readonly string[]).includes(text ?? "");
}
