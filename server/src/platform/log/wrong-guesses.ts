/** Wrong passwords, codes, keys and digests: each is counted, and the log says where they come from, but not line by line in a flood. */
import type { Log } from "./log.ts";

export interface WrongGuesses {
  /** `kind` is a stable code, such as "access.bad_password"; `from` an address. */
  note(kind: string, from: string): void;
  /** Of each kind since the start. */
  counts(): Readonly<Record<string, number>>;
}

const LINES_A_WINDOW = 20;
const WINDOW_MS = 10_000;

export function createWrongGuesses(log: Log, nowMs: () => number): WrongGuesses {
  const counts = new Map<string, number>();
  let windowMs = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let unsaid = 0;
  return {
    note(kind, from) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (nowMs() - windowMs > WINDOW_MS) {
        if (unsaid > 0) log.warn({ unsaid }, "More wrong passwords, codes or keys came than were written down");
        [windowMs, lines, unsaid] = [nowMs(), 0, 0];
      }
      if (++lines > LINES_A_WINDOW) unsaid++;
      else log.warn({ kind, count, pii: { from } }, "A wrong password, code or key");
    },
    counts: () => Object.fromEntries(counts),
  };
}
