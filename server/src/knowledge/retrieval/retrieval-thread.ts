/** The retrieval thread as the main thread sees it: started when it is first asked, and again after it failed. */
import type { Worker } from "node:worker_threads";
import type { Log } from "../../platform/log/log.ts";
import { startThread } from "../../platform/thread.ts";
import type { IndexQuery } from "./hybrid-index.ts";
import type { FromRetrieval, ToRetrieval } from "./messages.ts";
import type { PassageMatch } from "./passage-index.ts";

export interface RetrievalThread {
  /** False for a moment after it failed: what it is told then is lost. */
  readonly isThere: boolean;
  tell(message: ToRetrieval): void;
  /** Empty when it does not answer in time; `waitMs`: absent, as long as a caller may wait. */
  find(workspaceId: string, asked: IndexQuery, waitMs?: number): Promise<readonly PassageMatch[]>;
  stop(): Promise<void>;
}

const FIND_TIMEOUT_MS = 2_000;
const RESTART_MS = 1_000;

/** `lost`: what it held is gone with it. */
export function createRetrievalThread(log: Log, lost: () => void, timeoutMs = FIND_TIMEOUT_MS): RetrievalThread {
  const waiting = new Map<number, (found: readonly PassageMatch[]) => void>();
  let requests = 0;
  let worker: Worker | undefined;
  let isThere = true;

  return {
    get isThere() {
      return isThere;
    },
    tell,
    find: (workspaceId, asked, waitMs = timeoutMs) =>
      new Promise((resolve) => {
        if (!isThere) return resolve([]);
        const id = requests++;
        const done = (found: readonly PassageMatch[]): void => {
          clearTimeout(late);
          waiting.delete(id);
          resolve(found);
        };
        const late = setTimeout(() => done([]), waitMs);
        waiting.set(id, done);
        tell({ kind: "find", id, workspaceId, asked });
      }),
    async stop() {
      isThere = false;
      await worker?.terminate();
    },
  };

  function tell(message: ToRetrieval): void {
    if (!isThere) return;
    worker ??= start();
    worker.postMessage(message);
  }

  function start(): Worker {
    const thread = startThread(new URL("./retrieval-worker.ts", import.meta.url), {});
    thread.unref();
    thread.on("message", ({ id, found }: FromRetrieval) => waiting.get(id)?.(found));
    thread.on("error", (error) => log.error({ err: error }, "The retrieval thread failed"));
    thread.on("exit", () => {
      worker = undefined;
      for (const done of waiting.values()) done([]);
      lost();
      if (!isThere) return;
      isThere = false;
      setTimeout(() => (isThere = true), RESTART_MS).unref();
    });
    return thread;
  }
}
