/** The words of one language: every sentence that a person reads comes from here. */
import type { Areas, FurtherArea, IdOf, LanguageFile, SentenceId } from "./catalogue.ts";
import { createFormats, type Formats } from "./formats.ts";
import { LANGUAGE_FACTS, type Language } from "./languages.ts";
import { fill, type Values } from "./message.ts";

export interface Words<Id extends string = SentenceId> extends Omit<Formats, "category"> {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  /** The sentence with its values. Throws when one of its values is missing, or its area has not come. */
  say(id: Id, values?: Values): string;
  /** Where there may be no such sentence here. */
  find(id: string): string | undefined;
}

/** Words that grow with the screens that are visited. */
export interface GrowingWords extends Words {
  /** The further areas that have been asked for. */
  readonly asked: readonly FurtherArea[];
  /** Over when these areas can be said; nothing to wait for when they can already. */
  bring(areas: readonly FurtherArea[]): Promise<void> | undefined;
  /** Areas that could not be had are fetched again when somebody next wants them. Until then they stay failed: each attempt to draw would ask. */
  readonly askAgain: () => void;
}

/** Of a catalogue that is all there: the public site's. */
export function createWords<C extends Areas>(language: Language, catalogue: C): Words<IdOf<C>> {
  const find = (id: string): string | undefined => {
    const point = id.indexOf(".");
    const area: Readonly<Record<string, string>> | undefined = catalogue[id.slice(0, point)];
    return area?.[id.slice(point + 1)];
  };
  const sentence = (id: string): string => {
    const text = find(id);
    if (text === undefined) throw new Error(`There is no sentence "${id}"`);
    return text;
  };
  const formats: Formats = createFormats(language, {
    months: sentence("time.months"),
    say: (key, values) => fill(sentence(`time.${key}`), values, formats),
  });
  return {
    ...formats,
    language,
    direction: LANGUAGE_FACTS[language].direction,
    say: (id, values = {}) => fill(sentence(id), values, formats),
    find,
  };
}

/** Of the dashboard: what every screen says at once, the rest with the screens that say it. */
export function createGrowingWords(language: Language, { catalogue, further }: LanguageFile): GrowingWords {
  const here: Record<string, Readonly<Record<string, string>>> = { ...catalogue };
  const coming = new Map<FurtherArea, Promise<void>>();
  const failed = new Set<FurtherArea>();
  const bringOne = async (area: FurtherArea): Promise<void> => {
    try {
      here[area] = await further[area]();
    } catch (error) {
      failed.add(area);
      throw error;
    }
  };
  const bringAll = async (wanted: readonly FurtherArea[]): Promise<void> => {
    await Promise.all(wanted.map(async (area) => coming.get(area)));
  };
  const waits = new Map<string, Promise<void>>();
  return {
    ...createWords<Areas>(language, here),
    get asked() {
      return [...coming.keys()];
    },
    bring(areas) {
      for (const area of areas) if (!(area in here || coming.has(area))) coming.set(area, bringOne(area));
      if (areas.every((area) => area in here)) return undefined;
      // The same promise for the same areas: a screen that waits is drawn anew, and asks again.
      const key = areas.join();
      const wait = waits.get(key) ?? bringAll(areas);
      waits.set(key, wait);
      return wait;
    },
    askAgain() {
      if (failed.size === 0) return;
      for (const area of failed) coming.delete(area);
      failed.clear();
      waits.clear();
    },
  };
}
