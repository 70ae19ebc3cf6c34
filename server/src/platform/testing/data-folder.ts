/** Data folders of tests: empty ones, and copies of one whose database was made once before all tests. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The tests' processes are told by their environment where that one lies: no setting of the product, and read nowhere else. */
const MADE_ONCE = "ONGEA_TEST_DATA";

/** A new folder that PostgreSQL's own user can walk through, too. */
export function temporaryDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), "ongea-test-"));
  chmodSync(path, 0o755);
  return path;
}

/** To every process that the tests run in, from then on. */
export function publishPrepared(dataDir: string): void {
  process.env[MADE_ONCE] = dataDir;
}

/** One whose database has its tables, and nothing in them; outside a run of tests an empty one. */
export function preparedDataDir(): string {
  const path = temporaryDataDir();
  const made = process.env[MADE_ONCE];
  // With its owner, who may be another than whoever runs the tests.
  if (made !== undefined) execFileSync("cp", ["--archive", ...readdirSync(made).map((name) => join(made, name)), path]);
  return path;
}
