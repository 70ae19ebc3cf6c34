/** Brings what webhooks are told to their receivers: signed, to no private address, again and again for about three days. */
import type { WEBHOOK_PROBLEMS } from "@ongea/contract";
import type { Agents } from "../../agents/documents/index.ts";
import { OutsideFailure, type FetchOutside, type OutsideProblem } from "../../platform/fetch/outside.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { createReceivers } from "./receivers.ts";
import { signedHeaders } from "./signature.ts";
import type { Delivery, WebhookStore } from "./store.ts";
import { webhookQueue } from "./webhooks.ts";

export interface DeliverParts {
  jobs: Pick<Jobs, "work">;
  store: WebhookStore;
  agents: Pick<Agents, "present">;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** Opens a workspace's secret; throws where it cannot be read. */
  open(sealed: string, workspaceId: string): string;
  /** An agent's receiver wants to hear no more: it is told nothing until its address changes or a person sends something again. */
  gone(workspaceId: string, agent: { id: string; name: string }): Promise<void>;
  now(): Date;
}

type Problem = (typeof WEBHOOK_PROBLEMS)[number];

const AT_ONCE = 16;
const PATIENCE_MS = 10_000;
const MOST_BYTES = 262_144;
const KEPT_PER_AGENT = 1_000;
const GONE = 410;

const PROBLEMS: Readonly<Record<OutsideProblem, Problem>> = {
  "not-reached": "not_reached",
  private: "private",
  "too-large": "too_large",
  "too-many-redirects": "not_reached",
  "not-http": "not_http",
};
/** After these nothing is tried again. */
const LAST: ReadonlySet<Problem> = new Set(["no_address", "gone"]);

export function startDelivering(parts: DeliverParts): void {
  const { jobs, store, agents, now } = parts;
  const receivers = createReceivers(() => now().getTime());
  const secretsOf = async (workspaceId: string): Promise<string[]> => {
    const kept = await store.secret(workspaceId);
    if (!kept) return [];
    const former = kept.formerUntil && kept.formerUntil > now() ? [kept.formerSealed ?? ""] : [];
    return [kept.sealed, ...former].map((sealed) => parts.open(sealed, workspaceId));
  };
  const work = async (delivery: Delivery, signal: AbortSignal): Promise<Answer> => {
    const { workspaceId, agentId, id, body } = delivery;
    const agent = await agents.present(workspaceId, agentId);
    const { webhook_url, agent_name: name } = agent?.document.agent_config ?? {};
    const url = webhook_url?.trim();
    if (!url) return { problem: "no_address" };
    if (await store.isGone(workspaceId, agentId, url)) return { problem: "gone" };
    let secrets: string[];
    try {
      secrets = await secretsOf(workspaceId);
    } catch {
      return { problem: "no_secret" };
    }
    const asked = receivers.ask(url);
    let answer: Answer = { problem: "not_reached" };
    try {
      const headers = signedHeaders({ id, body, at: now() }, secrets);
      answer = await post(url, { headers, body }, { ...parts, signal });
    } finally {
      asked(answer.problem !== "not_reached");
    }
    const isNews = answer.problem === "gone" && (await store.gone(workspaceId, agentId, url));
    if (isNews) await parts.gone(workspaceId, { id: agentId, name: name ?? "" });
    return answer;
  };
  jobs.work(
    webhookQueue,
    async (key, { attempts, signal }) => {
      const delivery = await store.read(key);
      if (delivery?.state !== "waiting") return;
      const { problem = null, status = null } = await work(delivery, signal);
      signal.throwIfAborted();
      const isLast = problem !== null && (LAST.has(problem) || webhookQueue.againAfterSeconds(attempts) === undefined);
      const state = problem === null ? "delivered" : isLast ? "failed" : "waiting";
      await store.attempted(key, { state, answer: status, problem });
      await store.prune(delivery.workspaceId, delivery.agentId, KEPT_PER_AGENT);
      if (state === "waiting") throw new Error(`A webhook did not take what it was told: ${problem} ${status ?? ""}`.trim());
    },
    { atOnce: AT_ONCE },
  );
}

interface Answer {
  problem?: Problem;
  status?: number;
}

interface PostParts extends Pick<DeliverParts, "fetch" | "allowed"> {
  signal: AbortSignal;
}

async function post(
  url: string,
  sent: { headers: Record<string, string>; body: string },
  { fetch, allowed, signal }: PostParts,
): Promise<Answer> {
  try {
    const limits = { mostBytes: MOST_BYTES, timeoutMs: PATIENCE_MS, allowed, sent: { method: "POST", ...sent } };
    const { status } = await fetch(url, limits, signal);
    if (status === GONE) return { status, problem: "gone" };
    return status >= 200 && status < 300 ? { status } : { status, problem: "answered" };
  } catch (error) {
    if (error instanceof OutsideFailure) return { problem: PROBLEMS[error.problem] };
    throw error;
  }
}
