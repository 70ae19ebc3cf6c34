/** Finds passages: BM25 over words, and over groups of letters for the words that nobody wrote quite so. Pure. */
import { termsOf, trigramsOf } from "../../platform/terms.ts";

export interface IndexedPassage {
  itemId: string;
  position: number;
  title: string;
  heading: string;
  text: string;
  /** Of a PDF, where it begins and ends. */
  page: number | null;
  lastPage: number | null;
}

export interface PassageMatch extends IndexedPassage {
  /** 0…1: how much of what the question asks the passage holds. */
  score: number;
}

export interface ScoredPassage {
  number: number;
  score: number;
}

/** BM25's usual constants: how soon repeating a word stops helping, and how much a long passage must earn its place. */
const K1 = 1.2;
const B = 0.75;
/** A term of which no passage has heard is compared by its letters with those that they know. */
const LIKE_ENOUGH = 0.45;
const MOST_ALIKE = 3;
/** A heading says what its passage is about. */
const HEADING_WEIGHT = 2;
/** What shares less than this with the question does not answer it. */
const LEAST_SCORE = 0.28;

interface Entry {
  passage: IndexedPassage;
  length: number;
}

export class PassageIndex {
  readonly #entries: Entry[] = [];
  /** For each term the passages that have it, and how often: two numbers each. */
  readonly #postings = new Map<string, number[]>();
  /** For each group of letters the terms that have it. */
  readonly #byTrigram = new Map<string, string[]>();
  #totalLength = 0;

  get size(): number {
    return this.#entries.length;
  }

  add(passage: IndexedPassage): void {
    const number = this.#entries.length;
    const counts = new Map<string, number>();
    const count = (terms: readonly string[], weight: number): void => {
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
    };
    count(termsOf(passage.text), 1);
    count(termsOf(`${passage.heading} ${passage.title}`), HEADING_WEIGHT);
    let length = 0;
    for (const [term, times] of counts) {
      length += times;
      const postings = this.#postings.get(term);
      if (postings) postings.push(number, times);
      else {
        this.#postings.set(term, [number, times]);
        for (const group of trigramsOf([term])) {
          const terms = this.#byTrigram.get(group);
          if (terms) terms.push(term);
          else this.#byTrigram.set(group, [term]);
        }
      }
    }
    this.#entries.push({ passage, length });
    this.#totalLength += length;
  }

  /** By its number: they are counted as they are added. */
  passage(number: number): IndexedPassage | undefined {
    return this.#entries[number]?.passage;
  }

  /** The best first; empty where nothing answers. `only`: of these items. */
  find(question: string, most: number, only?: ReadonlySet<string>): ScoredPassage[] {
    const asked = [...new Set(termsOf(question))];
    if (asked.length === 0 || this.size === 0) return [];
    const scores = new Map<number, number>();
    let possible = 0;
    for (const term of asked) {
      const known = this.#alike(term);
      const rarity = known.length > 0 ? Math.max(...known.map(({ term: one }) => this.#rarity(one))) : this.#rarity(term);
      possible += rarity;
      /** Of each passage, by the word of the question that it fits best. */
      const best = new Map<number, number>();
      for (const { term: one, likeness } of known) {
        const postings = this.#postings.get(one) ?? [];
        for (let at = 0; at < postings.length; at += 2) {
          const number = postings[at] ?? 0;
          const score = likeness * rarity * this.#saturated(number, postings[at + 1] ?? 0);
          if (score > (best.get(number) ?? 0)) best.set(number, score);
        }
      }
      for (const [number, score] of best) scores.set(number, (scores.get(number) ?? 0) + score);
    }
    const found: ScoredPassage[] = [];
    for (const [number, score] of scores) {
      const entry = this.#entries[number];
      const share = score / (possible * K1);
      if (entry && share >= LEAST_SCORE && (!only || only.has(entry.passage.itemId)))
        found.push({ number, score: Math.min(1, share) });
    }
    return found.toSorted((one, other) => other.score - one.score).slice(0, most);
  }

  #rarity(term: string): number {
    const having = (this.#postings.get(term)?.length ?? 0) / 2;
    return Math.log(1 + (this.size - having + 0.5) / (having + 0.5));
  }

  /** 0 … K1 + 1. */
  #saturated(number: number, times: number): number {
    const length = this.#entries[number]?.length ?? 0;
    const average = this.#totalLength / this.size;
    return (times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / average));
  }

  /** The term itself, or those that are written nearly so. */
  #alike(term: string): { term: string; likeness: number }[] {
    if (this.#postings.has(term)) return [{ term, likeness: 1 }];
    if (term.length < 4) return [];
    const groups = trigramsOf([term]);
    const shared = new Map<string, number>();
    for (const group of groups)
      for (const other of this.#byTrigram.get(group) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    const alike: { term: string; likeness: number }[] = [];
    for (const [other, common] of shared) {
      const likeness = (2 * common) / (groups.size + other.length);
      if (likeness >= LIKE_ENOUGH) alike.push({ term: other, likeness });
    }
    return alike.toSorted((one, other) => other.likeness - one.likeness).slice(0, MOST_ALIKE);
  }
}
