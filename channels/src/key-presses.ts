import type { Clock, Timer } from "@ongea/conversation";

const MAX_QUEUED_KEYS = 64;

export interface KeyBeats {
  /** Frames in which a key sounds, and in which nothing does behind it. */
  sound: number;
  gap: number;
  /** `beat`: from 0 on, of this key. */
  play(key: string, beat: number): void;
}

/** Keys that are pressed one after the other, a beat each frame. */
export class KeyPresses {
  readonly #clock: Clock;
  readonly #beats: KeyBeats;
  #queue = "";
  #beat = 0;
  #pulse: Timer | undefined;

  constructor(clock: Clock, beats: KeyBeats) {
    this.#clock = clock;
    this.#beats = beats;
  }

  /** While keys are pressed no other sound goes out. */
  get isPressing(): boolean {
    return this.#pulse !== undefined;
  }

  press(digits: string): void {
    const keys = digits.toUpperCase().replace(/[^0-9*#A-D]/g, "");
    this.#queue = (this.#queue + keys).slice(0, MAX_QUEUED_KEYS);
    if (this.#queue === "" || this.#pulse) return;
    this.#beat = 0;
    this.#pulse = this.#clock.pulse(this.#clock.now(), () => this.#tick());
  }

  stop(): void {
    this.#pulse?.cancel();
    this.#pulse = undefined;
    this.#queue = "";
  }

  #tick(): void {
    const { sound, gap, play } = this.#beats;
    const beat = this.#beat++;
    if (beat < sound) return play(this.#queue[0] ?? "", beat);
    if (beat < sound + gap - 1) return;
    this.#beat = 0;
    this.#queue = this.#queue.slice(1);
    if (this.#queue === "") this.stop();
  }
}
