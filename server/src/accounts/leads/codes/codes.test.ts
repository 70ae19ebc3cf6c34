import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { createSlowHash } from "../../../platform/secrets/slow-hash.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
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

test("codes that could not be printed are not kept, and the next start prints its own", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const lost: string[] = [];
  const closedTerminal = async (shown: readonly string[]): Promise<void> => {
    lost.push(...shown);
    throw new Error("EPIPE");
  };
  await expect(codes.seed(closedTerminal)).rejects.toThrow("EPIPE");
  expect(lost).toHaveLength(5);
  expect(await codes.list()).toEqual([]);
  expect(await codes.check(lost[0]!)).toBeUndefined();
});

test("the first start makes five codes and tells them once; later starts make none", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const made: string[] = [];
  const print = async (shown: readonly string[]): Promise<void> => void made.push(...shown);
  await Promise.all([codes.seed(print), codes.seed(print)]);
  expect(made).toHaveLength(5);
  expect(new Set(made).size).toBe(5);
  await codes.seed(print);
  expect(made).toHaveLength(5);
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

test("codes that nobody has used are replaced by as many new ones; used and revoked ones stay as they are", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const used = await codes.issue();
  const unused = await codes.issue();
  await codes.check(used);
  const before = (await codes.list()).filter(({ uses, revokedAt }) => uses === 0 && !revokedAt).length;
  const [replaced, ...others] = await codes.replaceUnused();
  expect(others).toHaveLength(before - 1);
  expect(await codes.check(unused)).toBeUndefined();
  expect(await codes.check(used)).toBeDefined();
  expect(await codes.check(replaced!)).toBeDefined();
});

test("a revoked code opens nothing, and cannot be revoked twice", async () => {
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const code = await codes.issue();
  expect(await codes.revoke(code.slice(0, 4))).toBe(true);
  expect(await codes.check(code)).toBeUndefined();
  expect(await codes.revoke(code)).toBe(false);
});
