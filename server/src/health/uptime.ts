/** How much of the time this server has been there, measured by itself. */
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import type { Migration } from "../platform/database/migrate.ts";
import type { Log } from "../platform/log/log.ts";

/** Of the installation, not of a workspace. */
export const uptimeMigrations: readonly Migration[] = [
  {
    id: "0025-uptime",
    sql: `create table server_runs (
      id bigint generated always as identity primary key,
      started_at timestamptz not null default clock_timestamp(),
      beat_at timestamptz not null default clock_timestamp(),
      stopped_at timestamptz
    );
    create index server_runs_beat on server_runs (beat_at)`,
  },
];

export interface Uptime {
  /** 0…1 since the first start, at most 30 days back; null in the first minute. */
  share(): Promise<number | null>;
  /** Says that the server is there. For the timer and for tests. */
  beat(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_EVERY_MS = 20_000;
/** A longer silence was an absence, of the server or of its database: it counts as such. */
const SILENCE_SECONDS = 60;
const WINDOW_DAYS = 30;
const SHORTEST_SECONDS = 60;
/** Home pages ask often; it does not change that fast. */
const REMEMBERED_MS = 10_000;

export async function startUptime(db: Db, log: Log): Promise<Uptime> {
  let run: string | undefined;
  let known: { share: number | null; atMs: number } | undefined;
  const beat = async (): Promise<void> => {
    const { rows } = await db.execute<{ id: string }>(sql`
      update server_runs set beat_at = clock_timestamp()
      where id = ${run ?? null}::bigint and beat_at > clock_timestamp() - ${SILENCE_SECONDS} * interval '1 second' returning id`);
    if (rows.length > 0) return;
    const fresh = await db.execute<{ id: string }>(sql`insert into server_runs default values returning id`);
    run = fresh.rows[0]?.id;
    await db.execute(sql`delete from server_runs where beat_at < clock_timestamp() - ${2 * WINDOW_DAYS} * interval '1 day'`);
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, "The server could not note that it is there"));
  }, BEAT_EVERY_MS).unref();
  return {
    beat,
    async share() {
      if (!known || performance.now() - known.atMs > REMEMBERED_MS) known = { share: await measure(db), atMs: performance.now() };
      return known.share;
    },
    async stop() {
      clearInterval(timer);
      await db.execute(sql`
        update server_runs set beat_at = clock_timestamp(), stopped_at = clock_timestamp() where id = ${run ?? null}::bigint`);
    },
  };
}

interface Measured extends Record<string, unknown> {
  up: string | null;
  seconds: string | null;
}

/** Runs of several servers on one database lie over each other: together they are one presence. */
async function measure(db: Db): Promise<number | null> {
  const { rows } = await db.execute<Measured>(sql`
    with span as (
      select greatest(min(started_at), clock_timestamp() - ${WINDOW_DAYS} * interval '1 day') as since, clock_timestamp() as until
      from server_runs
    ), alive as (
      select unnest(range_agg(tstzrange(
        greatest(started_at, since),
        least(case when stopped_at is null and beat_at > until - ${SILENCE_SECONDS} * interval '1 second' then until else beat_at end, until),
        '[]'
      ))) as during
      from server_runs, span where beat_at >= since
    )
    select (select sum(extract(epoch from upper(during) - lower(during))) from alive) as up,
      extract(epoch from until - since) as seconds
    from span`);
  const seconds = Number(rows[0]?.seconds ?? 0);
  if (seconds < SHORTEST_SECONDS) return null;
  return Math.min(1, Number(rows[0]?.up ?? 0) / seconds);
}
