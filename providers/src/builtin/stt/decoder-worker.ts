/** A worker thread with the PocketSphinx decoders of one utterance at a time. */
import { parentPort } from "node:worker_threads";
import { Grammars } from "./grammars.ts";
import type { FromDecoder, ListenFor, ToDecoder } from "./messages.ts";
import { spelledGuide } from "./spelled-names.ts";
import { SampledDecoders } from "./sampled-decoders.ts";
import type { Decoder } from "./search.ts";
import { Sphinx } from "./sphinx.ts";
import { UtteranceDecoding, type UtteranceGuide } from "./utterance.ts";

const english = new Sphinx();
const grammars = new Grammars(english);
let widely: Grammars | undefined;
const likely = new SampledDecoders(english);
let now: { id: number; decoding: UtteranceDecoding } | undefined;

const tell = (message: FromDecoder): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToDecoder) => {
  if (message.op === "begin") begin(message);
  else if (message.op === "prepare") prepare(message.listenFor);
  else if (now) take(message, now);
});
tell({ op: "ready" });

/** What takes long is made before anybody speaks. */
function prepare(listenFor: ListenFor): void {
  if (!now) guideTo(listenFor);
}

function begin({ utterance: id, listenFor, speaker }: Extract<ToDecoder, { op: "begin" }>): void {
  now?.decoding.end();
  now = { id, decoding: new UtteranceDecoding({ ...guideTo(listenFor), speaker }) };
}

function guideTo({ grammar, words, anything, samples, name, spelled, bare, not, yesNo, wide }: ListenFor): UtteranceGuide {
  const guided = grammar === undefined ? undefined : (wide ? widerGrammars() : grammars).of(grammar, words);
  return {
    guided,
    anything,
    name,
    // Not by the decoder that hears them with words.
    ...(bare && { bare: () => grammars.of(bare.grammar, bare.words) }),
    ...(spelled && { spelled: (heard) => namesSpelled(heard, not) }),
    yesNo,
    any: likely.of(samples) ?? english,
  };
}

/** Their decoder begins with the first that is spelled: most calls never need it. */
function widerGrammars(): Grammars {
  widely ??= new Grammars(english, "widely");
  return widely;
}

function namesSpelled(heard: string, not: readonly string[] = []): Decoder | undefined {
  const guide = spelledGuide(heard, not);
  if (!guide) return undefined;
  return widerGrammars().of(guide.grammar, guide.words);
}

function take(message: Exclude<ToDecoder, { op: "begin" | "prepare" }>, { id, decoding }: NonNullable<typeof now>): void {
  if (message.op === "hear") {
    const words = decoding.hear(message.samples);
    if (words) tell({ op: "partial", utterance: id, words });
  } else if (message.op === "pause") {
    const words = decoding.settle();
    tell({ op: "settled", utterance: id, pause: message.pause, words, speaker: decoding.level });
  } else if (message.op === "resume") decoding.resume();
  else {
    decoding.end();
    now = undefined;
  }
}
