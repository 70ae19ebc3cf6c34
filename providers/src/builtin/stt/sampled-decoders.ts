import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAMILY_NAMES, FIRST_NAMES } from "./names.ts";
import { soundsOf } from "./grammars.ts";
import { pronunciations, Sphinx, type WordFiles } from "./sphinx.ts";
import { spokenSamples } from "./spoken-samples.ts";
import { wordModelOf } from "./word-model.ts";

const NAMES: ReadonlySet<string> = new Set([...FIRST_NAMES, ...FAMILY_NAMES]);
/** Of so many agents at a time, 40 MB each. */
const MOST_DECODERS = 3;
/** So many words of English may be said as well, and sentences that nobody foresaw are made with the rest of this share. */
const COMMON_WORDS = 20_000;
const SHARE = 0.7;
/** Where none can be made, it is not tried again for so long. */
const RETRY_MS = 60_000;

/** What it needs of the machine. */
export interface SampledDecodersParts {
  /** Where its files lie while a decoder is made. */
  folder: string;
  /** `english`: in whose sentences the words may stand, too. */
  create(files: WordFiles, english: Sphinx): Sphinx;
  now(): number;
  tell(line: string): void;
}

const USUAL: SampledDecodersParts = {
  folder: tmpdir(),
  create: joinedWith,
  now: () => performance.now(),
  tell: (line) => console.error(line),
};

/**
 * Decoders of one thread that hear English as an agent's callers say it: its sample utterances are likely, with their names and words, and what else people say
 * is less so. One hears more rightly than any English does, and works a fifth more; making it takes 300 ms. Where none can be made, as on a full disk, the ears
 * go on without.
 */
export class SampledDecoders {
  readonly #english: Sphinx;
  readonly #decoders = new Map<string, Sphinx>();

  readonly #parts: SampledDecodersParts;
  #common: { words: ReadonlySet<string>; lines: readonly string[] } | undefined;
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
      return create(files, this.#english);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Of common words, and of these. */
  #dictionary(words: ReadonlySet<string>): string {
    this.#common ??= commonWords(this.#english);
    const { words: common, lines } = this.#common;
    const others = [...words].filter((word) => word !== "" && !common.has(word));
    const own = others.flatMap((word) =>
      soundsOf(word, this.#english).map((sounds, at) => `${at === 0 ? word : `${word}(${at + 1})`} ${sounds}`),
    );
    return `${[...lines, ...own].join("\n")}\n`;
  }
}

function joinedWith(files: WordFiles, english: Sphinx): Sphinx {
  const decoder = new Sphinx(files, "widely");
  try {
    decoder.join(english, SHARE);
  } catch (error) {
    decoder.free();
    throw error;
  }
  return decoder;
}

function commonWords(english: Sphinx): { words: ReadonlySet<string>; lines: readonly string[] } {
  const known = pronunciations();
  const words = english.likeliest(known.keys(), COMMON_WORDS);
  return { words: new Set(words), lines: words.flatMap((word) => known.get(word) ?? []) };
}
