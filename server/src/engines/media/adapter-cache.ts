/** Parts that are made once for each setting: a model remembers what its service does not accept, an adapter keeps its connection warm. */

export interface AdapterCache {
  once<Part>(key: string, make: () => Part): Part;
  readonly size: number;
}

/** Longer than any call: what nobody has been lent for so long, nobody uses. A key that was removed stays no longer either. */
const UNUSED_MS = 15 * 60_000;
const MOST = 500;

export function createAdapterCache(nowMs: () => number): AdapterCache {
  /** By their last use, the oldest first. */
  const parts = new Map<string, { part: unknown; usedMs: number }>();
  const forgetOld = (): void => {
    for (const [key, { usedMs }] of parts) {
      if (parts.size <= MOST && nowMs() - usedMs < UNUSED_MS) return;
      parts.delete(key);
    }
  };
  return {
    once<Part>(key: string, make: () => Part): Part {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one key is always made by the same function
      const part = parts.has(key) ? (parts.get(key)?.part as Part) : make();
      parts.delete(key);
      parts.set(key, { part, usedMs: nowMs() });
      forgetOld();
      return part;
    },
    get size() {
      return parts.size;
    },
  };
}
