/**
 * The SQL of jobs that many messages and calls need, over the library's table. The library asks for a queue by a value, and PostgreSQL plans
 * such a question anew each time, over the partitions of all queues; here each queue has texts of its own.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { withPreparedStatements } from "../database/prepared-statements.ts";
import type { Tenancy } from "../database/tenancy.ts";
import { JOBS_SCHEMA } from "./queue.ts";

export type QueueStore = ReturnType<typeof createQueueStore>;

export interface NewJob {
  data: unknown;
  takesSeconds: number;
  /** From now. */
  startAfterSeconds: number;
  /** Of all that are sent in that time one is kept. */
  onceInSeconds?: number | undefined;
  /** It is this server's from the beginning. */
  isTaken?: boolean;
}

export interface StoredJob {
  id: string;
  data: unknown;
}

/** What had its time is put away by its server before another one may take it. */
const GRACE_SECONDS = 15;
/** A job that ends every server that begins it is given up. */
const MOST_LOST_SERVERS = 20;
/** A job waits for a server that does such work, however long there is none. */
const WAITS_DAYS = 3_650;

const Taken: z.ZodType<StoredJob[]> = z.array(z.object({ id: z.uuid(), data: z.unknown() }));
/** Of a row that belongs to no partition. */
const NO_PARTITION = "23514";

export function createQueueStore(database: Pick<Tenancy, "query">, queue: string) {
  if (!/^[a-z-]+$/.test(queue)) throw new Error("A queue's name is of small letters");
  const jobs = `${JOBS_SCHEMA}.job`;
  const TAKE = `update ${jobs} set state = 'active', started_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    where name = '${queue}' and id = any (array(select id from ${jobs}
      where name = '${queue}' and state < 'active' and start_after < now()
      order by priority desc, created_on, id limit $1 for update skip locked))
    returning id, data`;
  const COMPLETE = `update ${jobs} set completed_on = now(), state = 'completed'
    where name = '${queue}' and id = any ($1::uuid[]) and state = 'active'`;
  const ADD = `insert into ${jobs}
      (name, id, data, start_after, expire_in, keep_until, retry_limit, policy, state, started_on, singleton_on)
    values ('${queue}', $1::uuid, $2::jsonb, now() + $3::float8 * interval '1 second', $4::float8 * interval '1 second',
      now() + interval '${WAITS_DAYS} days', ${MOST_LOST_SERVERS}, 'standard',
      case when $5::boolean then 'active' else 'created' end::${JOBS_SCHEMA}.job_state, case when $5::boolean then now() end,
      timestamp 'epoch' + $6::float8 * floor(extract(epoch from now()) / $6::float8) * interval '1 second')
    on conflict do nothing`;
  const query: typeof database.query = (text, values) => withPreparedStatements(() => database.query(text, values));

  return {
    /** They are this server's for the time that they take. */
    async take(most: number) {
      const { rows } = await query(TAKE, [most]);
      return Taken.parse(rows);
    },
    async complete(ids: readonly string[]): Promise<void> {
      await query(COMPLETE, [ids]);
    },
    /** Its id. */
    async add({ data, takesSeconds, startAfterSeconds, onceInSeconds, isTaken = false }: NewJob): Promise<string> {
      const id = randomUUID();
      const expireSeconds = takesSeconds + GRACE_SECONDS;
      try {
        await query(ADD, [id, JSON.stringify(data), startAfterSeconds, expireSeconds, isTaken, onceInSeconds ?? null]);
        return id;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === NO_PARTITION)
          throw new Error(`There is no queue "${queue}"`, { cause: error });
        throw error;
      }
    },
  };
}
