/**
 * Before all tests: a database with its tables, of which each gets a copy, for it takes 4 s of a processor to make one. What is tested of a first
 * start itself begins without.
 */
import { rmSync } from "node:fs";
import pg from "pg";
import { inheritedEnvironment } from "../config/config.ts";
import { SCHEMA } from "../../schema.ts";
import { openDatabase } from "../database/database.ts";
import { runningEmbeddedPostgres } from "../database/embedded.ts";
import { prepareJobs } from "../jobs/prepare.ts";
import { publishPrepared, quickDataDir } from "./data-folder.ts";

/**
 * What makes a copy small and quick: no waiting for the disk, of which only a machine that loses power has need, and a log that is not
 * written full of zeros. A PostgreSQL that is killed loses nothing all the same.
 */
const QUICK = ["fsync = off", "full_page_writes = off", "wal_init_zero = off", "wal_recycle = off"];

export async function setup(): Promise<() => void> {
  const dataDir = quickDataDir();
  const environment = inheritedEnvironment();
  const database = await openDatabase({ dataDir, environment }, SCHEMA.migrations, (client, role) =>
    prepareJobs(client, SCHEMA.queues, role),
  );
  await quicken(dataDir);
  await database.close();
  const copies = publishPrepared(dataDir);
  return () => {
    for (const folder of [dataDir, copies]) rmSync(folder, { recursive: true, force: true });
  };
}

async function quicken(dataDir: string): Promise<void> {
  const client = new pg.Client(runningEmbeddedPostgres(dataDir, "superuser"));
  await client.connect();
  try {
    for (const setting of QUICK) await client.query(`alter system set ${setting}`);
    await client.query("select pg_reload_conf()");
    // A new file of the log, by the new settings; those before it go when the database closes.
    await client.query("select pg_switch_wal()");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}
