const BEAT_MS = 20;
const BEATS = 100;

/** How late a beat of 20 ms comes on this machine now: the 99th percentile over two seconds. */
export async function timerLatenessMs(): Promise<number> {
  const late: number[] = [];
  const startMs = performance.now();
  for (let beat = 1; beat <= BEATS; beat++) {
    const dueMs = startMs + beat * BEAT_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    late.push(Math.max(0, performance.now() - dueMs));
  }
  return late.toSorted((a, b) => a - b)[Math.floor(BEATS * 0.99) - 1] ?? 0;
}
