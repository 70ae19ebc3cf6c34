const MAX_ADDRESSES = 10_000;

/** Counts failures of each source address, so that passwords can't be guessed by trying. */
export class Attempts {
  readonly #failures = new Map<string, { count: number; sinceMs: number }>();
  readonly #most: number;
  readonly #withinMs: number;

  constructor(most: number, withinMs: number) {
    this.#most = most;
    this.#withinMs = withinMs;
  }

  isBlocked(address: string): boolean {
    const entry = this.#failures.get(address);
    if (!entry) return false;
    if (performance.now() - entry.sinceMs > this.#withinMs) this.#failures.delete(address);
    else return entry.count >= this.#most;
    return false;
  }

  failed(address: string): void {
    const entry = this.#failures.get(address) ?? { count: 0, sinceMs: performance.now() };
    entry.count++;
    this.#failures.delete(address);
    this.#failures.set(address, entry);
    const oldest = this.#failures.size > MAX_ADDRESSES ? this.#failures.keys().next().value : undefined;
    if (oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(address: string): void {
    this.#failures.delete(address);
  }
}
