/** What a site's owner asks of programs (robots.txt, RFC 9309). Read once for each site. */
import { createRequire } from "node:module";
import type robots from "robots-parser";
import { OutsideFailure, type FetchOutside, type OutsideLimits } from "../../platform/fetch/outside.ts";

// Its declaration speaks of a module of the other kind.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types name the module as it is not exported
const robotsParser = createRequire(import.meta.url)("robots-parser") as typeof robots.default;

export interface Robots {
  /** Rejects with an {@link OutsideFailure} where the address is a private one. */
  mayRead(url: string, signal: AbortSignal): Promise<boolean>;
  /** How long to wait between two pages, as the site asks; undefined: it asks nothing. */
  pauseMs(url: string): number | undefined;
}

type Rules = Pick<ReturnType<typeof robotsParser>, "isAllowed" | "getCrawlDelay">;

const MOST_BYTES = 512 * 1_024;
/** A site leads to few others; those are asked anew. */
const MOST_SITES = 20;
const PROGRAM = "Ongea";
const ALL: Rules = { isAllowed: () => true, getCrawlDelay: () => undefined };
const NOTHING: Rules = { isAllowed: () => false, getCrawlDelay: () => undefined };

export function createRobots(fetch: FetchOutside, limits: OutsideLimits): Robots {
  const known = new Map<string, Rules>();

  async function read(origin: string, signal: AbortSignal): Promise<Rules> {
    const url = `${origin}/robots.txt`;
    const answer = await fetch(url, { ...limits, mostBytes: MOST_BYTES }, signal).catch((error: unknown) => {
      // A server that cannot be reached says so once more when the page is asked for.
      if (error instanceof OutsideFailure && error.problem !== "private") return undefined;
      throw error;
    });
    // Who has rules and cannot say them is taken to allow nothing.
    if (answer && answer.status >= 500) return NOTHING;
    return answer?.status === 200 ? robotsParser(url, answer.body.toString("utf8")) : ALL;
  }

  return {
    async mayRead(url, signal) {
      const { origin } = new URL(url);
      const rules = known.get(origin) ?? (await read(origin, signal));
      if (known.size >= MOST_SITES) known.clear();
      known.set(origin, rules);
      return rules.isAllowed(url, PROGRAM) !== false;
    },
    pauseMs(url) {
      const seconds = known.get(new URL(url).origin)?.getCrawlDelay(PROGRAM);
      return seconds === undefined || !Number.isFinite(seconds) ? undefined : seconds * 1_000;
    },
  };
}
