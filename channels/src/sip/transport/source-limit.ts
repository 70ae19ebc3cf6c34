/** How many new requests a second one source may make: before anything is done for them, so that one cannot keep the others out. */
export interface SourceLimitOptions {
  /** New requests a second from one address … */
  perSecond: number;
  /** … and how many at once. */
  burst: number;
  /** How busy the machine is, 0…1: as it fills up, the busiest sources get less, and the others go on. */
  pressure?: (() => number) | undefined;
  nowMs?: () => number;
}

const MAX_SOURCES = 10_000;
/** From this pressure on the share of a busy source shrinks, down to the least that one always has. */
const TIGHT = 0.95;
const LEAST_PER_SECOND = 20;

interface Bucket {
  left: number;
  atMs: number;
}

export class SourceLimit {
  readonly #options: SourceLimitOptions;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: SourceLimitOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** Whether this source may make one more request now. */
  take(address: string): boolean {
    const { burst } = this.#options;
    const nowMs = this.#nowMs();
    const rate = this.#perSecond();
    const bucket = this.#buckets.get(address) ?? { left: burst, atMs: nowMs };
    bucket.left = Math.min(Math.min(burst, rate), bucket.left + ((nowMs - bucket.atMs) * rate) / 1_000);
    bucket.atMs = nowMs;
    const may = bucket.left >= 1;
    if (may) bucket.left--;
    this.#buckets.delete(address);
    this.#buckets.set(address, bucket);
    const oldest = this.#buckets.size > MAX_SOURCES ? this.#buckets.keys().next().value : undefined;
    if (oldest !== undefined) this.#buckets.delete(oldest);
    return may;
  }

  #perSecond(): number {
    const { perSecond, pressure } = this.#options;
    const free = 1 - Math.min(1, Math.max(0, ((pressure?.() ?? 0) - TIGHT) / (1 - TIGHT)));
    return Math.max(LEAST_PER_SECOND, perSecond * free);
  }
}
