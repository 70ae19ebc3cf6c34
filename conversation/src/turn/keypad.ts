/** Gathers pressed keys into one number: until `#`, until as many as were asked for, or until no more come. */
import type { Clock, Expected, Timer } from "../ports.ts";

const PAUSE_MS = 2_500;
const MOST_DIGITS = 32;

export class Keypad {
  readonly #clock: Clock;
  readonly #entered: (digits: string) => void;
  #digits = "";
  #timer: Timer | undefined;

  constructor(clock: Clock, entered: (digits: string) => void) {
    this.#clock = clock;
    this.#entered = entered;
  }

  press(digit: string, expected: readonly Expected[]): void {
    this.#timer?.cancel();
    if (digit === "#") return this.#enter();
    this.#digits += digit;
    const wanted = expected.find((e) => e.kind === "digits");
    if (this.#digits.length >= (wanted?.max ?? MOST_DIGITS)) return this.#enter();
    this.#timer = this.#clock.at(this.#clock.now() + PAUSE_MS, () => this.#enter());
  }

  close(): void {
    this.#timer?.cancel();
    this.#digits = "";
  }

  #enter(): void {
    const digits = this.#digits;
    this.close();
    if (digits !== "") this.#entered(digits);
  }
}
