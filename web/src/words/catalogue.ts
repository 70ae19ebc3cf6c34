/** All sentences, by area; English says which there are. */
import type { catalogue as english, further as englishFurther } from "./en/index.ts";
import type { Language } from "./languages.ts";

type Sentences<E> = { readonly [K in keyof E]: string };
type First = typeof english;
type Further = { readonly [A in keyof typeof englishFurther]: Awaited<ReturnType<(typeof englishFurther)[A]>> };

/** What the program says wherever one is, by area. */
export type Catalogue = { readonly [A in keyof First]: Sentences<First[A]> };
/** What a few screens say: it comes with them. */
export type FurtherArea = keyof Further;
export type SentenceId = IdOf<First> | IdOf<Further>;

/** Sentences by area. */
export type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** `area.sentence` of every sentence. */
export type IdOf<C> = { [A in keyof C & string]: `${A}.${keyof C[A] & string}` }[keyof C & string];

export interface LanguageFile {
  catalogue: Catalogue;
  further: { readonly [A in FurtherArea]: () => Promise<Sentences<Further[A]>> };
}

/** Each language is one file and one for each further area, fetched when somebody reads it, and with it the letters that only it is written in. */
const FILES: Record<Language, () => Promise<LanguageFile>> = {
  en: () => import("./en/index.ts"),
  sw: () => import("./sw/index.ts"),
  fr: () => import("./fr/index.ts"),
  pt: () => import("./pt/index.ts"),
  ar: () => withLetters(import("./ar/index.ts"), import("./fonts/arabic.css")),
  ha: () => import("./ha/index.ts"),
  yo: () => import("./yo/index.ts"),
  am: () => import("./am/index.ts"),
  zu: () => import("./zu/index.ts"),
};

export async function loadLanguage(language: Language): Promise<LanguageFile> {
  return FILES[language]();
}

async function withLetters<T>(sentences: Promise<T>, letters: Promise<unknown>): Promise<T> {
  const [read] = await Promise.all([sentences, letters]);
  return read;
}
