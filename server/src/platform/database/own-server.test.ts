/** A PostgreSQL of one's own, by DATABASE_URL: here the embedded one, entered as different accounts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createWorkspaces } from "../../accounts/workspaces/store.ts";
import { isAway } from "./away.ts";
import { openDatabase, type Database } from "./database.ts";
import { runningEmbeddedPostgres } from "./embedded.ts";

let host: TestDatabase;

beforeAll(async () => {
  host = await openTestDatabase([]);
  await asSuperuser("create role plain login password 'plain' createdb");
  await asSuperuser("create database of_superuser");
  await asSuperuser("create database of_plain owner plain");
});
afterAll(() => host.close());

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(runningEmbeddedPostgres(host.dataDir, "superuser"));
  await client.connect();
  await client.query(statement);
  await client.end();
}

function urlOf(user: string, password: unknown, database: string): string {
  const { host: sockets } = runningEmbeddedPostgres(host.dataDir);
  return `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`;
}

async function seenBy(database: Database): Promise<unknown[]> {
  const workspaces = createWorkspaces(database);
  const ours = await workspaces.create({ name: "Ours", kind: "real", currency: "KES" });
  await workspaces.create({ name: "Theirs", kind: "real", currency: "NGN" });
  const { rows } = await database.of(ours.id).execute(sql`select name from workspaces`);
  return rows;
}

test("entered as its superuser, the server takes on a role that owns nothing, and sees one workspace at a time", async () => {
  const { password } = runningEmbeddedPostgres(host.dataDir, "superuser");
  const url = urlOf("postgres", password, "of_superuser");
  for (let start = 0; start < 2; start++) {
    const database = await openDatabase({ dataDir: host.dataDir, url, environment: {} }, MIGRATIONS);
    const { rows } = await database.everywhere.execute(sql`select current_user as name`);
    expect(rows).toEqual([{ name: "ongea_app" }]);
    expect(await seenBy(database)).toEqual([{ name: "Ours" }]);
    await expect(database.everywhere.execute(sql`drop table workspaces`)).rejects.toThrow();
    await database.close();
  }
});

test("entered as an ordinary owner who may make no roles, the tables bind their owner too", async () => {
  const url = urlOf("plain", "plain", "of_plain");
  const database = await openDatabase({ dataDir: host.dataDir, url, environment: {} }, MIGRATIONS);
  const { rows } = await database.everywhere.execute(sql`select current_user as name`);
  expect(rows).toEqual([{ name: "plain" }]);
  expect(await seenBy(database)).toEqual([{ name: "Ours" }]);
  await database.close();
});

test("one's own PostgreSQL that is killed, or cuts every connection, is used again as soon as it is back, with the same role", async () => {
  const { password } = runningEmbeddedPostgres(host.dataDir, "superuser");
  const url = urlOf("postgres", password, "of_superuser");
  const database = await openDatabase({ dataDir: host.dataDir, url, environment: {} }, MIGRATIONS);
  const role = async (): Promise<unknown> =>
    (await database.everywhere.execute(sql`select current_user as name`)).rows[0]?.["name"];
  await Promise.all([1, 2, 3, 4].map(role));
  await asSuperuser(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'of_superuser' and pid <> pg_backend_pid()",
  );
  await expect.poll(() => role().catch(String)).toBe("ongea_app");
  const pid = Number(readFileSync(join(host.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await expect.poll(async () => isAway(await role().catch((error: unknown) => error)), { interval: 5 }).toBe(true);
  await expect.poll(() => role().catch(String), { timeout: 60_000 }).toBe("ongea_app");
  await database.close();
});
