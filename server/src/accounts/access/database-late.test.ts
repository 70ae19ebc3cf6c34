import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestAccess, PASSWORD, type TestAccess } from "../../platform/testing/access.ts";

/** Longer than anybody waits for a free connection. */
const LOCKED_SECONDS = 7;
let access: TestAccess;

beforeAll(async () => (access = await openTestAccess()));
afterAll(() => access.close());

test("who signs in or asks with a session while a table is locked is told that the database is away, never that we failed", async () => {
  const body = { name: "Asha", email: "asha@example.com", password: PASSWORD, setup: access.setupToken };
  const { cookie } = await access.ask("POST", "/api/sign-up", { body });
  const lock = access.database.asOwner(`begin; lock table users, sessions, accounts; select pg_sleep(${LOCKED_SECONDS}); commit`);
  const isLocked = async (): Promise<boolean> =>
    (await access.database.beats.everywhere.execute("select 1 from pg_locks where relation = 'sessions'::regclass")).rows.length >
    0;
  await expect.poll(isLocked).toBe(true);
  const given = (n: number) => ({ email: `${randomBytes(4).toString("hex")}@example.com`, password: `wrong password ${n}` });
  const told = await Promise.all([
    ...Array.from({ length: 16 }, (_, n) => access.ask("POST", "/api/sign-in", { body: given(n), address: `10.0.0.${n}` })),
    ...Array.from({ length: 16 }, () => access.ask("GET", "/api/me", { cookie })),
  ]);
  await lock;
  const late = told.filter(({ status }) => status >= 500);
  expect(late.length).toBeGreaterThan(0);
  expect(new Set(late.map(({ status, body: { code } }) => `${status} ${String(code)}`))).toEqual(
    new Set(["503 server.no_database"]),
  );
});
