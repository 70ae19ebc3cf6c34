/** What a text means to an E5 model: the mean of what its pieces mean, as a direction. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadOnnxModel } from "../../onnx/onnx-runtime.ts";
import { direction, summed } from "../../onnx/pooling.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { readUnigram } from "./unigram.ts";

export type E5Description = ModelDescription & { engine: "e5" };

export interface E5 {
  readonly dimensions: number;
  embed(text: string, as: "question" | "passage"): Promise<Float32Array>;
  free(): void;
}

/** As the model was taught to tell them apart. */
const PREFIX = { question: "query: ", passage: "passage: " } as const;
/** A text of more pieces is read in so many parts at most; a passage has four. */
const MOST_PARTS = 8;

export async function loadE5({ folder }: InstalledModel, { parts, dimensions, mostTokens }: E5Description): Promise<E5> {
  const unigram = readUnigram(JSON.parse(await readFile(join(folder, parts.tokenizer), "utf8")));
  const model = loadOnnxModel(join(folder, parts.model));
  const begin = unigram.idOf("<s>");
  const end = unigram.idOf("</s>");
  if (begin === undefined || end === undefined) throw new Error("this tokenizer has no marks of beginning and end");

  const framed = (pieces: readonly number[]): number[] => [begin, ...pieces, end];

  async function meaningOf(pieces: readonly number[]): Promise<Float32Array> {
    const ids = BigInt64Array.from(framed(pieces), BigInt);
    const shape = [1, ids.length];
    const same = (name: string, value: bigint) => ({ name, shape, values: new BigInt64Array(ids.length).fill(value) });
    const types = model.inputCount > 2 ? [same("token_type_ids", 0n)] : [];
    const inputs = [{ name: "input_ids", shape, values: ids }, same("attention_mask", 1n), ...types];
    const { last_hidden_state: hidden } = await model.run(inputs, { last_hidden_state: ids.length * dimensions });
    return direction(summed(hidden ?? new Float32Array(dimensions), dimensions));
  }

  return {
    dimensions,
    async embed(text, as) {
      const prefix = unigram.pieces(PREFIX[as]);
      const pieces = unigram.pieces(text);
      const room = mostTokens - prefix.length - 2;
      const count = Math.min(MOST_PARTS, Math.max(1, Math.ceil(pieces.length / room)));
      const each = Math.min(room, Math.ceil(pieces.length / count));
      const sum = new Float32Array(dimensions);
      for (let part = 0; part < count; part++) {
        const meaning = await meaningOf([...prefix, ...pieces.slice(part * each, (part + 1) * each)]);
        meaning.forEach((one, at) => (sum[at] = (sum[at] ?? 0) + one));
      }
      return direction(sum);
    },
    free: () => model.free(),
  };
}
