/** Watches for silence on both sides: asks once whether the caller is still there, then hangs up. */
import type { Clock, Timer } from "../ports.ts";
import type { SilenceRules } from "../plan.ts";

/** After the question, the caller is given at least this long. */
const AFTER_PROMPT_MS = 4_000;

export interface SilenceListener {
  ask(): void;
  hangUp(): void;
}

export class SilenceWatch {
  readonly #clock: Clock;
  readonly #rules: SilenceRules;
  readonly #listener: SilenceListener;
  #since = 0;
  #asked = false;
  #timer: Timer | undefined;

  constructor(clock: Clock, rules: SilenceRules, listener: SilenceListener) {
    this.#clock = clock;
    this.#rules = rules;
    this.#listener = listener;
  }

  /** Nobody is speaking from now on. `afterQuestion`: what ended was our own question whether the caller is there. */
  begins(afterQuestion = false): void {
    if (!afterQuestion || !this.#asked) {
      this.#since = this.#clock.now();
      this.#asked = false;
    }
    this.#arm(afterQuestion ? this.#clock.now() + AFTER_PROMPT_MS : 0);
  }

  /** What sounded like speech was none: the silence goes on as if nothing had been heard. */
  goesOn(): void {
    this.#arm(0);
  }

  /** Somebody speaks, or an answer is on its way. */
  ends(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(notBeforeMs: number): void {
    this.ends();
    const { promptAfterMs, hangUpAfterMs } = this.#rules;
    const asks = !this.#asked && promptAfterMs !== undefined && promptAfterMs < hangUpAfterMs;
    const atMs = Math.max(notBeforeMs, this.#since + (asks ? promptAfterMs : hangUpAfterMs));
    this.#timer = this.#clock.at(atMs, () => {
      if (!asks) return this.#listener.hangUp();
      this.#asked = true;
      this.#listener.ask();
    });
  }
}
