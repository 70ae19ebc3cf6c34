/** What a caller said, ready to be read: its words, the tokens of its language, the moment and what was asked. Pure. */
import { localMoment, type DayNumber } from "./calendar.ts";
import { alternatives, isMarker, lexiconOf, meaningOf } from "./lexicon.ts";
import type { Locale } from "./locale.ts";
import { english, localeOf } from "./locales/index.ts";
import { tokensOf, type Token } from "./numbers.ts";
import { fold, wordsIn } from "./text.ts";

export interface ValueContext {
  /** BCP 47. */
  language: string;
  /** Local date and time with offset, ISO 8601. */
  localTime: string;
  /** ISO 3166: of national telephone numbers and money without a currency. */
  country?: string | undefined;
  /** The question that this answers; absent: the value is volunteered, and counts only where the words say what it is. */
  question?: string | undefined;
  /** Which days are meant; absent: as the question says, else days to come. */
  expects?: "future" | "past" | "birth" | undefined;
}

export interface Utterance {
  text: string;
  tokens: readonly Token[];
  locale: Locale;
  country: string;
  today: DayNumber;
  /** Of the day. */
  nowMinute: number;
  isAsked: boolean;
  expects: "future" | "past" | "birth";
  /** Folded. */
  question: string;
}

/** A value where it stands. */
export interface ValueMatch<Value> {
  value: Value;
  /** As likely as the value: which is meant must be asked. */
  alternatives?: readonly Value[];
  /** Tokens. */
  from: number;
  to: number;
}

/** The same words are read for one kind after another. */
const utterances = new Map<string, Utterance>();
const MOST_UTTERANCES = 64;

export function utteranceOf(text: string, context: ValueContext): Utterance | undefined {
  const { language, localTime, country = "", question = "\0", expects = "" } = context;
  const key = `${language}\n${localTime}\n${country}\n${expects}\n${question}\n${text}`;
  const known = utterances.get(key);
  if (known) return known;
  const utterance = utteranceAnew(text, context);
  if (utterances.size >= MOST_UTTERANCES) utterances.clear();
  if (utterance && key.length <= 2 * LONGEST_KEPT_LETTERS) utterances.set(key, utterance);
  return utterance;
}

function utteranceAnew(text: string, context: ValueContext): Utterance | undefined {
  const moment = localMoment(context.localTime);
  if (!moment) return undefined;
  const locale = localeOf(context.language);
  const question = fold(context.question ?? "");
  return {
    text,
    tokens: tokensIn(text, locale),
    locale,
    country: context.country ?? /-([A-Z]{2})$/.exec(context.language)?.[1] ?? "",
    today: moment.today,
    nowMinute: moment.minute,
    isAsked: context.question !== undefined,
    expects: context.expects ?? directionOf(question, locale),
    question,
  };
}

/** The same words are read for several kinds of value, in several turns of a call. */
const tokensOfTexts = new Map<string, readonly Token[]>();
const MOST_TEXTS = 256;
const LONGEST_KEPT_LETTERS = 500;

function tokensIn(text: string, locale: Locale): readonly Token[] {
  const key = `${locale.tag} ${text}`;
  const known = tokensOfTexts.get(key);
  if (known) return known;
  const lexicon = lexiconOf(locale, locale === english ? undefined : english);
  const tokens = tokensOf(lexicon.itemsOf(wordsIn(text)), locale);
  if (tokensOfTexts.size >= MOST_TEXTS) tokensOfTexts.clear();
  if (text.length <= LONGEST_KEPT_LETTERS) tokensOfTexts.set(key, tokens);
  return tokens;
}

function directionOf(question: string, locale: Locale): Utterance["expects"] {
  if (mentions(question, locale.birthQuestions)) return "birth";
  return mentions(question, locale.pastQuestions) ? "past" : "future";
}

