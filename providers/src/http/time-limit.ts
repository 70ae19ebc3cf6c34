/**
 * Aborts after so many ms with a TimeoutError, or with the first of these signals and its reason. Its timer holds it and keeps no process alive.
 * `AbortSignal.any` of an `AbortSignal.timeout` is no time limit: in Node 20 both may be collected, and whoever waits, waits for good
 * (https://github.com/nodejs/node/issues/57736).
 */
export function timeLimit(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const limit = new AbortController();
  const end = (reason: unknown): void => {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener("abort", passOn);
    limit.abort(reason);
  };
  const passOn = (): void => end(signals.find(({ aborted }) => aborted)?.reason);
  const timer = setTimeout(() => end(new DOMException("The operation was aborted due to timeout", "TimeoutError")), ms).unref();
  for (const signal of signals) signal.addEventListener("abort", passOn, { once: true });
  if (signals.some(({ aborted }) => aborted)) passOn();
  return limit.signal;
}
