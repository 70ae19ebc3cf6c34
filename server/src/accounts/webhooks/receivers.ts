/** Which receiver may be asked now: one that does not answer, or slowly, keeps nobody else waiting. */
import { NotNow } from "../../platform/jobs/queue.ts";

export interface Receivers {
  /** Throws `NotNow` while as many ask this one as may. What it returns is called when it has answered, or not. */
  ask(url: string): (isThere: boolean) => void;
}

const SLOW_MS = 2_000;
const SLOW_FOR_MS = 60_000;
/** Deliveries to it that are under way at a time. */
const MOST_WHEN_SLOW = 4;
const MOST_WHEN_SILENT = 1;
/** The longer it is silent, the more rarely each of what waits for it looks. */
const SOONEST_SECONDS = 30;
const LATEST_SECONDS = 600;
const MOST_REMEMBERED = 1_000;

interface Known {
  asking: number;
  /** It has not answered since. */
  silentSinceMs?: number | undefined;
  slowUntilMs: number;
}

export function createReceivers(nowMs: () => number): Receivers {
  const hosts = new Map<string, Known>();
  /** The longest unasked are forgotten first. */
  const of = (url: string): Known => {
    const host = URL.parse(url)?.host ?? "";
    const known = hosts.get(host) ?? { asking: 0, slowUntilMs: 0 };
    hosts.delete(host);
    for (const [other, { asking }] of hosts) {
      if (hosts.size < MOST_REMEMBERED) break;
      if (asking === 0) hosts.delete(other);
    }
    hosts.set(host, known);
    return known;
  };
  return {
    ask(url) {
      const known = of(url);
      const begun = nowMs();
      const { silentSinceMs, slowUntilMs } = known;
      const most = silentSinceMs !== undefined ? MOST_WHEN_SILENT : slowUntilMs > begun ? MOST_WHEN_SLOW : Infinity;
      if (known.asking >= most) throw new NotNow(lookAgainAfter(begun - (silentSinceMs ?? begun)));
      known.asking++;
      return (isThere) => {
        const now = nowMs();
        known.asking--;
        if (now - begun > SLOW_MS) known.slowUntilMs = now + SLOW_FOR_MS;
        known.silentSinceMs = isThere ? undefined : (known.silentSinceMs ?? begun);
      };
    },
  };
}

/** Spread, so that a thousand of them do not look at once. */
function lookAgainAfter(silentMs: number): number {
  const seconds = Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, silentMs / 1_000));
  return Math.ceil(seconds * (1 + Math.random()));
}
