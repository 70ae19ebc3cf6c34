import { readFile } from "node:fs/promises";
import { metadataOf, openDimension } from "../../onnx/dimensions.ts";
import { loadOnnxModel, type ResidentTensor, type OnnxModel } from "../../onnx/onnx-runtime.ts";
import { logMel } from "../host/log-mel.ts";

/** What a Whisper's files say of it. */
export interface WhisperFacts {
  bands: number;
  vocabulary: number;
  layers: number;
  width: number;
  /** Tokens with a meaning of their own. */
  start: number;
  end: number;
  transcribe: number;
  noTimestamps: number;
  noSpeech: number;
  blank: number;
  /** Music, brackets, marks that nobody speaks. */
  notSpoken: readonly number[];
  /** By code, `en`. */
  languages: ReadonlyMap<string, number>;
}

/** A Whisper as sherpa-onnx exports it: an encoder, and a decoder whose memory (KV cache) is given and taken with each step. */
export interface WhisperNetwork {
  readonly facts: WhisperFacts;
  /** Listens to 16 kHz sound and reads the prompt. Whoever asked frees what comes. */
  hear(sound: Float32Array, prompt: readonly number[]): Promise<EncodedSound>;
  free(): void;
}

/** Sound that was listened to, with the prompt read: what may be written of it is asked step by step. */
export interface EncodedSound {
  /** 0…1: that nobody speaks in it. */
  readonly noSpeech: number;
  /** What may follow the prompt: natural logarithms of probabilities, by token. */
  readonly first: Float32Array;
  /** A search over what may be written, from the prompt on; several may follow one after the other. */
  search(): Search;
  free(): void;
}

export interface Search {
  /**
   * Adds one token to each of several beginnings. `parent` is a place in the last step's list, 0 in the first step. Resolves to what may follow each,
   * as logarithms of probabilities, until the next step.
   */
  step(steps: readonly { parent: number; token: number }[]): Promise<Float32Array[]>;
  free(): void;
}

/**
 * Whisper was trained on 30 s, and is given less: silence after the words says that they are over. Measured on 105 answers by telephone: 2 s lose a
 * word here and there and are written again and again, from 3 s on nothing is won.
 */
const TAIL_FRAMES = 300;
const HOP = 160;
/** The encoder keeps every second frame. */
const MOST_FRAMES = 3_000;
const TEXT_TOKENS = 448;
const FIRST_ROOM = 64;
const CACHES = ["self_k_cache", "self_v_cache"] as const;

export async function loadWhisper(paths: Record<"encoder" | "decoder", string>, threads: number): Promise<WhisperNetwork> {
  const facts = factsOf(metadataOf(await readFile(paths.encoder)));
  const decoderBytes = await readFile(paths.decoder);
  const names = new Set(CACHES.flatMap((cache) => [`in_n_layer_${cache}`, `out_n_layer_${cache}`]));
  // The export fixes the memory at its largest, which would be copied whole at every step.
  const isOpen = openDimension(decoderBytes, names, 2) === names.size;
  const encoder = loadOnnxModel(paths.encoder, threads);
  const decoder = loadOnnxModel(decoderBytes, threads);
  return {
    facts,
    async hear(sound, prompt) {
      const mel = encoder.hold(melOf(sound, facts.bands));
      let cross: Cross | undefined;
      try {
        const { n_layer_cross_k: k, n_layer_cross_v: v } = await encoder.runHeld({ mel }, ["n_layer_cross_k", "n_layer_cross_v"]);
        if (!k || !v) throw new Error("the encoder returned no cross-attention");
        cross = new Cross(decoder, facts, [k, v], melFrames(sound) >> 1);
        return await prompted({ decoder, facts, cross, firstRoom: isOpen ? FIRST_ROOM : TEXT_TOKENS }, prompt);
      } catch (error) {
        cross?.free();
        throw error;
      } finally {
        mel.free();
      }
    },
    free() {
      encoder.free();
      decoder.free();
    },
  };
}

function melFrames(sound: Float32Array): number {
  return Math.min(MOST_FRAMES, (Math.ceil(sound.length / HOP / 2) * 2 + TAIL_FRAMES) & ~1);
}

