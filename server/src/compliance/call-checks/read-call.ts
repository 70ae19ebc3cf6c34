/** A call's words, read once for any number of rules. Pure. */
import { LANGUAGES, type Entry, type Language } from "@ongea/contract";
import { optOutIn } from "@ongea/conversation";
import { phrasesOf, placeOf, wordsOf } from "./phrases.ts";
import { NO_PERSON, SECRETS } from "./wordings.ts";

export interface CheckedCall {
  direction: "inbound" | "outbound";
  agentId: string | null;
  /** E.164, of the person; undefined: they have none. */
  number: string | undefined;
  /** ISO 3166, of that number. */
  country: string | undefined;
  /** Something of it was recorded. */
  isRecorded: boolean;
  /** It rang where nobody is called at that hour; undefined: no hours hold there. */
  isOutsideHours: boolean | undefined;
  entries: readonly Entry[];
}

/** A turn. */
interface Spoken {
  by: "caller" | "assistant";
  text: string;
  /** As phrases are looked for in it. */
  words: string;
  startMs: number;
  endMs: number;
}

export interface Sentence {
  words: string;
  isQuestion: boolean;
  /** It asks for a secret that the product knows. */
  asksSecret: boolean;
}

type AgentSentence = Sentence & { startMs: number };

/** A call whose words were read once, for any number of rules. */
export interface ReadCall extends Omit<CheckedCall, "entries"> {
  agents: readonly Spoken[];
  callers: readonly Spoken[];
  /** When the agent has said that it is no person. */
  noPersonAtMs: number | undefined;
  /** Of the caller's turns, the first that asks not to be called again; -1: none. */
  optOutAt: number;
  sentences: readonly AgentSentence[];
  entries: readonly Entry[];
}

const listed = (texts: Readonly<Record<Language, string>>): string[] =>
  LANGUAGES.flatMap((language) => phrasesOf(texts[language].split("|")));

const NO_PERSON_PHRASES = listed(NO_PERSON);

/** These words say that it is no person who speaks. */
export function saysNoPerson(text: string): boolean {
  return placeOf(NO_PERSON_PHRASES, wordsOf(text)) !== undefined;
}

const SECRET_WORDS = LANGUAGES.map((language) => {
  const { secrets, asks, warns } = SECRETS[language];
  const [named = [], asked = [], warned = []] = [secrets, asks, warns].map((texts) => phrasesOf(texts.split("|")));
  return { named, asked, warned };
});

const QUESTION = /[?؟]\s*$/u;
const SENTENCE_ENDS = /(?<=[.!?؟።…])\s+|\n/u;

export function readCall(call: CheckedCall): ReadCall {
  const said = spokenIn(call.entries);
  const bySide = (side: Spoken["by"]): Spoken[] => said.filter(({ by }) => by === side);
  const [agents, callers] = [bySide("assistant"), bySide("caller")];
  return {
    ...call,
    agents,
    callers,
    optOutAt: callers.findIndex(({ text }) => optOutIn(text) !== undefined),
    sentences: agents.flatMap(({ text, startMs }) => sentencesOf(text).map((sentence) => ({ ...sentence, startMs }))),
    noPersonAtMs: momentOf(NO_PERSON_PHRASES, agents),
  };
}

export function sentencesOf(text: string): Sentence[] {
  return text.split(SENTENCE_ENDS).map((sentence) => {
    const read = { words: wordsOf(sentence), isQuestion: QUESTION.test(sentence) };
    return { ...read, asksSecret: asksForSecret(read, []) };
  });
}

function spokenIn(entries: readonly Entry[]): Spoken[] {
  return entries.flatMap((entry): Spoken[] => {
    if (entry.kind === "turn") return [{ ...entry, words: wordsOf(entry.text) }];
    if (entry.kind !== "recording" || entry.text === undefined) return [];
    return [{ by: "assistant", text: entry.text, words: wordsOf(entry.text), startMs: entry.atMs, endMs: entry.atMs }];
  });
}

/** When the first of the phrases was said. */
export function momentOf(phrases: readonly string[], turns: readonly Spoken[]): number | undefined {
  const moments = turns.flatMap(({ words, startMs, endMs }) => {
    const place = placeOf(phrases, words);
    return place === undefined ? [] : [Math.round(startMs + place * (endMs - startMs))];
  });
  return moments.length === 0 ? undefined : Math.min(...moments);
}

export function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

export function asksForSecret({ words, isQuestion }: Pick<Sentence, "words" | "isQuestion">, own: readonly string[]): boolean {
  const has = (phrases: readonly string[]): boolean => phrases.some((phrase) => words.includes(phrase));
  const naming = SECRET_WORDS.filter(({ named }) => has(named) || has(own));
  return !naming.some(({ warned }) => has(warned)) && naming.some(({ asked }) => isQuestion || has(asked));
}
