import { readFile } from "node:fs/promises";
import { ANALYSIS_RATE_HZ, ProviderFailure, type Words } from "@ongea/conversation";
import { guideOf } from "../../builtin/stt/grammar.ts";
import type { Segment } from "../../segments/segment-recogniser.ts";
import { floatsOf } from "../host/sherpa.ts";
import { grammarGuide } from "./grammar-guide.ts";
import { graphOf } from "./grammar-graph.ts";
import { keywordGuide } from "./keyword-guide.ts";
import { loadWhisper, type EncodedSound, type WhisperNetwork } from "./network.ts";
import { searchWords, type SearchLimits, type Written } from "./search-words.ts";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";
import { wordsWritten } from "./words-written.ts";

/**
 * STT: a Whisper that is guided while it writes, by the agent's names and by the grammar of the answers that were asked for. `language` of a segment is a
 * primary tag. An abort ends it between two steps.
 */
export type HearWords = (segment: Segment, signal: AbortSignal) => Promise<Words>;

/** Nobody speaks, and what was written all the same is a guess: OpenAI's own thresholds. */
const NO_SPEECH = 0.6;
const GUESSED = -1;
/** Fewer beginnings are followed where one is much likelier. */
const WIDTH = 3;
const MARGIN = 4;
/** Nobody says more in a second. */
const TOKENS_A_SECOND = 8;
const LEAST_TOKENS = 12;
const MOST_TOKENS = 220;
/** By so much, as a logarithm, an answer to the question may be less likely than what was heard freely … */
const MAY_BE_LESS = 6;
/** … and where the question lets anything be answered. */
const MAY_BE_LESS_OF_ANYTHING = 4;
/** A sentence whose words are on average less likely than this was not said. */
const LEAST_A_TOKEN = -1.5;
/** On average a token, so likely: no other words need to be looked for. */
const ANSWERED = -0.6;
const MOST_GRAMMARS = 32;
/** What was heard must be sure: in these one wrong character is another value. */
const EXACT: ReadonlySet<string> = new Set(["name", "phone", "digits", "code", "email"]);

/** A word that is not understood is otherwise written in letters of anywhere. */
const WRITTEN_IN_LATIN: ReadonlySet<string> = new Set(["en", "fr", "pt", "sw", "ha", "yo", "zu"]);

export async function loadWhisperRecogniser(
  paths: Record<"encoder" | "decoder" | "tokens", string>,
  threads: number,
): Promise<HearWords> {
  const vocabulary = readVocabulary(await readFile(paths.tokens, "utf8"));
  return createWhisperRecogniser(await loadWhisper(paths, threads), vocabulary);
}

export function createWhisperRecogniser(network: WhisperNetwork, vocabulary: Vocabulary): HearWords {
  const { facts } = network;
  const special = Array.from({ length: facts.vocabulary - facts.end - 1 }, (_, i) => facts.end + 1 + i);
  const never = new Set([...facts.notSpoken, ...special]);
  const neverInLatin = new Set([...never, ...vocabulary.notLatin]);
  const grammars = new Grammars(vocabulary);
  return async (segment, signal) => {
    const code = facts.languages.get(segment.language);
    if (code === undefined) throw new ProviderFailure("refused", `this recogniser does not hear ${segment.language}`);
    const seconds = segment.sound.length / ANALYSIS_RATE_HZ;
    const mostTokens = Math.min(MOST_TOKENS, LEAST_TOKENS + Math.ceil(seconds * TOKENS_A_SECOND));
    const limits = {
      width: 1,
      mostTokens,
      end: facts.end,
      never: WRITTEN_IN_LATIN.has(segment.language) ? neverInLatin : never,
      margin: MARGIN,
    };
    throwIfCancelled(signal);
    const heard = await network.hear(floatsOf(segment.sound), [facts.start, code, facts.transcribe, facts.noTimestamps]);
    try {
      throwIfCancelled(signal);
      return (await listen({ heard, segment, limits, signal, vocabulary, grammar: grammars.of(segment) })) ?? { text: "" };
    } finally {
      heard.free();
    }
  };
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
}

interface Hearing {
  heard: EncodedSound;
  segment: Segment;
  limits: SearchLimits;
  signal: AbortSignal;
  vocabulary: Vocabulary;
  grammar: Grammar | undefined;
}

