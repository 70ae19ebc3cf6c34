/** Data folders of tests: empty ones, and copies of one whose database was made once before all tests. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import type { Migration } from "../database/migrate.ts";

/** The tests' processes are told by their environment where that one lies: no setting of the product, and read nowhere else. */
const MADE_ONCE = "ONGEA_TEST_DATA";
const COPIES = "ONGEA_TEST_COPIES";
const STEPS = "ONGEA_TEST_STEPS";

/** Where Linux keeps files in memory: a copy of 2,000 files takes a tenth of the time there. */
const IN_MEMORY = "/dev/shm";
/** A copy is 40 MB and three or four are there at a time; the server warns of less free space, and programs need memory too. */
const ROOM_BYTES = 8 * 2 ** 30;

/** A new folder that PostgreSQL's own user can walk through, too. */
export function temporaryDataDir(below = tmpdir()): string {
  const path = mkdtempSync(join(below, "ongea-test-"));
  chmodSync(path, 0o755);
  return path;
}

/** In memory where there is room: neither what is made once nor a copy waits for a disk there. */
export function quickDataDir(): string {
  return temporaryDataDir(hasRoom() ? IN_MEMORY : tmpdir());
}

/** To every process that the tests run in, from then on: `steps` made its tables. Returns where the copies of it will lie. */
export function publishPrepared(dataDir: string, steps: string): string {
  const copies = quickDataDir();
  process.env[MADE_ONCE] = dataDir;
  process.env[STEPS] = steps;
  process.env[COPIES] = copies;
  return copies;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Tells some steps of a schema from others, without those of the product at hand: to load them is to load the whole server. */
export function fingerprintOf(migrations: readonly Migration[]): string {
  return createHash("sha256")
    .update(JSON.stringify(migrations.map(({ id, sql }) => [id, sql])))
    .digest("hex");
}

/** For a database of these steps: a copy where they are the product's own, an empty one otherwise. */
export function dataDirFor(migrations: readonly Migration[]): string {
  return fingerprintOf(migrations) === process.env[STEPS] ? preparedDataDir() : temporaryDataDir();
}

/** One whose database has its tables, and nothing in them; outside a run of tests an empty one. */
export function preparedDataDir(): string {
  const path = temporaryDataDir(process.env[COPIES]);
  const made = process.env[MADE_ONCE];
  // With its owner, who may be another than whoever runs the tests.
  if (made !== undefined) execFileSync("cp", ["--archive", ...readdirSync(made).map((name) => join(made, name)), path]);
  return path;
}
