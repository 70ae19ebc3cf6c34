/** The words of one language: every sentence that a person reads comes from here. */
import type { Catalogue, SentenceId } from "./catalogue.ts";
import { createFormats, type Formats } from "./formats.ts";
import { LANGUAGE_FACTS, type Language } from "./languages.ts";
import { fill, type Values } from "./message.ts";

export interface Words extends Omit<Formats, "category"> {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  /** The sentence with its values. Throws when one of its values is missing. */
  say(id: SentenceId, values?: Values): string;
}

export function createWords(language: Language, catalogue: Catalogue): Words {
  const sentence = (id: string): string => {
    const point = id.indexOf(".");
    const area: Record<string, string> | undefined = (catalogue as Record<string, Record<string, string>>)[id.slice(0, point)];
    const text = area?.[id.slice(point + 1)];
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
  };
}
