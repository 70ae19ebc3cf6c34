/** How much of the time this server has been there, measured by itself. */
import type { Db } from "../../platform/database/db.ts";
import type { Log } from "../../platform/log/log.ts";
import { createRunStore, type RunStore } from "./store.ts";

export interface Uptime {
  /** 0…1 since the first start, at most 30 days back; null in the first minute. */
  share(): Promise<number | null>;
  /** Says that the server is there. For the timer and for tests. */
  beat(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_EVERY_MS = 20_000;
const SHORTEST_SECONDS = 60;
/** Home pages ask often; it does not change that fast. */
const REMEMBERED_MS = 10_000;

export async function startUptime(db: Db, log: Log): Promise<Uptime> {
  const store = createRunStore(db);
  let run: string | undefined;
  let known: { share: number | null; atMs: number } | undefined;
  const beat = async (): Promise<void> => {
    if (run !== undefined && (await store.beat(run))) return;
    run = await store.begin();
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, "The server could not note that it is there"));
  }, BEAT_EVERY_MS).unref();
  return {
    beat,
    async share() {
      if (!known || performance.now() - known.atMs > REMEMBERED_MS)
        known = { share: await measure(store), atMs: performance.now() };
      return known.share;
    },
    async stop() {
      clearInterval(timer);
      await store.end(run);
    },
  };
}

async function measure(store: RunStore): Promise<number | null> {
  const { upSeconds, seconds } = await store.measure();
  return seconds < SHORTEST_SECONDS ? null : Math.min(1, upSeconds / seconds);
}
