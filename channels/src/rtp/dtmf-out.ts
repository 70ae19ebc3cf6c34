import type { Clock, Timer } from "@ongea/conversation";
import { DTMF_DIGITS } from "./dtmf-in.ts";
import type { RtpSender } from "./sender.ts";

const FRAME_SAMPLES = 160;
const PRESS_BEATS = 5;
/** The end is said three times (RFC 4733 section 2.5.1.4). */
const END_BEATS = 3;
const GAP_BEATS = 3;
const MAX_QUEUED_KEYS = 64;
const ROW_HZ = [697, 770, 852, 941];
const COLUMN_HZ = [1209, 1336, 1477, 1633];
const KEYPAD = "123A456B789C*0#D";

/** Presses keys one after the other: as telephone events, or as tones for a peer that doesn't know them. */
export class DtmfOut {
  readonly #clock: Clock;
  readonly #sender: RtpSender;
  readonly #transmit: (packet: Buffer) => void;
  readonly #tone = new Int16Array(FRAME_SAMPLES);
  #queue = "";
  #asEvents = true;
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

  useEvents(asEvents: boolean): void {
    this.#asEvents = asEvents;
  }

  press(digits: string): void {
    const keys = digits
      .toUpperCase()
      .split("")
      .filter((digit) => DTMF_DIGITS.includes(digit))
      .join("");
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
      if (this.#asEvents) this.#event(DTMF_DIGITS.indexOf(digit), beat);
      else if (beat < PRESS_BEATS) this.#sound(digit, beat);
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

  #sound(digit: string, beat: number): void {
    const place = KEYPAD.indexOf(digit);
    const row = ((ROW_HZ[place >> 2] ?? 0) * 2 * Math.PI) / 8_000;
    const column = ((COLUMN_HZ[place & 3] ?? 0) * 2 * Math.PI) / 8_000;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const at = beat * FRAME_SAMPLES + i;
      this.#tone[i] = Math.round(8_000 * (Math.sin(row * at) + Math.sin(column * at)));
    }
    this.#transmit(this.#sender.audio(this.#tone, beat === 0, this.#clock.now()));
  }
}
