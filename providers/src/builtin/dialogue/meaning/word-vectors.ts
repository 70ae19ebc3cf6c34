/** How near two English words are in meaning: directions of single words, made from a sentence model (`bench/word-vectors`). */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PROVIDERS = dirname(createRequire(import.meta.url).resolve("@ongea/providers/package.json"));
const FILE = join(PROVIDERS, "src/builtin/dialogue/meaning/word-vectors");
const NEWLINE = 10;

interface Table {
  dimensions: number;
  /** In the order of their letters. */
  words: readonly string[];
  /** All directions, one after another; each row has a scale of its own. */
  values: Int8Array;
}

/** Read once, with the first question. Without the file words are compared as they stand. */
let table: Table | undefined;

function read(): Table {
  if (!existsSync(FILE)) return { dimensions: 0, words: [], values: new Int8Array() };
  const bytes = readFileSync(FILE);
  const end = bytes.indexOf(NEWLINE);
  const [dimensions = "0", ...words] = bytes.toString("latin1", 0, end).split(" ");
  return { dimensions: Number(dimensions), words, values: new Int8Array(bytes.buffer, bytes.byteOffset + end + 1) };
}

function rowOf(word: string, words: readonly string[]): number | undefined {
  let [first, after] = [0, words.length];
  while (first < after) {
    const middle = (first + after) >> 1;
    if ((words[middle] ?? "") < word) first = middle + 1;
    else after = middle;
  }
  return words[first] === word ? first : undefined;
}

/** Of length 1; `undefined`: no common English word. */
export function directionOf(word: string): Float32Array | undefined {
  table ??= read();
  const { dimensions, words, values } = table;
  const row = rowOf(word, words);
  if (row === undefined) return undefined;
  const direction = Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions));
  const length = Math.hypot(...direction);
  return direction.map((value) => value / length);
}

/** The cosine of two directions. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}
