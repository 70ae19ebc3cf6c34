/** Which language to begin with, before anybody is known: what was chosen here, else what the browser asks for. */
import { isLanguage, type Language } from "./languages.ts";

/** Where the choice is kept; the public site keeps it there too. */
const KEPT_AS = "language";

export function firstLanguage(): Language {
  const kept = keptLanguage();
  if (kept) return kept;
  for (const tag of navigator.languages) {
    const language = tag.split("-")[0]?.toLowerCase();
    if (isLanguage(language)) return language;
  }
  return "en";
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

function keptLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(KEPT_AS);
    return isLanguage(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
