/** What finishes before that stands is not begun again. */
const STOP_GRACE_MS = 2_000;

/** Does the work within its time. Rejects when that is over, or a moment after the server stops, also where the work heeds no signal. */
export async function within(
  seconds: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let stop = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (reason: unknown, graceMs: number): void => {
      over.abort(reason);
      timers.push(setTimeout(() => reject(reason), graceMs));
    };
    timers.push(setTimeout(() => end(new Error(`It took longer than ${seconds} s`), 0), seconds * 1_000));
    stop = () => end(stopping.reason, STOP_GRACE_MS);
    stopping.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([work(over.signal), late]);
  } finally {
    stopping.removeEventListener("abort", stop);
    for (const timer of timers) clearTimeout(timer);
  }
}
