/** All sentences, by area; English says which there are. */
import type { catalogue as english } from "./en/index.ts";
import type { Language } from "./languages.ts";

type English = typeof english;
type Area = keyof English;

export type Catalogue = { readonly [A in Area]: { readonly [K in keyof English[A]]: string } };
export type SentenceId = IdOf<Catalogue>;

/** Sentences by area. */
export type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** `area.sentence` of every sentence. */
export type IdOf<C> = { [A in keyof C & string]: `${A}.${keyof C[A] & string}` }[keyof C & string];

/** Each language is one file, fetched when somebody reads it, and with it the letters that only it is written in. */
const FILES: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import("./en/index.ts"),
  sw: () => import("./sw/index.ts"),
  fr: () => import("./fr/index.ts"),
  pt: () => import("./pt/index.ts"),
  ar: () => withLetters(import("./ar/index.ts"), import("./fonts/arabic.css")),
  ha: () => import("./ha/index.ts"),
  yo: () => import("./yo/index.ts"),
  am: () => withLetters(import("./am/index.ts"), import("./fonts/ethiopic.css")),
  zu: () => import("./zu/index.ts"),
};

export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return (await FILES[language]()).catalogue;
}

async function withLetters<T>(sentences: Promise<T>, letters: Promise<unknown>): Promise<T> {
  const [read] = await Promise.all([sentences, letters]);
  return read;
}
