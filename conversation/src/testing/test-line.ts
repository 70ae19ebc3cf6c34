import type { Clock, Line, LineEnd, LineListener, Timer } from "../ports.ts";
import { FRAME_MS } from "../ports.ts";
import { babble } from "./sounds.ts";

/** A line whose caller is a test: says things for a while, and remembers when our voice was on it. */
export class TestLine implements Line {
  readonly sampleRateHz: 8_000 | 16_000;
  readonly clock: Clock;
  /** Times of all frames that were not silent. */
  readonly soundingMs: number[] = [];
  readonly sentMs: number[] = [];
  pressed = "";
  cleared = 0;
  ended = false;
  #listener: LineListener | undefined;
  #pulse: Timer | undefined;
  #speech: Int16Array = new Int16Array(0);
  #spoken = 0;
  readonly #frame: Int16Array;

  constructor(clock: Clock, sampleRateHz: 8_000 | 16_000 = 8_000) {
    this.clock = clock;
    this.sampleRateHz = sampleRateHz;
    this.#frame = new Int16Array((sampleRateHz * FRAME_MS) / 1_000);
  }

  open(listener: LineListener): void {
    this.#listener = listener;
    this.#pulse = this.clock.pulse(this.clock.now() + 7, (dueMs) => this.#deliver(dueMs - FRAME_MS));
  }

  send(frame: Int16Array): void {
    if (this.ended) return;
    this.sentMs.push(this.clock.now());
    if (frame.some((sample) => Math.abs(sample) > 100)) this.soundingMs.push(this.clock.now());
  }

  clear(): void {
    this.cleared++;
  }

  press(digits: string): void {
    this.pressed += digits;
  }

  hangUp(): void {
    this.#close("we-hung-up");
  }

  /** The caller makes speech-like sound from the next frame on. */
  say(ms: number): void {
    this.play(babble(ms, this.sampleRateHz));
  }

  /** These samples come from the next frame on. */
  play(samples: Int16Array): void {
    this.#speech = samples;
    this.#spoken = 0;
  }

  key(digit: string): void {
    if (!this.ended) this.#listener?.key(digit);
  }

  holds(isHeld: boolean): void {
    if (!this.ended) this.#listener?.held?.(isHeld);
  }

  callerHangsUp(): void {
    this.#close("caller-hung-up");
  }

  #close(end: LineEnd): void {
    if (this.ended) return;
    this.ended = true;
    this.#pulse?.cancel();
    this.#listener?.closed(end);
  }

  #deliver(atMs: number): void {
    if (this.ended) return;
    const rest = this.#speech.subarray(this.#spoken, this.#spoken + this.#frame.length);
    this.#frame.fill(0);
    this.#frame.set(rest);
    this.#spoken += rest.length;
    this.#listener?.heard(this.#frame, atMs);
  }
}
