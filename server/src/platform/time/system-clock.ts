import type { Clock } from "@ongea/conversation";

const FRAME_MS = 20;

/** The clock of this thread, for conversations in writing: its beats are as late as the thread is. */
export const systemClock: Clock = {
  now: () => performance.now(),
  at(atMs, callback) {
    const timer = setTimeout(callback, Math.max(0, atMs - performance.now()));
    return { cancel: () => clearTimeout(timer) };
  },
  pulse(firstMs, beat) {
    let timer: NodeJS.Timeout | undefined;
    const next = (dueMs: number): void => {
      timer = setTimeout(() => {
        beat(dueMs);
        next(dueMs + FRAME_MS);
      }, dueMs - performance.now());
    };
    next(firstMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