/** Whether one of these phrases stands in the folded text, as whole words. */
export function mentions(folded: string, spelled: string | undefined): boolean {
  if (folded === "" || spelled === undefined) return false;
  const padded = paddedWords(folded);
  return phrasesOf(spelled).some((phrase) => padded.includes(phrase));
}

/** Of the locales: there are only so many. */
const paddedPhrases = new Map<string, readonly string[]>();

function phrasesOf(spelled: string): readonly string[] {
  let phrases = paddedPhrases.get(spelled);
  if (!phrases) paddedPhrases.set(spelled, (phrases = alternatives(spelled).map(paddedWords)));
  return phrases;
}

function paddedWords(text: string): string {
  return ` ${text.replace(/[^\p{L}\p{N}']+/gu, " ")} `;
}

/** The same utterance without these tokens: what was read of them counts for nothing else. */
export function without(utterance: Utterance, spans: readonly { from: number; to: number }[]): Utterance {
  const tokens = utterance.tokens.map((token, at) =>
    spans.some(({ from, to }) => at >= from && at < to) ? { words: token.words, meanings: [] } : token,
  );
  return { ...utterance, tokens };
}

const SMALL = ["at", "about", "on", "of", "article"] as const;

/** The next place that is no preposition or article. */
export function skipSmall(tokens: readonly Token[], at: number): number {
  let next = at;
  while (next < tokens.length && isMarker(tokens[next], ...SMALL) && !isMeaningful(tokens[next])) next++;
  return next;
}

function isMeaningful(token: Token | undefined): boolean {
  return token?.number !== undefined || token?.ordinal !== undefined;
}

/** Whether "not" stands before it, small words apart: "not on Monday". */
export function isRefused(tokens: readonly Token[], from: number): boolean {
  let before = from - 1;
  while (before >= 0 && isMarker(tokens[before], ...SMALL, "date", "oclock", "between") && !isMarker(tokens[before], "not"))
    before--;
  return isMarker(tokens[before], "not") && !isMarker(tokens[before], "after", "before");
}

/**
 * What counts of several values: none that is refused; after a correction the later one; else the one that is concluded ("… so Monday").
 * `undefined`: none, or more than one that is meant.
 */
export function settled<One extends ValueMatch<unknown>>(utterance: Utterance, found: readonly One[]): One | undefined {
  const { tokens } = utterance;
  const kept: One[] = [];
  const taken = found.filter(({ from, to }) => isRefused(tokens, from) || isRefusedAfter(tokens, to));
  for (const one of found) {
    if (taken.some((other) => isSame(other, one))) continue;
    const before = kept.at(-1);
    if (before && isCorrected(tokens, before.to, one.from)) taken.push(...kept.splice(0));
    if (!kept.some((other) => isSame(other, one))) kept.push(one);
  }
  if (kept.length < 2) return kept[0];
  const total = tokens.findLastIndex((token) => isMarker(token, "total"));
  const sum = kept.find(({ to }) => to === total);
  if (sum) return sum;
  const at = tokens.findLastIndex((token) => isMarker(token, "conclusion"));
  const concluded = at < 0 ? [] : kept.filter(({ from }) => from > at);
  return concluded.length === 1 ? concluded[0] : undefined;
}

/** Some languages refuse after the value: "ነገ ሳይሆን". */
function isRefusedAfter(tokens: readonly Token[], to: number): boolean {
  return isMarker(tokens[to], "not-before");
}

function isSame(one: ValueMatch<unknown>, other: ValueMatch<unknown>): boolean {
  return JSON.stringify([one.value, one.alternatives]) === JSON.stringify([other.value, other.alternatives]);
}

export function isCorrected(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some((token) => isMarker(token, "correction"));
}

export function hasUnit(token: Token | undefined, ...units: readonly string[]): boolean {
  const unit = meaningOf(token, "unit")?.unit;
  return unit !== undefined && (units.length === 0 || units.includes(unit));
}
