import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inheritedEnvironment } from "../config.ts";
import { openDatabase, type Database, type Prepare } from "../platform/database/database.ts";
import { runningEmbeddedPostgres } from "../platform/database/embedded.ts";
import { EVERYWHERE, readScopeKey, SCOPE_SETTING, sealedScope } from "../platform/database/scope.ts";
import type { Migration } from "../platform/database/migrate.ts";

export interface TestDatabase extends Database {
  readonly dataDir: string;
  /** As the tables' owner, who has what the server has not. */
  asOwner(statements: string): Promise<void>;
}

/** A real PostgreSQL of its own, in a folder that vanishes with it. */
export async function openTestDatabase(migrations: readonly Migration[], prepare?: Prepare): Promise<TestDatabase> {
  const dataDir = temporaryDataDir();
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

/** A new folder that PostgreSQL's own user can walk through, too. */
export function temporaryDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), "ongea-test-"));
  chmodSync(path, 0o755);
  return path;
}
