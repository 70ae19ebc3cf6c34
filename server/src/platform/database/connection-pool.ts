/** Lends connections, but not of a database that stands still: who waits for one then, or for an answer, hears within seconds that it is away. */
import pg from "pg";
import { startPulse } from "./pulse.ts";

/** What a connection is wanted for: rows of one workspace, of all, or the beats by which other servers see that this one lives. */
export type ConnectionUse = "workspace" | "everywhere" | "beats";

export interface ConnectionPool {
  /** Rejects as away when the database stands still, or begins to. */
  connect(wanted?: ConnectionUse): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

/**
 * Beats have one of their own: requests that wait for a locked table hold all the others, and a server that cannot beat is taken for dead.
 * Workspace and everywhere are apart because a request finds out who asks and then asks for them, and a connection that did both would be
 * told anew whose rows it sees each time.
 */
const CONNECTIONS: Readonly<Record<ConnectionUse, number>> = { workspace: 8, everywhere: 6, beats: 1 };
/** Also for a free one of ours: whoever asks then is told to come back, instead of hanging. */
export const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A beat that comes later is worth nothing, and the next one waits for its connection. */
const BEAT_TIMEOUT_MS = 2_000;
/** A server that is gone without a word ends no statement: we do, so much later. */
const ANSWER_LATER_MS = 2_000;
/** More than wait for a connection on a machine that works: the next is told to come back. */
const MOST_WAITING = 1_000;

export function openConnectionPool(connection: pg.PoolConfig): ConnectionPool {
  const pools = {
    workspace: openPool(connection, CONNECTIONS.workspace),
    everywhere: openPool(connection, CONNECTIONS.everywhere),
    beats: openPool(connection, CONNECTIONS.beats, BEAT_TIMEOUT_MS),
  };
  const lent = new Set<pg.PoolClient>();
  const waiting = new Set<() => void>();
  for (const pool of Object.values(pools)) {
    pool.on("acquire", (client) => lent.add(client));
    pool.on("release", (_error, client) => lent.delete(client));
  }
  const pulse = startPulse(connection, () => {
    for (const giveUp of waiting) giveUp();
    // Ending one that waits for an answer cuts it: the question fails as on any connection that breaks.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool lends clients under a narrower type
    for (const client of lent) void (client as unknown as pg.Client).end().catch(() => undefined);
  });

  return {
    connect(wanted = "everywhere") {
      const pool = pools[wanted];
      if (pulse.isStill) return Promise.reject(away("The database does not answer"));
      if (pool.waitingCount >= MOST_WAITING) return Promise.reject(away("Too many wait for the database"));
      return new Promise((resolve, reject) => {
        let isTooLate = false;
        const giveUp = (): void => {
          waiting.delete(giveUp);
          isTooLate = true;
          reject(away("The database does not answer"));
        };
        waiting.add(giveUp);
        pool.connect().then(
          (client) => {
            waiting.delete(giveUp);
            if (isTooLate) client.release();
            else resolve(client);
          },
          (error: unknown) => {
            waiting.delete(giveUp);
            reject(error);
          },
        );
      });
    },
    async close() {
      pulse.stop();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function openPool(connection: pg.PoolConfig, max: number, statementTimeoutMs: number = STATEMENT_TIMEOUT_MS): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_LATER_MS,
    keepAlive: true,
  });
  // A connection that breaks must not end the process, neither an idle one nor one that is lent out: who uses it hears of it from its
  // query, and the next one is opened afresh.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** With PostgreSQL's own code for a connection that has failed. */
function away(message: string): Error {
  return Object.assign(new Error(message), { code: "08006" });
}
