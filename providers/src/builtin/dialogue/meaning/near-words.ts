/** Which of some texts hold a word of like meaning: "instalments" where "parts" stand. */
import { cosine, directionOf } from "./word-vectors.ts";
import { keep } from "../spoken/plain.ts";

/** Cosines: nearer than this words have to do with each other, from there on they are the same thing. Chosen with one organisation left out each time. */
const RELATED = 0.35;
const SAME = 0.7;
const MOST_WORDS = 5_000;
const MOST_REMEMBERED = 500;

/** Of two English words, 0…1: 0 where one of them is not known. */
export function meaningLikeness(one: string, other: string): number {
  const [first, second] = [directionOf(one), directionOf(other)];
  return first && second ? Math.max(0, nearness(cosine(first, second))) : 0;
}

const nearness = (cosineOfBoth: number): number => Math.min(1, (cosineOfBoth - RELATED) / (SAME - RELATED));

export class NearWords {
  readonly #texts: number;
  readonly #places = new Map<string, number[]>();
  #directions: readonly (readonly [Float32Array, readonly number[]])[] | undefined;
  readonly #known = new Map<string, Float32Array>();

  constructor(texts: readonly (readonly string[])[]) {
    this.#texts = texts.length;
    for (const [at, words] of texts.entries())
      for (const word of new Set(words)) {
        const places = this.#places.get(word);
        if (places) places.push(at);
        else if (this.#places.size < MOST_WORDS) this.#places.set(word, [at]);
      }
  }

  /** Of each text, 0…1: how near its nearest word is; `undefined`: nothing is known of the word. */
  nearTo(word: string): Float32Array | undefined {
    const before = this.#known.get(word);
    if (before) return before;
    const direction = directionOf(word);
    if (!direction) return undefined;
    this.#directions ??= [...this.#places].flatMap(([other, places]) => {
      const its = directionOf(other);
      return its ? [[its, places] as const] : [];
    });
    const near = new Float32Array(this.#texts);
    for (const [other, places] of this.#directions) {
      const share = nearness(cosine(direction, other));
      for (const at of places) near[at] = Math.max(near[at] ?? 0, share);
    }
    keep(this.#known, word, near, MOST_REMEMBERED);
    return near;
  }
}
