/**
 * Before all tests: a database with its tables, of which each gets a copy, for it takes 4 s of a processor to make one. What is tested of a first
 * start itself begins without.
 */
import { rmSync } from "node:fs";
import { inheritedEnvironment } from "../config/config.ts";
import { SCHEMA } from "../../schema.ts";
import { openDatabase } from "../database/database.ts";
import { prepareJobs } from "../jobs/prepare.ts";
import { publishPrepared, temporaryDataDir } from "./data-folder.ts";

export async function setup(): Promise<() => void> {
  const dataDir = temporaryDataDir();
  const environment = inheritedEnvironment();
  const database = await openDatabase({ dataDir, environment }, SCHEMA.migrations, (client, role) =>
    prepareJobs(client, SCHEMA.queues, role),
  );
  await database.close();
  publishPrepared(dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
