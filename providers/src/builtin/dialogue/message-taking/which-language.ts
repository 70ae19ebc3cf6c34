/** In which of nine languages a caller speaks: the call's own counts most, and words that were borrowed into it are its words. */
import { languageOf, OF_LANGUAGE } from "../spoken/acts.ts";
import type { Language } from "../world.ts";
import { folded } from "./folded.ts";
import type { MessageLanguage } from "./locale.ts";
import { isMessageLanguage, MESSAGE_LANGUAGES, LOCALES } from "./locales.ts";

export type SpokenLanguage = Language | MessageLanguage;

/** So many words, and this share of them, make another language plain where the call has one. */
const PLAINLY = { words: 3, share: 0.5 };
/** … and where English, Swahili or French is spoken: these have words of their own for what is not theirs. */
const SURELY = { words: 3, share: 0.4 };

/** The language that an utterance is to be answered in, in a call in `now`. */
export function languageSpoken(text: string, now: SpokenLanguage): SpokenLanguage {
  const script = scriptOf(text);
  if (script !== undefined) return script;
  const words = folded(text).split(" ");
  if (!isMessageLanguage(now)) return languageOf(text) ?? otherThan(words, SURELY) ?? now;
  const own = vocabularyOf(now);
  const foreign = words.filter((word) => !own.has(word));
  const isStrange = foreign.length >= PLAINLY.words && foreign.length >= words.length * PLAINLY.share;
  if (!isStrange) return now;
  const followed = languageOf(text);
  if (followed && foreign.filter((word) => commonIn(followed).has(word)).length >= PLAINLY.words) return followed;
  return otherThan(foreign, PLAINLY) ?? now;
}

/** Whether a text, of a prompt or a tool, is written in a language. */
export function languageOfText(text: string, language: SpokenLanguage): boolean {
  const script = scriptOf(text);
  if (script !== undefined || language === "ar" || language === "am") return script === language;
  if (!isMessageLanguage(language)) return languageOf(text) === language;
  const words = folded(text).split(" ");
  const count = (of: ReadonlySet<string>): number => words.filter((word) => of.has(word)).length;
  return count(knownOf(language)) >= Math.max(words.length > FEW_WORDS ? 2 : 1, count(commonIn("en")) + 1);
}

/** Of so few words one tells. */
const FEW_WORDS = 6;
const LEAST_LETTERS = 2;

/** Of two scripts each is one language's among the nine. */
function scriptOf(text: string): "ar" | "am" | undefined {
  const letters = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const [arabic, ethiopic, latin] = [
    letters(/\p{Script=Arabic}/gu),
    letters(/\p{Script=Ethiopic}/gu),
    letters(/\p{Script=Latin}/gu),
  ];
  if (arabic >= LEAST_LETTERS && arabic > latin && arabic >= ethiopic) return "ar";
  return ethiopic >= LEAST_LETTERS && ethiopic > latin ? "am" : undefined;
}

function otherThan(words: readonly string[], { words: least, share }: typeof SURELY): MessageLanguage | undefined {
  const counted = MESSAGE_LANGUAGES.map((language) => ({
    language,
    count: words.filter((word) => knownOf(language).has(word)).length,
  })).toSorted((a, b) => b.count - a.count);
  const [best, second] = counted;
  if (!best || best.count < Math.min(least, Math.max(2, words.length)) || best.count < words.length * share) return undefined;
  return best.count > (second?.count ?? 0) ? best.language : undefined;
}

const knownWords = new Map<MessageLanguage, ReadonlySet<string>>();

/** Words that are this language's, and hardly another's. */
function knownOf(language: MessageLanguage): ReadonlySet<string> {
  const words = knownWords.get(language) ?? wordSet(LOCALES[language].known ?? "");
  knownWords.set(language, words);
  return words;
}

const commonWords = new Map<Language, ReadonlySet<string>>();

function commonIn(language: Language): ReadonlySet<string> {
  const words = commonWords.get(language) ?? wordSet([...OF_LANGUAGE[language]].join(" "));
  commonWords.set(language, words);
  return words;
}

const vocabularies = new Map<MessageLanguage, ReadonlySet<string>>();

/** Every word that is listened for in a language, borrowed ones too. */
function vocabularyOf(language: MessageLanguage): ReadonlySet<string> {
  const known = vocabularies.get(language);
  if (known) return known;
  const { hears, empty, topics, names, parts, weekdays, figures } = LOCALES[language];
  const listed = [
    ...Object.values(hears),
    empty,
    ...Object.values(topics),
    names.led,
    names.around,
    ...Object.values(parts),
    ...weekdays,
  ];
  const words = wordSet([...listed, ...figures.keys(), LOCALES[language].known ?? ""].join(" ").replace(/[|*]/g, " "));
  vocabularies.set(language, words);
  return words;
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(folded(text).split(" "));
}
