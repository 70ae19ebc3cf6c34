/** Asks `/health` all the time, as somebody who should feel nothing of what others do. */
import { figures } from "../driver/figures.ts";

export interface HealthWatch {
  stop(): Promise<{ p50: number; p99: number; failed: number; n: number }>;
}

const EVERY_MS = 20;
const PATIENCE_MS = 5_000;

export function watchHealth(url: string): HealthWatch {
  const took: number[] = [];
  let failed = 0;
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      const beganMs = performance.now();
      const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (!answer?.ok) failed++;
      took.push(performance.now() - beganMs);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    async stop() {
      over.abort();
      await asking;
      const { p50, p99, n } = figures(took);
      return { p50, p99, failed, n };
    },
  };
}
