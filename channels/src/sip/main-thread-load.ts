/** How busy the main thread is: who asks for more than it can do is told so early. */
import { performance } from "node:perf_hooks";

const EVERY_MS = 250;
const KEPT = 4;

/** `busy`: the share of the last second in which it was at work, 0…1. */
export function watchMainThread(): { busy(): number; stop(): void } {
  const shares: number[] = [];
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    shares.push(performance.eventLoopUtilization(now, before).utilization);
    if (shares.length > KEPT) shares.shift();
    before = now;
  }, EVERY_MS).unref();
  return {
    busy: () => (shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length),
    stop: () => clearInterval(timer),
  };
}
