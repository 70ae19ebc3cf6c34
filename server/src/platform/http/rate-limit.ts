/** How often one address may ask for something: a bucket of tokens that fills again with time. */
import { refuse } from "./refuse.ts";

export interface RateLimit {
  /** Takes a token from the bucket of `who`, or refuses with "request.too_many". */
  take(who: string): void;
  /** Refuses in the same way where nothing is left, and takes nothing. */
  check(who: string): void;
  /** Whether there is a token to take. */
  has(who: string): boolean;
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
  function tokensOf(who: string, now: number): number {
    const { tokens, atMs } = buckets.get(who) ?? { tokens: burst, atMs: now };
    return Math.min(burst, tokens + (now - atMs) / refillMs);
  }

  function refuseBelowOne(tokens: number): void {
    if (tokens >= 1) return;
    const refusal = refuse("request.too_many");
    refusal.retryAfterSeconds = Math.max(1, Math.ceil(((1 - tokens) * refillMs) / 1_000));
    throw refusal;
  }

  return {
    has: (who) => tokensOf(who, nowMs()) >= 1,
    check: (who) => refuseBelowOne(tokensOf(who, nowMs())),
    giveBack(who) {
      const bucket = buckets.get(who);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    take(who) {
      const now = nowMs();
      const tokens = tokensOf(who, now);
      buckets.delete(who);
      buckets.set(who, { tokens: Math.max(0, tokens - 1), atMs: now });
      if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value ?? "");
      refuseBelowOne(tokens);
    },
  };
}

export interface WindowLimit {
  /** Counts one more of `who`; returns the usual headers, or refuses with "request.too_many" and the same headers. */
  count(who: string): Readonly<Record<string, string>>;
}

export interface WindowLimitOptions {
  most: number;
  windowMs: number;
  nowMs: () => number;
  mostWindows?: number;
}

/** So many in a window of time that begins with the first; told by the headers RateLimit-* and X-RateLimit-*. */
export function createWindowLimit({ most, windowMs, nowMs, mostWindows = MOST_BUCKETS }: WindowLimitOptions): WindowLimit {
  /** In the order of their beginning. */
  const windows = new Map<string, { used: number; endsMs: number }>();
  return {
    count(who) {
      const now = nowMs();
      let window = windows.get(who);
      if (!window || window.endsMs <= now) {
        windows.delete(who);
        window = { used: 0, endsMs: now + windowMs };
        windows.set(who, window);
        if (windows.size > mostWindows) windows.delete(windows.keys().next().value ?? "");
      }
      window.used++;
      const resetSeconds = Math.max(1, Math.ceil((window.endsMs - now) / 1_000));
      const remaining = Math.max(0, most - window.used);
      const headers: Record<string, string> = { "ratelimit-policy": `${most};w=${Math.round(windowMs / 1_000)}` };
      for (const prefix of ["ratelimit", "x-ratelimit"]) {
        headers[`${prefix}-limit`] = String(most);
        headers[`${prefix}-remaining`] = String(remaining);
        headers[`${prefix}-reset`] = String(resetSeconds);
      }
      if (window.used <= most) return headers;
      const refusal = refuse("request.too_many");
      refusal.retryAfterSeconds = resetSeconds;
      refusal.headers = headers;
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
