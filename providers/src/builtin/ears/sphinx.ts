import { existsSync } from "node:fs";
import koffi from "koffi";

/** Debian's `libpocketsphinx3` and `pocketsphinx-en-us`. Blocks while it decodes: only for worker threads. */

const MODEL = "/usr/share/pocketsphinx/model/en-us";
const ENGLISH: WordFiles = { languageModel: `${MODEL}/en-us.lm.bin`, dictionary: `${MODEL}/cmudict-en-us.dict` };
const LIBRARY = "libpocketsphinx.so.3";
const BASE_LIBRARY = "libsphinxbase.so.3";

/** The searches that a decoder knows: what its language model knows, any English, or a grammar of the answers expected now. */
export type SphinxSearch = "free" | "guided";

/** Files of a small decoder: what it says is made of these words. */
export interface WordFiles {
  /** ARPA. */
  languageModel: string;
  /** A word and its ARPAbet sounds a line. */
  dictionary: string;
}

export interface Hypothesis {
  text: string;
  /** How far the sound is from these words, per 10 ms of speech: 0 fits perfectly, larger is worse. */
  distance: number;
  /** So many of 10 ms are in these words; the rest was taken for silence or noise. */
  frames: number;
  /** 0…1, the mean of the words' in the lattice; free search only, when the utterance is over. */
  posterior: number;
}

/** Whether the packages are installed. */
export function sphinxInstalled(): boolean {
  if (!existsSync(`${MODEL}/en-us.lm.bin`)) return false;
  try {
    bind();
    return true;
  } catch {
    return false;
  }
}

/** One decoder: about 95 MB with the language model of English, 8 MB with one of some hundred words. Not thread-safe, must be freed. */
export class Sphinx {
  readonly #api = bind();
  readonly #decoder: unknown;
  readonly #words = new Set<string>();
  /** The name that PocketSphinx gave to its first search. */
  readonly #free: string;
  #search: SphinxSearch = "free";

