/** How fast parts may go to one SMSC: so many a second, fewer after it has said "throttled". */
export interface Pace {
  /** When each of so many parts may go, one after the other. `waitMs`: the last one would go too late. */
  reserve(parts: number, withinMs: number): { atMs: number[] } | { waitMs: number };
  /** The SMSC takes less for now. */
  slow(): void;
  /** It has taken one. */
  ease(): void;
}

const SLOWEST = 32;
const EASED = 0.9;

export function createPace(perSecond: number, nowMs: () => number): Pace {
  let [nextMs, slowness] = [0, 1];
  return {
    reserve(parts, withinMs) {
      const stepMs = (1_000 / perSecond) * slowness;
      const firstMs = Math.max(nowMs(), nextMs);
      const lastMs = firstMs + (parts - 1) * stepMs;
      if (lastMs - nowMs() > withinMs) return { waitMs: lastMs - nowMs() };
      nextMs = lastMs + stepMs;
      return { atMs: Array.from({ length: parts }, (_, index) => firstMs + index * stepMs) };
    },
    slow() {
      slowness = Math.min(SLOWEST, slowness * 2);
      nextMs = Math.max(nextMs, nowMs() + (1_000 / perSecond) * slowness);
    },
    ease: () => void (slowness = Math.max(1, slowness * EASED)),
  };
}
