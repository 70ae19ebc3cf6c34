/** The words of one language: every sentence that a person reads comes from here. */
import type { Areas, IdOf, SentenceId } from "./catalogue.ts";
import { createFormats, type Formats } from "./formats.ts";
import { LANGUAGE_FACTS, type Language } from "./languages.ts";
import { fill, type Values } from "./message.ts";

export interface Words<Id extends string = SentenceId> extends Omit<Formats, "category"> {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  /** The sentence with its values. Throws when one of its values is missing. */
  say(id: Id, values?: Values): string;
}

/** The catalogue may be the dashboard's or the public site's; both know the names of times. */
export function createWords<C extends Areas>(language: Language, catalogue: C): Words<IdOf<C>> {
  const sentence = (id: string): string => {
    const point = id.indexOf(".");
    const area: Readonly<Record<string, string>> | undefined = catalogue[id.slice(0, point)];
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
