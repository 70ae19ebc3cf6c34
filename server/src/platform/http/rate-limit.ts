/** How often one address may ask for something: a bucket of tokens that fills again with time. */
import { refuse } from "./refuse.ts";

export interface RateLimit {
  /** Takes a token from the bucket of `who`, or refuses with "request.too_many". */
  take(who: string): void;
  /** Puts a token back: what it was taken for turned out not to count. */
  giveBack(who: string): void;
}

export interface RateLimitOptions {
  /** How many at once. */
  burst: number;
  /** Time in which one more becomes possible. */
  refillMs: number;
  /** Any steady clock. */
  nowMs: () => number;
  /** Buckets kept; when there are more, the one that was used longest ago is forgotten. */
  mostBuckets?: number;
}

const MOST_BUCKETS = 10_000;

export function createRateLimit({ burst, refillMs, nowMs, mostBuckets = MOST_BUCKETS }: RateLimitOptions): RateLimit {
  /** In the order of their last use. */
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return {
    giveBack(who) {
      const bucket = buckets.get(who);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    take(who) {
      const now = nowMs();
      const bucket = buckets.get(who) ?? { tokens: burst, atMs: now };
      const tokens = Math.min(burst, bucket.tokens + (now - bucket.atMs) / refillMs);
      buckets.delete(who);
      buckets.set(who, { tokens: Math.max(0, tokens - 1), atMs: now });
      if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value ?? "");
      if (tokens >= 1) return;
      const refusal = refuse("request.too_many");
      refusal.retryAfterSeconds = Math.max(1, Math.ceil(((1 - tokens) * refillMs) / 1_000));
      throw refusal;
    },
  };
}

/** One visitor of an IPv4 address; of IPv6, one network, since a visitor has the whole of it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  return (plain.split("::")[0] ?? "").split(":").slice(0, 4).join(":");
}
