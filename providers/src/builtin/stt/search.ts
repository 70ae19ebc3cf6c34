import type { SpeakerLevel } from "./level.ts";
import type { Hypothesis } from "./sphinx.ts";

/** The part of a decoder that an utterance needs. */
export interface Decoder {
  /** With what was heard now, after the first sound. */
  readonly level: SpeakerLevel | undefined;
  /** `isWide`: the sound goes above a telephone's band. */
  start(speaker?: SpeakerLevel, isWide?: boolean): void;
  /** `whole`: this is all of the utterance. */
  hear(samples: Int16Array, whole: boolean): void;
  finish(): void;
  best(over: boolean): Hypothesis;
}

/** One decoder's way through an utterance. */
export class Search {
  readonly #decoder: Decoder;
  readonly #speaker: SpeakerLevel | undefined;
  #running = false;
  #level: SpeakerLevel | undefined;

  /** `speaker`: as heard in earlier utterances. */
  constructor(decoder: Decoder, speaker?: SpeakerLevel) {
    this.#decoder = decoder;
    this.#speaker = speaker;
  }

  /** Of the speaker, after the first utterance that was heard as it came. */
  get level(): SpeakerLevel | undefined {
    return this.#level;
  }

  /** `isWide` holds until {@link again}. */
  hear(samples: Int16Array, isWide: boolean): void {
    if (!this.#running) this.#decoder.start(this.#speaker, isWide);
    this.#running = true;
    this.#decoder.hear(samples, false);
  }

  /** The words so far. */
  now(): Hypothesis {
    return this.#running ? this.#decoder.best(false) : NOTHING;
  }

  /** The words since it was begun; {@link hear} begins again. */
  finished(): Hypothesis {
    if (!this.#running) return NOTHING;
    this.end();
    return this.#decoder.best(true);
  }

  /** All of the utterance at once, levelled exactly. */
  whole(samples: Int16Array, isWide: boolean): Hypothesis {
    this.end();
    this.#decoder.start(undefined, isWide);
    this.#decoder.hear(samples, true);
    this.#decoder.finish();
    return this.#decoder.best(true);
  }

  /** From the beginning, and on. */
  again(samples: Int16Array, isWide: boolean): void {
    this.end();
    this.hear(samples, isWide);
  }

  end(): void {
    if (!this.#running) return;
    this.#level = this.#decoder.level;
    this.#decoder.finish();
    this.#running = false;
  }
}

const NOTHING: Hypothesis = { text: "", frames: 0, distance: 0, posterior: 0 };
