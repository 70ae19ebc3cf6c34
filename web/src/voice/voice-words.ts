/** How voices are told of. */
import type { Voice } from "@ongea/contract";
import { LANGUAGE_FACTS, type Words } from "../words/index.ts";

/** A language's name in the person's own; undefined for a voice that speaks many. */
export function languageName(words: Words, tag: string): string | undefined {
  if (tag === "*") return undefined;
  return nameIn([...LANGUAGE_FACTS[words.language].locales], tag) ?? nameIn(["en"], tag) ?? NAMES[primaryOf(tag)] ?? tag;
}

/** Undefined: the browser does not know it. */
function nameIn(locales: string[], tag: string): string | undefined {
  try {
    return new Intl.DisplayNames(locales, { type: "language", fallback: "none" }).of(tag);
  } catch {
    return undefined;
  }
}

/** Languages that some voices speak and not every browser can name, as English names them. */
const NAMES: Readonly<Record<string, string>> = {
  ba: "Bashkir",
  bpy: "Bishnupriya Manipuri",
  cv: "Chuvash",
  hak: "Hakka Chinese",
  hyw: "Western Armenian",
  kl: "Greenlandic",
  ltg: "Latgalian",
  nog: "Nogai",
  pap: "Papiamento",
  quc: "K’iche’",
  shn: "Shan",
  smj: "Lule Sami",
};

export function primaryOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? tag;
}

/** Accents are named by whoever made the voice, in English; where they only say the language it is said in the person's own. */
export function accentOf(words: Words, { accent, language }: Pick<Voice, "accent" | "language">): string {
  return accent === "" || words.language !== "en" ? (languageName(words, language) ?? accent) : accent;
}
