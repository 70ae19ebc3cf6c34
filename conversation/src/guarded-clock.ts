import type { Clock } from "./ports.ts";

/** A clock whose callbacks may break without reaching the calls beside this one. */
export function guardedClock(clock: Clock, broke: (cause: unknown) => void): Clock {
  return {
    now: () => clock.now(),
    at: (atMs, callback) =>
      clock.at(atMs, () => {
        try {
          callback();
        } catch (cause) {
          broke(cause);
        }
      }),
    pulse: (firstMs, beat) =>
      clock.pulse(firstMs, (dueMs) => {
        try {
          beat(dueMs);
        } catch (cause) {
          broke(cause);
        }
      }),
  };
}
