/** All the SQL of when servers were there. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";

export interface RunStore {
  /** Says that this run goes on; false when its last beat is too long ago. */
  beat(run: string): Promise<boolean>;
  /** A new run; what is too old to count is forgotten. */
  begin(): Promise<string | undefined>;
  end(run: string | undefined): Promise<void>;
  /** Seconds since the first start within the window, and those in which a server was there. */
  measure(): Promise<{ upSeconds: number; seconds: number }>;
}

/** A longer silence was an absence, of the server or of its database: it counts as such. */
const SILENCE_SECONDS = 60;
const WINDOW_DAYS = 30;

interface Measured extends Record<string, unknown> {
  up: string | null;
  seconds: string | null;
}

export function createRunStore(db: Db): RunStore {
  return {
    async beat(run) {
      const { rows } = await db.execute<{ id: string }>(sql`
        update server_runs set beat_at = clock_timestamp()
        where id = ${run}::bigint and beat_at > clock_timestamp() - ${SILENCE_SECONDS} * interval '1 second' returning id`);
      return rows.length > 0;
    },
    async begin() {
      const { rows } = await db.execute<{ id: string }>(sql`insert into server_runs default values returning id`);
      await db.execute(sql`delete from server_runs where beat_at < clock_timestamp() - ${2 * WINDOW_DAYS} * interval '1 day'`);
      return rows[0]?.id;
    },
    async end(run) {
      await db.execute(sql`
        update server_runs set beat_at = clock_timestamp(), stopped_at = clock_timestamp() where id = ${run ?? null}::bigint`);
    },
    /** Runs of several servers on one database lie over each other: together they are one presence. */
    async measure() {
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
      return { upSeconds: Number(rows[0]?.up ?? 0), seconds: Number(rows[0]?.seconds ?? 0) };
    },
  };
}
