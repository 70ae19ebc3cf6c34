/**
 * Every live call has an owner: the server that carries it, which says every few seconds that it lives. What a server leaves behind is settled
 * once, by the next one in its data folder or by any other on the same database.
 *
 * An owner is gone when another has looked at its beat for a while, without a gap, and has not seen it move. Wall clocks have no say in
 * that, and a database that was away for all of them makes nobody gone.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_IS_LATE, withTimeout } from "../../platform/async/with-timeout.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallRow } from "../records/store.ts";
import type { Beat, OwnerStore } from "./store.ts";

export interface Leases {
  readonly ownerId: string;
  /** From now on it beats, and settles what others left behind. */
  start(settle: (call: CallRow) => Promise<void>): Promise<void>;
  /** Nothing of it is left to be settled. */
  stop(): Promise<void>;
}

export interface LeasesParts {
  store: OwnerStore;
  log: Log;
  /** Names the data folder. */
  home: string;
  /** Steady, ms. */
  nowMs(): number;
}

const BEAT_MS = 1_500;
/** Not seen to move for longer: gone. With the beats and looks around it, its calls are settled within ten seconds. */
const GONE_AFTER_MS = 6_000;
/** A look that takes longer has seen nothing; its connection may be dead, so the next one takes another. */
const LOOK_LIMIT_MS = 2_000;
/** Between two looks lies no more than this, else we have not been watching. */
const MOST_BETWEEN_LOOKS_MS = 5_000;

export function createLeases({ store, log, home, nowMs }: LeasesParts): Leases {
  const me = { id: randomUUID(), home };
  const watch = createWatch(nowMs);
  let settle: (call: CallRow) => Promise<void> = async () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  /** Takes its time, beside the beats: whoever settles many calls is not gone for that. */
  let settling: Promise<void> | undefined;
  let isStopped = false;

  async function beatAndLook(): Promise<void> {
    try {
      const gone = watch.gone(await withTimeout(beatThenOthers(), LOOK_LIMIT_MS, DATABASE_IS_LATE));
      if (gone.length > 0) settling ??= settleAll(gone, false).finally(() => (settling = undefined));
    } catch {
      // The database is away. Health tells it; the next look tries again.
      watch.interrupted();
    }
    if (!isStopped) next();
  }

  async function beatThenOthers(): Promise<Beat[]> {
    await store.beat(me);
    return store.others(me);
  }

  /** An owner is forgotten when all that it left has its end; until then it is looked at again. The end of a call is stored once. */
  async function settleAll(gone: readonly string[], orNobodys: boolean): Promise<void> {
    try {
      let isDone = true;
      for (const call of await store.left(gone, orNobodys)) {
        await settle(call).catch((error: unknown) => {
          isDone = false;
          log.error({ err: error, callId: call.id }, "A call could not be settled");
        });
      }
      if (isDone) await store.forget(gone);
    } catch (error) {
      log.error({ err: error }, "The calls of a server that is gone could not be read");
    }
  }

  function next(): void {
    timer = setTimeout(() => (looking = beatAndLook()), BEAT_MS).unref();
  }

  return {
    ownerId: me.id,
    async start(how) {
      settle = how;
      const others = await beatThenOthers();
      next();
      const before = others.filter((other) => other.home === home).map(({ id }) => id);
      await (settling = settleAll(before, true).finally(() => (settling = undefined)));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      await settling;
      await withTimeout(store.forget([me.id]), LOOK_LIMIT_MS, DATABASE_IS_LATE).catch(() => undefined);
    },
  };
}

interface Watch {
  /** Those of the others that have stood still for long enough while we watched. */
  gone(others: readonly Beat[]): string[];
  interrupted(): void;
}

function createWatch(nowMs: () => number): Watch {
  /** Of each other owner: its last beat, and since when we have watched it stand still. */
  const seen = new Map<string, { beatAt: string; sinceMs: number }>();
  let lookedMs = Number.NEGATIVE_INFINITY;

  return {
    gone(others) {
      const now = nowMs();
      if (now - lookedMs > MOST_BETWEEN_LOOKS_MS) seen.clear();
      lookedMs = now;
      const ids = new Set(others.map(({ id }) => id));
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
      return others.flatMap(({ id, beatAt }) => {
        const known = seen.get(id);
        if (known?.beatAt === beatAt) return now - known.sinceMs > GONE_AFTER_MS ? [id] : [];
        seen.set(id, { beatAt, sinceMs: now });
        return [];
      });
    },
    interrupted: () => seen.clear(),
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
