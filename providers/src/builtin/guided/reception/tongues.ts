import type { ReceptionLanguage, Tongue } from "./tongue.ts";
import { amharic } from "./tongues/am.ts";
import { arabic } from "./tongues/ar.ts";
import { hausa } from "./tongues/ha.ts";
import { portuguese } from "./tongues/pt.ts";
import { yoruba } from "./tongues/yo.ts";
import { zulu } from "./tongues/zu.ts";

export const TONGUES: Readonly<Record<ReceptionLanguage, Tongue>> = {
  pt: portuguese,
  ar: arabic,
  am: amharic,
  ha: hausa,
  yo: yoruba,
  zu: zulu,
};

export const RECEPTION_LANGUAGES: readonly ReceptionLanguage[] = ["pt", "ar", "am", "ha", "yo", "zu"];

export function isReceptionLanguage(language: string): language is ReceptionLanguage {
  return Object.hasOwn(TONGUES, language);
}
