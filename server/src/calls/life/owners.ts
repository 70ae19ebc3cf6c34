/**
 * Every live call has an owner: the server that carries it, which says every few seconds that it lives. What a server leaves behind is settled
 * once, by the next one in its data folder or by any other on the same database.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../platform/log/log.ts";
import type { CallRow } from "../store.ts";
import type { OwnerStore } from "./store.ts";

export interface Owners {
  readonly ownerId: string;
  /** From now on it beats, and settles what others left behind. */
  start(settle: (call: CallRow) => Promise<void>): Promise<void>;
  /** Nothing of it is left to be settled. */
  stop(): Promise<void>;
}

export interface OwnersParts {
  store: OwnerStore;
  log: Log;
  /** Names the data folder. */
  home: string;
  nowMs(): number;
}

const BEAT_MS = 2_000;
/** Silent for longer: gone. With the beat and the look that finds it, a call is settled within ten seconds. */
const GONE_AFTER_MS = 7_000;

export function createOwners({ store, log, home, nowMs }: OwnersParts): Owners {
  const me = { id: randomUUID(), home };
  let settle: (call: CallRow) => Promise<void> = async () => undefined;
  /** Since when every beat has reached the database: while it was away, nobody could beat, and nobody was gone for that. */
  let steadySinceMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function settleAll(gone: readonly string[], orNobody: boolean): Promise<void> {
    for (const call of await store.takeOver(me, gone, orNobody)) {
      await settle(call).catch((error: unknown) => log.error({ err: error, callId: call.id }, "A call could not be settled"));
    }
    await store.forget(gone);
  }

  async function beat(): Promise<void> {
    try {
      await store.beat(me);
      steadySinceMs ??= nowMs();
      if (nowMs() - steadySinceMs > GONE_AFTER_MS) await settleAll(await store.gone(me, GONE_AFTER_MS), false);
    } catch {
      // The database is away. Health tells it; the next beat tries again.
      steadySinceMs = undefined;
    }
  }

  async function beatAndGoOn(): Promise<void> {
    await beat();
    if (!isStopped) next();
  }

  function next(): void {
    timer = setTimeout(() => (working = beatAndGoOn()), BEAT_MS).unref();
  }

  return {
    ownerId: me.id,
    async start(how) {
      settle = how;
      await store.beat(me);
      await settleAll(await store.gone(me), true);
      next();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
      await store.forget([me.id]).catch(() => undefined);
    },
  };
}

/** The name of a data folder, which moves with it. */
export function homeOf(dataDir: string): string {
  const file = join(dataDir, "installation-id");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    const id = randomUUID();
    writeFileSync(file, `${id}\n`, { mode: 0o600 });
    return id;
  }
}
