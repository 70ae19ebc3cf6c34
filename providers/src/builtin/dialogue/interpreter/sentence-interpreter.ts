/**
 * What a caller wants, by the meaning of whole sentences: the tool or the fact whose words point the same way. English only. It knows nothing of
 * what was said before, so it is asked of wishes and questions alone, and the rules' own answer gives way only to what is likely.
 */
import type { Thought } from "@ongea/conversation";
import { asFailure } from "@ongea/conversation";
import type { SentenceModel } from "../../sentence-model/sentence-model.ts";
import { answerTypeOf } from "../facts/question-type.ts";
import { cosine } from "../meaning/word-vectors.ts";
import { wordsOf } from "../spoken/plain.ts";
import type { Entry, Interpretation } from "./interpretation.ts";
import type { Interpreter, InterpretRequest } from "./interpreter.ts";
import { timeLimit } from "../../../http/time-limit.ts";

const NAME = "sentence model";
/** It takes 10 ms a sentence, and no caller waits for a busy machine. */
const LIMIT_MS = 400;
/** As it was taught: how much a nearer direction counts, and how near what fits nothing may come. */
const TEMPERATURE = 0.05;
const NEARNESS_OF_NONE = 0.3;
/** So likely it must be: a tool that is begun in vain costs more than a fact beside the point. */
const LIKELY = { tool: 0.45, toolAgain: 0.8, fact: 0.35 };
/** So much nearer is what the rules understood. */
const UNDERSTOOD = { tool: 0.13, fact: 0.1 };

/** Where the model does not run the rules go on alone, and ask it again in the next answer. */
export function createSentenceInterpreter(model: SentenceModel, { limitMs = LIMIT_MS } = {}): Interpreter {
  /** Said once an outage. */
  let hasFailed = false;
  const passages = async (entries: readonly Entry[]): Promise<Float32Array[]> => {
    const read: Float32Array[] = [];
    // One after another: other calls wait for the same model.
    for (const text of textsOf(entries)) read.push(await model.directionOf(text, "passage"));
    return read;
  };
  return {
    limitMs,
    asksFor: "wishes",
    prepare({ entries }) {
      // Whoever asks later meets the same failure.
      passages(entries).catch(() => {});
    },
    async *interpret(
      { messages, entries, answer, asks, topic },
      signal,
    ): AsyncGenerator<Thought, readonly Interpretation[] | undefined> {
      const said = messages.at(-1);
      if (said?.role !== "caller") return undefined;
      // A wish that the rules understood ("Can I come on Thursday at three?") is not answered with a sentence about it.
      const text = asks ?? said.text;
      const type = answerTypeOf(text);
      const mayTell =
        asks !== undefined || answer.isUnsure || answer.tool === undefined || (type !== undefined && type !== "yes-no");
      const known = entries.filter(
        ({ about, interpretation }) => about !== undefined && (mayTell || interpretation.kind === "tool"),
      );
      const limit = timeLimit(limitMs, signal);
      try {
        if (limit.aborted) return undefined;
        const questions = Promise.all([model.directionOf(text, "question"), model.directionOf(inTopic(text, topic), "question")]);
        const read = await inTime(Promise.all([questions, passages(known)]), limit);
        if (!read) return undefined;
        hasFailed = false;
        const [[alone, within], others] = read;
        const isAnswer = known.map((entry) => saysAlready(answer, entry));
        const nearness = others.map((other, at) => {
          const kind = known[at]?.interpretation.kind === "tool" ? "tool" : "fact";
          // "How much is it for one?" asks of what the call is about; a wish may be for something else.
          const near = kind === "tool" ? cosine(alone, other) : (cosine(alone, other) + cosine(within, other)) / 2;
          return near + (isAnswer[at] && !answer.isUnsure ? UNDERSTOOD[kind] : 0);
        });
        const chosen = likeliest(nearness);
        const entry = chosen && known[chosen.at];
        if (!entry || isAnswer[chosen.at] || chosen.likelihood < leastFor(entry)) return [];
        return [entry.interpretation];
      } catch (cause) {
        const { code, message } = asFailure(cause, NAME);
        if (!hasFailed) yield { kind: "failure", by: NAME, problem: { code, message } };
        hasFailed = true;
        return undefined;
      }
    },
  };
}

function leastFor({ interpretation, wasDone = false }: Entry): number {
  if (interpretation.kind !== "tool") return LIKELY.fact;
  return wasDone ? LIKELY.toolAgain : LIKELY.tool;
}

function textsOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ about }) => about ?? []);
}

/** `undefined`: it came too late, or nobody waits. */
async function inTime<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return Promise.race([
    wanted,
    new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true })),
  ]);
}

function inTopic(text: string, topic: string | undefined): string {
  return topic === undefined ? text : `${topic}. ${text}`;
}

function likeliest(nearness: readonly number[]): { at: number; likelihood: number } | undefined {
  const weights = nearness.map((near) => Math.exp(near / TEMPERATURE));
  const all = weights.reduce((sum, one) => sum + one, Math.exp(NEARNESS_OF_NONE / TEMPERATURE));
  const most = Math.max(...weights);
  return weights.length === 0 ? undefined : { at: weights.indexOf(most), likelihood: most / all };
}

/** The rules do or tell the same, in words of their own. */
function saysAlready({ tool, said }: InterpretRequest["answer"], { interpretation }: Entry): boolean {
  if (interpretation.kind === "tool") return interpretation.tool === tool;
  if (interpretation.kind !== "fact") return false;
  const words = new Set(wordsOf(interpretation.text));
  return said.some((sentence) => {
    const own = wordsOf(sentence);
    return own.length >= LEAST_WORDS && own.every((word) => words.has(word));
  });
}

const LEAST_WORDS = 3;
