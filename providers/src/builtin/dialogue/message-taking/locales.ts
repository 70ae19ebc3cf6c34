import type { MessageLanguage, Locale } from "./locale.ts";
import { amharic } from "./locales/am.ts";
import { arabic } from "./locales/ar.ts";
import { hausa } from "./locales/ha.ts";
import { portuguese } from "./locales/pt.ts";
import { yoruba } from "./locales/yo.ts";
import { zulu } from "./locales/zu.ts";

export const LOCALES: Readonly<Record<MessageLanguage, Locale>> = {
  pt: portuguese,
  ar: arabic,
  am: amharic,
  ha: hausa,
  yo: yoruba,
  zu: zulu,
};

export const MESSAGE_LANGUAGES: readonly MessageLanguage[] = ["pt", "ar", "am", "ha", "yo", "zu"];

export function isMessageLanguage(language: string): language is MessageLanguage {
  return Object.hasOwn(LOCALES, language);
}
