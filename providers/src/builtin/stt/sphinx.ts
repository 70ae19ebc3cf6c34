import { existsSync, readFileSync } from "node:fs";
import { Level, type SpeakerLevel } from "./level.ts";
import { LineNoise } from "./line-noise.ts";
import { bind } from "./pocketsphinx.ts";
import { Means } from "./telephone-band/means.ts";

/** Debian's `libpocketsphinx3` and `pocketsphinx-en-us`. Blocks while it decodes: only for worker threads. */

const NOTHING = new Int16Array(1);
/** 20 ms: the level of the speaker is set before each, so that how much sound comes at once, on a busy machine, changes nothing. */
const PART = 320;
const ROOM = new Int16Array(3_200);
const MODEL = "/usr/share/pocketsphinx/model/en-us";
const ACOUSTIC_MODEL = `${MODEL}/en-us`;
const ENGLISH: WordFiles = { languageModel: `${MODEL}/en-us.lm.bin`, dictionary: `${MODEL}/cmudict-en-us.dict` };

/** Files of a decoder: what it says is made of these words. */
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

/** Each word of English with the lines of its dictionary. */
export function pronunciations(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(ENGLISH.dictionary, "utf8").split("\n").filter(Boolean);
  const byWord = new Map<string, string[]>();
  for (const line of lines) {
    const word = /^[^ (]+/.exec(line)?.[0] ?? "";
    byWord.set(word, [...(byWord.get(word) ?? []), line]);
  }
  return byWord;
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

/**
 * One decoder: about 95 MB with the language model of English, 40 MB where it shares another's, 8 MB with none, for grammars. Not thread-safe, must be freed.
 */
export class Sphinx {
  readonly #api = bind();
  readonly #decoder: unknown;
  readonly #words = new Set<string>();
  readonly #level: Level;
  readonly #means: Means;
  readonly #noise: LineNoise;
  readonly #hasModel: boolean;
  #hasRoom = false;

  /** "no words": each grammar that is compiled brings its own. `searches` "widely" what few words are said in a long row. */
  constructor(files: WordFiles | "no words" = ENGLISH, searches: "usually" | "widely" = "usually") {
    const api = this.#api;
    this.#hasModel = files !== "no words";
    const words = files === "no words" ? {} : { "-lm": files.languageModel, "-dict": files.dictionary };
    const args = [
      "ongea",
      ...Object.entries({ ...OPTIONS, ...(searches === "widely" && WIDE), "-hmm": ACOUSTIC_MODEL, ...words }).flat(),
    ];
    const config = api.parse(null, api.args(), args.length, args, 1);
    this.#decoder = config ? api.init(config) : null;
    if (!this.#decoder) throw new Error("PocketSphinx does not start");
    this.#level = new Level(api, this.#decoder);
    this.#noise = new LineNoise(api, this.#decoder);
    this.#means = new Means(api, this.#decoder, `${ACOUSTIC_MODEL}/means`);
  }

  /**
   * From now on its words are as likely as in both models together: its own with this share (0…1), and the other decoder's, which must live as long. Words that
   * its dictionary does not have are not heard.
   */
  join(other: Sphinx, share: number): void {
    const api = this.#api;
    const models = [other.#model(), this.#model()];
    // Models are weighted as they are when they are joined: by a power of their probability.
    const weights = Float32Array.of(1 - share, share).map((weight) => weight ** LANGUAGE_WEIGHT);
    const joined = api.joinModels(api.config(this.#decoder), models, ["other", "own"], weights, models.length);
    if (!joined) throw new Error("PocketSphinx does not join language models");
    const isSet = api.setModel(this.#decoder, JOINED_SEARCH, joined) === 0;
    api.freeModel(joined);
    if (!isSet) throw new Error("PocketSphinx does not follow joined language models");
    this.follow(JOINED_SEARCH);
    this.forget(OWN_SEARCH);
  }

  /** Of these words those that its language model expects most, the most likely first. 100,000 take 0.3 s. */
  likeliest(words: Iterable<string>, count: number): string[] {
    const api = this.#api;
    const model = this.#model();
    const unknown = api.wordId(model, "<UNK>");
    return Array.from(words, (word) => ({ word, id: api.wordId(model, word) }))
      .filter(({ id }) => id >= 0 && id !== unknown)
      .map(({ word, id }) => ({ word, likely: api.wordScore(model, id, null, 0, [0]) }))
      .toSorted((a, b) => b.likely - a.likely)
      .slice(0, count)
      .map(({ word }) => word);
  }

  /** Of the decoder as it was made: after {@link join} there is none. The library ends the process where it is given none. */
  #model(): unknown {
    const model = this.#api.model(this.#decoder, OWN_SEARCH);
    if (!model) throw new Error("PocketSphinx has no language model here");
    return model;
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

  /** Keeps a grammar (JSGF, every word known) by this name. False: it is not a grammar. Not inside an utterance. */
  compile(name: string, grammar: string): boolean {
    return this.#api.setGrammar(this.#decoder, name, grammar) === 0;
  }

  /** Which grammar is followed from now on. */
  follow(name: string): void {
    if (this.#api.setSearch(this.#decoder, name) < 0) throw new Error("no such grammar");
  }

  /** Another one must be followed by now. */
  forget(name: string): void {
    this.#api.unsetSearch(this.#decoder, name);
  }

  /** Of whoever is heard. */
  get level(): SpeakerLevel | undefined {
    return this.#level.now;
  }

  /** Begins an utterance of somebody who was heard before, or not. `isWide`: it goes above a telephone's band. */
  start(speaker?: SpeakerLevel, isWide = false): void {
    this.#means.fit(isWide);
    this.#level.begin(speaker, isWide);
    this.#noise.begin();
  }

  #begin(): void {
    if (!this.#hasRoom) this.#makeRoom();
    this.#startUtterance();
    this.#letGrow();
  }

  #startUtterance(): void {
    if (this.#api.start(this.#decoder) < 0) throw new Error("PocketSphinx does not begin an utterance");
  }

  /**
   * The library's rings are made for a few frames, so that sound is cut where they end, until something was heard as a whole: from then on they are as long as that, and
   * the same sound is heard otherwise.
   */
  #makeRoom(): void {
    this.#startUtterance();
    this.#api.process(this.#decoder, ROOM, ROOM.length, 1, 1);
    this.#api.end(this.#decoder);
    this.#hasRoom = true;
  }

  /**
   * After an utterance that was heard as a whole, with silence in it, the library's ring of features is shorter than what one part may bring: it then aborts
   * (`acmod.c`, assertion on `n_feat_frame`). To process nothing without a search lets the ring grow instead, which also keeps the last frames.
   */
  #letGrow(): void {
    this.#api.process(this.#decoder, NOTHING, 0, 1, 0);
  }

  /** Decodes sound at 16 kHz. `whole`: this is all of the utterance, which lets the decoder level it exactly. */
  hear(samples: Int16Array, whole: boolean): void {
    if (samples.length === 0) return;
    if (!this.#noise.isWaiting) return this.#decode(samples, whole);
    const opening = this.#noise.learn(samples, whole);
    if (!opening) return;
    this.#begin();
    this.#decode(opening, whole);
  }

  #decode(samples: Int16Array, whole: boolean): void {
    if (whole) {
      this.#level.setExactly();
      this.#api.process(this.#decoder, samples, samples.length, 0, 1);
      return;
    }
    for (let at = 0; at < samples.length; at += PART) {
      const part = samples.subarray(at, at + PART);
      this.#level.set();
      this.#api.process(this.#decoder, part, part.length, 0, 0);
      this.#level.learn();
    }
  }

  /** Ends the utterance: `best` is then its final hypothesis. */
  finish(): void {
    if (this.#noise.isWaiting) {
      const opening = this.#noise.learn(NOTHING.subarray(1), true)!;
      this.#begin();
      if (opening.length > 0) this.#decode(opening, false);
    }
    this.#api.end(this.#decoder);
  }

  /** The words so far; `over` after {@link finish}. */
  best(over: boolean): Hypothesis {
    const text = this.#noise.isWaiting ? "" : (this.#api.hypothesis(this.#decoder, [0], null) ?? "");
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
    const scale = over && this.#hasModel ? 1 / 1_024 : 1;
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
/** Ways to go on that a usual search gives up: letters are short, and one that is said unclearly ends a name. */
/** The library's own (`-lw`). */
const LANGUAGE_WEIGHT = 6.5;
const OWN_SEARCH = "_default";
const JOINED_SEARCH = "joined";
const WIDE = { "-beam": "1e-64", "-pbeam": "1e-64", "-wbeam": "1e-40" };
