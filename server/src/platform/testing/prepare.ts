/**
 * Makes the database of `prepare-once.ts` in the folder that it is given, and prints the fingerprint of its steps: in a process of its own,
 * bundled.
 */
import pg from "pg";
import { inheritedEnvironment } from "../config/config.ts";
import { SCHEMA } from "../../schema.ts";
import { openDatabase } from "../database/database.ts";
import { runningEmbeddedPostgres } from "../database/embedded.ts";
import { prepareJobs } from "../jobs/prepare.ts";
import { fingerprintOf } from "./data-folder.ts";

/**
 * What makes a copy small and quick: no waiting for the disk, of which only a machine that loses power has need, and a log that is not
 * written full of zeros. A PostgreSQL that is killed loses nothing all the same.
 */
const QUICK = ["fsync = off", "full_page_writes = off", "wal_init_zero = off", "wal_recycle = off"];

const [, , dataDir = ""] = process.argv;
const environment = inheritedEnvironment();
const database = await openDatabase({ dataDir, environment }, SCHEMA.migrations, (client, role) =>
  prepareJobs(client, SCHEMA.queues, role),
);
await quicken();
await database.close();
process.stdout.write(fingerprintOf(SCHEMA.migrations));

async function quicken(): Promise<void> {
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
