/** Asks a provider whether it takes a key. Which of them how: the adapters; here, services of one's own and what bounds them all. */
import type { ProviderId } from "@ongea/contract";
import { modelListAt } from "@ongea/providers";
import { OutsideFailure, type FetchOutside } from "../../platform/fetch/outside.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import { isAzure, oneKey, type Credentials } from "./credentials.ts";

export interface Checked {
  outcome: "ok" | "refused" | "unreachable" | "limited";
  account?: { name?: string; status?: string; type?: string };
  models?: readonly string[];
}

/** As the adapters have it: one key, written as `oneKey` does. Never throws. */
export type CheckProvider = (
  provider: ProviderId,
  key: string,
  options: { signal: AbortSignal; timeoutMs: number },
) => Promise<{ ok: true; account?: Checked["account"] } | { ok: false; problem: Exclude<Checked["outcome"], "ok"> }>;

export interface CheckParts {
  provider: CheckProvider;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
}

export interface Subject {
  provider: string;
  own: boolean;
}

export interface Checks {
  /** Rejects with a {@link BadAddress} when an address leads into a private network, or is not the provider's. */
  check(subject: Subject, credentials: Credentials): Promise<Checked>;
}

export class BadAddress extends Error {}

const TIMEOUT_MS = 8_000;
const MOST_ANSWER_BYTES = 2 * 1_048_576;
const MOST_MODELS = 200;

export function createChecks({ provider, fetch, allowed }: CheckParts): Checks {
  const limits = { mostBytes: MOST_ANSWER_BYTES, timeoutMs: TIMEOUT_MS, allowed };

  async function own({ base_url = "", key = "" }: Credentials, signal: AbortSignal): Promise<Checked> {
    const { url, headers, refusals, modelsIn } = modelListAt(base_url, key);
    const { status, body } = await fetch(url.href, { ...limits, sent: { method: "GET", headers } }, signal);
    if (refusals.includes(status)) return { outcome: "refused" };
    if (status === 429) return { outcome: "limited" };
    if (status >= 500) return { outcome: "unreachable" };
    return { outcome: "ok", models: (modelsIn(jsonIn(body)) ?? []).slice(0, MOST_MODELS) };
  }

  async function vendor(id: ProviderId, credentials: Credentials, signal: AbortSignal): Promise<Checked> {
    if (credentials.base_url !== undefined && !isAzure(credentials.base_url)) throw new BadAddress();
    const answer = await provider(id, oneKey(id, credentials), { signal, timeoutMs: TIMEOUT_MS });
    return answer.ok ? { outcome: "ok", ...(answer.account && { account: answer.account }) } : { outcome: answer.problem };
  }

  return {
    async check({ provider: id, own: isOwn }, credentials) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one that is not own is of the catalogue
      const answer = (isOwn ? own(credentials, signal) : vendor(id as ProviderId, credentials, signal)).catch(
        (error: unknown): Checked => {
          if (error instanceof BadAddress) throw error;
          if (error instanceof OutsideFailure && ["private", "not-http"].includes(error.problem)) throw new BadAddress();
          return { outcome: "unreachable" };
        },
      );
      return sanitizeForPostgres(await Promise.race([answer, late(signal)]));
    },
  };
}

/** An adapter that does not heed its signal keeps nobody waiting. */
function late(signal: AbortSignal): Promise<Checked> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ outcome: "unreachable" }), { once: true }));
}

/** A speech server may have no list of models. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
