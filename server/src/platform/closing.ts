import { withTimeout } from "./async/with-timeout.ts";

/** Remembers how to end what was started, and ends it in the opposite order, each within its time, whatever fails on the way. */
export interface Closing {
  add(name: string, close: () => Promise<void> | void, timeoutMs?: number): void;
  closeAll(trouble: (name: string, error: unknown) => void): Promise<void>;
}

const TIMEOUT_MS = 20_000;

export function createClosing(): Closing {
  const closers: { name: string; close: () => Promise<void> | void; timeoutMs: number }[] = [];
  return {
    add: (name, close, timeoutMs = TIMEOUT_MS) => void closers.push({ name, close, timeoutMs }),
    async closeAll(trouble) {
      for (let next = closers.pop(); next; next = closers.pop()) {
        const { name, close, timeoutMs } = next;
        try {
          await withTimeout(Promise.resolve(close()), timeoutMs, `did not end within ${timeoutMs} ms`);
        } catch (error) {
          trouble(name, error);
        }
      }
    },
  };
}
