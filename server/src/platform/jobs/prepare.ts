/** Makes what the queue keeps its jobs in, as the owner of the database: the server's own role makes nothing. */
import type pg from "pg";
import PgBoss from "pg-boss";
import { JOBS_SCHEMA, type Queue } from "./queue.ts";

/** `appRole`: the role that the server works as; absent, the same as the owner. May be called by several servers at once. */
export async function prepareJobs(
  client: pg.ClientBase,
  queues: readonly Pick<Queue, "name">[],
  appRole?: string,
): Promise<void> {
  const executeSql = async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
    return { rows: Array.isArray(result) ? (result.at(-2)?.rows ?? []) : result.rows };
  };
  const boss = new PgBoss({ db: { executeSql }, schema: JOBS_SCHEMA, supervise: false, schedule: false });
  let problem: unknown;
  boss.on("error", (error) => (problem = error));
  await boss.start();
  for (const { name } of queues) await boss.createQueue(name);
  await boss.stop({ graceful: false, wait: true, close: false });
  if (problem !== undefined) throw problem;
  if (appRole === undefined) return;
  await client.query(`grant usage on schema ${JOBS_SCHEMA} to ${appRole}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${appRole}`);
}
