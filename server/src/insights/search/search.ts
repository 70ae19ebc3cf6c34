/** Finding assistants, calls, numbers, documents and batches by words. */
import type { SearchHit } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { SearchWords, IndexedPlace, SearchStore, Stretch } from "./store.ts";
import { parseNumberQuery, wordsOf } from "./words.ts";
import type { EndedCall, NamedItem, Searched } from "./searched.ts";
import { foundCall, hasWords, isFoundBy, isNumber, matching, named, wordsOfCall } from "./matching.ts";

export interface Search {
  find(workspaceId: string, text: string): Promise<SearchHit[]>;
  /** All calls that have ended and are found by it, newest first, a page at a time. */
  page(workspaceId: string, text: string, stretch: Stretch): Promise<PageOf<IndexedPlace>>;
  /** Of these calls, those that are found by it. */
  found<Call extends EndedCall>(text: string, calls: readonly Call[]): Promise<Call[]>;
  /** Of notes on a call, the one that holds most of the words; undefined: none holds any. */
  matchingNote(text: string, notes: readonly string[]): string | undefined;
  /** As part of the transaction in which the calls end. */
  remember(db: Db, calls: readonly EndedCall[]): Promise<void>;
  /** Its words are others now. */
  rememberAnew(db: Db, calls: readonly EndedCall[]): Promise<void>;
}

const MOST_OF_A_KIND = 6;
const MOST_ASKED = 8;
export function createSearch(store: SearchStore, searched: Searched): Search {
  const withNotes = async <Call extends EndedCall>(calls: readonly Call[], db?: Db): Promise<(Call & { words: string[] })[]> => {
    const indexed: (Call & { words: string[] })[] = [];
    for (const call of calls)
      indexed.push({ ...call, words: wordsOfCall(call, call.notes > 0 ? await searched.notes(call, db) : []) });
    return indexed;
  };
  const remember: Search["remember"] = async (db, calls) => store.remember(db, await withNotes(calls, db));
  return {
    async find(workspaceId, text) {
      const asked = askedOf(text);
      const foundCalls = store.calls(workspaceId, asked, MOST_OF_A_KIND).then((ids) => searched.calls(workspaceId, ids));
      const [agents, numbers, documents, batches, calls] = await Promise.all([
        searched.agents(workspaceId),
        searched.numbers(workspaceId),
        searched.documents(workspaceId),
        searched.batches(workspaceId),
        foundCalls,
      ]);
      const byName = (things: readonly NamedItem[], kind: "agent" | "document" | "batch"): SearchHit[] =>
        things
          .filter(({ name, note }) => hasWords(`${name} ${note}`, asked.words))
          .slice(0, MOST_OF_A_KIND)
          .map(named(kind));
      return [
        ...byName(agents, "agent"),
        ...numbers
          .filter((number) => isNumber(number, asked))
          .slice(0, MOST_OF_A_KIND)
          .map(named("number")),
        ...byName(documents, "document"),
        ...byName(batches, "batch"),
        ...(await Promise.all(
          calls.map(async (call) => {
            const notes = call.notes > 0 ? await searched.notes(call) : [];
            return foundCall(call, asked.words, matching(notes, asked.words));
          }),
        )),
      ];
    },
    page: (workspaceId, text, stretch) => store.page(workspaceId, askedOf(text), stretch),
    async found(text, calls) {
      const asked = askedOf(text);
      const indexed = await withNotes(calls);
      return calls.filter((_call, at) => isFoundBy(indexed[at]?.words ?? [], asked));
    },
    matchingNote: (text, notes) => matching(notes, wordsOf(text).slice(0, MOST_ASKED)),
    remember,
    async rememberAnew(db, calls) {
      await store.forget(db, calls);
      await remember(db, calls);
    },
  };
}

function askedOf(text: string): SearchWords {
  return { words: wordsOf(text).slice(0, MOST_ASKED), number: parseNumberQuery(text) };
}
