/**
 * Whether a media thread takes one more call: those that it has come first.
 *
 * Two measures of the last seconds decide. Whether its sound was late: then nobody comes in. And what one call has taken of the thread,
 * measured while few came and went: no more come than it can carry, however many ring in one second. That a thread is busy with
 * opening and closing lines turns nobody away. Both measures are forgotten within five seconds of an idle thread.
 */
import type { ThreadLoad } from "./messages.ts";

/** For so large a share of the time sound may be late. */
const MOST_BEHIND = 0.2;
/** So much of a thread calls may take at most: above it they wait for each other. */
const MOST_BUSY = 0.8;
/** All threads together may take so much of every core but one, which the database, the main thread and the collectors need. */
const SHARE_OF_CORES = 0.95;
/** The measure of lateness is the middle one of so many reports, which come twice a second: one hiccup turns nobody away, what lasts does. */
const REPORTS_KEPT = 5;
/** Fewer are never what makes a thread late: to turn callers away helps nobody there. */
const FEW_CALLS = 10;
/** What a call takes before it has been measured: media path, recording and VAD on a slow core. */
const FIRST_CALL_SHARE = 0.0058;
const LEAST_CALL_SHARE = 0.002;
const MOST_CALL_SHARE = 0.04;
/** Measured only with so many calls, and while no more than this share of them has come or gone since the report before the last. */
const CALLS_TO_MEASURE = 10;
const MOST_CHANGES = 0.1;
/** How far one report moves the measure. */
const STEP = 0.25;

export type Refusal = "its sound is late" | "it carries as many calls as it can";

/** How much of a thread its calls may take, where so many threads share so many cores. */
export function mostBusy(threads: number, cores: number): number {
  return Math.min(MOST_BUSY, (SHARE_OF_CORES * Math.max(1, cores - 1)) / threads);
}

export class Admission {
  readonly #mostBusy: number;
  readonly #reports: ThreadLoad[] = [];
  #callShare = FIRST_CALL_SHARE;
  #changes = 0;
  #changesBefore = 0;

  constructor(most: number) {
    this.#mostBusy = most;
  }

  /** A call has come or gone, which is work of its own. */
  changed(): void {
    this.#changes++;
  }

  reported(load: ThreadLoad, calls: number): void {
    this.#reports.push(load);
    if (this.#reports.length > REPORTS_KEPT) this.#reports.shift();
    const isMeasured = calls >= CALLS_TO_MEASURE && this.#changes + this.#changesBefore <= calls * MOST_CHANGES;
    const share = isMeasured ? Math.min(MOST_CALL_SHARE, Math.max(LEAST_CALL_SHARE, load.busy / calls)) : FIRST_CALL_SHARE;
    // While many come, what was known of a call is still the best guess.
    if (isMeasured || calls < CALLS_TO_MEASURE) this.#callShare += (share - this.#callShare) * STEP;
    this.#changesBefore = this.#changes;
    this.#changes = 0;
  }

  /** The thread began anew. */
  forget(): void {
    this.#reports.length = 0;
    this.#changes = 0;
    this.#changesBefore = 0;
    this.#callShare = FIRST_CALL_SHARE;
  }

  /** Of the last seconds; `share`: of the thread, what it takes to carry these calls. */
  measured(calls: number): ThreadLoad & { share: number } {
    return { busy: this.#middle("busy"), behind: this.#middle("behind"), share: calls * this.#callShare };
  }

  /** Why one more than these calls cannot be taken. */
  refusal(calls: number): Refusal | undefined {
    if (calls < FEW_CALLS) return undefined;
    if (this.#middle("behind") > MOST_BEHIND) return "its sound is late";
    return (calls + 1) * this.#callShare > this.#mostBusy ? "it carries as many calls as it can" : undefined;
  }

  #middle(of: keyof ThreadLoad): number {
    const sorted = this.#reports.map((load) => load[of]).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }
}
