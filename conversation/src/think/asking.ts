/**
 * Asks one language model once, and judges what comes: words in good time, that can be spoken, and that do not turn in circles. What does not
 * pass throws, so that another model answers.
 */
import type { Clock, KnowledgePassage, LanguageModel, Problem, ThinkRequest, Thought, Usage } from "../ports.ts";
import { ProviderFailure } from "../ports.ts";
import { withDeadline } from "../deadline.ts";
import { Circles } from "./circles.ts";
import { PlainWords } from "./plain-words.ts";
import { callsIn, namesACall } from "./written-calls.ts";

/** What reaches the answer: of text only what is spoken. */
export type SpokenThought = Exclude<Thought, { kind: "usage" | "failure" | "calling" | "passages" }>;
type Step = Exclude<Thought, { kind: "usage" | "failure" | "passages" }>;

export interface ModelRequest {
  llm: LanguageModel;
  request: ThinkRequest;
  clock: Clock;
  /** How long the first words may take, and each further ones. */
  firstMs: number;
  nextMs: number;
  /** Others can answer: one that comes slower than anybody speaks is not waited for. */
  isReplaceable: boolean;
  used(by: string, usage: Usage): void;
  /** A model that it asked for help. */
  helperFailed(by: string, problem: Problem): void;
  /** What the model was given to answer from. */
  read(passages: readonly KnowledgePassage[]): void;
}

/** The arguments of a tool are written in one go, and nothing is said meanwhile. */
const CALLING_MS = 8_000;
const LONGEST_CALLING_MS = 15_000;
/** Fewer characters a second than this, this long after the question, are no speech. */
const SLOWEST = { charactersPerSecond: 4, fromMs: 4_000, untilCharacters: 60 };
const USUAL_FIRST_MS = 2_500;
/** The same piece again is the same event sent twice, where it is longer than a word. */
const LEAST_REPEATED = 12;
/** More characters than so many tokens can have: the server does not keep to the length that was asked for. */
const LONGEST = { charactersPerToken: 8, leastCharacters: 1_000 };

export async function* askOnce(asked: ModelRequest, signal: AbortSignal): AsyncGenerator<SpokenThought, void, undefined> {
  const { llm, request, clock, isReplaceable } = asked;
  const limits = {
    firstMs: asked.firstMs,
    nextMs: (step: Step) => (step.kind === "calling" ? CALLING_MS : asked.nextMs),
    what: "The language model",
  };
  const startMs = clock.now();
  let firstAtMs: number | undefined;
  const circles = new Circles();
  const mostCharacters = Math.max(LONGEST.leastCharacters, request.settings.maxTokens * LONGEST.charactersPerToken);
  let callingSinceMs: number | undefined;
  for await (const step of withDeadline(clock, limits, signal, (inner) => spokenPart(asked, llm.think(request, inner)))) {
    if (step.kind === "calling") {
      callingSinceMs ??= clock.now();
      if (clock.now() - callingSinceMs > LONGEST_CALLING_MS)
        throw new ProviderFailure("timeout", "The language model does not come to an end with a call of a tool");
      continue;
    }
    if (step.kind === "text") {
      circles.add(step.text);
      firstAtMs ??= clock.now();
      // Whoever is given more time for the first words is not asked to make up for it.
      const givenMs = Math.min(firstAtMs - startMs, Math.max(0, asked.firstMs - USUAL_FIRST_MS));
      const sinceMs = clock.now() - startMs - givenMs;
      if (isReplaceable && circles.length < SLOWEST.untilCharacters && isTooSlow(sinceMs, circles.length))
        throw new ProviderFailure("timeout", "The language model writes slower than anybody speaks");
    }
    yield step;
    if (circles.length > mostCharacters && (circles.isAtAnEnd || circles.length > 2 * mostCharacters))
      throw new ProviderFailure("bad-answer", "The language model does not come to an end");
  }
}

function isTooSlow(sinceMs: number, characters: number): boolean {
  return sinceMs >= SLOWEST.fromMs && characters < (sinceMs / 1_000) * SLOWEST.charactersPerSecond;
}

/** What is only for the eye makes no step: it does not end the wait for words. */
async function* spokenPart(
  { llm, request, used, helperFailed, read }: ModelRequest,
  thoughts: AsyncIterable<Thought>,
): AsyncGenerator<Step, void, undefined> {
  const words = new PlainWords();
  let before = "";
  let hasWords = false;
  let hasCalled = false;
  const spoken = (text: string): Step | undefined => {
    hasWords ||= /[\p{L}\p{N}]/u.test(text);
    return hasWords && text !== "" ? { kind: "text", text } : undefined;
  };
  for await (const thought of thoughts) {
    hasCalled ||= thought.kind === "tool";
    if (thought.kind === "usage") used(thought.by ?? llm.name, thought.usage);
    else if (thought.kind === "failure") helperFailed(thought.by, thought.problem);
    else if (thought.kind === "passages") read(thought.passages);
    else if (thought.kind !== "text") yield thought;
    else {
      const isAgain = thought.text === before && thought.text.length >= LEAST_REPEATED && /\S\s+\S/.test(thought.text);
      before = thought.text;
      const step = isAgain ? undefined : spoken(words.push(thought.text));
      if (step) yield step;
    }
  }
  const rest = spoken(words.end());
  if (rest) yield rest;
  if (!hasCalled) yield* writtenCalls(words.left, request);
}

/** Calls of tools that were written between the words, as some models do whose server does not know their form. */
function* writtenCalls(written: string, { tools }: ThinkRequest): Generator<Step, void, undefined> {
  const calls = callsIn(written, new Set(tools.map(({ name }) => name)));
  yield* calls;
  if (calls.length > 0 || !namesACall(written)) return;
  const failure = new ProviderFailure("bad-answer", "The language model writes a call of a tool that there is not");
  // "Let me look that up." is no answer.
  failure.promisesMore = true;
  throw failure;
}
