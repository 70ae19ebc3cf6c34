/**
 * Before all tests: a database with its tables, of which each gets a copy, for it takes 4 s of a processor to make one. What is tested of a first
 * start itself begins without.
 */
import { rmSync } from "node:fs";
import { inheritedEnvironment } from "../config.ts";
import { MIGRATIONS } from "../migrations.ts";
import { openDatabase } from "../platform/database/database.ts";
import { prepareJobs } from "../platform/jobs/prepare.ts";
import { QUEUES } from "../queues.ts";
import { tellPrepared, temporaryDataDir } from "./data-folder.ts";

export async function setup(): Promise<() => void> {
  const dataDir = temporaryDataDir();
  const environment = inheritedEnvironment();
  const database = await openDatabase({ dataDir, environment }, MIGRATIONS, (client, role) => prepareJobs(client, QUEUES, role));
  await database.close();
  tellPrepared(dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