  constructor({ languageModel, dictionary }: WordFiles = ENGLISH) {
    const api = this.#api;
    const options = { ...OPTIONS, "-hmm": `${MODEL}/en-us`, "-lm": languageModel, "-dict": dictionary };
    const args = ["ongea", ...Object.entries(options).flat()];
    const config = api.parse(null, api.args(), args.length, args, 1);
    this.#decoder = config ? api.init(config) : null;
    if (!this.#decoder) throw new Error("PocketSphinx does not start");
    this.#free = api.getSearch(this.#decoder) ?? "";
  }

  /** Whether the dictionary has the word. */
  knows(word: string): boolean {
    if (this.#words.has(word)) return true;
    if (this.sounds(word) === undefined) return false;
    this.#words.add(word);
    return true;
  }

  /** How the dictionary says the word, in ARPAbet; its other ways are "word(2)" and so on. */
  sounds(word: string): string | undefined {
    return this.#api.lookup(this.#decoder, word) ?? undefined;
  }

  /** Teaches a word by the ways in which it is said, in ARPAbet; without any it is a sound that nobody makes of it. */
  learn(word: string, ways: readonly string[]): boolean {
    if (this.knows(word)) return true;
    const [first = "AH", ...others] = ways;
    if (this.#api.addWord(this.#decoder, word, first, 0) < 0) return false;
    for (const [at, way] of others.entries()) this.#api.addWord(this.#decoder, `${word}(${at + 2})`, way, 0);
    this.#words.add(word);
    return true;
  }

  /** Which grammar `guided` follows from now on (JSGF, every word known). False: it is not a grammar. Not inside an utterance. */
  guide(grammar: string): boolean {
    return this.#api.setGrammar(this.#decoder, "guided", grammar) === 0;
  }

  /** Begins an utterance. */
  start(search: SphinxSearch): void {
    this.#search = search;
    if (this.#api.setSearch(this.#decoder, search === "free" ? this.#free : "guided") < 0) throw new Error("no such search");
    if (this.#api.start(this.#decoder) < 0) throw new Error("PocketSphinx does not begin an utterance");
  }

  /** Decodes sound at 16 kHz. `whole`: this is all of the utterance, which lets the decoder level it exactly. */
  hear(samples: Int16Array, whole: boolean): void {
    if (samples.length > 0) this.#api.process(this.#decoder, samples, samples.length, 0, whole ? 1 : 0);
  }

  /** Ends the utterance: `best` is then its final hypothesis. */
  finish(): void {
    this.#api.end(this.#decoder);
  }

  /** The words so far; `over` after {@link finish}. */
  best(over: boolean): Hypothesis {
    const text = this.#api.hypothesis(this.#decoder, [0], null) ?? "";
    return text ? { text, ...this.#judged(over) } : { text, frames: 0, distance: 0, posterior: 0 };
  }

  #judged(over: boolean): Omit<Hypothesis, "text"> {
    const api = this.#api;
    const logmath = api.logmath(this.#decoder);
    let frames = 0;
    let words = 0;
    let acoustic = 0;
    let posterior = 0;
    for (let segment = api.segments(this.#decoder, [0]); segment; segment = api.nextSegment(segment)) {
      const [first, last, score] = [[0], [0], [0]];
      const word = api.segmentWord(segment) ?? "";
      if (/^[<[+]/.test(word)) continue;
      api.segmentFrames(segment, first, last);
      posterior += api.exp(logmath, api.segmentScore(segment, score, [0], [0]));
      frames += (last[0] ?? 0) - (first[0] ?? 0) + 1;
      acoustic += score[0] ?? 0;
      words++;
    }
    // A finished free search reads its scores from the lattice, where they are 2^10 times larger (SENSCR_SHIFT).
    const scale = over && this.#search === "free" ? 1 / 1_024 : 1;
    return {
      frames,
      distance: frames === 0 ? 0 : (-acoustic * scale) / frames,
      posterior: over && words > 0 ? Math.min(1, posterior / words) : 0,
    };
  }

  free(): void {
    this.#api.free(this.#decoder);
  }
}

/**
 * "mid" of the measured settings, and without noise removal, which hurts on telephone sound: CPU-RTF 0.25 free, 0.03 guided. A word costs
 * more than usual (`-wip`), or short digits are heard where none were said.
 */
const OPTIONS = {
  "-remove_noise": "no",
  "-logfn": "/dev/null",
  "-fwdflat": "no",
  "-maxhmmpf": "10000",
  "-pl_window": "8",
  "-samprate": "16000",
  "-wip": "0.1",
};

type Pointer = unknown;

interface Api {
  args(): Pointer;
  parse(config: null, definitions: Pointer, count: number, args: string[], strict: number): Pointer;
  init(config: Pointer): Pointer;
  free(decoder: Pointer): number;
  lookup(decoder: Pointer, word: string): string | null;
  addWord(decoder: Pointer, word: string, sounds: string, update: number): number;
  setGrammar(decoder: Pointer, name: string, grammar: string): number;
  setSearch(decoder: Pointer, name: string): number;
  getSearch(decoder: Pointer): string | null;
  start(decoder: Pointer): number;
  process(decoder: Pointer, samples: Int16Array, count: number, noSearch: number, full: number): number;
  end(decoder: Pointer): number;
  hypothesis(decoder: Pointer, score: number[], id: null): string | null;
  logmath(decoder: Pointer): Pointer;
  exp(logmath: Pointer, value: number): number;
  segments(decoder: Pointer, score: number[]): Pointer;
  nextSegment(segment: Pointer): Pointer;
  segmentWord(segment: Pointer): string | null;
  segmentFrames(segment: Pointer, first: number[], last: number[]): void;
  segmentScore(segment: Pointer, acoustic: number[], language: number[], back: number[]): number;
}

let bound: Api | undefined;

function bind(): Api {
  if (bound) return bound;
  const base = koffi.load(BASE_LIBRARY, { global: true });
  const sphinx = koffi.load(LIBRARY);
  bound = {
    args: sphinx.func("void *ps_args()"),
    parse: base.func("void *cmd_ln_parse_r(void *config, void *definitions, int count, char **args, int strict)"),
    init: sphinx.func("void *ps_init(void *config)"),
    free: sphinx.func("int ps_free(void *decoder)"),
    lookup: sphinx.func("str ps_lookup_word(void *decoder, str word)"),
    addWord: sphinx.func("int ps_add_word(void *decoder, str word, str sounds, int update)"),
    setGrammar: sphinx.func("int ps_set_jsgf_string(void *decoder, str name, str grammar)"),
    setSearch: sphinx.func("int ps_set_search(void *decoder, str name)"),
    getSearch: sphinx.func("str ps_get_search(void *decoder)"),
    start: sphinx.func("int ps_start_utt(void *decoder)"),
    process: sphinx.func("int ps_process_raw(void *decoder, const int16_t *samples, size_t count, int noSearch, int full)"),
    end: sphinx.func("int ps_end_utt(void *decoder)"),
    hypothesis: sphinx.func("str ps_get_hyp(void *decoder, _Out_ int *score, void *id)"),
    logmath: sphinx.func("void *ps_get_logmath(void *decoder)"),
    exp: base.func("double logmath_exp(void *logmath, int value)"),
    segments: sphinx.func("void *ps_seg_iter(void *decoder, _Out_ int *score)"),
    nextSegment: sphinx.func("void *ps_seg_next(void *segment)"),
    segmentWord: sphinx.func("str ps_seg_word(void *segment)"),
    segmentFrames: sphinx.func("void ps_seg_frames(void *segment, _Out_ int *first, _Out_ int *last)"),
    segmentScore: sphinx.func("int ps_seg_prob(void *segment, _Out_ int *acoustic, _Out_ int *language, _Out_ int *back)"),
  };
  return bound;
}
