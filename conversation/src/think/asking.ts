/**
 * Asks one language model once, and judges what comes: words in good time, that can be spoken, and that do not turn in circles. What does not
 * pass throws, so that another model answers.
 */
import type { Clock, LanguageModel, ThinkRequest, Thought, Usage } from "../ports.ts";
import { ProviderFailure } from "../ports.ts";
import { withDeadline } from "../deadline.ts";
import { PlainWords } from "./plain-words.ts";

/** What reaches the answer: of text only what is spoken. */
export type Said = Exclude<Thought, { kind: "usage" | "calling" }>;
type Step = Exclude<Thought, { kind: "usage" }>;

export interface Asked {
  mind: LanguageModel;
  request: ThinkRequest;
  clock: Clock;
  /** How long the first words may take, and each further ones. */
  firstMs: number;
  nextMs: number;
  /** Others can answer: one that comes slower than anybody speaks is not waited for. */
  isReplaceable: boolean;
  used(by: string, usage: Usage): void;
}

/** The arguments of a tool are written in one go, and nothing is said meanwhile. */
const CALLING_MS = 8_000;
const LONGEST_CALLING_MS = 15_000;
/** Fewer characters a second than this, this long after the question, are no speech. */
const SLOWEST = { charactersPerSecond: 4, fromMs: 4_000, untilCharacters: 60 };
const USUAL_FIRST_MS = 2_500;
/** The same piece again is the same event sent twice, where it is longer than a word. */
const LEAST_REPEATED = 12;
/** A sentence said so often in one answer will be said for ever. */
const MOST_SAID = 3;

export async function* askOnce(asked: Asked, signal: AbortSignal): AsyncGenerator<Said, void, undefined> {
  const { mind, request, clock, isReplaceable } = asked;
  const limits = {
    firstMs: asked.firstMs,
    nextMs: (step: Step) => (step.kind === "calling" ? CALLING_MS : asked.nextMs),
    what: "The language model",
  };
  const startMs = clock.now();
  let firstAtMs: number | undefined;
  const sentences = new Sentences();
  let callingSinceMs: number | undefined;
  for await (const step of withDeadline(clock, limits, signal, (inner) => spokenPart(asked, mind.think(request, inner)))) {
    if (step.kind === "calling") {
      callingSinceMs ??= clock.now();
      if (clock.now() - callingSinceMs > LONGEST_CALLING_MS)
        throw new ProviderFailure("timeout", "The language model does not come to an end with a call of a tool");
      continue;
    }
    if (step.kind === "text") {
      sentences.add(step.text);
      firstAtMs ??= clock.now();
      // Whoever is given more time for the first words is not asked to make up for it.
      const givenMs = Math.min(firstAtMs - startMs, Math.max(0, asked.firstMs - USUAL_FIRST_MS));
      const sinceMs = clock.now() - startMs - givenMs;
      if (isReplaceable && sentences.length < SLOWEST.untilCharacters && isTooSlow(sinceMs, sentences.length))
        throw new ProviderFailure("timeout", "The language model writes slower than anybody speaks");
    }
    yield step;
  }
}

function isTooSlow(sinceMs: number, characters: number): boolean {
  return sinceMs >= SLOWEST.fromMs && characters < (sinceMs / 1_000) * SLOWEST.charactersPerSecond;
}

/** What is only for the eye makes no step: it does not end the wait for words. */
async function* spokenPart({ mind, used }: Asked, thoughts: AsyncIterable<Thought>): AsyncGenerator<Step, void, undefined> {
  const words = new PlainWords();
  let before = "";
  let hasWords = false;
  const spoken = (text: string): Step | undefined => {
    hasWords ||= /[\p{L}\p{N}]/u.test(text);
    return hasWords && text !== "" ? { kind: "text", text } : undefined;
  };
  for await (const thought of thoughts) {
    if (thought.kind === "usage") used(mind.name, thought.usage);
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
}

/** Counts sentences: a model that turns in circles says the same ones. */
class Sentences {
  length = 0;
  #open = "";
  readonly #said = new Map<string, number>();

  add(text: string): void {
    this.length += text.length;
    this.#open += text;
    const parts = this.#open.split(/(?<=[.!?…。؟።])\s|\n/);
    this.#open = parts.pop() ?? "";
    for (const part of parts) {
      const sentence = part.trim().toLowerCase();
      if (sentence.split(/\s+/).length < MOST_SAID) continue;
      const times = (this.#said.get(sentence) ?? 0) + 1;
      this.#said.set(sentence, times);
      if (times >= MOST_SAID) throw new ProviderFailure("bad-answer", "The language model says the same again and again");
    }
  }
}
