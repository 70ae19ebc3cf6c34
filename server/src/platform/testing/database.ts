import { rmSync } from "node:fs";
import pg from "pg";
import { inheritedEnvironment } from "../config/config.ts";
import { openDatabase, type Database, type Prepare } from "../database/database.ts";
import { runningEmbeddedPostgres } from "../database/embedded.ts";
import { EVERYWHERE, readScopeKey, SCOPE_SETTING, sealedScope } from "../database/scope.ts";
import type { Migration } from "../database/migrate.ts";
import { dataDirFor } from "./data-folder.ts";

export interface TestDatabase extends Database {
  readonly dataDir: string;
  /** As the tables' owner, who has what the server has not. */
  asOwner(statements: string): Promise<void>;
}

/** A real PostgreSQL of its own, in a folder that vanishes with it. */
export async function openTestDatabase(migrations: readonly Migration[], prepare?: Prepare): Promise<TestDatabase> {
  const dataDir = dataDirFor(migrations);
  const database = await openDatabase({ dataDir, environment: inheritedEnvironment() }, migrations, prepare);
  return {
    ...database,
    dataDir,
    asOwner: async (statements) => {
      const client = new pg.Client(runningEmbeddedPostgres(dataDir, "owner"));
      await client.connect();
      try {
        const scope = sealedScope(EVERYWHERE, await readScopeKey(client));
        await client.query(`set ${SCOPE_SETTING} = '${scope}'; ${statements}`);
      } finally {
        await client.end();
      }
    },
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
