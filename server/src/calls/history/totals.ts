/** What the calls add up to that the list shows, with and without words that are looked for. */
import { MOST_COUNTED } from "@ongea/contract";
import type { TotalsRow } from "../records/counts/store.ts";
import type { CallStore } from "../records/store.ts";
import type { CallQuery, CallSearch } from "./history.ts";

export interface CallSums {
  row: TotalsRow | undefined;
  /** Of the calls that were found by words; undefined: none were looked for. */
  ids: readonly string[] | undefined;
  hasMore: boolean;
}

export type CallSumsOf = (workspaceId: string, wanted: Omit<CallQuery, "cursor" | "limit">) => Promise<CallSums>;

export function createCallTotals(store: Pick<CallStore, "totals" | "running">, search: CallSearch): CallSumsOf {
  return async (workspaceId, { q: text = "", ...kind }) => {
    if (text === "") return { row: await store.totals(workspaceId, kind), ids: undefined, hasMore: false };
    const { from, to } = kind;
    const [running, ended] = await Promise.all([
      store.running(workspaceId, kind),
      search.page(workspaceId, text, { limit: MOST_COUNTED, from, to }),
    ]);
    const ids = [...(await search.found(text, running)), ...ended.data].map(({ id }) => id);
    return { row: await store.totals(workspaceId, kind, ids), ids, hasMore: ended.next !== null };
  };
}
