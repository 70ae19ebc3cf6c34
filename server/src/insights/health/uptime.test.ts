import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { uptimeMigrations } from "./tables.ts";
import { startUptime } from "./uptime.ts";

let database: TestDatabase;
const log = pino({ level: "silent" });

beforeAll(async () => {
  database = await openTestDatabase(uptimeMigrations);
});
beforeEach(() => database.everywhere.execute(sql`delete from server_runs`));
afterAll(() => database.close());

async function wasThere(from: string, until: string, stopped: boolean): Promise<void> {
  await database.everywhere.execute(sql`
    insert into server_runs (started_at, beat_at, stopped_at)
    values (now() - ${from}::interval, now() - ${until}::interval, ${stopped ? sql`now() - ${until}::interval` : null})`);
}

async function measured(): Promise<number | null> {
  const uptime = await startUptime(database.everywhere, log);
  const share = await uptime.share();
  await uptime.stop();
  return share;
}

test("in its first minute a server does not know its uptime", async () => {
  expect(await measured()).toBeNull();
});

test("a server that was there half of the time since its first start says so", async () => {
  await wasThere("10 hours", "5 hours", true);
  expect(await measured()).toBeCloseTo(0.5, 3);
});

test("what lies longer ago than thirty days no longer counts", async () => {
  await wasThere("50 days", "40 days", true);
  await wasThere("15 days", "0 days", true);
  expect(await measured()).toBeCloseTo(0.5, 3);
});

test("a killed server counts until its last sign of life", async () => {
  await wasThere("8 hours", "6 hours", false);
  expect(await measured()).toBeCloseTo(0.25, 3);
});

test("two servers on one database at the same time are one presence", async () => {
  await wasThere("10 hours", "2 hours", true);
  await wasThere("8 hours", "0 hours", true);
  expect(await measured()).toBeCloseTo(1, 3);
});

test("a sign of life after a long silence begins anew", async () => {
  const uptime = await startUptime(database.everywhere, log);
  await database.everywhere.execute(
    sql`update server_runs set started_at = now() - interval '4 hours', beat_at = now() - interval '3 hours'`,
  );
  await uptime.beat();
  const { rows } = await database.everywhere.execute(sql`select 1 from server_runs`);
  expect(rows).toHaveLength(2);
  expect(await uptime.share()).toBeCloseTo(0.25, 3);
  await uptime.stop();
});
