/** Puts away jobs that are done, several in one question. One that a killed server did not put away is done again. */
import type { Log } from "../log/log.ts";

export interface PutAway {
  /** Rejects where that fails now; what waits for others is only written to the log. */
  putAway(id: string): Promise<void>;
  /** Resolves when nothing waits. */
  settled(): Promise<void>;
}

export interface PutAwayOptions {
  /** 0: each at once, by itself. */
  afterMs: number;
  log: Pick<Log, "warn">;
}

export function createPutAway(complete: (ids: readonly string[]) => Promise<void>, { afterMs, log }: PutAwayOptions): PutAway {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const ids = waiting;
    waiting = [];
    if (ids.length === 0) return;
    await complete(ids).catch((error: unknown) => log.warn({ err: error }, "Jobs could not be put away"));
  }
  return {
    async putAway(id) {
      if (afterMs === 0) return complete([id]);
      waiting.push(id);
      timer ??= setTimeout(() => void flush(), afterMs);
    },
    settled: flush,
  };
}
