import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../../migrations.ts";
import { createSlowHash } from "../../../platform/secrets/slow-hash.ts";
import { openTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { createCodes } from "./codes.ts";
import { codes as codeTable } from "../tables.ts";

let database: TestDatabase;
const hashing = createSlowHash();

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(async () => {
  await hashing.stop();
  await database.close();
});

test("the first start makes five codes and tells them once; later starts make none", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const [first, second] = await Promise.all([codes.seed(), codes.seed()]);
  const made = [...first, ...second];
  expect(made).toHaveLength(5);
  expect(new Set(made).size).toBe(5);
  expect(await codes.seed()).toEqual([]);
  const stored = JSON.stringify(await database.everywhere.select().from(codeTable));
  for (const code of made) expect(stored).not.toContain(code.slice(5));
});

test("a code opens by its exact letters, with spaces around it or without", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const code = await codes.issue();
  const id = await codes.check(code);
  expect(id).toBeDefined();
  expect(await codes.check(`  ${code}\n`)).toBe(id);
  expect(await codes.check(code.toLowerCase())).toBeUndefined();
  expect(await codes.check(`${code}x`)).toBeUndefined();
  expect(await codes.check(code.slice(0, 4))).toBeUndefined();
  expect(await codes.check("")).toBeUndefined();
  expect((await codes.list()).find(({ prefix }) => code.startsWith(prefix))).toMatchObject({ uses: 2 });
});

test("a revoked code opens nothing, and cannot be revoked twice", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const code = await codes.issue();
  expect(await codes.revoke(code.slice(0, 4))).toBe(true);
  expect(await codes.check(code)).toBeUndefined();
  expect(await codes.revoke(code)).toBe(false);
});