async function listen(hearing: Hearing): Promise<Words | undefined> {
  const { heard, segment, vocabulary, grammar } = hearing;
  const isOpen = segment.expected.length === 0 || segment.expected.some(({ kind }) => kind === "anything");
  // What was asked for is nearly always what is answered: then nothing else is looked for.
  let guided = grammar && !isOpen ? await guidedSearch(hearing, grammar) : [];
  const isAnswered = guided[0] !== undefined && perToken(guided[0]) > ANSWERED;
  const free = isAnswered ? undefined : await freeSearch(hearing);
  const mayBeLess = isOpen ? MAY_BE_LESS_OF_ANYTHING : MAY_BE_LESS;
  const least = free ? free.log - mayBeLess : -Infinity;
  if (grammar && isOpen && mustAsk(hearing, grammar, free)) guided = await guidedSearch(hearing, grammar, least);
  const [best] = guided.filter((one) => perToken(one) >= LEAST_A_TOKEN && one.log > least);
  const chosen = best ?? free;
  if (!chosen || (chosen === free && perToken(free) < GUESSED && heard.noSpeech > NO_SPEECH)) return undefined;
  const words = wordsWritten(chosen, chosen === free ? [] : free ? [free, ...guided] : guided, vocabulary);
  return {
    text: vocabulary.textOf(chosen.tokens).trim(),
    words,
    confidence: words.length === 0 ? 0 : words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
  };
}

/** What was heard freely is no answer; or it is one in which a wrong letter makes another. */
function mustAsk({ segment, vocabulary }: Hearing, grammar: Grammar, free: Written | undefined): boolean {
  return !free || segment.expected.some(({ kind }) => EXACT.has(kind)) || !grammar.accepts(vocabulary.textOf(free.tokens));
}

async function freeSearch({ heard, segment, limits, signal, vocabulary }: Hearing): Promise<Written | undefined> {
  const repeated = (tokens: readonly number[]): number => repeatedTokens(tokens, vocabulary);
  const [free] = await searchWords(heard, keywordGuide(segment.keywords, vocabulary), { ...limits, repeated }, signal);
  return free;
}

function guidedSearch({ heard, limits, signal }: Hearing, { guide }: Grammar, least = -Infinity): Promise<Written[]> {
  return searchWords(heard, guide, { ...limits, width: WIDTH, never: new Set(), least }, signal);
}

function perToken({ log, tokens }: Written): number {
  return log / (tokens.length + 1);
}

/** A phrase of three tokens or more said twice over is a loop; digits are said several times in numbers. */
function repeatedTokens(tokens: readonly number[], vocabulary: Vocabulary): number {
  for (let length = 3; length * 2 <= tokens.length && length <= 24; length++) {
    const last = tokens.slice(-length);
    if (!last.every((token, i) => token === tokens[tokens.length - 2 * length + i])) continue;
    if (/\p{L}{2}/u.test(vocabulary.textOf(last))) return length;
  }
  return 0;
}

// --- grammars ---------------------------------------------------------------------------------------------------------------------

interface Grammar {
  guide: ReturnType<typeof grammarGuide>;
  accepts(text: string): boolean;
}

/** The last ones that were used: drawing one takes some milliseconds, and its ways on are found out as it is used. */
class Grammars {
  readonly #vocabulary: Vocabulary;
  readonly #known = new Map<string, Grammar>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** None where nothing certain was asked for, or in a language that has none. */
  of({ expected, keywords, language }: Segment): Grammar | undefined {
    if (language !== "en") return undefined;
    const { grammar } = guideOf(expected, expected.some(({ kind }) => kind === "name") ? keywords : []);
    if (grammar === undefined) return undefined;
    const known = this.#known.get(grammar) ?? this.#drawn(grammar);
    this.#known.delete(grammar);
    this.#known.set(grammar, known);
    for (const key of this.#known.keys()) if (this.#known.size > MOST_GRAMMARS) this.#known.delete(key);
    return known;
  }

  #drawn(jsgf: string): Grammar {
    const guide = grammarGuide(graphOf(jsgf), this.#vocabulary.plainTokens);
    return { guide, accepts: (text) => guide.accepts(text.toLowerCase()) };
  }
}
