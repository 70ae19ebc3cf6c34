/**
 * What a caller's words say for a form: which words are the value of which field, which choice they mean, whether something is asked, and what they do
 * with our question. English only. all-MiniLM-L6-v2 (Apache-2.0), taught with invented turns (`bench/form-reader` says how), reads the
 * question, all fields and the caller's words at once, about 20 ms.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadOnnxModel } from "../../onnx/onnx-runtime.ts";
import { type Piece, readWordPieces, type WordPieces } from "../sentence-model/word-pieces.ts";

/** What a caller does with a turn, in the order of the model's outputs. */
export const ACTS = [
  "wish",
  "answer",
  "question",
  "wait",
  "unknown",
  "refuse",
  "correct",
  "stop",
  "story",
  "yes",
  "no",
  "bye",
  "repeat",
] as const;
export type FormAct = (typeof ACTS)[number];

/** As the model was taught to call them. */
export const READ_KINDS = [
  "name",
  "phone",
  "number",
  "money",
  "code",
  "date",
  "time",
  "choice",
  "place",
  "text",
  "yesno",
] as const;
export type ReadKind = (typeof READ_KINDS)[number];

export interface ReadField {
  name: string;
  about: string;
  kind: ReadKind;
  choices: readonly string[];
}

export interface FormWords {
  /** What the agent said last. */
  question: string;
  said: string;
  fields: readonly ReadField[];
}

export interface ReadWords {
  text: string;
  /** Place of its first letter. */
  from: number;
  /** 0…1 */
  likelihood: number;
}

export interface ReadValue {
  /** The words that say it, where some do; no two fields share words. */
  words?: ReadWords | undefined;
  /** The choice that is meant, most likely. */
  choice?: { text: string; likelihood: number } | undefined;
  /** 0…1: how likely nothing is said for the field. */
  nothing: number;
}

export interface FormReading {
  /** How likely each is, 0…1; together 1. */
  acts: Readonly<Record<FormAct, number>>;
  /** The words that ask us something. */
  asks?: ReadWords;
  /** By the field's name; a field that found no room is missing. */
  values: Readonly<Record<string, ReadValue>>;
}

export interface FormReader {
  read(words: FormWords, signal: AbortSignal): Promise<FormReading>;
}

const HERE = dirname(createRequire(import.meta.url).resolve("@ongea/providers/package.json"));
const WEIGHTS = join(HERE, "src/builtin/form-reader/weights.onnx");
const VOCABULARY = join(HERE, "src/builtin/sentence-model/word-pieces.txt");

/** As it was taught. */
const MOST_PIECES = 320;
/** So much room is kept for what the caller says. */
const FOR_WORDS = 60;
const MOST = {
  question: 28,
  questionLetters: 120,
  asks: 6,
  field: 22,
  choice: 10,
  fields: 12,
  choices: 40,
  choicesOfField: 12,
  words: 25,
};
const ASKS = "what the caller asks";
const YES_NO = ["yes", "no"];
const PROJECTED = 64;
const SCALE = 8;
const PLACES = { start: 0, end: 64, fieldStart: 128, fieldEnd: 192, nothing: 256, choice: 257, noChoice: 258, acts: 259 };
const WIDTH = PLACES.acts + ACTS.length;

let shared: FormReader | undefined;

/** Loads it into this process. Throws where its files or ONNX Runtime are missing. */
export function openFormReader(): FormReader {
  return (shared ??= loadFormReader());
}

function loadFormReader(): FormReader {
  const pieces = readWordPieces(readFileSync(VOCABULARY, "utf8"));
  const model = loadOnnxModel(WEIGHTS);
  return {
    async read(words) {
      const laid = layOut(words, pieces);
      const shape = [1, laid.ids.length];
      const numbers = (name: string, values: readonly number[]) => ({ name, shape, values: BigInt64Array.from(values, BigInt) });
      const inputs = [
        numbers("input_ids", laid.ids),
        numbers(
          "attention_mask",
          laid.ids.map(() => 1),
        ),
        numbers(
          "token_type_ids",
          laid.ids.map((_, at) => (at < laid.from ? 0 : 1)),
        ),
      ];
      const { heads = new Float32Array() } = await model.run(inputs, { heads: laid.ids.length * WIDTH });
      return readingOf(words, laid, heads);
    },
  };
}

interface LaidOut {
  ids: number[];
  /** Where the caller's words begin, and what they are. */
  from: number;
  said: readonly Piece[];
  /** What the caller asks comes first, then the fields. */
  marks: number[];
  choices: { mark: number; field: number; choice: string }[];
}

