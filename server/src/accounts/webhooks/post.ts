/** One request to a webhook: signed, to no private address, its answer told. */
import type { WEBHOOK_PROBLEMS } from "@ongea/contract";
import { OutsideFailure, type FetchOutside, type OutsideProblem } from "../../platform/fetch/outside.ts";
import { signedHeaders } from "./signature.ts";
import type { WebhookStore } from "./store.ts";

export interface PostParts {
  store: Pick<WebhookStore, "secret">;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** Opens a workspace's secret; throws where it cannot be read. */
  open(sealed: string, workspaceId: string): string;
  now(): Date;
}

export interface Posted {
  workspaceId: string;
  url: string;
  id: string;
  body: string;
}

export type Problem = (typeof WEBHOOK_PROBLEMS)[number];

export interface PostAnswer {
  problem?: Problem;
  status?: number;
  /** What the receiver wrote. */
  body?: Buffer;
}

const PATIENCE_MS = 10_000;
const MOST_BYTES = 262_144;
const GONE = 410;

const PROBLEMS: Readonly<Record<OutsideProblem, Problem>> = {
  "not-reached": "not_reached",
  private: "private",
  "too-large": "too_large",
  "too-many-redirects": "not_reached",
  "not-http": "not_http",
};
/** Throws only where it was aborted. */
export function createPost({ store, fetch, allowed, open, now }: PostParts) {
  const secretsOf = async (workspaceId: string): Promise<string[]> => {
    const kept = await store.secret(workspaceId);
    if (!kept) return [];
    const former = kept.formerUntil && kept.formerUntil > now() ? [kept.formerSealed ?? ""] : [];
    return [kept.sealed, ...former].map((sealed) => open(sealed, workspaceId));
  };
  return async ({ workspaceId, url, id, body }: Posted, signal: AbortSignal): Promise<PostAnswer> => {
    let secrets: string[];
    try {
      secrets = await secretsOf(workspaceId);
    } catch {
      return { problem: "no_secret" };
    }
    try {
      const sent = { method: "POST", headers: signedHeaders({ id, body, at: now() }, secrets), body };
      const answer = await fetch(url, { mostBytes: MOST_BYTES, timeoutMs: PATIENCE_MS, allowed, sent }, signal);
      const { status } = answer;
      if (status === GONE) return { status, problem: "gone", body: answer.body };
      return status >= 200 && status < 300 ? { status, body: answer.body } : { status, problem: "answered", body: answer.body };
    } catch (error) {
      if (error instanceof OutsideFailure) return { problem: PROBLEMS[error.problem] };
      throw error;
    }
  };
}
