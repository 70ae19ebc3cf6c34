import { resolve } from "node:path";
import { inheritedEnvironment, type Config } from "../platform/config/config.ts";
import { MIGRATIONS } from "../schema.ts";
import { joinDatabase, openDatabase, type Database } from "../platform/database/database.ts";
import { runningServer, takeDataFolder } from "../platform/lock/data-folder.ts";

/** The installation's database, for a command: beside a running server or without one. */
export async function databaseBeside(config: Config): Promise<{ database: Database; close(): Promise<void> }> {
  const dataDir = resolve(config.DATA_DIR);
  if (config.DATABASE_URL === undefined && runningServer(dataDir) !== undefined) {
    const database = await joinDatabase(dataDir);
    return { database, close: () => database.close() };
  }
  // A server of one's own needs no folder, and may be in use by ours.
  const folder = config.DATABASE_URL === undefined ? takeDataFolder(dataDir) : undefined;
  try {
    const database = await openDatabase({ dataDir, url: config.DATABASE_URL, environment: inheritedEnvironment() }, MIGRATIONS);
    const close = async (): Promise<void> => {
      await database.close();
      folder?.release();
    };
    return { database, close };
  } catch (error) {
    folder?.release();
    throw error;
  }
}
