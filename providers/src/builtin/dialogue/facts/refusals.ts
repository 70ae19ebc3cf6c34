/** What a business says that it does not do: "Not ours: blocked sinks and house pipes, those people go to Katumba Plumbers." Pure. */
import { NearWords } from "../meaning/near-words.ts";
import { conceptsOf, meaningsIn, type Meaning } from "../spoken/concepts.ts";
import type { Fact } from "./facts.ts";
import { answerTypeOf } from "./question-type.ts";

const REFUSED =
  /\b(?:not ours|we (?:don't|do not|never|cannot|can't)(?: also| ever)? \p{L}+|we have no|^for(?= [^;.]*\b(?:it is best to|please go to))|i cannot take \p{L}+ (?:for|from|of)|^no|(?<=[,;] )no(?= [^;.]*\bor )|hatu\p{L}{3,}|pas de(?=\s)|nous ne \p{L}+ (?:pas|jamais|ni))\b:?\s+([^;.]+)/giu;
/** "Songs and greetings are not announcements." */
const NOT_SUCH = /^([^,;:.]{3,40}?) (?:are|is) not \p{L}+s?(?=[,;:.]|$)/giu;
/** "… because of a family quarrel": what comes after is not what is refused. */
const WHY = /\s(?:because|unless|if|when|parce qu\w*|sauf|si|kwa sababu|kama|isipokuwa)(?!\p{L})/iu;
/** Everybody speaks of these. */
const ANYBODYS = new Set(
  conceptsOf(
    "home house day time people person child money car price place phone work way thing order today tomorrow night morning evening week month year kabisa tena hata kamwe sana ever all either",
  ),
);
const FEWEST_LETTERS = 3;

/** So near a word names the same thing: "tents" where "no camping" stands. */
const SAME_THING = 0.9;

interface Refusal {
  /** To be said to whoever wants it. */
  sentence: string;
  /** What is not done, of which no other fact speaks. */
  about: readonly Meaning[];
}

function refusedIn(text: string): string {
  const refused = [...text.matchAll(REFUSED), ...text.matchAll(NOT_SUCH)].map(([, what = ""]) => what);
  return refused.map((what) => what.split(WHY)[0]).join(" ");
}

/** The refusals that facts state. */
export class Refusals {
  readonly #refusals: readonly Refusal[];
  readonly #near: NearWords;
  /** What is done here, whatever else is not. */
  readonly #done: ReadonlySet<string>;

  constructor(facts: readonly Fact[]) {
    // "We watch house alarms; we never switch one off": alarms are ours.
    this.#done = new Set(
      facts.flatMap(({ text }) => {
        const refused = new Set(conceptsOf(refusedIn(text)));
        return conceptsOf(text.replace(REFUSED, " ").replace(NOT_SUCH, " ")).filter((concept) => !refused.has(concept));
      }),
    );
    this.#refusals = facts.flatMap(({ text }) => {
      const about = meaningsIn(refusedIn(text)).filter(({ meaning }) => this.#isOwn(meaning));
      return about.length === 0 ? [] : [{ sentence: text, about }];
    });
    this.#near = new NearWords(this.#refusals.map(({ about }) => about.map(({ word }) => word)));
  }

  /** The sentence that refuses what a text speaks of; `undefined`: none. */
  find(text: string): string | undefined {
    const said = meaningsIn(text).filter(({ meaning }) => this.#isOwn(meaning));
    const named = this.#refusals.find(({ about }) => about.some(({ meaning }) => said.some((one) => one.meaning === meaning)));
    if (named) return named.sentence;
    // "How much …?" is asked of what is done.
    const type = answerTypeOf(text);
    if (type !== undefined && type !== "yes-no") return undefined;
    return this.#refusals.find((_, at) => said.some(({ word }) => this.#isNear(word, at)))?.sentence;
  }

  #isOwn(meaning: string): boolean {
    return meaning.length >= FEWEST_LETTERS && !this.#done.has(meaning) && !ANYBODYS.has(meaning);
  }

  #isNear(word: string, at: number): boolean {
    return (this.#near.nearTo(word)?.[at] ?? 0) >= SAME_THING;
  }
}
