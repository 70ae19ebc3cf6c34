/** Asynchronous work with a time limit on the conversation's clock, ended by an abort. */
import type { Clock } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";

export interface Limits<T = unknown> {
  firstMs: number;
  /** After each step, or after this one. */
  nextMs: number | ((step: T) => number);
  what: string;
}

/** One for all: an abort without a reason makes an exception with a stack, for each answer several times. */
const OVER = new Error("The stream is over or no longer wanted");

/**
 * Iterates a provider's stream. A step that takes longer than its limit aborts the provider and throws a timeout; an abort from outside
 * ends the iteration quietly.
 */
export async function* withDeadline<T>(
  clock: Clock,
  limits: Limits<T>,
  signal: AbortSignal,
  source: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const inner = new AbortController();
  const abort = (): void => inner.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const iterator = source(inner.signal)[Symbol.asyncIterator]();
  let limitMs = limits.firstMs;
  try {
    while (!signal.aborted) {
      const step = await raceDeadline(clock, limitMs, signal, iterator.next());
      if (step === "aborted" || (step !== "late" && step.done)) return;
      if (step === "late") throw new ProviderFailure("timeout", `${limits.what} took longer than ${limitMs} ms`);
      limitMs = typeof limits.nextMs === "number" ? limits.nextMs : limits.nextMs(step.value);
      yield step.value;
    }
  } catch (cause) {
    if (signal.aborted) return;
    throw asFailure(cause, limits.what);
  } finally {
    signal.removeEventListener("abort", abort);
    inner.abort(OVER);
    // Not awaited: a provider that hangs must not hold the conversation.
    iterator.return?.()?.then(undefined, () => {});
  }
}

/** The value, or which of the two other things came first. */
export async function raceDeadline<T>(
  clock: Clock,
  limitMs: number,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T | "late" | "aborted"> {
  if (signal.aborted) {
    work.then(undefined, () => {});
    return "aborted";
  }
  return new Promise((resolve, reject) => {
    const timer = clock.at(clock.now() + limitMs, () => settle(() => resolve("late")));
    const aborted = (): void => settle(() => resolve("aborted"));
    signal.addEventListener("abort", aborted, { once: true });
    const settle = (act: () => void): void => {
      timer.cancel();
      signal.removeEventListener("abort", aborted);
      act();
    };
    work.then(
      (value) => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(cause instanceof Error ? cause : new Error(String(cause)))),
    );
  });
}

export function asFailure(cause: unknown, what: string): ProviderFailure {
  if (cause instanceof ProviderFailure) return cause;
  return new ProviderFailure("bad-answer", `${what} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });
}
