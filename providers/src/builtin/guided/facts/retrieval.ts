/** Finds the facts that answer a question: word statistics (BM25) over stems, with words of like meaning and misheard words counted in. */
import type { Fact } from "./facts.ts";
import { conceptsOf, meaningsIn } from "../spoken/concepts.ts";
import { editDistance } from "../spoken/plain.ts";

/** What people ask with "how much" and "what time": the question word carries the meaning. "How much can I borrow?" asks for no price. */
const ASKING: readonly (readonly [RegExp, string])[] = [
  [
    /\bhow much\b(?!(?: \w+)? (?:can|may|could) (?:i|we|you|one|an?|the)\b)|\bwhat (?:is|are) (?:the|your) (?:cost|price|fee)/,
    "price",
  ],
  [/\bwhat time\b|\bwhen (?:do|are|will) (?:you|the)\b.*\b(open|clos)|\btill when\b|\bsaa ngapi\b|\bà quelle heure\b/, "hours"],
  [/\bwhere\b|\bwapi\b|\boù\b/, "where"],
  [/\bhow (?:long|many (?:days|hours|weeks))\b|\bcombien de (?:temps|jours)\b|\bmuda gani\b|\bsiku ngapi\b/, "duration"],
];

const SAME_WORD = 0.2;
/** A word of another language that stands in no fact may mean what stands there. */
const FOREIGN = 0.35;

export interface Found {
  fact: Fact;
  /** 0…1: the share of the question's meaning that the fact covers. */
  score: number;
}

export class FactIndex {
  readonly #facts: readonly Fact[];
  readonly #terms: ReadonlyMap<string, number>[];
  readonly #stems: ReadonlySet<string>[];
  readonly #weight = new Map<string, number>();
  readonly #averageLength: number;
  readonly #unknownWeight: number;

  constructor(facts: readonly Fact[]) {
    this.#facts = facts;
    this.#unknownWeight = 0.6 * Math.log(1 + (facts.length + 0.5) / 0.5);
    this.#terms = facts.map((fact) => counted(termsOf(`${fact.question ?? ""} ${fact.text}`)));
    this.#stems = facts.map((fact) => new Set(meaningsIn(`${fact.question ?? ""} ${fact.text}`).map((one) => one.stem)));
    for (const terms of this.#terms) for (const term of terms.keys()) this.#weight.set(term, (this.#weight.get(term) ?? 0) + 1);
    for (const [term, count] of this.#weight) this.#weight.set(term, Math.log(1 + (facts.length - count + 0.5) / (count + 0.5)));
    this.#averageLength = Math.max(1, this.#terms.reduce((sum, terms) => sum + terms.size, 0) / Math.max(1, facts.length));
  }

  /** The best facts, best first. */
  find(question: string, language: "en" | "sw" | "fr" | "other" = "en"): Found[] {
    const terms = [...new Set(termsOf(question))];
    if (terms.length === 0) return [];
    const known = terms.map((term) => (this.#weight.has(term) ? term : (this.#near(term) ?? term)));
    // A word that no fact has still asks for something: it lowers the share that is covered.
    const unknown = this.#unknownWeight * (language === "en" ? 1 : FOREIGN);
    const total = known.reduce((sum, term) => sum + (this.#weight.get(term) ?? unknown), 0);
    const found = this.#terms.map((has, i) => ({
      fact: this.#facts[i]!,
      score: (this.#score(known, has) + this.#sameWords(question, i)) / total,
    }));
    return found.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  }

  /** The very words, where another fact covers as much by words of like meaning. */
  #sameWords(question: string, index: number): number {
    const same = meaningsIn(question).filter(({ stem }) => this.#stems[index]!.has(stem));
    return same.reduce((sum, { meaning }) => sum + SAME_WORD * (this.#weight.get(meaning) ?? 0), 0);
  }

  #score(terms: readonly string[], has: ReadonlyMap<string, number>): number {
    let score = 0;
    for (const term of terms) {
      const count = has.get(term) ?? 0;
      if (count === 0) continue;
      const length = 0.75 + 0.25 * (has.size / this.#averageLength);
      score += (this.#weight.get(term) ?? 0) * Math.min(1.15, (count * 2.2) / (count + 1.2 * length));
    }
    return score;
  }

  /** A word that was misheard or mistyped. */
  #near(term: string): string | undefined {
    if (term.length < 5) return undefined;
    for (const known of this.#weight.keys()) if (known.length >= 5 && editDistance(term, known, 1) <= 1) return known;
    return undefined;
  }
}

/** "Takes four hours" tells no opening hours. */
const LASTING =
  /\b(?:\d+|one|two|three|four|five|six|eight|ten|twelve|twenty[- ]?four|forty[- ]?eight)\s+(?:working )?hours?\b/gi;

function termsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const terms = conceptsOf(text.replace(LASTING, " duration "));
  for (const [pattern, meaning] of ASKING) if (pattern.test(lower)) terms.push(meaning);
  if (/\b\d+(?::\d\d)? ?(?:am|pm|to|until)\b|\bmonday\b.*\bfriday\b/.test(lower)) terms.push("hour");
  if (/\b(?:ksh|kes|tsh|ush|naira|rand|cedis?|shillings|francs?|dollars?)\b|[$€₦₵]/.test(lower)) terms.push("price");
  if (/\b(?:days?|weeks?|minutes?|months?|years?|siku|jours?|semaines?)\b/.test(lower)) terms.push("duration");
  return terms.map((term) => (term === "hours" ? "hour" : term));
}

function counted(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
