/** Whether an answer turns in circles: a model that does says the same sentences, or the same words, for ever. */
import { ProviderFailure } from "../ports.ts";

/** A sentence said so often in one answer will be said for ever. */
const MOST_SAID = 3;
/** Words that come back in the same order, this many times and words in a row; one word alone sooner. */
const ROUND = { longest: 8, leastTimes: 4, leastWords: 16 };
const MOST_SAME_WORD = 6;
const REMEMBERED = ROUND.longest * ROUND.leastTimes;
const ENDS_A_SENTENCE = /[.!?…。؟።]["'”’)\]]*\s*$/;

export class Circles {
  length = 0;
  /** Of the sentence that is open, and of the word. */
  #open = "";
  #word = "";
  readonly #said = new Map<string, number>();
  readonly #words: string[] = [];

  /** Throws when it turns in circles. */
  add(text: string): void {
    this.length += text.length;
    this.#addSentences(text);
    this.#addWords(text);
  }

  get isAtAnEnd(): boolean {
    return this.#open.trim() === "" || ENDS_A_SENTENCE.test(this.#open);
  }

  #addSentences(text: string): void {
    this.#open += text;
    const parts = this.#open.split(/(?<=[.!?…。؟።])\s|\n/);
    this.#open = parts.pop() ?? "";
    for (const part of parts) {
      const sentence = part.trim().toLowerCase();
      if (sentence.split(/\s+/).length < MOST_SAID) continue;
      const times = (this.#said.get(sentence) ?? 0) + 1;
      this.#said.set(sentence, times);
      if (times >= MOST_SAID) throw inCircles();
    }
  }

  #addWords(text: string): void {
    const words = (this.#word + text.toLowerCase()).split(/[^\p{L}\p{M}\p{N}'’-]+/u);
    this.#word = words.pop() ?? "";
    for (const word of words) {
      if (word === "") continue;
      this.#words.push(word);
      if (this.#words.length > REMEMBERED) this.#words.shift();
      if (this.#isRound(word)) throw inCircles();
    }
  }

  #isRound(word: string): boolean {
    const words = this.#words;
    // Digits may come often: "0 0 0".
    if (/\p{L}{2}/u.test(word) && words.length >= MOST_SAME_WORD && words.slice(-MOST_SAME_WORD).every((one) => one === word))
      return true;
    for (let length = 1; length <= ROUND.longest; length++) {
      const span = Math.max(ROUND.leastWords, length * ROUND.leastTimes);
      if (words.length < span) return false;
      const last = words.slice(-span);
      if (last.every((one, at) => at < length || one === last[at - length])) return true;
    }
    return false;
  }
}

function inCircles(): ProviderFailure {
  return new ProviderFailure("bad-answer", "The language model says the same again and again");
}
