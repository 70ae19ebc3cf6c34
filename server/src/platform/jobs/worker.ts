/** Does what waits in one queue, a few jobs at a time, when it is woken. */
import type { Log } from "../log/log.ts";

export interface Worker {
  /** There may be something. */
  wake(): void;
  /** Resolves when nothing waits that was known of. */
  settled(): Promise<void>;
}

export interface WorkerParts<Job> {
  next(): Promise<Job | undefined>;
  /** Rejects only when the database fails: the job is taken again when its time with us is over. */
  handle(job: Job): Promise<void>;
  /** As many jobs are done at the same time. */
  atOnce: number;
  signal: AbortSignal;
  log: Log;
}

export function createWorker<Job>({ next, handle, atOnce, signal, log }: WorkerParts<Job>): Worker {
  let running: Promise<void> | undefined;
  let wanted = false;
  const doing = new Set<Promise<void>>();

  async function begin(job: Job): Promise<void> {
    try {
      await handle(job);
    } catch (error) {
      log.warn({ err: error }, "A job could not be put away");
    }
  }

  async function work(): Promise<void> {
    while (wanted && !signal.aborted) {
      wanted = false;
      try {
        for (let job = await next(); job; job = signal.aborted ? undefined : await next()) {
          const one: Promise<void> = begin(job).finally(() => doing.delete(one));
          doing.add(one);
          if (doing.size >= atOnce) await Promise.race(doing);
        }
      } catch (error) {
        log.warn({ err: error }, "A job could not be taken");
      }
    }
  }

  function wake(): void {
    wanted = true;
    running ??= work().finally(() => {
      running = undefined;
      if (wanted && !signal.aborted) wake();
    });
  }

  const underWay = (): Promise<unknown> | undefined => running ?? (doing.size > 0 ? Promise.all(doing) : undefined);
  return {
    wake,
    async settled() {
      for (let all = underWay(); all; all = underWay()) await all;
    },
  };
}
