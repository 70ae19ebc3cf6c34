/** Does what waits in one queue, a few jobs at a time, when it is woken. */
import { beyondReach } from "../database/reach.ts";
import type { Log } from "../log/log.ts";

export interface Worker<Job> {
  /** A place for one that is being sent, and what begins it there; undefined: there is none. */
  reserve(): ((job: Job) => void) | undefined;
  /** There may be something. */
  wake(): void;
  /** There will be something then. Looked at on time within the next hour. */
  wakeIn(seconds: number): void;
  /** Resolves when nothing waits that was known of. */
  settled(): Promise<void>;
}

export interface WorkerParts<Job> {
  /** So many at most; fewer: there are no more. */
  take(most: number): Promise<readonly Job[]>;
  /** Rejects only when the database fails: the job is taken again when its time with us is over. */
  handle(job: Job): Promise<void>;
  /** Ends what is done and not put away yet. */
  settle?(): Promise<void>;
  /** As many jobs are done at the same time. */
  atOnce: number;
  signal: AbortSignal;
  log: Log;
}

/** In one question, so that several servers share what waits. */
const MOST_TAKEN = 8;
const LONGEST_TIMER_SECONDS = 3_600;
/** A transaction that takes longer has a job begun beyond the places. */
const RESERVED_MS = 5_000;

export function createWorker<Job>({ take, handle, settle, atOnce, signal, log }: WorkerParts<Job>): Worker<Job> {
  let running: Promise<void> | undefined;
  let wanted = false;
  const doing = new Set<Promise<void>>();
  const reserved = new Set<object>();

  async function doJob(job: Job): Promise<void> {
    try {
      await handle(job);
    } catch (error) {
      log.warn({ err: error }, "A job could not be put away");
    }
  }

  function begin(job: Job): void {
    const one: Promise<void> = doJob(job).finally(() => doing.delete(one));
    doing.add(one);
  }

  async function work(): Promise<void> {
    while (wanted && !signal.aborted) {
      wanted = false;
      try {
        for (let isMore = true; isMore && !signal.aborted;) {
          if (doing.size >= atOnce) await Promise.race(doing);
          const most = Math.min(MOST_TAKEN, atOnce - doing.size);
          const jobs = await take(most);
          jobs.forEach(begin);
          isMore = jobs.length === most;
        }
      } catch (error) {
        log.warn({ err: error }, "A job could not be taken");
      }
    }
  }

  function wake(): void {
    wanted = true;
    // Jobs are anybody's, whoever's request has woken us.
    running ??= beyondReach(work).finally(() => {
      running = undefined;
      if (wanted && !signal.aborted) wake();
    });
  }

  /** By the second in which they go off, so that there are never more than there are seconds in an hour. */
  const alarms = new Map<number, NodeJS.Timeout>();
  function wakeIn(seconds: number): void {
    const at = Math.ceil(performance.now() / 1_000 + seconds);
    if (seconds > LONGEST_TIMER_SECONDS || alarms.has(at) || signal.aborted) return;
    const ring = (): void => {
      alarms.delete(at);
      wake();
    };
    alarms.set(at, setTimeout(ring, at * 1_000 - performance.now()).unref());
  }
  signal.addEventListener("abort", () => alarms.forEach((alarm) => clearTimeout(alarm)), { once: true });

  const underWay = (): Promise<unknown> | undefined => running ?? (doing.size > 0 ? Promise.all(doing) : undefined);
  return {
    reserve() {
      if (signal.aborted || doing.size + reserved.size >= atOnce) return undefined;
      const place = {};
      reserved.add(place);
      const free = (): boolean => reserved.delete(place);
      // Its transaction may have failed.
      const timer = setTimeout(free, RESERVED_MS).unref();
      return (job) => {
        clearTimeout(timer);
        free();
        // Jobs are anybody's here, too.
        beyondReach(() => begin(job));
      };
    },
    wake,
    wakeIn,
    async settled() {
      for (let all = underWay(); all; all = underWay()) await all;
      await settle?.();
    },
  };
}
