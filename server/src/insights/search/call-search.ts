/** The list of a workspace's calls by words that are looked for. */
import { MOST_COUNTED } from "@ongea/contract";
import type { CallFilter, CallRow, CallSearch, CallStore } from "../../calls/index.ts";
import { cursorAt } from "../../platform/database/keyset.ts";
import type { Search } from "./search.ts";

export interface CallSearchParts {
  store: Pick<CallStore, "those" | "running" | "totals">;
  search: Pick<Search, "page" | "found" | "matchingNote">;
  /** What people have written about these calls. */
  notes(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Where other filters leave most of them out. */
const FOUND_AT_A_TIME = 200;
/** A page that is not full after so many rounds is given as it is; the next one goes on from there. */
const MOST_ROUNDS = 20;

export function createCallSearch({ store, search, notes }: CallSearchParts): CallSearch {
  const running = async (workspaceId: string, text: string, wanted: CallFilter): Promise<CallRow[]> => {
    const rows = await store.running(workspaceId, wanted);
    return (await search.found(text, rows)).slice(0, wanted.limit - 1);
  };
  return {
    async list(workspaceId, text, wanted) {
      const { limit, from, to } = wanted;
      // Calls are found when they are over; those that run are looked at one by one, and stand first.
      const data = wanted.cursor === undefined ? await running(workspaceId, text, wanted) : [];
      if (wanted.outcome === "in-progress") return { data, next: null };
      const isNarrow = [wanted.status, wanted.outcome, wanted.agentId, wanted.tag, wanted.topicId].some(
        (one) => one !== undefined,
      );
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
    },
    async sums(workspaceId, text, kind) {
      const { from, to } = kind;
      const [rows, ended] = await Promise.all([
        store.running(workspaceId, kind),
        search.page(workspaceId, text, { limit: MOST_COUNTED, from, to }),
      ]);
      const ids = [...(await search.found(text, rows)), ...ended.data].map(({ id }) => id);
      return { row: await store.totals(workspaceId, kind, ids), ids, hasMore: ended.next !== null };
    },
    async matchingNotes(workspaceId, text, rows) {
      const noted = rows.filter((row) => row.notes > 0).map(({ id }) => id);
      const texts = noted.length === 0 ? [] : [...(await notes(workspaceId, noted))];
      return Object.fromEntries(
        texts.flatMap(([id, all]) => {
          const note = search.matchingNote(text, all);
          return note === undefined ? [] : [[id, note]];
        }),
      );
    },
  };
}
