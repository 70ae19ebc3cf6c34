/** Brings what webhooks are told to their receivers: signed, to no private address, again and again for about two and a half hours. */
import { createHmac } from "node:crypto";
import type { WEBHOOK_PROBLEMS } from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import { OutsideFailure, type FetchOutside, type OutsideProblem } from "../../platform/fetch/outside.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Delivery, WebhookStore } from "./store.ts";
import { webhookQueue } from "./webhooks.ts";

export interface DeliverParts {
  jobs: Pick<Jobs, "work">;
  store: WebhookStore;
  agents: Pick<Agents, "find">;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** Opens a workspace's secret; throws where it cannot be read. */
  open(sealed: string, workspaceId: string): string;
  now(): Date;
}

type Problem = (typeof WEBHOOK_PROBLEMS)[number];

/** A receiver that stalls keeps few others waiting. */
const AT_ONCE = 8;
const PATIENCE_MS = 10_000;
/** For one that did not answer lately. */
const SHORT_PATIENCE_MS = 2_000;
const LATELY_MS = 60_000;
const MOST_REMEMBERED = 1_000;
const MOST_BYTES = 262_144;
const KEPT_PER_AGENT = 1_000;

const PROBLEMS: Readonly<Record<OutsideProblem, Problem>> = {
  "not-reached": "not_reached",
  private: "private",
  "too-large": "too_large",
  "too-many-redirects": "not_reached",
  "not-http": "not_http",
};

export function startDelivering(parts: DeliverParts): void {
  const { jobs, store, agents, now } = parts;
  const patience = createPatience(() => now().getTime());
  const work = async (delivery: Delivery, signal: AbortSignal): Promise<Answer> => {
    const { workspaceId, agentId } = delivery;
    const url = (await agents.find(workspaceId, agentId))?.document.agent_config.webhook_url?.trim();
    if (!url) return { problem: "no_address" };
    const kept = await store.secret(workspaceId);
    let secret: string | undefined;
    try {
      secret = kept && parts.open(kept.sealed, workspaceId);
    } catch {
      return { problem: "no_secret" };
    }
    const answer = await post(url, signedHeaders(delivery, secret, now()), { ...parts, delivery, signal }, patience.of(url));
    patience.note(url, answer.problem !== "not_reached");
    return answer;
  };
  jobs.work(
    webhookQueue,
    async (key, { attempts, signal }) => {
      const delivery = await store.read(key);
      if (delivery?.state !== "waiting") return;
      const { problem = null, status = null } = await work(delivery, signal);
      signal.throwIfAborted();
      const isLast = problem === "no_address" || webhookQueue.againAfterSeconds(attempts) === undefined;
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
  delivery: Delivery;
  signal: AbortSignal;
}

async function post(
  url: string,
  headers: Record<string, string>,
  { fetch, allowed, delivery, signal }: PostParts,
  timeoutMs: number,
): Promise<Answer> {
  const sent = { method: "POST", headers, body: delivery.body };
  try {
    const { status } = await fetch(url, { mostBytes: MOST_BYTES, timeoutMs, allowed, sent }, signal);
    return status >= 200 && status < 300 ? { status } : { status, problem: "answered" };
  } catch (error) {
    if (error instanceof OutsideFailure) return { problem: PROBLEMS[error.problem] };
    throw error;
  }
}

function signedHeaders({ id, body }: Delivery, secret: string | undefined, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = { "content-type": "application/json", "x-webhook-id": id, "x-webhook-timestamp": timestamp };
  if (secret === undefined) return headers;
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("hex");
  return { ...headers, "x-webhook-signature": `v1=${signature}` };
}

/** Who did not answer lately is not waited for so long. */
function createPatience(nowMs: () => number) {
  const silent = new Map<string, number>();
  const placeOf = (url: string): string => URL.parse(url)?.host ?? "";
  return {
    of: (url: string): number => ((silent.get(placeOf(url)) ?? 0) > nowMs() ? SHORT_PATIENCE_MS : PATIENCE_MS),
    note(url: string, answered: boolean): void {
      if (silent.size >= MOST_REMEMBERED) silent.clear();
      if (answered) silent.delete(placeOf(url));
      else silent.set(placeOf(url), nowMs() + LATELY_MS);
    },
  };
}
