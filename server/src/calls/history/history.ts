/** The list of a workspace's calls, with and without words that are looked for. */
import type { Outcome } from "@ongea/contract";
import { cursorAt, type PageOf } from "../../platform/database/keyset.ts";
import type { CallFilter, CallRow, CallStore } from "../records/store.ts";

export interface CallQuery extends CallFilter {
  /** A number or words; undefined or empty: whatever was said. */
  q?: string | undefined;
}

/** Where a call that was found stands in the list. */
export interface CallMatch {
  id: string;
  place: string;
}

/** What looks into the words of calls. */
export interface CallSearch {
  /** Of calls that have ended, newest first. */
  page(
    workspaceId: string,
    text: string,
    within: Pick<CallFilter, "cursor" | "limit" | "from" | "to">,
  ): Promise<PageOf<CallMatch>>;
  /** Of calls that still run, those that would be found. */
  found(text: string, calls: readonly CallRow[]): Promise<CallRow[]>;
  /** Of notes on a call, the one that holds most of the words; undefined: none holds any. */
  matchingNote(text: string, notes: readonly string[]): string | undefined;
}

export type CallHistory = (workspaceId: string, wanted: CallQuery) => Promise<PageOf<CallRow>>;

/** Where other filters leave most of them out. */
const FOUND_AT_A_TIME = 200;
/** A page that is not full after so many rounds is given as it is; the next one goes on from there. */
const MOST_ROUNDS = 20;

export function createCallHistory(store: Pick<CallStore, "list" | "those" | "running">, search: CallSearch): CallHistory {
  const running = async (workspaceId: string, text: string, wanted: CallQuery): Promise<CallRow[]> => {
    const rows = await store.running(workspaceId, wanted);
    return (await search.found(text, rows)).slice(0, wanted.limit - 1);
  };
  return async (workspaceId, { q: text = "", ...wanted }) => {
    if (text === "") return store.list(workspaceId, wanted);
    const { limit, from, to } = wanted;
    // Calls are found when they are over; those that run are looked at one by one, and stand first.
    const data = wanted.cursor === undefined ? await running(workspaceId, text, wanted) : [];
    if (hasNotEnded(wanted.outcome)) return { data, next: null };
    const isNarrow = [wanted.status, wanted.outcome, wanted.agentId, wanted.tag, wanted.topicId].some((one) => one !== undefined);
    const atATime = isNarrow ? FOUND_AT_A_TIME : limit;
    let { cursor } = wanted;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const found = await search.page(workspaceId, text, { cursor, limit: atATime, from, to });
      const rows = await store.those(
        workspaceId,
        found.data.map(({ id }) => id),
        wanted,
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const [at, { id, place }] of found.data.entries()) {
        const row = byId.get(id);
        if (row) data.push(row);
        if (row && data.length >= limit) {
          const isLast = at === found.data.length - 1 && found.next === null;
          return { data, next: isLast ? null : cursorAt(place) };
        }
      }
      if (found.next === null) return { data, next: null };
      cursor = found.next;
    }
    return { data, next: cursor ?? null };
  };
}

function hasNotEnded(outcome: Outcome | undefined): boolean {
  return outcome === "in-progress";
}
