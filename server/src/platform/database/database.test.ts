import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryDataDir } from "../testing/data-folder.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { isAlive } from "../processes.ts";
import { openDatabase } from "./database.ts";

const PLANTS = [{ id: "0001-plants", sql: "create table plants (name text primary key)" }];
const environment = { PATH: process.env["PATH"] ?? "" };
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(PLANTS);
});

afterAll(() => database.close());

test("the server works as a role that owns nothing and cannot switch row security off", async () => {
  const { rows } = await database.everywhere.execute(
    sql`select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([{ name: "ongea_app", rolsuper: false, rolbypassrls: false }]);
  await database.everywhere.execute(sql`insert into plants values ('acacia')`);
  await expect(database.everywhere.execute(sql`drop table plants`)).rejects.toThrow();
  await expect(database.everywhere.execute(sql`select * from migrations`)).rejects.toThrow();
});

test("PostgreSQL never runs as root, and listens on no network", async () => {
  const { rows } = await database.everywhere.execute(sql`show listen_addresses`);
  expect(rows).toEqual([{ listen_addresses: "" }]);
  const pid = Number(readFileSync(join(database.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
  const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  expect(uid).not.toBe("0");
});

test("a migration that fails leaves the schema as it was, and the next start tries it again", async () => {
  const dataDir = temporaryDataDir();
  try {
    const half = { id: "0002-half", sql: "create table seeds (name text); select * from nowhere" };
    await expect(openDatabase({ dataDir, environment }, [...PLANTS, half])).rejects.toThrow("The migration 0002-half failed");
    const mended = { id: "0002-half", sql: "create table seeds (name text)" };
    const opened = await openDatabase({ dataDir, environment }, [...PLANTS, mended]);
    await opened.everywhere.execute(sql`insert into seeds values ('millet')`);
    await opened.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("after a server is killed the next one finds everything that was acknowledged", async () => {
  const dataDir = temporaryDataDir();
  const program = `
    import { openDatabase } from "./server/src/platform/database/database.ts";
    import { sql } from "drizzle-orm";
    const { everywhere: db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, environment: { PATH: "${environment.PATH}" } }, ${JSON.stringify(PLANTS)});
    for (let n = 0; ; n++) { await db.execute(sql\`insert into plants values (\${String(n)})\`); console.log(n); }`;
  try {
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let acknowledged = 0;
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        acknowledged += text.split("\n").length - 1;
        if (acknowledged > 50) child.kill("SIGKILL");
      });
      child.on("exit", () => resolve());
    });
    expect(acknowledged).toBeGreaterThan(50);
    const left = Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
    expect(isAlive(left)).toBe(true);
    const opened = await openDatabase({ dataDir, environment }, PLANTS);
    expect(isAlive(left)).toBe(false);
    const { rows } = await opened.everywhere.execute(sql`select count(*)::int as count from plants`);
    expect(Number(rows[0]?.["count"])).toBeGreaterThanOrEqual(acknowledged);
    await opened.close();
    expect(existsSync(join(dataDir, "postgres/data/postmaster.pid"))).toBe(false);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.skipIf(process.getuid?.() !== 0)(
  "as root, a data folder that no other user can reach still gets a database, in a folder of the system",
  async () => {
    const dataDir = temporaryDataDir();
    chmodSync(dataDir, 0o700);
    const opened = await openDatabase({ dataDir, environment }, PLANTS);
    const place = opened.description.replace(/^.* in /, "");
    try {
      expect(place).toMatch(/^\/var\/lib\/ongea\/[0-9a-f]{12}\/data$/);
      await opened.ping();
    } finally {
      await opened.close();
      rmSync(dirname(place), { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test("an unreachable database of one's own is named in one sentence", async () => {
  const url = "postgres://someone:secret@127.0.0.1:1/calls";
  const opening = openDatabase({ dataDir: "", url, environment }, PLANTS);
  await expect(opening).rejects.toThrow(/^The database calls on 127\.0\.0\.1:1 of DATABASE_URL cannot be reached: [^\n]+\.$/);
});
