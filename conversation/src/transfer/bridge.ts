/** Two people on two lines who hear each other: the caller, and whoever the call was put through to. The caller's side is sent by playout. */
import type { Clock, Line, Timer } from "../ports.ts";
import { FRAME_MS } from "../ports.ts";
import { PassingSound } from "./passing-sound.ts";

export interface BridgeParts {
  caller: Line;
  other: Line;
  clock: Clock;
  /** The other one is gone. Once, and not after `close`. */
  left(): void;
}

export class Bridge {
  readonly #other: Line;
  readonly #toOther: PassingSound;
  readonly #toCaller: PassingSound;
  #pulse: Timer | undefined;
  #isOver = false;

  constructor({ caller, other, clock, left }: BridgeParts) {
    this.#other = other;
    this.#toOther = new PassingSound(caller.sampleRateHz, other.sampleRateHz);
    this.#toCaller = new PassingSound(other.sampleRateHz, caller.sampleRateHz);
    other.open({
      heard: (frame) => this.#toCaller.push(frame),
      key: (digit) => caller.press(digit),
      closed: () => {
        if (this.#isOver) return;
        this.#end();
        left();
      },
    });
    // A line may be over before it is opened.
    if (this.#isOver) return;
    const frame = new Int16Array((other.sampleRateHz * FRAME_MS) / 1_000);
    let isFirst = true;
    this.#pulse = clock.pulse(clock.now(), () => {
      this.#toOther.take(frame);
      other.send(frame, isFirst);
      isFirst = false;
    });
  }

  /** A frame of the caller's. */
  heard(frame: Int16Array): void {
    this.#toOther.push(frame);
  }

  /** The next frame for the caller. */
  take(frame: Int16Array): void {
    this.#toCaller.take(frame);
  }

  press(digit: string): void {
    this.#other.press(digit);
  }

  close(): void {
    if (this.#isOver) return;
    this.#end();
    this.#other.hangUp();
  }

  #end(): void {
    this.#isOver = true;
    this.#pulse?.cancel();
  }
}
