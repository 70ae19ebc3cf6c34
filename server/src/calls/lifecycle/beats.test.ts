import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { withTimeout } from "../../platform/async/with-timeout.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { executions } from "../records/tables.ts";
import { createOwnerStore } from "./store.ts";

const LOCKED_SECONDS = 5;
let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(() => database.close());

test("while a locked table holds two dozen requests, a server beats and sees the others beat", async () => {
  const store = createOwnerStore(database);
  const [me, other] = [randomUUID(), randomUUID()].map((id) => ({ id, home: id }));
  await store.beat(other!);
  const lock = database.asOwner(`begin; lock table executions; select pg_sleep(${LOCKED_SECONDS}); commit`);
  const isLocked = async (): Promise<boolean> =>
    (await database.beats.everywhere.execute("select 1 from pg_locks where relation = 'executions'::regclass")).rows.length > 0;
  await expect.poll(isLocked).toBe(true);
  const waiting = Array.from({ length: 24 }, () =>
    database.everywhere
      .select()
      .from(executions)
      .limit(1)
      .catch(() => []),
  );
  await withTimeout(store.beat(me!), 2_000, "The beat did not come through");
  expect(await withTimeout(store.others(me!), 2_000, "The others could not be seen")).toMatchObject([other]);
  await Promise.all([lock, ...waiting]);
});
