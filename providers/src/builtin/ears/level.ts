import { type Api, CEPSTRA, type Pointer } from "./pocketsphinx.ts";

/** How loud a speaker on a line is in each of the bands that a decoder listens to, and of how many frames (10 ms) that is the mean. */
export interface SpeakerLevel {
  mean: readonly number[];
  frames: number;
}

/** What is usual counts as so much, beside what is heard; what was heard of a call before as so much at most. */
const USUAL_FRAMES = 100;
const MOST_FRAMES = 500;
/** The mean of cepstra of five voices, over a telephone with its upper band filled, and over a wide line. */
const USUAL_TELEPHONE = [57.4, 3.8, -2.4, 10.9, 12.1, -39.6, 15.6, -26.2, -23.6, 11.0, -28.7, 15.7, -11.0];
const USUAL_WIDE = [62.5, 0.6, 8.7, 25.9, 2.0, -3.0, 5.1, -9.0, -3.8, -6.0, 6.5, 0.8, 0.4];

/**
 * The level of a speaker and a line (cepstral mean), for a decoder that hears an utterance as it comes. By itself the decoder goes on with the mean of
 * whoever it heard before, who may be another caller; here it goes on with the same call's.
 */
export class Level {
  readonly #api: Api;
  readonly #normalisation: Pointer;
  readonly #sum = new Float64Array(CEPSTRA);
  #frames = 0;
  #speaker: SpeakerLevel | undefined;
  #before: { sum: readonly number[]; frames: number } | undefined;

  constructor(api: Api, decoder: Pointer) {
    this.#api = api;
    this.#normalisation = api.normalisation(api.features(decoder));
  }

  /** Another utterance begins, of somebody who was heard before, or not. */
  begin(speaker: SpeakerLevel | undefined): void {
    this.#speaker = speaker;
    this.#sum.fill(0);
    this.#frames = 0;
  }

  /** Of this speaker, with what was heard now. */
  get now(): SpeakerLevel | undefined {
    const { mean, frames } = this.#speaker ?? { mean: [], frames: 0 };
    const all = frames + this.#frames;
    if (all === 0) return undefined;
    return {
      mean: Array.from(this.#sum, (sum, at) => (sum + frames * (mean[at] ?? 0)) / all),
      frames: Math.min(MOST_FRAMES, all),
    };
  }

  /** Before the decoder hears a part. */
  set(isWide: boolean): void {
    const { mean: before, frames } = this.#speaker ?? { mean: isWide ? USUAL_WIDE : USUAL_TELEPHONE, frames: USUAL_FRAMES };
    const mean = Float32Array.from(this.#sum, (sum, at) => (sum + frames * before[at]!) / (this.#frames + frames));
    this.#api.setMean(this.#normalisation, mean);
    this.#before = this.#api.sums(this.#normalisation);
  }

  /** After it. */
  learn(): void {
    const { sum, frames } = this.#api.sums(this.#normalisation);
    const before = this.#before;
    if (!before || frames < before.frames) return;
    for (let at = 0; at < CEPSTRA; at++) this.#sum[at]! += sum[at]! - before.sum[at]!;
    this.#frames += frames - before.frames;
  }
}
