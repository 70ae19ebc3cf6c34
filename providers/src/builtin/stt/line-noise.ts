import type { Api, Pointer } from "./pocketsphinx.ts";

/** Of an utterance's beginning (100 ms at 16 kHz), which lies before the speech, as a detector of speech hands it over. */
const OPENING_SAMPLES = 1_600;
/** So often it is heard: what a decoder takes for noise draws near by a thousandth every 10 ms. */
const TIMES = 50;

/**
 * What a decoder takes for the noise of the line, which it leaves out of the words. By itself it goes on with what it learned of the calls before; here each
 * utterance is heard by its own beginning alone, so that the same sound is always the same words.
 */
export class LineNoise {
  readonly #api: Api;
  readonly #frontEnd: Pointer;
  /** Of the utterance, until enough of it has come. */
  #opening: Int16Array[] | undefined;
  #samples = 0;

  constructor(api: Api, decoder: Pointer) {
    this.#api = api;
    this.#frontEnd = api.frontEnd(decoder);
  }

  /** Whether the utterance waits for more of its beginning. */
  get isWaiting(): boolean {
    return this.#opening !== undefined;
  }

  /** Another utterance, whose beginning will come. */
  begin(): void {
    this.#opening = [];
    this.#samples = 0;
  }

  /** Takes sound of the beginning; `isAll`: no more will come. Returns all of it once the noise is known, and nothing before. */
  learn(samples: Int16Array, isAll: boolean): Int16Array | undefined {
    const opening = (this.#opening ??= []);
    opening.push(samples);
    this.#samples += samples.length;
    if (!isAll && this.#samples < OPENING_SAMPLES) return undefined;
    this.#opening = undefined;
    const sound = new Int16Array(this.#samples);
    let at = 0;
    for (const part of opening) {
      sound.set(part, at);
      at += part.length;
    }
    this.#hear(sound.subarray(0, OPENING_SAMPLES));
    return sound;
  }

  /** Costs 1 ms. */
  #hear(noise: Int16Array): void {
    const repeated = new Int16Array(noise.length * TIMES);
    for (let time = 0; time < TIMES; time++) repeated.set(noise, time * noise.length);
    const api = this.#api;
    api.startStream(this.#frontEnd);
    api.startSound(this.#frontEnd);
    const frames: [Pointer] = [null];
    if (repeated.length > 0 && api.cepstra(this.#frontEnd, repeated, repeated.length, frames, [0]) >= 0)
      api.freeCepstra(frames[0]);
  }
}
