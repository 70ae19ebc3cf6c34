import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAMILY_NAMES, GIVEN_NAMES } from "./names.ts";
import { waysToSay } from "./pronounce.ts";
import { Sphinx } from "./sphinx.ts";
import { spokenSamples } from "./spoken-samples.ts";
import { wordModelOf } from "./word-model.ts";

const NAMES: ReadonlySet<string> = new Set([...GIVEN_NAMES, ...FAMILY_NAMES]);
/** Of so many agents at a time, 8 MB each. */
const MOST_DECODERS = 4;
/** The dictionary has so many ways to say a word at most. */
const MOST_WAYS = 5;

/** Small decoders of one thread, each with a language model of an agent's sample utterances; making one takes about 80 ms. */
export class SampledDecoders {
  readonly #english: Sphinx;
  readonly #decoders = new Map<string, Sphinx>();

  /** `english`: whose dictionary tells how words are said. */
  constructor(english: Sphinx) {
    this.#english = english;
  }

  of(samples: readonly string[]): Sphinx | undefined {
    if (samples.length === 0) return undefined;
    const key = samples.join("\n");
    const decoder = this.#decoders.get(key) ?? this.#made(samples);
    this.#decoders.delete(key);
    this.#decoders.set(key, decoder);
    for (const [oldest, unused] of this.#decoders) {
      if (this.#decoders.size <= MOST_DECODERS) break;
      this.#decoders.delete(oldest);
      unused.free();
    }
    return decoder;
  }

  #made(samples: readonly string[]): Sphinx {
    const sentences = spokenSamples(samples);
    const folder = mkdtempSync(join(tmpdir(), "ongea-words-"));
    const files = { languageModel: join(folder, "words.arpa"), dictionary: join(folder, "words.dict") };
    try {
      writeFileSync(files.languageModel, wordModelOf(sentences, NAMES));
      writeFileSync(files.dictionary, this.#dictionary(new Set(sentences.flatMap((sentence) => sentence.split(" ")))));
      return new Sphinx(files);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #dictionary(words: ReadonlySet<string>): string {
    const lines: string[] = [];
    for (const word of words) {
      if (!this.#english.knows(word)) this.#english.learn(word, waysToSay(word));
      for (let way = 1; way <= MOST_WAYS; way++) {
        const written = way === 1 ? word : `${word}(${way})`;
        const sounds = this.#english.sounds(written);
        if (sounds !== undefined) lines.push(`${written} ${sounds}`);
      }
    }
    return `${lines.join("\n")}\n`;
  }
}
