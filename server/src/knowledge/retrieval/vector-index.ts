/** Finds the vectors that point as a question's does. All of one space and one length; compared one by one. Pure. */
import type { FoundNumber } from "./passage-index.ts";

const FIRST_ROOM = 256;

export class VectorIndex {
  readonly length: number;
  #rows: Int8Array;
  #norms = new Float32Array(FIRST_ROOM);
  #numbers = new Uint32Array(FIRST_ROOM);
  #count = 0;

  constructor(length: number) {
    this.length = length;
    this.#rows = new Int8Array(FIRST_ROOM * length);
  }

  get size(): number {
    return this.#count;
  }

  /** `number`: by which it is found. */
  add(number: number, vector: Int8Array): void {
    if (this.#count === this.#numbers.length) this.#grow();
    this.#rows.set(vector, this.#count * this.length);
    this.#norms[this.#count] = Math.sqrt(dot(vector, vector, 0)) || 1;
    this.#numbers[this.#count++] = number;
  }

  /** The nearest first, by the cosine. */
  find(vector: Int8Array, most: number, isAllowed?: (number: number) => boolean): FoundNumber[] {
    const norm = Math.sqrt(dot(vector, vector, 0)) || 1;
    // Sixteen bits multiply as fast, and need not be widened each time.
    const asked = Int16Array.from(vector);
    const best: FoundNumber[] = [];
    let least = -2;
    for (let row = 0; row < this.#count; row++) {
      const score = dot(asked, this.#rows, row * this.length) / (norm * (this.#norms[row] ?? 1));
      if (score <= least) continue;
      const number = this.#numbers[row] ?? 0;
      if (isAllowed && !isAllowed(number)) continue;
      place(best, { number, score }, most);
      if (best.length === most) least = best.at(-1)?.score ?? least;
    }
    return best;
  }

  #grow(): void {
    const room = this.#numbers.length * 2;
    const [rows, norms, numbers] = [this.#rows, this.#norms, this.#numbers];
    this.#rows = new Int8Array(room * this.length);
    this.#norms = new Float32Array(room);
    this.#numbers = new Uint32Array(room);
    this.#rows.set(rows);
    this.#norms.set(norms);
    this.#numbers.set(numbers);
  }
}

function place(best: FoundNumber[], found: FoundNumber, most: number): void {
  let at = best.length;
  while (at > 0 && (best[at - 1]?.score ?? 0) < found.score) at--;
  best.splice(at, 0, found);
  if (best.length > most) best.pop();
}

/** Four sums at once keep the processor's multipliers busy. */
function dot(one: Int8Array | Int16Array, rows: Int8Array, start: number): number {
  const length = one.length;
  const even = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0, row = start; at < even; at += 4, row += 4) {
    a += one[at]! * rows[row]!;
    b += one[at + 1]! * rows[row + 1]!;
    c += one[at + 2]! * rows[row + 2]!;
    d += one[at + 3]! * rows[row + 3]!;
  }
  for (let at = even; at < length; at++) a += one[at]! * rows[start + at]!;
  return a + b + c + d;
}
