import { pronunciationsOf } from "./pronounce.ts";
import type { Decoder } from "./search.ts";
import { Sphinx } from "./sphinx.ts";

/** A confirmation's grammar, with all that may be corrected, takes 0.3 s to compile; the same ones are asked for again and again. */
const MOST_GRAMMARS = 8;
/** A decoder forgets no word: with so many it is replaced. */
const MOST_WORDS = 20_000;
/** The dictionary has so many ways to say a word at most. */
const MOST_WAYS = 5;

/** The ways to say a word: the dictionary's, or those that its letters suggest. */
export function soundsOf(word: string, english: Pick<Sphinx, "sounds">): string[] {
  const ways: string[] = [];
  for (let way = 1; way <= MOST_WAYS; way++) {
    const sounds = english.sounds(way === 1 ? word : `${word}(${way})`);
    if (sounds !== undefined) ways.push(sounds);
  }
  return ways.length > 0 ? ways : pronunciationsOf(word);
}

/** The decoder of one thread that follows grammars, the last few of which are kept compiled. */
export class Grammars {
  readonly #english: Sphinx;
  readonly #searches: "usually" | "widely";
  #decoder: Sphinx;
  /** Their names by their text, the one used last at the end. */
  #names = new Map<string, string>();
  #words = 0;
  #count = 0;

  /** `english`: whose dictionary tells how words are said. */
  constructor(english: Sphinx, searches: "usually" | "widely" = "usually") {
    this.#english = english;
    this.#searches = searches;
    this.#decoder = new Sphinx("no words", searches);
  }

  /**
   * A decoder that follows it from each start on, whichever was followed in between; undefined: it is not a grammar. Only one of a thread is inside an utterance
   * at a time.
   */
  of(grammar: string, words: readonly string[]): Decoder | undefined {
    if (!this.#follow(grammar, words)) return undefined;
    const now = (): Sphinx => this.#decoder;
    return {
      get level() {
        return now().level;
      },
      start: (speaker, isWide) => {
        this.#follow(grammar, words);
        now().start(speaker, isWide);
      },
      hear: (samples, whole) => now().hear(samples, whole),
      finish: () => now().finish(),
      best: (over) => now().best(over),
    };
  }

  #follow(grammar: string, words: readonly string[]): boolean {
    const name = this.#names.get(grammar) ?? this.#compiled(grammar, words);
    if (name === undefined) return false;
    this.#names.delete(grammar);
    this.#names.set(grammar, name);
    this.#decoder.follow(name);
    for (const [oldest, unused] of this.#names) {
      if (this.#names.size <= MOST_GRAMMARS) break;
      this.#names.delete(oldest);
      this.#decoder.forget(unused);
    }
    return true;
  }

  #compiled(grammar: string, words: readonly string[]): string | undefined {
    const unknown = words.filter((word) => !this.#decoder.knows(word));
    if (this.#words + unknown.length > MOST_WORDS) this.#renew();
    for (const word of words) {
      if (this.#decoder.knows(word)) continue;
      this.#decoder.learn(word, soundsOf(word, this.#english));
      this.#words++;
    }
    const name = `grammar ${this.#count++}`;
    return this.#decoder.compile(name, grammar) ? name : undefined;
  }

  #renew(): void {
    this.#decoder.free();
    this.#decoder = new Sphinx("no words", this.#searches);
    this.#names = new Map();
    this.#words = 0;
  }
}
