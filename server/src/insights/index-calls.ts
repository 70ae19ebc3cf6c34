/** Makes calls that were written many at a time findable by their words. */
import { lockCalls } from "../calls/index.ts";
import type { Db } from "../platform/database/db.ts";
import { noteTexts } from "./labels/store.ts";
import { wordsOfCall } from "./search/matching.ts";
import { rememberAll } from "./search/store.ts";

const AT_ONCE = 100;

/**
 * All calls of a workspace, within a transaction. Calls that are deleted meanwhile are left out; those that were made meanwhile have their
 * words already.
 */
export async function indexCalls(db: Db, workspaceId: string): Promise<void> {
  let after: string | undefined;
  do {
    const calls = await lockCalls(db, workspaceId, after, AT_ONCE);
    const noted = calls.filter(({ notes }) => notes > 0).map(({ id }) => id);
    const notes = await noteTexts(db, workspaceId, noted);
    const words = calls.map((call) => ({
      id: call.id,
      at: call.createdAt.toISOString(),
      words: wordsOfCall(call, notes.get(call.id)),
    }));
    await rememberAll(db, workspaceId, words);
    after = calls.at(-1)?.id;
  } while (after !== undefined);
}
