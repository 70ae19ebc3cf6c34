/** Finds the vectors that point as a question's does. All of one space and one length; compared one by one. Pure. */
import { ByteRows } from "./dots/byte-rows.ts";
import type { ScoredPassage } from "./passage-index.ts";

export class VectorIndex {
  readonly #rows: ByteRows;
  readonly #norms: number[] = [];
  readonly #numbers: number[] = [];

  /** `wasm`: as for the rows. */
  constructor(length: number, wasm = true) {
    this.#rows = new ByteRows(length, wasm);
  }

  /** `number`: by which it is found. */
  add(number: number, vector: Int8Array): void {
    this.#rows.add(vector);
    this.#norms.push(normOf(vector));
    this.#numbers.push(number);
  }

  /** The nearest first, by the cosine. */
  find(vector: Int8Array, most: number, isAllowed?: (number: number) => boolean): ScoredPassage[] {
    const norm = normOf(vector);
    const best: ScoredPassage[] = [];
    let least = -2;
    for (let first = 0; first < this.#rows.count; first += this.#rows.atOnce) {
      const common = this.#rows.common(vector, first);
      for (let at = 0; at < common.length; at++) {
        const score = common[at]! / (norm * this.#norms[first + at]!);
        if (score <= least) continue;
        const number = this.#numbers[first + at]!;
        if (isAllowed && !isAllowed(number)) continue;
        place(best, { number, score }, most);
        if (best.length === most) least = best.at(-1)?.score ?? least;
      }
    }
    return best;
  }
}

function normOf(vector: Int8Array): number {
  let sum = 0;
  for (const one of vector) sum += one * one;
  return Math.sqrt(sum) || 1;
}

function place(best: ScoredPassage[], found: ScoredPassage, most: number): void {
  let at = best.length;
  while (at > 0 && (best[at - 1]?.score ?? 0) < found.score) at--;
  best.splice(at, 0, found);
  if (best.length > most) best.pop();
}
