/**
 * Makes the calls of a new demo workspace findable by their words: a third of the work of making one, which its visitor does not wait
 * for. What a server that was killed left behind is done at the next start.
 */
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Seeds } from "./seeds.ts";
import { markIndexed, nextUnindexed } from "./store.ts";

export interface Indexing {
  /** Does what there is to do. Never rejects: a fault is logged, and tried again at the next call. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

export interface IndexingParts {
  tenancy: Tenancy;
  words: Seeds["words"];
  log: Log;
}

export function createIndexing({ tenancy, words, log }: IndexingParts): Indexing {
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function indexAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const workspaceId = await nextUnindexed(tenancy.everywhere);
        if (workspaceId === undefined) return;
        // Everything or nothing.
        await tenancy.of(workspaceId).transaction(async (tx) => {
          await words(tx, workspaceId);
          await markIndexed(tx, workspaceId);
        });
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
