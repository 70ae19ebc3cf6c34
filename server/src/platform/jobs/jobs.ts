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
import { within } from "./within.ts";
import { createWorker, type Worker } from "./worker.ts";

export interface Jobs {
  /** In the transaction around it, if there is one. `onceInSeconds`: of all that are sent in that time, by any server, one is kept. */
  send<Data>(queue: Queue<Data>, data: Data, options?: { onceInSeconds?: number }): Promise<void>;
  /**
   * From now on this server does such work, `atOnce` jobs at a time (one). A handler that throws is asked again later, as the queue says, or
   * as it says itself (`NotNow`).
   */
  work<Data>(queue: Queue<Data>, handle: (data: Data, job: Job) => Promise<void>, options?: { atOnce?: number }): void;
  /** Sends this job again and again, once in that time over all servers. */
  every<Data>(queue: Queue<Data>, data: Data, seconds: number): void;
  /** Resolves when nothing waits whose time has come. For tests. */
  settled(): Promise<void>;
  stop(): Promise<void>;
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

export async function openJobs(database: Sender, log: Log): Promise<Jobs> {
  const boss = bossOn(database);
  boss.on("error", (error) => log.warn({ err: error }, "The queue of jobs could not be tidied"));
  await boss.start();
  const stopping = new AbortController();
  const { signal } = stopping;
  // As many listen as jobs are worked on, and each goes with its job: that is no leak.
  setMaxListeners(0, signal);
  const workers = new Map<string, Worker>();
  const timers = new Set<NodeJS.Timeout>();
  const often = (act: () => void, ms: number): void => void timers.add(setInterval(act, ms).unref());

  const send: Jobs["send"] = async (queue, data, { onceInSeconds } = {}) => {
    const once = onceInSeconds === undefined ? {} : { singletonSeconds: onceInSeconds };
    await put(boss, queue, { attempts: 0, given: data }, once);
    database.committed(() => workers.get(queue.name)?.wake());
  };
  return {
    send,
    work(queue, handle, { atOnce = 1 } = {}) {
      const worker: Worker = createWorker({
        take: (batchSize) => boss.fetch<unknown>(queue.name, { batchSize }),
        async handle(job) {
          const seconds = await attempt(job, { queue, handle, boss, database, log, signal });
          if (seconds !== undefined) worker.wakeIn(seconds);
        },
        atOnce,
        signal,
        log,
      });
      workers.set(queue.name, worker);
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

/** The library gives up by itself after its retries, which are for servers that are gone: what fails here is sent anew. A job that ends every server that begins it is given up. */
const MOST_LOST_SERVERS = 20;
/** What had its time is put away here before another server may take it. */
const GRACE_SECONDS = 15;
/** A job waits for a server that does such work, however long there is none. */
const WAITS_DAYS = 3_650;

async function put(boss: PgBoss, queue: Queue, envelope: z.input<typeof Envelope>, options: PgBoss.SendOptions): Promise<void> {
  const id = await boss.send(queue.name, envelope, {
    expireInSeconds: queue.takesSeconds + GRACE_SECONDS,
    retryLimit: MOST_LOST_SERVERS,
    retentionDays: WAITS_DAYS,
    ...options,
  });
  // Of those that are sent once in a time, the second has no id either.
  if (id === null && options.singletonSeconds === undefined) throw new Error(`There is no queue "${queue.name}"`);
}

interface AttemptParts<Data> {
  queue: Queue<Data>;
  handle(data: Data, job: Job): Promise<void>;
  boss: PgBoss;
  database: Sender;
  log: Log;
  signal: AbortSignal;
}

/** What is not done for this server stops is not an attempt. After how many seconds it is begun again; undefined: never. */
async function attempt<Data>({ id, data }: PgBoss.Job<unknown>, parts: AttemptParts<Data>): Promise<number | undefined> {
  const { queue, handle, boss, database, log, signal } = parts;
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
      await boss.complete(queue.name, id);
      const again = { attempts: isUntried ? before : attempts, given };
      if (seconds !== undefined) await put(boss, queue, again, { startAfter: seconds });
    });
    return seconds;
  }
  await boss.complete(queue.name, id);
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
