import { CURRENCIES } from "@ongea/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../migrations.ts";
import { openCredits } from "../../records.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { openTestWorkspace } from "../../testing/workspaces.ts";
import type { Credits } from "./store.ts";
import { parseAmounts, parseRates, priceOf } from "./price.ts";

let database: TestDatabase;
let credits: Credits;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  credits = openCredits(database);
});

afterAll(() => database.close());

test.each(CURRENCIES)("a workspace that pays in %s has its balance in it", async (currency) => {
  const workspaceId = await openTestWorkspace(database, currency);
  expect(await credits.balance(workspaceId)).toEqual({ currency, amount_minor: 0 });
  expect(await credits.used(workspaceId)).toBe(false);
  const db = database.of(workspaceId);
  await credits.add(db, workspaceId, { kind: "bought", amountMicros: 12_345_678n, note: "M-Pesa" });
  expect(await credits.balance(workspaceId)).toEqual({ currency, amount_minor: 1_234.5678 });
  expect(await credits.used(workspaceId)).toBe(true);
});

test("a call that is told twice is spent once, also at the same moment", async () => {
  const workspaceId = await openTestWorkspace(database);
  const db = database.of(workspaceId);
  const spend = () =>
    credits.add(db, workspaceId, { kind: "call", amountMicros: -200_000n, note: "Front desk", subject: "call 1" });
  const told = await Promise.all([spend(), spend(), spend()]);
  expect(told.filter(Boolean)).toHaveLength(1);
  expect((await credits.balance(workspaceId)).amount_minor).toBe(-20);
});

test("the balance is the sum of the ledger whatever happens at the same time", async () => {
  const workspaceId = await openTestWorkspace(database, "KES");
  const db = database.of(workspaceId);
  const amounts = Array.from({ length: 40 }, (_, at) => BigInt((at * 7_919) % 1_000_003) - 500_000n);
  await Promise.all(amounts.map((amountMicros) => credits.add(db, workspaceId, { kind: "corrected", amountMicros, note: "" })));
  const sum = amounts.reduce((all, one) => all + one, 0n);
  expect((await credits.balance(workspaceId)).amount_minor).toBe(Number(sum) / 10_000);
  const first = await credits.list(workspaceId, { limit: 30 });
  const second = await credits.list(workspaceId, { limit: 30, cursor: first.next ?? undefined });
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(40);
});

test("the ledger cannot be changed or shortened, and goes with its workspace", async () => {
  const workspaceId = await openTestWorkspace(database);
  const db = database.of(workspaceId);
  await credits.add(db, workspaceId, { kind: "granted", amountMicros: 1_000_000n, note: "" });
  await expect(db.execute(sql`update credit_entries set amount_micros = 5`)).rejects.toThrow();
  await expect(db.execute(sql`delete from credit_entries`)).rejects.toThrow();
  await database.everywhere.execute(sql`delete from workspaces where id = ${workspaceId}`);
  const { rows } = await database.everywhere.execute(sql`select 1 from credit_entries where workspace_id = ${workspaceId}`);
  expect(rows).toEqual([]);
});

test("nobody sees or touches the balance of another workspace", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  await credits.add(database.of(theirs), theirs, { kind: "granted", amountMicros: 1_000_000n, note: "" });
  expect((await credits.list(mine, { limit: 10 })).data).toEqual([]);
  expect(await credits.add(database.of(mine), theirs, { kind: "granted", amountMicros: 9_000_000n, note: "" })).toBe(false);
  expect((await credits.balance(theirs)).amount_minor).toBe(100);
});

test("prices are read to the millionth, and a minute costs what its seconds cost", () => {
  expect(parseAmounts("USD:0.02, KES:2.6")).toEqual({ USD: 20_000n, KES: 2_600_000n });
  expect(parseAmounts("")).toEqual({});
  for (const bad of ["EUR:1", "USD", "USD:-1", "USD:1.2345678", "USD:x"]) expect(parseAmounts(bad)).toBeUndefined();
  expect(parseRates("KES:129.2")).toEqual({ USD: 1, KES: 129.2 });
  for (const bad of ["KES:0", "EUR:1"]) expect(parseRates(bad)).toBeUndefined();
  expect(priceOf(60_000n, 59.2)).toBe(60_000n);
  expect(priceOf(60_000n, 30)).toBe(30_000n);
  fc.assert(
    fc.property(fc.bigInt(0n, 10_000_000n), fc.nat(100_000), fc.nat(1_000), (price, seconds, more) => {
      expect(priceOf(price, seconds + more) >= priceOf(price, seconds)).toBe(true);
    }),
  );
});
