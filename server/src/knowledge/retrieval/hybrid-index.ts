/**
 * Finds passages by their words (BM25) and by what they mean to models (vectors), and joins the two lists by the places that a passage has
 * in them (reciprocal rank fusion): scores of different makers cannot be compared, places can. Pure.
 */
import { PassageIndex, type ScoredPassage, type PassageMatch, type IndexedPassage } from "./passage-index.ts";
import { termsOf } from "../../platform/terms.ts";
import { VectorIndex } from "./vector-index.ts";

export type PassageWithVector = IndexedPassage & { space: string | null; vector: Uint8Array | null };

export interface IndexQuery {
  question: string;
  most: number;
  /** Of these items; undefined: of all. */
  only: readonly string[] | undefined;
  /** What the question means to each model, by its space. */
  vectors: ReadonlyMap<string, Int8Array>;
  /** What questions about nothing mean to each model, by its space; absent: every nearness counts. */
  nothing?: ReadonlyMap<string, readonly Int8Array[]>;
}

/** Of each list so many are looked at. */
const FROM_EACH = 40;
/** How much less a place further down counts: of 1 to 60 the smaller ones put the right passage among the first five more often. */
const RANK_K = 10;
/** A model that knows meanings is right more often than words alone. */
const VECTOR_WEIGHT = 2;

export class HybridIndex {
  readonly #words = new PassageIndex();
  /** By space, and then by length: a service may have changed its model. */
  readonly #vectors = new Map<string, VectorIndex>();
  /** Of each passage the key of its vectors; undefined: it has none. */
  readonly #keys: (string | undefined)[] = [];
  /** How near a question must come at least, by key. */
  readonly #floors = new Map<string, number>();

  add({ space, vector, ...passage }: PassageWithVector): void {
    const number = this.#words.size;
    this.#words.add(passage);
    const key = space === null || vector === null || vector.length === 0 ? undefined : keyOf(space, vector.length);
    this.#keys.push(key);
    if (key === undefined || vector === null) return;
    const index = this.#vectors.get(key) ?? new VectorIndex(vector.length);
    this.#vectors.set(key, index);
    index.add(number, new Int8Array(vector.buffer, vector.byteOffset, vector.length));
  }

  /** The best first; empty where nothing answers. */
  find({ question, most, only, vectors, nothing }: IndexQuery): PassageMatch[] {
    const allowed = only && new Set(only);
    const isAllowed = allowed && ((number: number) => allowed.has(this.#words.passage(number)?.itemId ?? ""));
    const words = this.#words.find(question, Math.max(most, FROM_EACH), allowed);
    // Who says nothing that could be asked is not answered either.
    const nearest = termsOf(question).length === 0 ? [] : this.#nearest(vectors, isAllowed);
    const isFar = (key: string, list: readonly ScoredPassage[]): boolean => (list[0]?.score ?? 1) < this.#floor(key, nothing);
    const far = new Set(nearest.filter(({ key, list }) => isFar(key, list)).map(({ key }) => key));
    const lists = nearest.filter(({ key }) => !far.has(key)).map(({ list }) => list);
    // What a model calls foreign to the question is not found by a word that happens to stand in both.
    const byWords = far.size === 0 ? words : words.filter(({ number }) => !far.has(this.#keys[number] ?? ""));
    const asked = new Set([...vectors].map(([space, { length }]) => keyOf(space, length)));
    const isCompared = (number: number): boolean => asked.has(this.#keys[number] ?? "");
    const found = lists.length === 0 ? byWords : joined(byWords, lists, isCompared);
    return found.slice(0, most).flatMap(({ number, score }) => {
      const passage = this.#words.passage(number);
      return passage ? [{ ...passage, score }] : [];
    });
  }

  #nearest(vectors: IndexQuery["vectors"], isAllowed: ((number: number) => boolean) | undefined): Nearest[] {
    const lists: Nearest[] = [];
    for (const [space, vector] of vectors) {
      const key = keyOf(space, vector.length);
      const list = this.#vectors.get(key)?.find(vector, FROM_EACH, isAllowed);
      if (list && list.length > 0) lists.push({ key, list });
    }
    return lists;
  }

  /** Of all passages, whichever of them may be found. */
  #floor(key: string, nothing: IndexQuery["nothing"]): number {
    const known = this.#floors.get(key);
    if (known !== undefined) return known;
    const [, vectors] = [...(nothing ?? [])].find(([space, [first]]) => first && keyOf(space, first.length) === key) ?? [];
    if (!vectors) return -1;
    const tops = vectors.map((vector) => this.#vectors.get(key)?.find(vector, 1)[0]?.score ?? -1);
    const floor = floorOver(tops);
    this.#floors.set(key, floor);
    return floor;
  }
}

/** Of questions about nothing these many may be about something here after all: a kitchen sells eggs. */
const MOST_ANSWERED = 2;
/** Standard deviations above the others: chosen on one FAQ, measured on another (docs/guides/benchmarks.md). */
const ABOVE_NOTHING = 2.5;
const LEAST_SPREAD = 0.001;

function floorOver(tops: readonly number[]): number {
  const kept = tops.toSorted((a, b) => a - b).slice(0, Math.max(1, tops.length - MOST_ANSWERED));
  const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length;
  const spread = Math.sqrt(kept.reduce((sum, one) => sum + (one - mean) ** 2, 0) / kept.length);
  // A model that says the same of all of them knows no strangers.
  return spread < LEAST_SPREAD ? -1 : mean + ABOVE_NOTHING * spread;
}

interface Nearest {
  key: string;
  list: ScoredPassage[];
}

function keyOf(space: string, length: number): string {
  return `${length} ${space}`;
}

/** 0…1: the first in every list has 1. One that has no vector is not put behind those that have: its words count for both. */
function joined(
  byWords: readonly ScoredPassage[],
  byMeaning: readonly (readonly ScoredPassage[])[],
  isCompared: (number: number) => boolean,
): ScoredPassage[] {
  const scores = new Map<number, number>();
  const best = (1 + VECTOR_WEIGHT) / (RANK_K + 1);
  const add = (number: number, place: number, weight: number): void =>
    void scores.set(number, (scores.get(number) ?? 0) + weight / (RANK_K + place + 1) / best);
  byWords.forEach(({ number }, place) => add(number, place, isCompared(number) ? 1 : 1 + VECTOR_WEIGHT));
  for (const list of byMeaning) list.forEach(({ number }, place) => add(number, place, VECTOR_WEIGHT));
  return [...scores]
    .map(([number, score]) => ({ number, score: Math.min(1, score) }))
    .toSorted((one, other) => other.score - one.score);
}
