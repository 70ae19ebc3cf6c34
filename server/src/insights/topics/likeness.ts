/** Which topic a caller's words are like: by words, by their letters, and in English by what they mean. Pure. */
import { meaningLikeness } from "@ongea/providers";
import { trigramsOf } from "../../platform/terms.ts";
import { intentTerms } from "./find-intent.ts";

export interface TopicExamples {
  id: string;
  examples: readonly string[];
}

export interface Matcher {
  /** Undefined: it is like no topic, or like two of them alike. */
  match(text: string): string | undefined;
}

/** Of the words of both. These and the next were chosen on first lines of callers of twelve organisations. */
const LEAST_LIKENESS = 0.12;
/** The next topic is less like it than this share. */
const MOST_OF_NEXT = 0.8;
/** The nearest example counts most; one that stands alone counts as if there were a second, less like it. */
const [NEAREST, SECOND, ALONE] = [0.6, 0.4, 0.7];
const LETTERS_ALIKE = 0.6;
const BY_LETTERS = 0.9;
const BY_MEANING = 0.5;
/** Pairs of words that were compared lately. */
const MOST_PAIRS = 200_000;

export function createMatcher(topics: readonly TopicExamples[]): Matcher {
  const known = topics.map(({ id, examples }) => ({
    id,
    examples: examples.map(intentTerms).filter((terms) => terms.length > 0),
  }));
  const topicsWith = new Map<string, number>();
  for (const { examples } of known)
    for (const term of new Set(examples.flat())) topicsWith.set(term, (topicsWith.get(term) ?? 0) + 1);
  /** What stands in many topics tells none of them apart. */
  const weightOf = (term: string): number => {
    const having = topicsWith.get(term) ?? 0;
    return Math.log(1 + (known.length - having + 0.5) / (having + 0.5));
  };
  const likeness = createWordLikeness();
  const covered = (terms: readonly string[], others: readonly string[]): number => {
    let [found, all] = [0, 0];
    for (const term of terms) {
      const weight = weightOf(term);
      all += weight;
      found += weight * Math.max(0, ...others.map((other) => likeness(term, other) * Math.min(1, weightOf(other) / weight)));
    }
    return all === 0 ? 0 : found / all;
  };
  return {
    match(text) {
      const terms = intentTerms(text);
      if (terms.length === 0) return undefined;
      const scored = known.map(({ id, examples }) => {
        const scores = examples.map((example) => Math.sqrt(covered(terms, example) * covered(example, terms)));
        const [first = 0, second = first * ALONE] = scores.toSorted((one, other) => other - one);
        return { id, score: NEAREST * first + SECOND * second };
      });
      const [best, next] = scored.toSorted((one, other) => other.score - one.score);
      if (!best || best.score < LEAST_LIKENESS) return undefined;
      return next && next.score > best.score * MOST_OF_NEXT ? undefined : best.id;
    },
  };
}

/** 0…1, remembered. */
function createWordLikeness(): (one: string, other: string) => number {
  const pairs = new Map<string, number>();
  return (one, other) => {
    if (one === other) return 1;
    const pair = `${one} ${other}`;
    const before = pairs.get(pair);
    if (before !== undefined) return before;
    const value = Math.max(byLetters(one, other), BY_MEANING * meaningLikeness(one, other));
    if (pairs.size >= MOST_PAIRS) pairs.clear();
    pairs.set(pair, value);
    return value;
  };
}

function byLetters(one: string, other: string): number {
  if (one.length < 4 || other.length < 4) return 0;
  const [groups, others] = [trigramsOf([one]), trigramsOf([other])];
  let common = 0;
  for (const group of groups) if (others.has(group)) common++;
  const share = (2 * common) / (groups.size + others.size);
  return share >= LETTERS_ALIKE ? BY_LETTERS * share : 0;
}
