/**
 * Backchannelling: a small word while the caller tells something long ("uh-huh"), which takes no turn. It stands between the ears and
 * turn-taking, and changes nothing of what turn-taking hears.
 */
import type { Clock, Problem, Timer, Words } from "../ports.ts";
import type { FailedProvider } from "../journal.ts";
import type { HearStageListener } from "../hear/hear-stage.ts";
import type { BackchannelRules } from "../plan.ts";

export interface BackchannelParts {
  clock: Clock;
  rules: BackchannelRules;
  /** Gets the word ready: called when the caller is heard for the first time. */
  prepare(): void;
  /** We say nothing and prepare nothing: the caller has the turn. */
  isListening(): boolean;
  say(): void;
}

export class Backchannel implements HearStageListener {
  readonly #parts: BackchannelParts;
  readonly #next: HearStageListener;
  #isReady = false;
  #sinceMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;

  constructor(parts: BackchannelParts, next: HearStageListener) {
    this.#parts = parts;
    this.#next = next;
  }

  began(startMs: number): void {
    if (!this.#isReady) this.#parts.prepare();
    this.#isReady = true;
    this.#sinceMs = startMs;
    this.#arm();
    this.#next.began(startMs);
  }

  continues(voicedMs: number): void {
    this.#next.continues(voicedMs);
  }

  /** Nobody is encouraged who is silent. */
  paused(endMs: number, isBeingJudged: boolean): void {
    this.stop();
    this.#next.paused(endMs, isBeingJudged);
  }

  resumed(): void {
    this.#arm();
    this.#next.resumed();
  }

  partial(words: Words): void {
    this.#next.partial(words);
  }

  settled(words: Words): void {
    this.#next.settled(words);
  }

  judged(finished: number | undefined): void {
    this.#next.judged(finished);
  }

  failed(problem: Problem, recovery: "fallback" | "none", who: FailedProvider): void {
    this.#next.failed(problem, recovery, who);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    this.stop();
    const { clock, rules } = this.#parts;
    const dueMs = Math.max(this.#sinceMs + rules.startAfterMs, this.#lastMs + rules.everyMs);
    this.#timer = clock.at(dueMs, () => {
      if (this.#parts.isListening()) {
        this.#lastMs = clock.now();
        this.#parts.say();
      }
      if (this.#timer) this.#again();
    });
  }

  #again(): void {
    const { clock, rules } = this.#parts;
    this.#sinceMs = clock.now() + rules.everyMs - rules.startAfterMs;
    this.#arm();
  }
}
