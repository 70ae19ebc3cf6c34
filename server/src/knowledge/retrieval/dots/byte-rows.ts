/** Rows of bytes beside each other, and how much each has in common with a question: sixteen products at once where the processor can. */
import { loadWasmKernel, WASM_PAGE_BYTES } from "@ongea/conversation";
import { DOTS_BASE64 } from "./dots.ts";

/** See dots.wat, whose parameters these are. */
type Dots = (...of: [row: number, end: number, query: number, length: number, out: number]) => void;

const PIECE = 16;
const FIRST_ROWS = 64;
/** The question comes first, then the answers, then the rows. */
const MOST_QUERY_BYTES = 4_096;
const ROWS_AT = 65_536;
const MOST_ANSWERS = (ROWS_AT - MOST_QUERY_BYTES) / 4;
/** A part of the rows that stays near the processor while it is worked on. */
const BYTES_AT_ONCE = 8 * WASM_PAGE_BYTES;

/**
 * One bench for all rows of a thread, to which they are carried part by part: each memory of WebAssembly takes ten gigabytes of addresses,
 * of which a process has not very many.
 */
interface Bench {
  buffer: ArrayBuffer;
  dots: Dots;
}
const benches = new Map<boolean, Bench>();

export class ByteRows {
  readonly length: number;
  readonly #bench: Bench;
  #rows: Int8Array;
  #count = 0;

  /** `wasm`: false for the same in JavaScript, which is also taken where there is nothing better. */
  constructor(length: number, wasm = true) {
    this.length = Math.ceil(length / PIECE) * PIECE;
    this.#rows = new Int8Array(FIRST_ROWS * this.length);
    this.#bench = benches.get(wasm) ?? makeBench(wasm);
    benches.set(wasm, this.#bench);
  }

  get count(): number {
    return this.#count;
  }

  /** Rows whose answers are there together. */
  get atOnce(): number {
    return Math.min(MOST_ANSWERS, Math.floor(BYTES_AT_ONCE / this.length));
  }

  add(row: Int8Array): void {
    const at = this.#count++ * this.length;
    if (at === this.#rows.length) {
      const before = this.#rows;
      this.#rows = new Int8Array(before.length * 2);
      this.#rows.set(before);
    }
    this.#rows.set(row, at);
  }

  /** Of `atOnce` rows from this one on, or as many as there are. What is returned holds until the next question. */
  common(query: Int8Array, first: number): Int32Array {
    const { buffer, dots } = this.#bench;
    const count = Math.max(0, Math.min(this.atOnce, this.#count - first));
    if (count > 0) {
      const asked = new Int8Array(buffer, 0, this.length);
      asked.fill(0);
      asked.set(query);
      const rows = this.#rows.subarray(first * this.length, (first + count) * this.length);
      new Int8Array(buffer, ROWS_AT, rows.length).set(rows);
      dots(ROWS_AT, ROWS_AT + rows.length, 0, this.length, MOST_QUERY_BYTES);
    }
    return new Int32Array(buffer, MOST_QUERY_BYTES, count);
  }
}

function makeBench(wasm: boolean): Bench {
  const loaded = wasm ? loadWasmKernel<{ dots: Dots }>(DOTS_BASE64, ROWS_AT + BYTES_AT_ONCE, ["dots"]) : undefined;
  if (loaded) return { buffer: loaded.memory.buffer, dots: loaded.functions.dots };
  const buffer = new ArrayBuffer(ROWS_AT + BYTES_AT_ONCE);
  return { buffer, dots: inJavascript(new Int8Array(buffer), new Int32Array(buffer)) };
}

function inJavascript(bytes: Int8Array, answers: Int32Array): Dots {
  return (...[first, end, query, length, out]) => {
    for (let row = first, at = out >> 2; row < end; row += length, at++) {
      let sum = 0;
      for (let column = 0; column < length; column++) sum += bytes[row + column]! * bytes[query + column]!;
      answers[at] = sum;
    }
  };
}
