/** Does what waits in one queue, one job after the other, when it is woken. */
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
  signal: AbortSignal;
  log: Log;
}

export function createWorker<Job>({ next, handle, signal, log }: WorkerParts<Job>): Worker {
  let running: Promise<void> | undefined;
  let wanted = false;

  async function work(): Promise<void> {
    while (wanted && !signal.aborted) {
      wanted = false;
      try {
        for (let job = await next(); job; job = signal.aborted ? undefined : await next()) await handle(job);
      } catch (error) {
        log.warn({ err: error }, "A job could not be put away");
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

  return {
    wake,
    async settled() {
      for (let current = running; current; current = running) await current;
    },
  };
}