function melOf(sound: Float32Array, bands: number): { shape: number[]; values: Float32Array } {
  const frames = melFrames(sound);
  const padded = new Float32Array(frames * HOP);
  padded.set(sound.subarray(0, padded.length));
  return { shape: [1, bands, frames], values: logMel(padded, bands) };
}

// --- what the sound says to the decoder -------------------------------------------------------------------------------------------

/** Copied once for each width of a step. */
class Cross {
  readonly #decoder: OnnxModel;
  readonly #facts: WhisperFacts;
  readonly #length: number;
  readonly #single: readonly [ResidentTensor, ResidentTensor];
  readonly #byWidth = new Map<number, readonly [ResidentTensor, ResidentTensor]>();

  constructor(decoder: OnnxModel, facts: WhisperFacts, single: readonly [ResidentTensor, ResidentTensor], length: number) {
    this.#decoder = decoder;
    this.#facts = facts;
    this.#length = length;
    this.#single = single;
    this.#byWidth.set(1, single);
  }

  of(width: number): readonly [ResidentTensor, ResidentTensor] {
    const known = this.#byWidth.get(width);
    if (known) return known;
    const [k, v] = this.#single;
    const copies = [this.#copied(k, width), this.#copied(v, width)] as const;
    this.#byWidth.set(width, copies);
    return copies;
  }

  free(): void {
    for (const pair of this.#byWidth.values()) for (const tensor of pair) tensor.free();
    this.#byWidth.clear();
  }

  #copied(single: ResidentTensor, width: number): ResidentTensor {
    const { layers, width: state } = this.#facts;
    const count = this.#length * state;
    const copy = this.#decoder.reserve([layers, width, this.#length, state]);
    for (let layer = 0; layer < layers; layer++)
      for (let i = 0; i < width; i++) copy.take(single, { from: layer * count, to: (layer * width + i) * count, count });
    return copy;
  }
}

// --- what the decoder remembers ---------------------------------------------------------------------------------------------------

interface Decoding {
  decoder: OnnxModel;
  facts: WhisperFacts;
  cross: Cross;
  firstRoom: number;
}

interface Memory {
  caches: readonly ResidentTensor[];
  width: number;
  /** Tokens that it has room for, and tokens that are in it. */
  room: number;
  length: number;
}

async function prompted(decoding: Decoding, prompt: readonly number[]): Promise<EncodedSound> {
  const { facts, cross } = decoding;
  const empty = memoryOf(decoding, 1, 0);
  const { logits, memory } = await run(decoding, empty, [prompt]).finally(() => free(empty));
  const row = (at: number): Float32Array => {
    const values = new Float32Array(facts.vocabulary);
    logits.read(values, at * facts.vocabulary);
    return logProbabilities(values);
  };
  const noSpeech = Math.exp(row(prompt.indexOf(facts.start))[facts.noSpeech] ?? -Infinity);
  const first = row(prompt.length - 1);
  logits.free();
  return {
    noSpeech,
    first,
    search: () => new Stepping(decoding, memory),
    free() {
      free(memory);
      cross.free();
    },
  };
}

class Stepping implements Search {
  readonly #decoding: Decoding;
  readonly #prompt: Memory;
  #memory: Memory;
  /** What is answered, used again with each step. */
  readonly #rows: Float32Array[] = [];

  constructor(decoding: Decoding, prompt: Memory) {
    this.#decoding = decoding;
    this.#prompt = prompt;
    this.#memory = prompt;
  }

