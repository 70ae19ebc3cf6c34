/** A model of E5's form with weights that are made up: a handful of pieces, each with a direction of its own. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DESCRIPTION_FILE, type ModelDescription } from "../local/models/description.ts";
import { encodeField, encodeNumber } from "../onnx/protobuf.ts";

const DIMENSIONS = 4;
/** Pieces, how likely they are, and where they point. */
const PIECES: readonly [string, number, readonly number[]][] = [
  ["<s>", 0, [0, 0, 0, 0]],
  ["<pad>", 0, [0, 0, 0, 0]],
  ["</s>", 0, [0, 0, 0, 0]],
  ["<unk>", 0, [0, 0, 0, 0.1]],
  ["\u2581", -3, [0, 0, 0, 0]],
  ["\u2581car", -6, [1, 0, 0, 0]],
  ["\u2581gari", -7, [1, 0, 0, 0]],
  ["\u2581price", -6, [0, 1, 0, 0]],
  ["\u2581bei", -7, [0, 1, 0, 0]],
  ["\u2581parking", -8, [0.9, 0, 0, 0.1]],
  ["s", -4, [0, 0, 0, 0]],
  ["\u2581query", -5, [0, 0, 0.01, 0]],
  ["\u2581passage", -5, [0, 0, 0.01, 0]],
  [":", -4, [0, 0, 0, 0]],
];

/** In a folder of models, as if it had been pulled; returns its id. */
export async function installTinyE5(modelsFolder: string): Promise<string> {
  const folder = join(modelsFolder, "tiny-e5");
  await mkdir(folder, { recursive: true });
  const tokenizer = { model: { type: "Unigram", unk_id: 3, vocab: PIECES.map(([piece, score]) => [piece, score]) } };
  const files = { "model.onnx": onnx(), "tokenizer.json": Buffer.from(JSON.stringify(tokenizer)) };
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(folder, path), bytes);
  const description: ModelDescription = {
    id: "tiny-e5",
    name: "A tiny E5",
    kind: "embedding",
    engine: "e5",
    folder: "tiny-e5",
    languages: ["*"],
    licence: "made up",
    origin: "made up",
    improves: "tests",
    trialsOnly: false,
    neverRun: false,
    files: Object.entries(files).map(([path, bytes]) => {
      return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
    parts: { model: "model.onnx", tokenizer: "tokenizer.json" },
    dimensions: DIMENSIONS,
    mostTokens: 32,
  };
  await writeFile(join(folder, DESCRIPTION_FILE), JSON.stringify(description));
  return description.id;
}

const FLOAT = 1;
const INT64 = 7;
const tensor = (name: string, type: number, shape: readonly (number | string)[]): Buffer => {
  const dimensions = shape.map((one) => encodeField(1, typeof one === "number" ? encodeNumber(1, one) : encodeField(2, one)));
  const typed = Buffer.concat([encodeNumber(1, type), encodeField(2, Buffer.concat(dimensions))]);
  return Buffer.concat([encodeField(1, name), encodeField(2, encodeField(1, typed))]);
};

/** onnx.proto3: each piece's row of a table is what it means. */
function onnx(): Buffer {
  const rows = Float32Array.from(PIECES.flatMap(([, , direction]) => [...direction]));
  const table = [
    ...[PIECES.length, DIMENSIONS].map((one) => encodeNumber(1, one)),
    encodeNumber(2, FLOAT),
    encodeField(8, "table"),
    encodeField(9, Buffer.from(rows.buffer)),
  ];
  const gather = [
    encodeField(1, "table"),
    encodeField(1, "input_ids"),
    encodeField(2, "last_hidden_state"),
    encodeField(4, "Gather"),
  ];
  const inputs = ["input_ids", "attention_mask", "token_type_ids"].map((name) =>
    encodeField(11, tensor(name, INT64, [1, "length"])),
  );
  const graph = Buffer.concat([
    encodeField(1, Buffer.concat(gather)),
    encodeField(2, "tiny"),
    encodeField(5, Buffer.concat(table)),
    ...inputs,
    encodeField(12, tensor("last_hidden_state", FLOAT, [1, "length", DIMENSIONS])),
  ]);
  const opset = Buffer.concat([encodeField(1, ""), encodeNumber(2, 13)]);
  return Buffer.concat([encodeNumber(1, 8), encodeField(8, opset), encodeField(7, graph)]);
}
