/**
 * Which way an English sentence points in meaning: bge-small-en-v1.5 (MIT), taught further for callers' sentences
 * (`bench/sentence-model` says how it was made). It runs in threads of its own, 4 to 10 ms a sentence, and in a process of its own
 * (`sentence-host.ts`): native code that fails ends no call.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadOnnxModel } from "../../onnx/onnx-runtime.ts";
import { direction, summed } from "../../onnx/pooling.ts";
import { rememberDirections } from "./remember-directions.ts";
import { readWordPieces } from "./word-pieces.ts";

export interface SentenceModel {
  /** A direction of length 1. Known texts are not read again. A caller's sentence waits for no passage. */
  directionOf(text: string, as?: "question" | "passage"): Promise<Float32Array>;
}

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve("@ongea/providers/package.json")),
  "src/builtin/sentence-model",
);
const WEIGHTS = join(FOLDER, "weights.onnx");
const VOCABULARY = join(FOLDER, "word-pieces.txt");
export const DIMENSIONS = 384;
const MOST_PIECES = 96;

let shared: SentenceModel | undefined;

/** Loads it into this process. Throws where its files or ONNX Runtime are missing. */
export function openSentenceModel(): SentenceModel {
  return (shared ??= loadSentenceModel());
}

function loadSentenceModel(): SentenceModel {
  const model = loadOnnxModel(WEIGHTS);
  const pieces = readWordPieces(readFileSync(VOCABULARY, "utf8"));

  async function read(text: string): Promise<Float32Array> {
    const ids = BigInt64Array.from(pieces.idsOf(text, MOST_PIECES), BigInt);
    const shape = [1, ids.length];
    const same = (name: string, value: bigint) => ({ name, shape, values: new BigInt64Array(ids.length).fill(value) });
    const inputs = [{ name: "input_ids", shape, values: ids }, same("attention_mask", 1n), same("token_type_ids", 0n)];
    const { last_hidden_state: hidden } = await model.run(inputs, { last_hidden_state: ids.length * DIMENSIONS });
    return direction(summed(hidden ?? new Float32Array(), DIMENSIONS));
  }

  return rememberDirections(read);
}
