/** Where a host is that a user named: resolved once, checked, so that the address alone is connected to. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { withTimeout } from "../../platform/async/with-timeout.ts";
import { mayReachWith } from "../../platform/fetch/private.ts";

const LOOKUP_MS = 5_000;

/** `allowed`: private addresses that may be reached all the same. Never rejects. */
export async function addressOf(
  host: string,
  allowed: readonly string[],
): Promise<{ address: string } | { problem: "private" | "unreachable" }> {
  const found = isIP(host) > 0 ? [host] : await resolved(host);
  const address = found.find(mayReachWith(allowed));
  if (address !== undefined) return { address };
  return { problem: found.length > 0 ? "private" : "unreachable" };
}

async function resolved(host: string): Promise<string[]> {
  const found = await withTimeout(lookup(host, { all: true }), LOOKUP_MS, "DNS did not answer").catch(() => []);
  return found.map(({ address }) => address);
}
