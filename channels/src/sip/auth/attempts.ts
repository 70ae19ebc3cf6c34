const MAX_ADDRESSES = 10_000;
const MAX_USERS_AN_ADDRESS = 50;

interface Failures {
  sinceMs: number;
  /** Wrong passwords, by the account that they were tried for. */
  byUser: Map<string, number>;
}

/**
 * Counts wrong passwords of each source address, so that they can't be guessed by trying. A right one forgives that account's own failures
 * only: whoever has one account does not get to guess at the others for ever.
 */
export class Attempts {
  readonly #failures = new Map<string, Failures>();
  readonly #most: number;
  readonly #withinMs: number;

  constructor(most: number, withinMs: number) {
    this.#most = most;
    this.#withinMs = withinMs;
  }

  isBlocked(address: string): boolean {
    const entry = this.#failures.get(address);
    if (!entry) return false;
    if (performance.now() - entry.sinceMs <= this.#withinMs) return countOf(entry) >= this.#most;
    this.#failures.delete(address);
    return false;
  }

  failed(address: string, user: string): void {
    const entry = this.#failures.get(address) ?? { sinceMs: performance.now(), byUser: new Map<string, number>() };
    const name = entry.byUser.has(user) || entry.byUser.size < MAX_USERS_AN_ADDRESS ? user : "";
    entry.byUser.set(name, (entry.byUser.get(name) ?? 0) + 1);
    this.#failures.delete(address);
    this.#failures.set(address, entry);
    const oldest = this.#failures.size > MAX_ADDRESSES ? this.#failures.keys().next().value : undefined;
    if (oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(address: string, user: string): void {
    this.#failures.get(address)?.byUser.delete(user);
  }
}

function countOf({ byUser }: Failures): number {
  let count = 0;
  for (const ofUser of byUser.values()) count += ofUser;
  return count;
}
