/** Gives every screen below it the words of the person's language. */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type FurtherArea, loadLanguage } from "./catalogue.ts";
import { firstLanguage, keepLanguage } from "./chosen.ts";
import type { Language } from "./languages.ts";
import { createGrowingWords, type GrowingWords, type Words } from "./words.ts";

interface Spoken {
  words: GrowingWords;
  /** Changes the language here and now and keeps the choice in this browser. */
  choose(language: Language): void;
}

/** A language that did not come is asked for again after so long; until then the one before is spoken. */
const AGAIN_AFTER_MS = 3_000;

const SpokenContext = createContext<Spoken | null>(null);

/** Of the language to begin with. */
export async function firstWords(): Promise<GrowingWords> {
  return wordsIn(firstLanguage());
}

async function wordsIn(language: Language): Promise<GrowingWords> {
  return createGrowingWords(language, await loadLanguage(language));
}

interface WordsProviderProps {
  /** Where they have come already. */
  first: GrowingWords | undefined;
  children: React.ReactNode;
}

/** Shows nothing until the first language has come: it is a small file, asked for at once. */
export function WordsProvider({ first, children }: WordsProviderProps): React.ReactNode {
  const [wanted, setWanted] = useState(first?.language ?? firstLanguage);
  const [words, setWords] = useState(first);
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useEffect(() => {
    if (first?.language === wanted) {
      setWords(first);
      return;
    }
    let current = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      wordsAfter(latest.current, wanted).then(
        (read) => current && setWords(read),
        () => {
          if (current) again = setTimeout(load, AGAIN_AFTER_MS);
        },
      );
    };
    load();
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [wanted, first]);
  useEffect(() => {
    if (!words) return;
    document.documentElement.lang = words.language;
    document.documentElement.dir = words.direction;
  }, [words]);
  const choose = useCallback((language: Language) => {
    keepLanguage(language);
    setWanted(language);
  }, []);
  const spoken = useMemo(() => (words ? { words, choose } : null), [words, choose]);
  return spoken && <SpokenContext value={spoken}>{children}</SpokenContext>;
}

/** Another language comes with all that has been said in the one before, so that what is shown changes in one go. */
async function wordsAfter(before: GrowingWords | undefined, language: Language): Promise<GrowingWords> {
  const words = await wordsIn(language);
  await words.bring(before?.asked ?? []);
  return words;
}

export function useWords(): Words {
  return useSpoken().words;
}

/** Waits, within the nearest Suspense, until these areas can be said. They are asked for at once: call it before waiting for anything else. */
export function useAreas(areas: readonly FurtherArea[]): void {
  const coming = useSpoken().words.bring(areas);
  if (coming) use(coming);
}

/** Fetches again, once it is wanted, what could not be had of the sentences. */
export function useAskAgain(): () => void {
  return useSpoken().words.askAgain;
}

/** The language in use, and how to choose another. */
export function useLanguage(): { language: Language; choose(language: Language): void } {
  const { words, choose } = useSpoken();
  return { language: words.language, choose };
}

/** Follows the language that a person keeps in their account, once it is known. */
export function usePreferredLanguage(preferred: Language | null | undefined): void {
  const { choose } = useSpoken();
  useEffect(() => {
    if (preferred) choose(preferred);
  }, [preferred, choose]);
}

function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (!spoken) throw new Error("There are no words here: WordsProvider is missing");
  return spoken;
}
