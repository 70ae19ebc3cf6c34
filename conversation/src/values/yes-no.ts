/** Agreement and refusal. A yes with a change ("yes, but …") is neither: what changes must be asked. Pure. */
import { alternatives } from "./lexicon.ts";
import type { Answers, Locale } from "./locale.ts";
import { english } from "./locales/index.ts";
import { wordsIn, type SpokenWord } from "./text.ts";
import { mentions, type ValueMatch, type Utterance } from "./utterance.ts";

type Kind = "yes" | "no" | "unsure" | "partly" | "filler";

interface Phrase {
  kind: Kind;
  text: string;
  at: number;
  to: number;
}

/** Words that say nothing of either. */
const FILLERS =
  "um|uh|er|oh|ah|eish|well|so|hmm|eh|please|thanks|thank you|then|it|that|just|very|much|i|you|sir|madam|euh|ben|alors|merci|asante|tafadhali|and|now|already told you|told you|i said|hi|hello|my friend|s'il vous plait|obrigado|obrigada|شكرا";
/** So many of a locale's first words are answers wherever they stand. */
const STRONG = 6;
const MOST_PHRASE_WORDS = 5;
/** "Right, and can I also ask …": with more words than these, a weak one answers nothing. */
const MOST_BESIDE_WEAK = 2;

export function readYesNo(utterance: Utterance): ValueMatch<boolean> | undefined {
  const words = wordsIn(utterance.text);
  const { phrases, rest } = phrasesIn(words, utterance.locale);
  const value = meant(utterance, phrases, rest);
  return value === undefined ? undefined : { value, from: 0, to: utterance.tokens.length };
}

/** Whether it says yes or no and nothing else. */
export function isBareAnswer(utterance: Utterance): boolean {
  const words = wordsIn(utterance.text);
  const { phrases, rest } = phrasesIn(words, utterance.locale);
  return rest === 0 && phrases.some(({ kind }) => kind === "yes" || kind === "no");
}

function meant({ locale, question }: Utterance, phrases: readonly Phrase[], rest: number): boolean | undefined {
  const said = phrases.filter(({ kind }) => kind === "yes" || kind === "no");
  const [first] = said;
  const last = said.at(-1);
  if (!first || !last) return undefined;
  if (phrases.some(({ kind }) => kind === "partly")) return undefined;
  const isStrong = ({ kind, text }: Phrase): boolean =>
    [locale, english].some((one) =>
      alternatives(one.answers[kind === "yes" ? "yes" : "no"])
        .slice(0, STRONG)
        .includes(text),
    );
  const leads = phrases.findIndex(({ kind }) => kind !== "filler") === phrases.indexOf(first) && startsWith(phrases, first);
  const isClear = leads && (isStrong(first) || rest <= MOST_BESIDE_WEAK);
  if (rest > 0 && !isClear && !isStrong(last)) return undefined;
  if (phrases.some(({ kind }) => kind === "unsure") && !isStrong(first)) return undefined;
  if (first.kind === last.kind && said.every(({ kind }) => kind === first.kind)) return first.kind === "yes";
  // "No, that's right": it agrees, unless a change was offered.
  const affirms = affirmsIn(locale);
  if (first.kind === "no" && said.slice(1).every(({ kind, text }) => kind === "yes" && affirms.has(text)) && isStrong(first))
    return !mentions(question, locale.answers.asksForChange ?? "");
  return last.kind === "yes" ? undefined : first.kind === "yes" && isStrong(last) ? false : undefined;
}

/** Nothing but fillers stands before it. */
function startsWith(phrases: readonly Phrase[], first: Phrase): boolean {
  let at = 0;
  for (const { kind, at: place, to } of phrases) {
    if (place > at) return false;
    if (place === first.at) return true;
    if (kind !== "filler") return false;
    at = to;
  }
  return false;
}

function affirmsIn({ answers }: Locale): ReadonlySet<string> {
  return new Set([...alternatives(answers.affirms), ...alternatives(english.answers.affirms)]);
}

const known = new WeakMap<Locale, ReadonlyMap<string, Kind>>();

function kindsOf(locale: Locale): ReadonlyMap<string, Kind> {
  const found = known.get(locale);
  if (found) return found;
  const kinds = new Map<string, Kind>();
  const add = (answers: Answers): void => {
    for (const kind of ["yes", "no", "unsure", "partly"] as const)
      for (const phrase of alternatives(answers[kind])) if (!kinds.has(phrase)) kinds.set(phrase, kind);
  };
  add(locale.answers);
  if (locale !== english) add(english.answers);
  for (const phrase of alternatives(FILLERS)) if (!kinds.has(phrase)) kinds.set(phrase, "filler");
  known.set(locale, kinds);
  return kinds;
}

/** The phrases of the locale, the longest at each place, and how many words are none of them. */
function phrasesIn(words: readonly SpokenWord[], locale: Locale): { phrases: Phrase[]; rest: number } {
  const kinds = kindsOf(locale);
  const phrases: Phrase[] = [];
  let rest = 0;
  for (let at = 0; at < words.length;) {
    const found = phraseAt(words, at, kinds);
    if (found) phrases.push(found);
    else rest++;
    at = found?.to ?? at + 1;
  }
  return { phrases, rest };
}

/** None reaches into the next clause: "Não, está certo" is a no and a yes. */
function phraseAt(words: readonly SpokenWord[], at: number, kinds: ReadonlyMap<string, Kind>): Phrase | undefined {
  for (let count = Math.min(MOST_PHRASE_WORDS, words.length - at); count > 0; count--) {
    const phrase = words.slice(at, at + count);
    if (phrase.slice(1).some(({ startsClause }) => startsClause)) continue;
    const text = phrase.map(({ folded }) => folded).join(" ");
    const kind = kinds.get(text);
    if (kind) return { kind, text, at, to: at + count };
  }
  return undefined;
}
