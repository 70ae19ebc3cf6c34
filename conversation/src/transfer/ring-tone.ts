/** What a caller hears while somebody's telephone rings: 425 Hz, one second in five, as most networks of Africa and Europe have it (ITU-T E.180). */

const HZ = 425;
const SOUNDS_MS = 1_000;
const EVERY_MS = 5_000;
const LOUDNESS = 2_600;

export class RingTone {
  readonly #sampleRateHz: number;
  readonly #period: number;
  readonly #sounding: number;
  #at = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
    this.#period = (sampleRateHz * EVERY_MS) / 1_000;
    this.#sounding = (sampleRateHz * SOUNDS_MS) / 1_000;
  }

  take(frame: Int16Array): void {
    const step = (2 * Math.PI * HZ) / this.#sampleRateHz;
    for (let i = 0; i < frame.length; i++) {
      frame[i] = this.#at < this.#sounding ? Math.round(LOUDNESS * Math.sin(step * this.#at)) : 0;
      this.#at = (this.#at + 1) % this.#period;
    }
  }
}
