import type { Clock, Timer } from "../ports.ts";
import { FRAME_MS } from "../ports.ts";

interface Due {
  atMs: number;
  order: number;
  callback: (() => void) | undefined;
}

/** Time that moves only when a test moves it. Promises settle between two due callbacks, as they would between two timers. */
export class VirtualClock implements Clock {
  #nowMs = 0;
  #order = 0;
  #due: Due[] = [];

  now(): number {
    return this.#nowMs;
  }

  at(atMs: number, callback: () => void): Timer {
    const due: Due = { atMs: Math.max(atMs, this.#nowMs), order: this.#order++, callback };
    this.#due.push(due);
    this.#due.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    return {
      cancel: () => {
        due.callback = undefined;
      },
    };
  }

  pulse(firstMs: number, beat: (dueMs: number) => void): Timer {
    let cancelled = false;
    const next = (dueMs: number): void => {
      timer = this.at(dueMs, () => {
        if (cancelled) return;
        beat(dueMs);
        if (!cancelled) next(dueMs + FRAME_MS);
      });
    };
    let timer: Timer;
    next(Math.max(firstMs, this.#nowMs));
    return {
      cancel: () => {
        cancelled = true;
        timer.cancel();
      },
    };
  }

  /** What is still to be called back. */
  get pending(): number {
    return this.#due.filter(({ callback }) => callback).length;
  }

  /** Lets `ms` pass, calling back everything that falls due on the way. */
  async pass(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    await settle();
    for (let due = this.#due[0]; due && due.atMs <= until; due = this.#due[0]) {
      this.#due.shift();
      this.#nowMs = due.atMs;
      due.callback?.();
      await settle();
    }
    this.#nowMs = until;
    await settle();
  }
}

/** Enough turns of the microtask queue for a chain of awaits to come to rest. */
async function settle(): Promise<void> {
  for (let i = 0; i < 40; i++) await Promise.resolve();
}
