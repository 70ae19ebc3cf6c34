import type { Locale } from "../locale.ts";
import { amharic } from "./am.ts";
import { arabic } from "./ar.ts";
import { english } from "./en.ts";
import { french } from "./fr.ts";
import { hausa } from "./ha.ts";
import { portuguese } from "./pt.ts";
import { swahili } from "./sw.ts";
import { yoruba } from "./yo.ts";
import { zulu } from "./zu.ts";

const LOCALES: readonly Locale[] = [english, swahili, french, portuguese, arabic, hausa, yoruba, amharic, zulu];

/** The locale of a BCP 47 tag; English where there is none. */
export function localeOf(language: string): Locale {
  const base = language.toLowerCase().split("-")[0];
  return LOCALES.find(({ tag }) => tag === base) ?? english;
}

export { english };
