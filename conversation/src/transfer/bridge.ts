/** Two people on two lines who hear each other: the caller, and whoever the call was put through to. The caller's side is sent by playout. */
import type { Clock, Line, Timer } from "../ports.ts";
import { FRAME_MS } from "../ports.ts";
import type { SpokenUtterance } from "../speak/spoken-utterance.ts";
import { PassingSound } from "./passing-sound.ts";
import { RingTone } from "./ring-tone.ts";

export interface BridgeParts {
  caller: Line;
  other: Line;
  clock: Clock;
  /** Said to the other one alone, before they hear each other: until it is over the caller hears a telephone ring. */
  first?: SpokenUtterance | undefined;
  /** They hear each other now. Once, and not after `close`. */
  joined?(): void;
  /** The other one is gone. Once, and not after `close`. */
  left(): void;
}

export class Bridge {
  readonly #other: Line;
  readonly #toOther: PassingSound;
  readonly #toCaller: PassingSound;
  readonly #joined: () => void;
  readonly #ringing: RingTone;
  #first: SpokenUtterance | undefined;
  #pulse: Timer | undefined;
  #isOver = false;

  constructor({ caller, other, clock, first, joined = () => undefined, left }: BridgeParts) {
    this.#other = other;
    this.#first = first;
    this.#joined = joined;
    this.#ringing = new RingTone(caller.sampleRateHz);
    this.#toOther = new PassingSound(caller.sampleRateHz, other.sampleRateHz);
    this.#toCaller = new PassingSound(other.sampleRateHz, caller.sampleRateHz);
    other.open({
      heard: (frame) => {
        if (!this.#first) this.#toCaller.push(frame);
      },
      key: (digit) => {
        if (!this.#first) caller.press(digit);
      },
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
      if (this.#first) this.#sayFirst(this.#first, frame);
      else this.#toOther.take(frame);
      other.send(frame, isFirst);
      isFirst = false;
    });
  }

  #sayFirst(words: SpokenUtterance, frame: Int16Array): void {
    words.take(frame);
    if (!words.finished || words.samplesAhead > 0) return;
    this.#first = undefined;
    this.#joined();
  }

  /** A frame of the caller's. */
  heard(frame: Int16Array): void {
    if (!this.#first) this.#toOther.push(frame);
  }

  /** The next frame for the caller. */
  take(frame: Int16Array): void {
    if (this.#first) this.#ringing.take(frame);
    else this.#toCaller.take(frame);
  }

  press(digit: string): void {
    if (!this.#first) this.#other.press(digit);
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
