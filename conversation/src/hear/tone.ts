/** Hears the tone after which one speaks to an answering machine: one pure frequency, held steadily. */

/** Every second sample of a line of 16 kHz is enough. */
const RATE_HZ = 8_000;
const LEAST_HZ = 400;
const MOST_HZ = 2_200;
const LEAST_COSINE = Math.cos((2 * Math.PI * MOST_HZ) / RATE_HZ);
const MOST_COSINE = Math.cos((2 * Math.PI * LEAST_HZ) / RATE_HZ);
const LEAST_MS = 300;
const LEAST_RMS = 300;
/** How far the sound may stray from one frequency, as the square of the relative width of its spectrum. */
const MOST_STRAY = 0.02;
/** Between two frames, of the cosine of its angle a sample. */
const MOST_DRIFT = 0.01;

export class ToneDetector {
  readonly #sampleRateHz: number;
  readonly #step: number;
  #cosine = 0;
  #heldMs = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
    this.#step = sampleRateHz / RATE_HZ;
  }

  /** True when the tone has lasted long enough. A sinusoid is the sum of its neighbours: x[n] + x[n-2] = 2 cos(w) x[n-1]. */
  hear(frame: Int16Array): boolean {
    let energy = 0;
    let along = 0;
    let both = 0;
    const step = this.#step;
    for (let n = 2 * step; n < frame.length; n++) {
      const middle = frame[n - step]!;
      const around = frame[n]! + frame[n - 2 * step]!;
      energy += middle * middle;
      along += middle * around;
      both += around * around;
    }
    const cosine = energy === 0 ? 0 : along / (2 * energy);
    const isLoud = energy > LEAST_RMS * LEAST_RMS * frame.length;
    const isWithin = cosine >= LEAST_COSINE && cosine <= MOST_COSINE;
    const stray = (both - 4 * cosine * along + 4 * cosine * cosine * energy) / (4 * (1 - cosine * cosine) * energy);
    const isTone = isLoud && isWithin && stray < MOST_STRAY;
    const goesOn = isTone && (this.#heldMs === 0 || Math.abs(cosine - this.#cosine) < MOST_DRIFT);
    this.#cosine = cosine;
    this.#heldMs = goesOn ? this.#heldMs + (frame.length * 1_000) / this.#sampleRateHz : 0;
    return this.#heldMs >= LEAST_MS;
  }
}
