/** Finds the facts that answer a question: word statistics over stems, words of like meaning, misheard words, and the kind of answer that is asked for. */
import { kinOf } from "../spoken/kin.ts";
import { broaderThan, conceptsOf, meaningsIn } from "../spoken/concepts.ts";
import { editDistance, keep, sharedStart } from "../spoken/plain.ts";
import { NearWords } from "../meaning/near-words.ts";
import type { Fact } from "./facts.ts";
import { fitness, refusesType } from "./fitness.ts";
import { answerTypeOf, holds, type AnswerType } from "./question-type.ts";
import { isKeyOf } from "@ongea/conversation";
import { AGE, ASKS_AGE, BRINGS, contentOf, counted, kindsIn, NAMED, termsOf } from "./terms.ts";

export interface FactMatch {
  fact: Fact;
  /** About 0…1: the share of the question's meaning that the fact covers, more or less where it holds the kind of answer. */
  score: number;
  /** What of the question the fact speaks of, without regard to the kind of answer. */
  cover: number;
}

const SAME_WORD = 0.2;
const SAME_THING = 0.8;
/** Words that begin with as many same letters are of one family. */
const ROOT = 6;
/** A word of another language that stands in no fact may mean what stands there. */
const FOREIGN = 0.35;
/** What was said around the question counts so much. */
const AROUND = 0.5;
const MOST_REMEMBERED = 200;
const BESIDE = 0.7;
/** What was spoken of before counts so much, where the question names something itself, and where it does not. */
const CONTEXT = 0.15;
const CONTEXT_ALONE = 0.6;
/** "She is sixteen, may she?": the age counts more than whose it is. */
const OF_AGE = 2;
const BESIDE_FOCUS = 0.2;
/** Words that every question of a kind may have: "what do I pay for it?" */
const WEAK = 0.35;
/** The kind of answer counts so much of a word. */
const AS_TYPE = 0.4;
/** So near a word says what a fact is about. */
const ABOUT = 0.5;
/** A word that no fact has weighs so much of the heaviest; all of them together at most so much of those that are known. */
const UNKNOWN = 0.6;
const MOST_STRANGE = 0.7;

export interface Asking {
  language?: "en" | "sw" | "fr" | "other";
  /** What else was said in the same sentence. */
  beside?: string;
  /** … and in the same breath. */
  around?: string;
  /** What was spoken of before: "how much is that?" */
  context?: string;
  /** … and what of it was to be done. */
  focus?: string;
}

/** Of each fact how near its nearest word is, of all of them the best, and how much the word weighs. */
interface Near {
  shares: Float32Array;
  best: number;
  weight: number;
}

interface Indexed {
  fact: Fact;
  terms: ReadonlyMap<string, number>;
  stems: ReadonlySet<string>;
  /** "If an animal was hit by a car, …": only who speaks of that is told the rest. */
  condition: ReadonlyMap<string, number> | undefined;
}

export class FactIndex {
  readonly #facts: readonly Indexed[];
  readonly #weight = new Map<string, number>();
  readonly #near: NearWords;
  readonly #answers = new Map<string, readonly FactMatch[]>();
  readonly #averageLength: number;
  readonly #unknownWeight: number;

