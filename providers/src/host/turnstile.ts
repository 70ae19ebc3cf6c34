import { ProviderFailure } from "@ongea/conversation";

/** Lets a few through at a time, the rest in order, up to a length. */
export class Turnstile {
  readonly #atOnce: number;
  readonly #queueLength: number;
  #inside = 0;
  readonly #queue: (() => void)[] = [];

  constructor(atOnce: number, queueLength: number) {
    this.#atOnce = atOnce;
    this.#queueLength = queueLength;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves to the way out, which must be called once. Throws when too many wait, or on abort. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    if (this.#inside < this.#atOnce) this.#inside++;
    else await this.#queued(signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#queue.shift();
      if (next) next();
      else this.#inside--;
    };
  }

  #queued(signal: AbortSignal): Promise<void> {
    if (this.#queue.length >= this.#queueLength) throw new ProviderFailure("rate-limited", "too many wait for this");
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(cancelled());
      };
      this.#queue.push(go);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}

function cancelled(): ProviderFailure {
  return new ProviderFailure("cancelled", "no longer wanted");
}
