/** A PostgreSQL that stands still: frozen, or on a machine that has gone without a word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { isAway } from "./away.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase([{ id: "0001-plants", sql: "create table plants (name text primary key)" }]);
});
afterAll(() => database.close());

const ask = (): Promise<unknown> =>
  database.everywhere.execute(sql`select 1`).then(
    () => "answered",
    (error: unknown) => isAway(error),
  );

test("whoever asks a database that stands still hears that it is away, in a transaction too; those after them hear it at once; then it goes on", async () => {
  let reached = (): void => undefined;
  const isInside = new Promise<void>((resolve) => (reached = resolve));
  let goOn = (): void => undefined;
  const frozen = new Promise<void>((resolve) => (goOn = resolve));
  const inTransaction = database.everywhere
    .transaction(async (db) => {
      await db.execute(sql`insert into plants values ('acacia')`);
      reached();
      await frozen;
      await db.execute(sql`insert into plants values ('baobab')`);
    })
    .catch(isAway);
  await isInside;
  const still = everyProcess();
  try {
    for (const pid of still) process.kill(pid, "SIGSTOP");
    goOn();
    // More than there are connections.
    const many = Array.from({ length: 40 }, ask);
    expect(new Set(await Promise.all([...many, inTransaction]))).toEqual(new Set([true]));
    expect(new Set(await Promise.all(Array.from({ length: 200 }, ask)))).toEqual(new Set([true]));
  } finally {
    for (const pid of still) process.kill(pid, "SIGCONT");
  }
  await expect.poll(ask, { timeout: 10_000 }).toBe("answered");
  await expect(database.ping()).resolves.toBeUndefined();
  const { rows } = await database.everywhere.execute(sql`select count(*)::int as plants from plants`);
  expect(rows).toEqual([{ plants: 0 }]);
});

test("a question that takes long is no standstill", async () => {
  await expect(database.everywhere.execute(sql`select pg_sleep(6)`)).resolves.toBeDefined();
});

function everyProcess(): number[] {
  const postmaster = Number(readFileSync(join(database.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ").map(Number);
  return [postmaster, ...children];
}