  async step(steps: readonly { parent: number; token: number }[]): Promise<Float32Array[]> {
    const before = this.#memory;
    const isSame = steps.length === before.width && before.length < before.room && steps.every(({ parent }, i) => parent === i);
    const parents = steps.map(({ parent }) => parent);
    const given = isSame ? before : gathered(this.#decoding, before, parents);
    const tokens = steps.map(({ token }) => [token]);
    const { logits, memory } = await run(this.#decoding, given, tokens).finally(() => {
      if (given !== before) free(given);
    });
    this.#memory = memory;
    if (before !== this.#prompt) free(before);
    const size = this.#decoding.facts.vocabulary;
    const rows = steps.map((_, i) => {
      const row = (this.#rows[i] ??= new Float32Array(size));
      logits.read(row, i * size);
      return logProbabilities(row);
    });
    logits.free();
    return rows;
  }

  free(): void {
    if (this.#memory !== this.#prompt) free(this.#memory);
    this.#memory = this.#prompt;
  }
}

function memoryOf({ decoder, facts, firstRoom }: Decoding, width: number, length: number): Memory {
  let room = firstRoom;
  while (room <= length && room < TEXT_TOKENS) room = Math.min(TEXT_TOKENS, room * 2);
  return { caches: CACHES.map(() => decoder.reserve([facts.layers, width, room, facts.width])), width, room, length };
}

/** The memories of several beginnings, each a copy of one of the last step's, with room for one more token. */
function gathered(decoding: Decoding, before: Memory, parents: readonly number[]): Memory {
  const { layers, width: state } = decoding.facts;
  const after = memoryOf(decoding, parents.length, before.length);
  const count = before.length * state;
  for (const [at, cache] of after.caches.entries()) {
    for (let layer = 0; layer < layers; layer++) {
      for (const [i, parent] of parents.entries()) {
        const from = (layer * before.width + parent) * before.room * state;
        cache.take(before.caches[at]!, { from, to: (layer * after.width + i) * after.room * state, count });
      }
    }
  }
  return after;
}

async function run(
  { decoder, cross }: Decoding,
  memory: Memory,
  tokens: readonly (readonly number[])[],
): Promise<{ logits: ResidentTensor; memory: Memory }> {
  const [k, v] = cross.of(tokens.length);
  const count = tokens[0]?.length ?? 0;
  const given = decoder.hold({ shape: [tokens.length, count], values: BigInt64Array.from(tokens.flat(), BigInt) });
  const offset = decoder.hold({ shape: [1], values: BigInt64Array.of(BigInt(memory.length)) });
  const inputs = {
    tokens: given,
    offset,
    n_layer_cross_k: k,
    n_layer_cross_v: v,
    ...Object.fromEntries(memory.caches.map((cache, at) => [`in_n_layer_${CACHES[at]}`, cache])),
  };
  const outputs = CACHES.map((cache) => `out_n_layer_${cache}`);
  try {
    const { logits, ...caches } = await decoder.runHeld(inputs, ["logits", ...outputs]);
    return {
      logits: logits!,
      memory: { ...memory, caches: outputs.map((name) => caches[name]!), length: memory.length + count },
    };
  } finally {
    given.free();
    offset.free();
  }
}

function free({ caches }: Memory): void {
  for (const cache of caches) cache.free();
}

/** In place. */
function logProbabilities(logits: Float32Array): Float32Array {
  const { length } = logits;
  let most = -Infinity;
  for (let i = 0; i < length; i++) {
    const log = logits[i]!;
    if (log > most) most = log;
  }
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const below = logits[i]! - most;
    // Less than a millionth of the likeliest one adds nothing.
    if (below > -14) sum += Math.exp(below);
  }
  const all = most + Math.log(sum);
  for (let i = 0; i < length; i++) logits[i]! -= all;
  return logits;
}

// --- what its files say -----------------------------------------------------------------------------------------------------------

function factsOf(metadata: ReadonlyMap<string, string>): WhisperFacts {
  const number = (name: string): number => {
    const value = Number(metadata.get(name) ?? Number.NaN);
    if (!Number.isInteger(value)) throw new Error(`the recogniser's file does not say its ${name}`);
    return value;
  };
  const list = (name: string): string[] => (metadata.get(name) ?? "").split(",").filter(Boolean);
  const codes = list("all_language_codes");
  return {
    bands: number("n_mels"),
    vocabulary: number("n_vocab"),
    layers: number("n_text_layer"),
    width: number("n_text_state"),
    start: number("sot"),
    end: number("eot"),
    transcribe: number("transcribe"),
    noTimestamps: number("no_timestamps"),
    noSpeech: number("no_speech"),
    blank: number("blank_id"),
    notSpoken: list("non_speech_tokens").map(Number),
    languages: new Map(list("all_language_tokens").map((token, i) => [codes[i] ?? "", Number(token)])),
  };
}
