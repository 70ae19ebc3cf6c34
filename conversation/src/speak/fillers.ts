/** Words until an answer comes: in the language of the call as it is now spoken, each of them before any is said again. */
import type { FillerRules } from "../plan.ts";

export class Fillers {
  readonly #rules: FillerRules | undefined;
  #next: number;

  /** `seed`: calls do not all begin with the same. */
  constructor(rules: FillerRules | undefined, seed: string) {
    this.#rules = rules;
    this.#next = [...seed].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9_973, 7);
  }

  next(language: string): string | undefined {
    const words = inLanguage(this.#rules?.words, language) ?? [];
    return words.length === 0 ? undefined : words[this.#next++ % words.length];
  }

  again(language: string): string {
    return inLanguage(this.#rules?.again, language) ?? "";
  }
}

function inLanguage<T>(words: Readonly<Record<string, T>> | undefined, language: string): T | undefined {
  return words?.[language] ?? words?.[language.split("-")[0] ?? language];
}
