/**
 * Work that is done later, kept in the database until it is done. A job that is sent within a transaction is there exactly when what it is
 * about is (a transactional outbox). Whatever server comes first does it; one that is killed leaves it to another.
 */
import { setMaxListeners } from "node:events";
import PgBoss from "pg-boss";
import { z } from "zod";
import type { Tenancy } from "../database/tenancy.ts";
import type { Log } from "../log/log.ts";
import { JOBS_SCHEMA, NotNow, type Queue } from "./queue.ts";
import { createPutAway, type PutAway } from "./put-away.ts";
import { createQueueStore, type NewJob, type QueueStore, type StoredJob } from "./store.ts";
import { within } from "./within.ts";
import { createWorker, type Worker } from "./worker.ts";

export interface Jobs {
  /** In the transaction around it, if there is one. `onceInSeconds`: of all that are sent in that time, by any server, one is kept. */
  send<Data>(queue: Queue<Data>, data: Data, options?: { onceInSeconds?: number }): Promise<void>;
  /**
   * From now on this server does such work, `atOnce` jobs at a time (one). A handler that throws is asked again later, as the queue says, or
   * as it says itself (`NotNow`).
   */
  work<Data>(queue: Queue<Data>, handle: (data: Data, job: Job) => Promise<void>, options?: WorkOptions): void;
  /** Sends this job again and again, once in that time over all servers. */
  every<Data>(queue: Queue<Data>, data: Data, seconds: number): void;
  /** Resolves when nothing waits whose time has come. For tests. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkOptions {
  /** Where `isRepeatable` is set, a few more for a moment. */
  atOnce?: number;
  /**
   * Its jobs are short, and one that is done again changes nothing: this server begins those that it sends itself without asking for them, and
   * puts away several at once.
   */
  isRepeatable?: boolean;
}

export interface Job {
  /** This one included. */
  attempts: number;
  /** Its time is over, or the server stops: what is not done is begun again, by the next one. */
  signal: AbortSignal;
}

type Sender = Pick<Tenancy, "query" | "togetherEverywhere" | "committed">;

const Envelope = z.object({ attempts: z.number().int().min(0), given: z.unknown() });
/** For what another server has sent, and what is to be done again. */
const LOOK_EVERY_MS = 10_000;
const MAINTAIN_EVERY_SECONDS = 60;
const KEPT_SECONDS = 86_400;
/** For so long jobs that are done wait for others, to be put away with them. */
const TOGETHER_MS = 200;

type StoredEnvelope = z.input<typeof Envelope>;

export async function openJobs(database: Sender, log: Log): Promise<Jobs> {
  const boss = bossOn(database);
  boss.on("error", (error) => log.warn({ err: error }, "The queue of jobs could not be tidied"));
  await boss.start();
  const stopping = new AbortController();
  const { signal } = stopping;
  // As many listen as jobs are worked on, and each goes with its job: that is no leak.
  setMaxListeners(0, signal);
  const workers = new Map<string, Worker<StoredJob>>();
  const timers = new Set<NodeJS.Timeout>();
  const often = (act: () => void, ms: number): void => void timers.add(setInterval(act, ms).unref());

  const stores = new Map<string, QueueStore>();
  const storeOf = ({ name }: Queue): QueueStore => {
    const store = stores.get(name) ?? createQueueStore(database, name);
    stores.set(name, store);
    return store;
  };
  const beginners = new Map<string, () => ((job: StoredJob) => void) | undefined>();

  const send: Jobs["send"] = async (queue, data, { onceInSeconds } = {}) => {
    const begin = onceInSeconds === undefined ? beginners.get(queue.name)?.() : undefined;
    const envelope: StoredEnvelope = { attempts: 0, given: data };
    const id = await storeOf(queue).add({ ...jobOf(queue, envelope), onceInSeconds, isTaken: begin !== undefined });
    database.committed(() => (begin ? begin({ id, data: envelope }) : workers.get(queue.name)?.wake()));
  };
  return {
    send,
    work(queue, handle, { atOnce = 1, isRepeatable = false } = {}) {
      const store = storeOf(queue);
      const done = createPutAway((ids) => store.complete(ids), { afterMs: isRepeatable ? TOGETHER_MS : 0, log });
      const worker: Worker<StoredJob> = createWorker({
        take: (most) => store.take(most),
        async handle(job) {
          const seconds = await attempt(job, { queue, handle, store, done, database, log, signal });
          if (seconds !== undefined) worker.wakeIn(seconds);
        },
        settle: done.settled,
        atOnce,
        signal,
        log,
      });
      workers.set(queue.name, worker);
      if (isRepeatable) beginners.set(queue.name, worker.reserve);
      worker.wake();
      often(() => worker.wake(), LOOK_EVERY_MS);
    },
    every(queue, data, seconds) {
      const sendIt = (): void =>
        void send(queue, data, { onceInSeconds: seconds }).catch((error: unknown) =>
          log.warn({ err: error, queue: queue.name }, "A job could not be sent; it will be tried again"),
        );
      often(sendIt, (seconds * 1_000) / 2);
      sendIt();
    },
    async settled() {
      for (const worker of workers.values()) await worker.settled();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      for (const worker of workers.values()) await worker.settled();
      await boss.stop({ graceful: false, wait: true, close: false });
    },
  };
}

