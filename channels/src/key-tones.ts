import type { Clock, Timer } from "@ongea/conversation";
import { FRAME_MS } from "@ongea/conversation";

const KEYPAD = "123A456B789C*0#D";
const ROW_HZ = [697, 770, 852, 941];
const COLUMN_HZ = [1209, 1336, 1477, 1633];
const PRESS_BEATS = 5;
const GAP_BEATS = 4;
const MAX_QUEUED_KEYS = 64;
const AMPLITUDE = 8_000;

/** Keys as tones in the sound (ITU-T Q.23), one after the other: for peers that are not told of keys in another way. */
export class KeyTones {
  readonly #clock: Clock;
  readonly #rateHz: number;
  readonly #frame: Int16Array;
  readonly #emit: (frame: Int16Array, isFirst: boolean) => void;
  #queue = "";
  #beat = 0;
  #pulse: Timer | undefined;

  /** The emitted frame is reused. `isFirst`: a gap in sending was before it. */
  constructor(clock: Clock, rateHz: number, emit: (frame: Int16Array, isFirst: boolean) => void) {
    this.#clock = clock;
    this.#rateHz = rateHz;
    this.#frame = new Int16Array((rateHz / 1_000) * FRAME_MS);
    this.#emit = emit;
  }

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
    const beat = this.#beat++;
    if (beat < PRESS_BEATS) return this.#sound(this.#queue[0] ?? "", beat);
    if (beat < PRESS_BEATS + GAP_BEATS - 1) return;
    this.#beat = 0;
    this.#queue = this.#queue.slice(1);
    if (this.#queue === "") this.stop();
  }

  #sound(digit: string, beat: number): void {
    const place = KEYPAD.indexOf(digit);
    const row = ((ROW_HZ[place >> 2] ?? 0) * 2 * Math.PI) / this.#rateHz;
    const column = ((COLUMN_HZ[place & 3] ?? 0) * 2 * Math.PI) / this.#rateHz;
    const { length } = this.#frame;
    for (let i = 0; i < length; i++) {
      const at = beat * length + i;
      this.#frame[i] = Math.round(AMPLITUDE * (Math.sin(row * at) + Math.sin(column * at)));
    }
    this.#emit(this.#frame, beat === 0);
  }
}
