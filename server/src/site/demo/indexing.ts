/**
 * Makes the calls of a new demo workspace findable by their words: a third of the work of making one, which its visitor does not wait
 * for. What a server that was killed left behind is done at the next start.
 */
import { lockCalls } from "../../calls/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Log } from "../../platform/log/log.ts";
import { noteTexts, rememberAll, wordsOfCall } from "../../insights/index.ts";
import { markIndexed, nextUnindexed } from "./store.ts";

const AT_ONCE = 100;

export interface Indexing {
  /** Does what there is to do. Never rejects: a fault is logged, and tried again at the next call. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

export function createIndexing({ tenancy, log }: { tenancy: Tenancy; log: Log }): Indexing {
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function indexAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const workspaceId = await nextUnindexed(tenancy.everywhere);
        if (workspaceId === undefined) return;
        await indexCalls(tenancy.of(workspaceId), workspaceId);
      }
    } catch (error) {
      log.error({ err: error }, "The calls of a demo workspace could not be indexed");
    }
  }

  return {
    wake() {
      running = running.then(indexAll);
      return running;
    },
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Everything or nothing. Calls that are deleted meanwhile are left out; those that were made meanwhile have their words already. */
async function indexCalls(db: Db, workspaceId: string): Promise<void> {
  await db.transaction(async (tx) => {
    let after: string | undefined;
    do {
      const calls = await lockCalls(tx, workspaceId, after, AT_ONCE);
      const noted = calls.filter(({ notes }) => notes > 0).map(({ id }) => id);
      const notes = await noteTexts(tx, workspaceId, noted);
      const words = calls.map((call) => ({
        id: call.id,
        at: call.createdAt.toISOString(),
        words: wordsOfCall(call, notes.get(call.id)),
      }));
      await rememberAll(tx, workspaceId, words);
      after = calls.at(-1)?.id;
    } while (after !== undefined);
    await markIndexed(tx, workspaceId);
  });
}
