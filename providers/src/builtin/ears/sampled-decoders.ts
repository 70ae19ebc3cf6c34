import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAMILY_NAMES, GIVEN_NAMES } from "./names.ts";
import { waysOf } from "./grammars.ts";
import { Sphinx, type WordFiles } from "./sphinx.ts";
import { spokenSamples } from "./spoken-samples.ts";
import { wordModelOf } from "./word-model.ts";

const NAMES: ReadonlySet<string> = new Set([...GIVEN_NAMES, ...FAMILY_NAMES]);
/** Of so many agents at a time, 8 MB each. */
const MOST_DECODERS = 4;
/** Where none can be made, it is not tried again for so long. */
const RETRY_MS = 60_000;

/** What it needs of the machine. */
export interface SampledDecodersParts {
  /** Where its files lie while a decoder is made. */
  folder: string;
  create(files: WordFiles): Sphinx;
  now(): number;
  tell(line: string): void;
}

const USUAL: SampledDecodersParts = {
  folder: tmpdir(),
  create: (files) => new Sphinx(files),
  now: () => performance.now(),
  tell: (line) => console.error(line),
};

/**
 * Small decoders of one thread, each with a language model of an agent's sample utterances; making one takes up to 250 ms. Where none can be made, as on a full
 * disk, the ears go on without.
 */
export class SampledDecoders {
  readonly #english: Sphinx;
  readonly #decoders = new Map<string, Sphinx>();

  readonly #parts: SampledDecodersParts;
  #retryMs = Number.NEGATIVE_INFINITY;
  #hasTold = false;

  /** `english`: whose dictionary tells how words are said. */
  constructor(english: Sphinx, parts: SampledDecodersParts = USUAL) {
    this.#english = english;
    this.#parts = parts;
  }

  of(samples: readonly string[]): Sphinx | undefined {
    if (samples.length === 0) return undefined;
    const key = samples.join("\n");
    const decoder = this.#decoders.get(key) ?? this.#tried(samples);
    if (!decoder) return undefined;
    this.#decoders.delete(key);
    this.#decoders.set(key, decoder);
    for (const [oldest, unused] of this.#decoders) {
      if (this.#decoders.size <= MOST_DECODERS) break;
      this.#decoders.delete(oldest);
      unused.free();
    }
    return decoder;
  }

  #tried(samples: readonly string[]): Sphinx | undefined {
    const { now, tell } = this.#parts;
    if (now() < this.#retryMs) return undefined;
    try {
      return this.#made(samples);
    } catch (error) {
      this.#retryMs = now() + RETRY_MS;
      const why = error instanceof Error ? error.message : String(error);
      if (!this.#hasTold) tell(`The built-in recogniser hears without sample utterances: ${why}`);
      this.#hasTold = true;
      return undefined;
    }
  }

  #made(samples: readonly string[]): Sphinx {
    const { folder: parent, create } = this.#parts;
    const sentences = spokenSamples(samples);
    const folder = mkdtempSync(join(parent, "ongea-words-"));
    const files = { languageModel: join(folder, "words.arpa"), dictionary: join(folder, "words.dict") };
    try {
      writeFileSync(files.languageModel, wordModelOf(sentences, NAMES));
      writeFileSync(files.dictionary, this.#dictionary(new Set(sentences.flatMap((sentence) => sentence.split(" ")))));
      return create(files);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #dictionary(words: ReadonlySet<string>): string {
    const lines = [...words].flatMap((word) =>
      waysOf(word, this.#english).map((sounds, at) => `${at === 0 ? word : `${word}(${at + 1})`} ${sounds}`),
    );
    return `${lines.join("\n")}\n`;
  }
}
