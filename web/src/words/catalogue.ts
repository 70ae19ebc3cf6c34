/** All sentences, by area; English says which there are. */
import type { catalogue as english } from "./en/index.ts";
import type { Language } from "./languages.ts";

type English = typeof english;
type Area = keyof English;

export type Catalogue = { readonly [A in Area]: { readonly [K in keyof English[A]]: string } };
/** What a language may leave out for now is said in English. */
export type Translation = { readonly [A in Area]?: { readonly [K in keyof English[A]]?: string } };
export type SentenceId = IdOf<Catalogue>;

/** Sentences by area. */
export type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** `area.sentence` of every sentence. */
export type IdOf<C> = { [A in keyof C & string]: `${A}.${keyof C[A] & string}` }[keyof C & string];

/** Each language is one file, fetched when somebody reads it. */
const LANGUAGE_FILES: Record<Exclude<Language, "en">, () => Promise<{ catalogue: Translation }>> = {
  sw: () => import("./sw/index.ts"),
  fr: () => import("./fr/index.ts"),
  pt: () => import("./pt/index.ts"),
  ar: () => import("./ar/index.ts"),
  ha: () => import("./ha/index.ts"),
  yo: () => import("./yo/index.ts"),
  am: () => import("./am/index.ts"),
  zu: () => import("./zu/index.ts"),
};

export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const { catalogue } = await import("./en/index.ts");
  if (language === "en") return catalogue;
  const translated = (await LANGUAGE_FILES[language]()).catalogue as Record<string, Record<string, string>>;
  const areas = Object.entries(catalogue).map(([area, sentences]) => [area, { ...sentences, ...translated[area] }]);
  return Object.fromEntries(areas) as Catalogue;
}
