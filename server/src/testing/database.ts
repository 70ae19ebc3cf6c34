import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../platform/database/database.ts";
import type { Migration } from "../platform/database/migrate.ts";

export interface TestDatabase extends Database {
  readonly dataDir: string;
}

/** A real PostgreSQL of its own, in a folder that vanishes with it. */
export async function openTestDatabase(migrations: readonly Migration[]): Promise<TestDatabase> {
  const dataDir = temporaryDataDir();
  const database = await openDatabase({ dataDir, environment: { PATH: process.env["PATH"] ?? "" } }, migrations);
  return {
    ...database,
    dataDir,
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
