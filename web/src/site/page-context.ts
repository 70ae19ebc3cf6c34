/** Which page of the site is being rendered, and in which language. */
import { createContext, use } from "react";
import type { Language } from "../words/languages.ts";
import type { Words } from "../words/words.ts";
import type { SiteSentenceId } from "./catalogues.ts";

export type SiteWords = Words<SiteSentenceId>;

export interface PageContext {
  words: SiteWords;
  /** Of the English page: `/about`. */
  path: string;
}

export const PageContextProvider = createContext<PageContext | null>(null);

export function usePageContext(): PageContext & { at(path: string): string } {
  const place = use(PageContextProvider);
  if (!place) throw new Error("This part of the site is rendered nowhere");
  return { ...place, at: (path) => addressIn(place.words.language, path) };
}

export function useSiteWords(): SiteWords {
  return usePageContext().words;
}

/** `/about` in Swahili is `/sw/about`; English stands at the root. */
export function addressIn(language: Language, path: string): string {
  return language === "en" ? path : `/${language}${path}`;
}