function bossOn(database: Sender): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => ask(database, text, values as unknown[] | undefined) },
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: MAINTAIN_EVERY_SECONDS,
    archiveCompletedAfterSeconds: KEPT_SECONDS,
    archiveFailedAfterSeconds: KEPT_SECONDS,
    deleteAfterSeconds: 7 * KEPT_SECONDS,
  });
}

function jobOf(queue: Queue, data: StoredEnvelope, startAfterSeconds = 0): Omit<NewJob, "onceInSeconds" | "isTaken"> {
  return { data, takesSeconds: queue.takesSeconds, startAfterSeconds };
}

interface AttemptParts<Data> {
  queue: Queue<Data>;
  handle(data: Data, job: Job): Promise<void>;
  store: QueueStore;
  done: PutAway;
  database: Sender;
  log: Log;
  signal: AbortSignal;
}

/** What is not done for this server stops is not an attempt. After how many seconds it is begun again; undefined: never. */
async function attempt<Data>({ id, data }: StoredJob, parts: AttemptParts<Data>): Promise<number | undefined> {
  const { queue, handle, store, done, database, log, signal } = parts;
  const { attempts: before = 0, given } = Envelope.safeParse(data).data ?? {};
  const attempts = before + 1;
  try {
    signal.throwIfAborted();
    const asked = queue.data.parse(given);
    await within(queue.takesSeconds, signal, (mine) => handle(asked, { attempts, signal: mine }));
  } catch (error) {
    const isUntried = signal.aborted || error instanceof NotNow;
    const seconds = secondsUntilAgain(error, queue, { attempts, isStopping: signal.aborted });
    if (!isUntried) log.warn({ err: error, queue: queue.name, attempts, againAfterSeconds: seconds }, "A job was not done");
    await database.togetherEverywhere(async () => {
      await store.complete([id]);
      const again = { attempts: isUntried ? before : attempts, given };
      if (seconds !== undefined) await store.add(jobOf(queue, again, seconds));
    });
    return seconds;
  }
  await done.putAway(id);
  return undefined;
}

function secondsUntilAgain(error: unknown, queue: Queue, now: { attempts: number; isStopping: boolean }): number | undefined {
  if (now.isStopping) return 0;
  return error instanceof NotNow ? error.afterSeconds : queue.againAfterSeconds(now.attempts);
}

/** The library's own transactions are made ours, so that a connection never keeps one that failed. */
function ask(database: Sender, text: string, values: unknown[] | undefined): Promise<{ rows: unknown[] }> {
  const [, inner] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text) ?? [];
  if (inner === undefined) return database.query(text, values);
  return database.togetherEverywhere(async () => {
    await database.query(inner);
    return { rows: [] };
  });
}
