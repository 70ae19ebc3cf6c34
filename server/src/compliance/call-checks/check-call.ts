/** How a call went by a rule, read from its journal. Pure. */
import { LANGUAGES, type CheckRuleDraft, type Entry, type Language } from "@ongea/contract";
import { agreesIn, OPT_OUT_TOOL, optOutIn } from "@ongea/conversation";
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

export interface Checked {
  passed: boolean;
  /** Milliseconds since the call was answered; null: nowhere. */
  atMs: number | null;
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

const PASSED: Checked = { passed: true, atMs: null };
/** Whoever did not say it within so long has not said it at the beginning. */
const DISCLOSED_WITHIN_SECONDS = 30;
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

/** A secret is named in a question or a request, and no word there warns of telling it. `own`: secrets of the rule. */
export function findSecretRequest<One extends Sentence>(sentences: readonly One[], own: readonly string[]): One | undefined {
  return sentences.find((sentence) => sentence.asksSecret || (own.length > 0 && asksForSecret(sentence, own)));
}

/** Undefined: the rule does not concern the call. */
export function checkCall(rule: CheckRuleDraft, call: ReadCall): Checked | undefined {
  const { agents } = call;
  if (!concerns(rule, call)) return undefined;
  switch (rule.kind) {
    case "says":
      return within(momentOf(phrasesOf(rule.phrases), agents), rule.within_seconds);
    case "never_says":
      return failedAt(momentOf(phrasesOf(rule.phrases), agents));
    case "discloses_ai":
      return within(
        earlier(call.noPersonAtMs, momentOf(phrasesOf(rule.phrases), agents)),
        rule.within_seconds ?? DISCLOSED_WITHIN_SECONDS,
      );
    case "announces_recording":
      return call.isRecorded ? announced(call.entries) : undefined;
    case "asks_no_secrets":
      return failedAt(findSecretRequest(call.sentences, phrasesOf(rule.phrases))?.startMs);
    case "keeps_hours":
      return call.direction === "inbound" || call.isOutsideHours === undefined
        ? undefined
        : { passed: !call.isOutsideHours, atMs: null };
    case "honours_opt_out":
      return call.number === undefined ? undefined : optOutHonoured(call);
    // A language model decides it.
    case "judged":
      return undefined;
  }
}

export function concerns(rule: CheckRuleDraft, call: ReadCall): boolean {
  // An agent that has said nothing was in no conversation.
  return rule.applies_to !== "threads" && call.agents.length > 0 && isAmong(rule, call);
}

/** Its agent, country and direction are those of the rule. */
export function isAmong(
  { agent_ids, countries, direction }: CheckRuleDraft,
  one: Pick<CheckedCall, "direction" | "agentId" | "country">,
): boolean {
  return (
    (direction === "any" || direction === one.direction) &&
    (agent_ids.length === 0 || (one.agentId !== null && agent_ids.includes(one.agentId))) &&
    (countries.length === 0 || (one.country !== undefined && countries.includes(one.country)))
  );
}

function spokenIn(entries: readonly Entry[]): Spoken[] {
  return entries.flatMap((entry): Spoken[] => {
    if (entry.kind === "turn") return [{ ...entry, words: wordsOf(entry.text) }];
    if (entry.kind !== "recording" || entry.text === undefined) return [];
    return [{ by: "assistant", text: entry.text, words: wordsOf(entry.text), startMs: entry.atMs, endMs: entry.atMs }];
  });
}

/** When the first of the phrases was said. */
function momentOf(phrases: readonly string[], turns: readonly Spoken[]): number | undefined {
  const moments = turns.flatMap(({ words, startMs, endMs }) => {
    const place = placeOf(phrases, words);
    return place === undefined ? [] : [Math.round(startMs + place * (endMs - startMs))];
  });
  return moments.length === 0 ? undefined : Math.min(...moments);
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function within(atMs: number | undefined, seconds: number | null): Checked {
  if (atMs === undefined) return { passed: false, atMs: null };
  return { passed: seconds === null || atMs <= seconds * 1_000, atMs };
}

function failedAt(atMs: number | undefined): Checked {
  return atMs === undefined ? PASSED : { passed: false, atMs };
}

/** What is kept was announced or agreed to; "left-out" and "off" keep nothing. */
function announced(entries: readonly Entry[]): Checked {
  const heard = entries.find((entry) => entry.kind === "recording" && (entry.how === "announced" || entry.how === "agreed"));
  return heard?.kind === "recording" ? { passed: true, atMs: heard.atMs } : { passed: false, atMs: null };
}

function asksForSecret({ words, isQuestion }: Pick<Sentence, "words" | "isQuestion">, own: readonly string[]): boolean {
  const has = (phrases: readonly string[]): boolean => phrases.some((phrase) => words.includes(phrase));
  const naming = SECRET_WORDS.filter(({ named }) => has(named) || has(own));
  return !naming.some(({ warned }) => has(warned)) && naming.some(({ asked }) => isQuestion || has(asked));
}

/** Who asks not to be called again is on the list: they said yes to the question, or had hung up before it; or they took it back. */
function optOutHonoured({ callers, optOutAt: askedAt, entries }: ReadCall): Checked | undefined {
  const asked = callers[askedAt];
  if (!asked) return undefined;
  const isRecorded = entries.some((entry) => entry.kind === "tool" && entry.name === OPT_OUT_TOOL && entry.ok);
  const next = callers[askedAt + 1];
  const isTakenBack = next !== undefined && agreesIn(next.text) === false;
  const isLast = callers.slice(askedAt).every(({ text }) => optOutIn(text) !== undefined);
  return { passed: isRecorded || isTakenBack || isLast, atMs: Math.round(asked.startMs) };
}
