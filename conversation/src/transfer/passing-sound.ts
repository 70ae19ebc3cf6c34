/** Sound on its way from one person's line to another's: a little is gathered before it flows, so that a network that stutters is not heard. */
import { Resampler } from "../audio/resampler.ts";

const GATHERED_MS = 40;
/** What is older than this helps nobody: people who talk with each other hear delay before they hear a gap. */
const MOST_MS = 200;

export class PassingSound {
  readonly #resampler: Resampler | undefined;
  readonly #converted: Int16Array;
  readonly #held: Int16Array;
  readonly #gathered: number;
  #length = 0;
  #flows = false;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = fromHz === toHz ? undefined : new Resampler(fromHz, toHz);
    const most = (toHz * MOST_MS) / 1_000;
    this.#converted = new Int16Array(this.#resampler?.outputBound((fromHz * MOST_MS) / 1_000) ?? 0);
    this.#held = new Int16Array(most);
    this.#gathered = (toHz * GATHERED_MS) / 1_000;
  }

  /** Borrowed: it is copied. */
  push(frame: Int16Array): void {
    const written = this.#resampler?.process(frame, this.#converted);
    const sound = written === undefined ? frame : this.#converted.subarray(0, written);
    const excess = this.#length + sound.length - this.#held.length;
    if (excess > 0) {
      this.#held.copyWithin(0, Math.min(excess, this.#length), this.#length);
      this.#length = Math.max(0, this.#length - excess);
    }
    this.#held.set(sound.subarray(0, this.#held.length - this.#length), this.#length);
    this.#length += Math.min(sound.length, this.#held.length - this.#length);
  }

  /** Fills the next frame: with silence where nothing has come. */
  take(frame: Int16Array): void {
    if (this.#length < (this.#flows ? frame.length : this.#gathered)) {
      this.#flows = false;
      frame.fill(0);
      return;
    }
    this.#flows = true;
    frame.set(this.#held.subarray(0, frame.length));
    this.#held.copyWithin(0, frame.length, this.#length);
    this.#length -= frame.length;
  }
}
