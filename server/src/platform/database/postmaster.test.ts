import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { temporaryDataDir } from "../testing/data-folder.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { isAlive } from "../processes.ts";
import { openDatabase, type Database } from "./database.ts";
import { runningEmbeddedPostgres } from "./embedded.ts";
import type { PostmasterEvent } from "./postmaster.ts";

const environment = { PATH: process.env["PATH"] ?? "" };
const PLANTS = [{ id: "0001-plants", sql: "create table plants (name text primary key)" }];
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

function pidOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
}

async function opened(dataDir: string, onEvent?: (event: PostmasterEvent) => void): Promise<Database> {
  const database = await openDatabase({ dataDir, environment, ...(onEvent ? { onEvent } : {}) }, PLANTS);
  ends.push(() => database.close());
  return database;
}

function folder(): string {
  const dataDir = temporaryDataDir();
  ends.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A data folder whose server is gone, and says that its PostgreSQL has this number. */
async function leftWith(pid: number): Promise<string> {
  const dataDir = folder();
  const first = await openDatabase({ dataDir, environment }, PLANTS);
  await first.close();
  const lines = [String(pid), join(dataDir, "postgres/data"), "1", "5432", join(dataDir, "postgres/run"), "", "", "ready"];
  writeFileSync(join(dataDir, "postgres/data/postmaster.pid"), `${lines.join("\n")}\n`);
  return dataDir;
}

test("PostgreSQL runs in a session of its own, out of reach of a terminal's Ctrl-C", async () => {
  const dataDir = folder();
  await opened(dataDir);
  const pid = pidOf(dataDir);
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  expect([group, session]).toEqual([String(pid), String(pid)]);
});

test("a program that has got the number of a PostgreSQL that is gone is left alone, whatever it is called", async () => {
  const stranger: ChildProcess = spawn("/bin/bash", ["-c", "exec -a postgres sleep 60"], { stdio: "ignore" });
  ends.push(async () => void stranger.kill());
  await expect.poll(() => readlinkSync(`/proc/${stranger.pid}/exe`)).toContain("sleep");
  const database = await opened(await leftWith(stranger.pid ?? 0));
  await database.ping();
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

test("the PostgreSQL of another data folder is left alone", async () => {
  const other: TestDatabase = await openTestDatabase(PLANTS);
  ends.push(() => other.close());
  const database = await opened(await leftWith(pidOf(other.dataDir)));
  await database.ping();
  await expect(other.ping()).resolves.toBeUndefined();
});

test("a PostgreSQL that is killed is started again, and has everything that was acknowledged", async () => {
  const dataDir = folder();
  const events: PostmasterEvent[] = [];
  const database = await opened(dataDir, (event) => events.push(event));
  await database.everywhere.execute(sql`insert into plants values ('acacia')`);
  for (const signal of ["SIGKILL", "SIGINT", "SIGKILL"] as const) {
    const before = events.filter(({ kind }) => kind === "started-again").length;
    process.kill(pidOf(dataDir), signal);
    await expect
      .poll(() => events.filter(({ kind }) => kind === "started-again").length, { timeout: 15_000 })
      .toBeGreaterThan(before);
    const { rows } = await database.everywhere.execute(sql`select name from plants`);
    expect(rows).toEqual([{ name: "acacia" }]);
  }
});

test("a server that ends while its PostgreSQL is being started again leaves none behind", async () => {
  const dataDir = folder();
  const events: PostmasterEvent[] = [];
  const database = await openDatabase({ dataDir, environment, onEvent: (event) => events.push(event) }, PLANTS);
  const pid = pidOf(dataDir);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => events.length).toBeGreaterThan(0);
  await database.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAlive(pidOf(dataDir))).toBe(false);
});

test("connections that are cut, idle or lent out, end nothing but their own question", async () => {
  const dataDir = folder();
  const database = await opened(dataDir);
  await Promise.all([1, 2, 3, 4].map(() => database.everywhere.execute(sql`select pg_sleep(0.05)`)));
  await cutConnections(dataDir);
  await expect.poll(() => database.ping().then(() => true, String)).toBe(true);
  let lent: Promise<unknown> = Promise.resolve();
  let isCut = (): void => {};
  const cut = new Promise<void>((resolve) => (isCut = resolve));
  await new Promise<void>((begun) => {
    lent = database.everywhere.transaction(async (transaction) => {
      await transaction.execute(sql`select 1`);
      begun();
      await cut;
      await transaction.execute(sql`select 1`);
    });
  });
  const told = lent.then(
    () => "nothing",
    () => "an error",
  );
  await cutConnections(dataDir);
  isCut();
  expect(await told).toBe("an error");
  await expect.poll(() => database.ping().then(() => true, String)).toBe(true);
});

async function cutConnections(dataDir: string): Promise<void> {
  const client = new pg.Client(runningEmbeddedPostgres(dataDir, "superuser"));
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ongea_app'");
  await client.end();
}