/** Question, fields with their choices, the caller's words; two ids behind the vocabulary mark fields and choices. */
function layOut({ question, said, fields }: FormWords, pieces: WordPieces): LaidOut {
  const [fieldMark, choiceMark] = [pieces.count, pieces.count + 1];
  const ids = [pieces.begin];
  const add = (text: string, most: number): void => void ids.push(...pieces.piecesOf(text, most).map(({ id }) => id));
  const mark = (id: number): number => ids.push(id) - 1;
  add(question.slice(-MOST.questionLetters), MOST.question);
  ids.push(pieces.end);
  const marks = [mark(fieldMark)];
  add(ASKS, MOST.asks);
  const choices: LaidOut["choices"] = [];
  for (const { name, about, kind, choices: own } of fields.slice(0, MOST.fields)) {
    if (ids.length + MOST.field + 1 > MOST_PIECES - FOR_WORDS) break;
    marks.push(mark(fieldMark));
    add(`${kind}: ${name.replaceAll("_", " ")}, ${about}`, MOST.field);
    for (const choice of (kind === "yesno" ? YES_NO : own).slice(0, MOST.choicesOfField)) {
      if (choices.length >= MOST.choices || ids.length + MOST.choice + 1 > MOST_PIECES - FOR_WORDS) break;
      choices.push({ mark: mark(choiceMark), field: marks.length - 1, choice });
      add(choice, MOST.choice);
    }
  }
  ids.push(pieces.end);
  const from = ids.length;
  const words = pieces.piecesOf(said, Math.max(0, MOST_PIECES - from - 1));
  return { ids: [...ids, ...words.map(({ id }) => id), pieces.end], from, said: words, marks, choices };
}

function readingOf({ said, fields }: FormWords, laid: LaidOut, heads: Float32Array): FormReading {
  const at = (piece: number, place: number): number => heads[piece * WIDTH + place] ?? 0;
  const product = (mark: number, own: number, piece: number, other: number): number => {
    let sum = 0;
    for (let one = 0; one < PROJECTED; one++) sum += at(mark, own + one) * at(piece, other + one);
    return sum / SCALE;
  };
  const wordsFor = (mark: number): { words?: ReadWords; nothing: number } => {
    const none = at(mark, PLACES.nothing);
    const starts = shares([none, ...laid.said.map((_, one) => product(mark, PLACES.fieldStart, laid.from + one, PLACES.start))]);
    const ends = shares([none, ...laid.said.map((_, one) => product(mark, PLACES.fieldEnd, laid.from + one, PLACES.end))]);
    let best = { from: 0, to: 0, share: 0 };
    for (let from = 1; from < starts.length; from++)
      for (let to = from; to < Math.min(ends.length, from + MOST.words); to++) {
        const share = (starts[from] ?? 0) * (ends[to] ?? 0);
        if (share > best.share) best = { from, to, share };
      }
    const noneShare = (starts[0] ?? 0) * (ends[0] ?? 0);
    const likelihood = best.share / (best.share + noneShare || 1);
    const [first, last] = [laid.said[best.from - 1], laid.said[best.to - 1]];
    return first && last
      ? { words: { text: said.slice(first.from, last.to), from: first.from, likelihood }, nothing: 1 - likelihood }
      : { nothing: 1 };
  };
  const values: Record<string, ReadValue> = {};
  for (const [place, { name, kind }] of fields.slice(0, laid.marks.length - 1).entries()) {
    const mark = laid.marks[place + 1] ?? 0;
    const own = laid.choices.filter(({ field }) => field === place + 1);
    const likely = shares([at(mark, PLACES.noChoice), ...own.map((one) => at(one.mark, PLACES.choice))]);
    const most = likely.indexOf(Math.max(...likely));
    const chosen = own[most - 1]?.choice;
    const found = wordsFor(mark);
    const isClock = (kind === "number" || kind === "money") && CLOCK.test(found.words?.text ?? "");
    values[name] = {
      ...(isClock ? { nothing: 1 } : found),
      ...(chosen !== undefined && { choice: { text: chosen, likelihood: likely[most] ?? 0 } }),
    };
  }
  const likely = shares(ACTS.map((_, place) => at(0, PLACES.acts + place)));
  const { words: asks } = wordsFor(laid.marks[0] ?? 0);
  return {
    acts: recordOf(ACTS, (_, place) => likely[place] ?? 0),
    ...(asks && asks.likelihood > 0.5 && { asks }),
    values: withoutShared(values),
  };
}

/** No count, whatever is asked. */
const CLOCK = /\b(?:half past|quarter (?:past|to)|o'?clock|[ap]\.?m)\b/i;

/** Words are said for one field: the likeliest. */
function withoutShared(values: Readonly<Record<string, ReadValue>>): Record<string, ReadValue> {
  const kept: Record<string, ReadValue> = {};
  const taken: ReadWords[] = [];
  const order = Object.entries(values).toSorted(([, a], [, b]) => a.nothing - b.nothing);
  for (const [name, { words, ...rest }] of order) {
    const isShared =
      words && taken.some(({ from, text }) => words.from < from + text.length && from < words.from + words.text.length);
    if (!words || isShared) kept[name] = rest;
    else {
      if (words.likelihood > 0.5) taken.push(words);
      kept[name] = { ...rest, words };
    }
  }
  return kept;
}

function recordOf<Key extends string, Value>(keys: readonly Key[], of: (key: Key, place: number) => Value): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of each
  return Object.fromEntries(keys.map((key, place) => [key, of(key, place)])) as Record<Key, Value>;
}

function shares(of: readonly number[]): number[] {
  const most = Math.max(...of);
  const weights = of.map((one) => Math.exp(one - most));
  const all = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => one / all);
}