  constructor(facts: readonly Fact[]) {
    this.#unknownWeight = UNKNOWN * Math.log(1 + (facts.length + 0.5) / 0.5);
    const whole = (fact: Fact): string => `${fact.question ?? ""} ${fact.text}`;
    this.#near = new NearWords(facts.map((fact) => meaningsIn(whole(fact)).map((one) => one.word)));
    this.#facts = facts.map((fact) => {
      const found = CONDITION.exec(fact.text);
      const condition = found?.[1] ?? found?.[2];
      return {
        fact,
        terms: counted([...termsOf(whole(fact)), ...kindsIn(fact)]),
        stems: new Set(meaningsIn(whole(fact)).map((one) => one.stem)),
        condition: condition === undefined ? undefined : counted(termsOf(condition)),
      };
    });
    for (const { terms } of this.#facts)
      for (const term of terms.keys()) this.#weight.set(term, (this.#weight.get(term) ?? 0) + 1);
    for (const [term, count] of this.#weight) this.#weight.set(term, Math.log(1 + (facts.length - count + 0.5) / (count + 0.5)));
    this.#averageLength = Math.max(1, this.#facts.reduce((sum, { terms }) => sum + terms.size, 0) / Math.max(1, facts.length));
  }

  /** The best facts, best first. */
  find(question: string, asking: Asking = {}): readonly FactMatch[] {
    const key = JSON.stringify([question, asking]);
    const before = this.#answers.get(key);
    if (before) return before;
    const found = this.#search(question, asking);
    keep(this.#answers, key, found, MOST_REMEMBERED);
    return found;
  }

  #search(
    question: string,
    { language = "en", beside = "", around = "", context = "", focus = "" }: Asking,
  ): readonly FactMatch[] {
    const type = answerTypeOf(question);
    // "The place is where? I come from Ntinda": nothing beside it says where somebody is.
    const isBarePlace = type === "place" && contentOf(question, type).length === 0;
    const asked = this.#askedIn(question, { type, language, ...(isBarePlace ? { beside: "", around: "" } : { beside, around }) });
    const asksOfAge = asked.has(AGE) && this.#weight.has(AGE);
    if (asksOfAge) asked.set(AGE, OF_AGE);
    const content = new Set([...asked].flatMap(([term, share]) => (share >= BESIDE ? [term] : [])));
    const hasOwn = content.size > 0;
    // "Do you carry to Lagos? How much for a small bag?"
    for (const [term, share] of asked) if (share >= AROUND) content.add(term);
    const spokenOf = this.#spokenOf({ type, language, context, focus });
    const near = this.#nearTo([...asked.keys()], language === "en" ? `${question} ${beside} ${around}` : "");
    const isKnown = (term: string): boolean => this.#weight.has(term) || near.get(term)?.best === 1;
    const isOfUs = type === "place" && OF_US.test(`${question} ${beside}`);
    const namesNothing = type !== undefined && PLAIN.has(type) && !isOfUs && ![...content].some(isKnown);
    // "And how much is that?" asks of what was spoken of before.
    if (namesNothing)
      for (const [term, share] of spokenOf) {
        if (!this.#weight.has(term) || asked.has(term)) continue;
        asked.set(term, share);
        content.add(term);
      }
    if (type === "things") asked.set(BRINGS, asked.size === 0 ? 1 : AS_TYPE);
    if (type !== undefined && isKeyOf(NAMED, type)) asked.set(NAMED[type], asked.size === 0 ? 1 : AS_TYPE);
    if (asked.size === 0) for (const [term, weight] of this.#known(termsOf(question), 1, language)) asked.set(term, weight);
    if (asked.size === 0) return [];
    const unknown = this.#unknownWeight * (language === "en" ? 1 : FOREIGN);
    const { known, strange } = this.#knownOf(asked, near, unknown);
    // "Is there a lift?" asks for just the thing that nothing is known of; elsewhere it may be talk.
    const said = known + (type === "yes-no" && !asksOfAge ? strange : Math.min(strange, known * MOST_STRANGE));
    // Of all that was spoken of, what is meant is a part.
    const heaviest = [...asked]
      .map(([term, share]) => share * (this.#weight.get(term) ?? near.get(term)?.weight ?? 0))
      .toSorted((a, b) => b - a);
    const total = namesNothing ? heaviest.slice(0, 2).reduce((sum, weight) => sum + weight, 0) : said;
    if (total === 0) return [];
    const denied = (known + Math.min(strange, known * MOST_STRANGE)) / total;
    const isEmpty = content.size === 0 || (!hasOwn && !namesNothing);
    const found = this.#facts.map((indexed, i) => {
      const { fact, terms } = indexed;
      const match = this.#found(indexed, i, {
        asked,
        content,
        total: DENIES.test(fact.text) ? total * denied : total,
        question,
        type,
        near,
      });
      // "What does an implant cost?" is not answered by any price, nor "how much?" by a sentence without one.
      const isBeside =
        match.cover === 0 ||
        (asksOfAge && ASKS_AGE.test(question) && !terms.has(AGE)) ||
        !(isEmpty || this.#isAbout(indexed, i, { content, spokenOf, near })) ||
        (type !== undefined &&
          ((namesNothing && spokenOf.size > 0) || STRICT.has(type)) &&
          !refusesType(type, fact) &&
          !holds(type, fact.text));
      const before = namesNothing ? 0 : CONTEXT * this.#share(spokenOf, terms);
      return isBeside ? { ...match, cover: 0, score: 0, before: 0 } : { ...match, before };
    });
    const best = Math.max(...found.map(({ cover }) => cover));
    // What was spoken of before decides between facts that speak of the question alike.
    return found
      .filter(({ cover }) => cover > 0)
      .map(({ before, ...match }) => ({ ...match, score: match.score + before * Math.min(1, match.cover / best) }))
      .toSorted((a, b) => b.score - a.score);
  }

  /** What of the question is known, and what is strange; a word that is only near to one of the facts' is both in part. */
  #knownOf(
    asked: ReadonlyMap<string, number>,
    near: ReadonlyMap<string, Near>,
    unknown: number,
  ): { known: number; strange: number } {
    let known = 0;
    let strange = 0;
    for (const [term, share] of asked) {
      const weight = this.#weight.get(term);
      const { weight: nearly, best } = near.get(term) ?? { weight: 0, best: 0 };
      known += (weight ?? nearly * best) * share;
      if (weight === undefined) strange += unknown * (1 - best) * share;
    }
    return { known, strange };
  }

  /** In what other words the facts speak of these terms. */
  #nearTo(terms: readonly string[], text: string): Map<string, Near> {
    const words = new Map(meaningsIn(text).map(({ meaning, word }) => [meaning, word]));
    return new Map(
      terms.flatMap((term) => {
        const shares = this.#near.nearTo(words.get(term) ?? "");
        if (!shares) return [];
        const held = shares.reduce((sum, share) => sum + share, 0);
        const weight = Math.log(1 + (this.#facts.length - held + 0.5) / (held + 0.5));
        return [[term, { shares, weight, best: Math.max(...shares) }] as const];
      }),
    );
  }

  /** The terms of a question, and of what was said around it that is known, each with its weight. */
  #askedIn(
    question: string,
    {
      type,
      language,
      beside,
      around,
    }: { type: AnswerType | undefined } & Required<Pick<Asking, "language" | "beside" | "around">>,
  ): Map<string, number> {
    const asked = this.#known(contentOf(question, type), 1, language);
    for (const term of asked.keys()) if (type !== undefined && WEAK_WORDS[type]?.has(term)) asked.set(term, WEAK);
    // What stands around a question is not taken for misheard.
    const meant = (term: string): string => (this.#weight.has(term) ? term : (this.#broader(term) ?? term));
    const more = [
      ...contentOf(beside, type).map((term) => [meant(term), BESIDE] as const),
      ...contentOf(around, type).map((term) => [meant(term), AROUND] as const),
    ];
    for (const [term, weight] of more)
      if (!asked.has(term) && (this.#weight.has(term) || (language === "en" && this.#isNear(term, around))))
        asked.set(term, weight);
    return asked;
  }

  /** "My dog's claws": facts speak of nails. */
  #isNear(term: string, text: string): boolean {
    const word = EVERYDAY.has(term) ? undefined : meaningsIn(text).find(({ meaning }) => meaning === term)?.word;
    return word !== undefined && Math.max(0, ...(this.#near.nearTo(word) ?? [])) >= SAME_THING;
  }

  #spokenOf({
    type,
    language,
    context,
    focus,
  }: { type: AnswerType | undefined } & Required<Pick<Asking, "language" | "context" | "focus">>): Map<string, number> {
    const focused = this.#known(contentOf(focus, type), 1, language);
    const isFocused = [...focused.keys()].some((term) => this.#weight.has(term));
    return new Map([...this.#known(contentOf(context, type), isFocused ? BESIDE_FOCUS : CONTEXT_ALONE, language), ...focused]);
  }

  /** Of a sentence with a condition, that is what is spoken of, now or before, in its own words. */
  #isAbout(
    { terms, condition }: Indexed,
    index: number,
    {
      content,
      spokenOf,
      near,
    }: { content: ReadonlySet<string>; spokenOf: ReadonlyMap<string, number>; near: ReadonlyMap<string, Near> },
  ): boolean {
    const inOwnWords = speaksOf(terms, content);
    if (condition === undefined) return inOwnWords || [...content].some((term) => (near.get(term)?.shares[index] ?? 0) >= ABOUT);
    return inOwnWords && (speaksOf(condition, content) || speaksOf(condition, new Set(spokenOf.keys())));
  }

  /** How much of what was spoken of a sentence speaks of, too. */
  #share(terms: ReadonlyMap<string, number>, has: ReadonlyMap<string, number>): number {
    const weightOf = (term: string): number => this.#weight.get(term) ?? 0;
    const all = [...terms.keys()].reduce((sum, term) => sum + weightOf(term), 0);
    const shared = [...terms.keys()].reduce((sum, term) => sum + (has.has(term) ? weightOf(term) : 0), 0);
    return all === 0 ? 0 : shared / all;
  }

  #found(
    { fact, terms, stems }: Indexed,
    index: number,
    {
      asked,
      content,
      total,
      question,
      type,
      near,
    }: {
      asked: ReadonlyMap<string, number>;
      content: ReadonlySet<string>;
      total: number;
      question: string;
      type: AnswerType | undefined;
      near: ReadonlyMap<string, Near>;
    },
  ): FactMatch {
    let score = 0;
    for (const [term, share] of asked) {
      const count = terms.get(term) ?? 0;
      const alike = near.get(term);
      if (count === 0) {
        if (alike) score += share * (this.#weight.get(term) ?? alike.weight) * (alike.shares[index] ?? 0);
        continue;
      }
      const length = 0.75 + 0.25 * (terms.size / this.#averageLength);
      score += share * (this.#weight.get(term) ?? 0) * Math.min(1.15, (count * 2.2) / (count + 1.2 * length));
    }
    const same = meaningsIn(question).filter(({ stem, meaning }) => asked.has(meaning) && stems.has(stem));
    const words = same.reduce((sum, { meaning }) => sum + SAME_WORD * (this.#weight.get(meaning) ?? 0), 0);
    const cover = (score + words) / total;
    const fits = fitness(fact, { question, type, content });
    return { fact, cover, score: cover === 0 ? 0 : cover + fits };
  }

  #known(terms: readonly string[], share: number, language: Asking["language"]): Map<string, number> {
    const kin = (term: string): string | undefined => (language === "sw" ? kinOf(term, this.#weight.keys()) : undefined);
    return new Map(terms.map((term) => [this.#weight.has(term) ? term : (this.#misheard(term) ?? kin(term) ?? term), share]));
  }

  #broader(term: string): string | undefined {
    return broaderThan(term).find((one) => this.#weight.has(one));
  }

  /** A word that was misheard or mistyped, or the kind of thing that it is: "chickens" are animals. */
  #misheard(term: string): string | undefined {
    const broader = this.#broader(term);
    if (broader !== undefined || term.length < 5) return broader;
    const alike = [...this.#weight.keys()].filter((known) => known.length >= 5 && editDistance(term, known, 1) <= 1);
    const [nearest] = alike.toSorted((a, b) => sharedStart(b, term) - sharedStart(a, term));
    if (nearest !== undefined) return nearest;
    // "foreigners", "foreign"; "electrician", "electrical".
    const root = term.slice(0, ROOT);
    for (const known of this.#weight.keys())
      if (term.length >= ROOT && known.startsWith(root) && Math.abs(known.length - term.length) <= 4) return known;
    return undefined;
  }
}

const CONDITION =
  /^(?:if|when|in case|should|si|quand|lorsque|kama|ikiwa|iwapo|(?=(?:mtu |mteja )?aki\p{L}))\s?([^,:]+)[,:]|^([^:]{3,140}):\s+(?:get|call|ring|wash|leave|go|touch|move|stay|keep|switch|turn)\b/iu;
/** What does not hold such an answer is none. */
const STRICT: ReadonlySet<AnswerType> = new Set(["amount"]);
/** Asked of what was spoken of before, where the question names nothing. */
const PLAIN: ReadonlySet<AnswerType> = new Set(["amount", "time", "duration", "place"]);
/** "Where is your office?" asks of nothing that was spoken of before. */
const OF_US =
  /\b(?:you|your|the place|location|office|shop|store|branch|premises|vous|votre|vos|bureau|magasin|boutique|ofisi|duka|mko|mpo|mnapatikana|yenu)\b/i;
const WEAK_WORDS: Partial<Record<AnswerType, ReadonlySet<string>>> = {
  amount: new Set(
    conceptsOf(
      "pay take charge come spend money cash remove deduct cut keep need total people give set back day night hour month each person unit piece all everything fine penalty same something",
    ),
  ),
  time: new Set(conceptsOf("come go get have be do start")),
  duration: new Set(conceptsOf("come go get have take wait need look faut attendre avoir prendre kusubiri kupata")),
  things: new Set(conceptsOf("bring carry come take show hold")),
  "yes-no": new Set(conceptsOf("come go get have do take make want need kuja")),
};

/** What people come for says nothing of what they ask. */
const EVERYDAY = new Set(conceptsOf("come coming came visit bring bringing take taking want use using work start help"));

/** "We don't sell tanks": whether something is done is answered by the thing alone. */
const DENIES = /\b(?:don't|do not|doesn't|does not|no |never|not |cannot|can't|hatu\p{L}+|hai\p{L}+|si |pas |jamais)/iu;

function speaksOf(has: ReadonlyMap<string, number>, terms: ReadonlySet<string>): boolean {
  return [...terms].some((term) => has.has(term));
}
