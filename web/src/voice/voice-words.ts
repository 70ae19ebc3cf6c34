/** How voices are told of. */
import type { Voice } from "@ongea/contract";
import { LANGUAGE_FACTS, type Words } from "../words/index.ts";

/** A language's name in the person's own; undefined for a voice that speaks many. */
export function languageName(words: Words, tag: string): string | undefined {
  if (tag === "*") return undefined;
  try {
    return new Intl.DisplayNames([...LANGUAGE_FACTS[words.language].locales], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function primaryOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? tag;
}

/** Accents are named by whoever made the voice, in English; where they only say the language it is said in the person's own. */
export function accentOf(words: Words, { accent, language }: Pick<Voice, "accent" | "language">): string {
  return accent === "" || words.language !== "en" ? (languageName(words, language) ?? accent) : accent;
}
