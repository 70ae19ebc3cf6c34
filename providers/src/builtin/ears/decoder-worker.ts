/** A worker thread with one PocketSphinx decoder. */
import { parentPort } from "node:worker_threads";
import type { FromDecoder, ToDecoder } from "./messages.ts";
import { waysToSay } from "./pronounce.ts";
import { SampledDecoders } from "./sampled-decoders.ts";
import { Sphinx } from "./sphinx.ts";
import { UtteranceDecoding } from "./utterance.ts";

const sphinx = new Sphinx();
const sampled = new SampledDecoders(sphinx);
let grammarNow: string | undefined;
let now: { id: number; decoding: UtteranceDecoding } | undefined;

const tell = (message: FromDecoder): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToDecoder) => {
  if (message.op === "begin") begin(message);
  else if (now) take(message, now);
});
tell({ op: "ready" });

function begin({ utterance, grammar, words, anything, samples, name }: Extract<ToDecoder, { op: "begin" }>): void {
  now?.decoding.end();
  const guided = grammar !== undefined && follow(grammar, words);
  now = {
    id: utterance,
    decoding: new UtteranceDecoding(sphinx, { guided, anything: anything || !guided, name, sampled: sampled.of(samples) }),
  };
}

/** A grammar is compiled once for as long as it is expected. */
function follow(grammar: string, words: readonly string[]): boolean {
  if (grammar === grammarNow) return true;
  grammarNow = undefined;
  for (const word of words) if (!sphinx.knows(word)) sphinx.learn(word, waysToSay(word));
  if (!sphinx.guide(grammar)) return false;
  grammarNow = grammar;
  return true;
}

function take(message: ToDecoder, { id, decoding }: NonNullable<typeof now>): void {
  if (message.op === "hear") {
    const words = decoding.hear(message.samples);
    if (words) tell({ op: "partial", utterance: id, words });
  } else if (message.op === "pause") {
    const began = performance.now();
    const words = decoding.settle();
    tell({ op: "settled", utterance: id, pause: message.pause, words, tookMs: performance.now() - began });
  } else if (message.op === "resume") decoding.resume();
  else {
    decoding.end();
    now = undefined;
  }
}
