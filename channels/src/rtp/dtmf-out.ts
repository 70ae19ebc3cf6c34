import type { Clock, Timer } from "@ongea/conversation";
import { DTMF_DIGITS } from "./dtmf-in.ts";
import type { RtpSender } from "./sender.ts";

const FRAME_SAMPLES = 160;
const PRESS_BEATS = 5;
/** The end is said three times (RFC 4733 section 2.5.1.4). */
const END_BEATS = 3;
const GAP_BEATS = 3;
const MAX_QUEUED_KEYS = 64;

/** Presses keys one after the other, as telephone events (RFC 4733). */
export class DtmfOut {
  readonly #clock: Clock;
  readonly #sender: RtpSender;
  readonly #transmit: (packet: Buffer) => void;
  #queue = "";
  #beat = 0;
  #timestamp = 0;
  #pulse: Timer | undefined;

  constructor(clock: Clock, sender: RtpSender, transmit: (packet: Buffer) => void) {
    this.#clock = clock;
    this.#sender = sender;
    this.#transmit = transmit;
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
    const digit = this.#queue[0] ?? "";
    const beat = this.#beat++;
    if (beat < PRESS_BEATS + END_BEATS) {
      this.#event(DTMF_DIGITS.indexOf(digit), beat);
      return;
    }
    if (beat < PRESS_BEATS + END_BEATS + GAP_BEATS - 1) return;
    this.#queue = this.#queue.slice(1);
    this.#beat = 0;
    if (this.#queue === "") this.stop();
  }

  #event(event: number, beat: number): void {
    if (beat === 0) this.#timestamp = this.#sender.timestampAt(this.#clock.now());
    const samples = Math.min(beat + 1, PRESS_BEATS) * FRAME_SAMPLES;
    const press = { timestamp: this.#timestamp, samples, isFirst: beat === 0, isEnd: beat >= PRESS_BEATS };
    this.#transmit(this.#sender.event(event, press));
  }
}
