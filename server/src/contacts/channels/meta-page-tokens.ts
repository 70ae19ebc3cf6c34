/** A page is written by with a token of its own, which a system user's token opens. A page's token opens itself. */
import { z } from "zod";
import type { Rest } from "../../platform/fetch/rest.ts";
import { GRAPH_VERSION } from "./meta.ts";

export interface PageTokens {
  /** The given token where it opens none. Rejects with a RestFailure when Meta cannot be asked. */
  of(page: { account: string; token: string }, ask: Rest): Promise<string>;
  /** It was refused: the next one is asked for. */
  forget(page: { account: string; token: string }): void;
}

const Opened = z.object({ access_token: z.string().min(1).max(1_000) });
const KEPT_MS = 600_000;
const MOST_KEPT = 1_000;

export function createPageTokens(nowMs: () => number): PageTokens {
  const kept = new Map<string, { token: string; untilMs: number }>();
  const keyOf = ({ account, token }: { account: string; token: string }): string => `${account} ${token}`;
  return {
    async of(page, ask) {
      const known = kept.get(keyOf(page));
      if (known && nowMs() < known.untilMs) return known.token;
      const path = `/${GRAPH_VERSION}/${encodeURIComponent(page.account)}?fields=access_token`;
      const { status, json } = await ask({ method: "GET", path, also: [400, 403, 404] });
      const token = (status < 300 ? Opened.safeParse(json).data?.access_token : undefined) ?? page.token;
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(keyOf(page), { token, untilMs: nowMs() + KEPT_MS });
      return token;
    },
    forget: (page) => void kept.delete(keyOf(page)),
  };
}
