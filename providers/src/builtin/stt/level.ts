import { type Api, CEPSTRA, type Pointer } from "./pocketsphinx.ts";

/** How loud a speaker on a line is in each of the bands that a decoder listens to, and of how many frames (10 ms) that is the mean. */
export interface SpeakerLevel {
  mean: readonly number[];
  frames: number;
  /** Whether the line goes above a telephone's band. */
  isWide: boolean;
}

/** What is usual counts as so much, beside what is heard; what was heard of a call before as so much at most. */
const USUAL_FRAMES = 100;
const MOST_FRAMES = 500;
/**
 * Means of cepstra of 40 voices: over a telephone, which carries little below 300 Hz, over a line between computers, which carries all of it, both with their upper
 * band filled, and over a wide line.
 */
const USUAL_TELEPHONE = [61.1, 9.4, -6.2, -3.6, 10.1, -41.3, 16.4, -26.3, -19.2, 10.6, -28.5, 12.0, -7.0];
const USUAL_FLAT = [64.3, 7.1, 2.5, 10.1, 3.8, -10.6, 10.1, -13.5, 0.4, -1.7, -2.4, 5.2, -2.0];
const USUAL_WIDE = [63.6, 7.4, 2.1, 12.5, -2.4, -2.4, 0, -3.8, -6.5, -0.2, 0.7, -0.5, 4.1];

/**
 * The level of a speaker and a line (cepstral mean), for a decoder that hears an utterance as it comes. By itself the decoder goes on with the mean of
 * whoever it heard before, who may be another caller; here it goes on with the same call's.
 */
export class Level {
  readonly #api: Api;
  readonly #features: Pointer;
  readonly #normalisation: Pointer;
  readonly #sum = new Float64Array(CEPSTRA);
  #frames = 0;
  #isWide = false;
  #speaker: SpeakerLevel | undefined;
  #before: { sum: readonly number[]; frames: number } | undefined;

  constructor(api: Api, decoder: Pointer) {
    this.#api = api;
    this.#features = api.features(decoder);
    this.#normalisation = api.normalisation(this.#features);
  }

  /** Another utterance begins, of somebody who was heard before, or not. */
  begin(speaker: SpeakerLevel | undefined, isWide: boolean): void {
    // What was learned of another band says nothing of this one.
    this.#speaker = speaker?.isWide === isWide ? speaker : undefined;
    this.#isWide = isWide;
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
      isWide: this.#isWide,
    };
  }

  /** Before the decoder hears a part. */
  set(): void {
    const { mean: before, frames } = this.#speaker ?? { mean: this.#usual(), frames: USUAL_FRAMES };
    const mean = Float32Array.from(this.#sum, (sum, at) => (sum + frames * (before[at] ?? 0)) / (this.#frames + frames));
    this.#api.setMean(this.#normalisation, mean);
    this.#before = this.#api.sums(this.#normalisation);
  }

  /** Of lines like this one, as far as it was heard. */
  #usual(): readonly number[] {
    if (this.#isWide) return USUAL_WIDE;
    const heard = Array.from(this.#sum, (sum) => sum / Math.max(1, this.#frames));
    const away = (usual: readonly number[]): number =>
      usual.reduce((sum, value, at) => sum + (at === 0 ? 0 : (value - (heard[at] ?? 0)) ** 2), 0);
    return this.#frames > 0 && away(USUAL_FLAT) < away(USUAL_TELEPHONE) ? USUAL_FLAT : USUAL_TELEPHONE;
  }

  /** Before the decoder hears a whole utterance. */
  setExactly(): void {
    this.#api.levelWhole(this.#features);
  }

  /** After it. */
  learn(): void {
    const { sum, frames } = this.#api.sums(this.#normalisation);
    const before = this.#before;
    if (!before || frames < before.frames) return;
    for (let at = 0; at < CEPSTRA; at++) this.#sum[at]! += (sum[at] ?? 0) - (before.sum[at] ?? 0);
    this.#frames += frames - before.frames;
  }
}
