import { ANALYSIS_RATE_HZ, Resampler } from "@ongea/conversation";

/** The only rate of its `audio/pcm`. */
export const SOUND_RATE_HZ = 24_000;
/** Sent at once: 40 ms. */
const MESSAGE_SAMPLES = 960;
/** A shorter piece is refused. */
const LEAST_SAMPLES = SOUND_RATE_HZ / 10;

/** The caller's sound as the API takes it: 24 kHz in base64, in messages of 40 ms. */
export class CallerSound {
  readonly #send: (audio: string) => void;
  #resampler = new Resampler(ANALYSIS_RATE_HZ, SOUND_RATE_HZ);
  #converted = new Int16Array(0);
  readonly #message = new Int16Array(MESSAGE_SAMPLES);
  #filled = 0;
  #samples = 0;

  constructor(send: (audio: string) => void) {
    this.#send = send;
  }

  /** Since the last piece. */
  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  push(frame: Int16Array): void {
    const bound = this.#resampler.outputBound(frame.length);
    if (this.#converted.length < bound) this.#converted = new Int16Array(bound);
    this.#add(this.#converted.subarray(0, this.#resampler.process(frame, this.#converted)));
  }

  /** Sends what is left; returns how long the piece is, ms. */
  finish(): number {
    const missing = LEAST_SAMPLES - this.#samples;
    if (missing > 0) this.#add(new Int16Array(missing));
    this.#flush();
    const ms = (this.#samples / SOUND_RATE_HZ) * 1_000;
    this.#samples = 0;
    return ms;
  }

  drop(): void {
    this.#filled = 0;
    this.#samples = 0;
    this.#resampler = new Resampler(ANALYSIS_RATE_HZ, SOUND_RATE_HZ);
  }

  #add(sound: Int16Array): void {
    this.#samples += sound.length;
    for (let at = 0; at < sound.length;) {
      const count = Math.min(sound.length - at, MESSAGE_SAMPLES - this.#filled);
      this.#message.set(sound.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === MESSAGE_SAMPLES) this.#flush();
    }
  }

  #flush(): void {
    if (this.#filled === 0) return;
    this.#send(Buffer.from(this.#message.buffer, 0, this.#filled * 2).toString("base64"));
    this.#filled = 0;
  }
}
