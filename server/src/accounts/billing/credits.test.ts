import { randomUUID } from "node:crypto";
import { CURRENCIES } from "@ongea/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openCredits } from "../open-credits.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { ledgerLine } from "./ledger-csv.ts";
import type { Credits } from "./store.ts";
import { addSeededCredits } from "./seeded/store.ts";
import { costOfSeconds, parsePrices, parseRates } from "../../platform/money/money.ts";

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
  await credits.add(db, workspaceId, { kind: "bought", amount: { currency, micros: 12_345_678n }, note: "M-Pesa" });
  expect(await credits.balance(workspaceId)).toEqual({ currency, amount_minor: 1_234.5678 });
  expect(await credits.used(workspaceId)).toBe(true);
});

test("a call that is told twice is spent once, also at the same moment", async () => {
  const workspaceId = await openTestWorkspace(database);
  const db = database.of(workspaceId);
  const spend = () =>
    credits.add(db, workspaceId, {
      kind: "call",
      amount: { currency: "USD", micros: -200_000n },
      note: "Front desk",
      subject: "call 1",
    });
  const told = await Promise.all([spend(), spend(), spend()]);
  expect(told.filter(Boolean)).toHaveLength(1);
  expect((await credits.balance(workspaceId)).amount_minor).toBe(-20);
});

test("the balance is the sum of the ledger whatever happens at the same time", async () => {
  const workspaceId = await openTestWorkspace(database, "KES");
  const db = database.of(workspaceId);
  const amounts = Array.from({ length: 40 }, (_, at) => BigInt((at * 7_919) % 1_000_003) - 500_000n);
  await Promise.all(
    amounts.map((micros) => credits.add(db, workspaceId, { kind: "corrected", amount: { currency: "KES", micros }, note: "" })),
  );
  const sum = amounts.reduce((all, one) => all + one, 0n);
  expect((await credits.balance(workspaceId)).amount_minor).toBe(Number(sum) / 10_000);
  const first = await credits.list(workspaceId, { limit: 30 });
  const second = await credits.list(workspaceId, { limit: 30, cursor: first.next ?? undefined });
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(40);
});

test("the ledger cannot be changed or shortened, and goes with its workspace", async () => {
  const workspaceId = await openTestWorkspace(database);
  const db = database.of(workspaceId);
  await credits.add(db, workspaceId, { kind: "granted", amount: { currency: "USD", micros: 1_000_000n }, note: "" });
  await expect(db.execute(sql`update credit_entries set amount_micros = 5`)).rejects.toThrow();
  await expect(db.execute(sql`delete from credit_entries`)).rejects.toThrow();
  await database.everywhere.execute(sql`delete from workspaces where id = ${workspaceId}`);
  const { rows } = await database.everywhere.execute(sql`select 1 from credit_entries where workspace_id = ${workspaceId}`);
  expect(rows).toEqual([]);
});

test("the totals of a period add up, whichever it is, and the list tells the same entries", async () => {
  const workspaceId = await openTestWorkspace(database);
  const at = (day: number) => `2026-0${1 + (day % 6)}-1${day % 10}T00:00:00Z`;
  const seeded = Array.from({ length: 60 }, (_, n) => ({
    id: randomUUID(),
    at: at(n),
    kind: (["granted", "call", "number", "corrected"] as const)[n % 4]!,
    amount_micros: n % 4 === 0 ? 9_000_001 : n % 8 === 3 ? 70_000 : -((n * 104_729) % 1_000_003) - 1,
    note: `${n}`,
    subject: `${n}`,
  }));
  await addSeededCredits(database.of(workspaceId), workspaceId, "USD", seeded);
  const moments = [
    undefined,
    "2026-02-01T00:00:00Z",
    "2026-03-13T00:00:00+03:00",
    "2026-06-01T00:00:00Z",
    "2027-01-01T00:00:00Z",
  ];
  for (const from of moments)
    for (const to of moments) {
      const totals = await credits.totals(workspaceId, { from, to });
      const kinds = totals.kinds.reduce((sum, { amount_minor: one }) => sum + one, 0);
      expect(totals.before_minor + totals.added_minor - totals.spent_minor).toBeCloseTo(totals.after_minor, 6);
      expect(totals.added_minor - totals.spent_minor).toBeCloseTo(kinds, 6);
      for (const { kind, entries, amount_minor: sum } of totals.kinds) {
        const { data } = await credits.list(workspaceId, { kind, from, to, limit: 100 });
        expect(data).toHaveLength(entries);
        expect(data.reduce((all, one) => all + one.amount_minor, 0)).toBeCloseTo(sum, 6);
      }
    }
  expect((await credits.totals(workspaceId, {})).after_minor).toBe((await credits.balance(workspaceId)).amount_minor);
});

test("an entry is one line of the file, its amount in whole units and its note no formula", () => {
  const entry = { id: "1", at: "2026-11-21T09:38:00.000Z", kind: "call", currency: "USD", note: "=1+1" } as const;
  expect(ledgerLine({ ...entry, amount_minor: -20.0001 })).toBe("1,2026-11-21T09:38:00.000Z,call,-0.200001,USD,'=1+1\r\n");
});

test("nobody sees or touches the balance of another workspace", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  await credits.add(database.of(theirs), theirs, { kind: "granted", amount: { currency: "USD", micros: 1_000_000n }, note: "" });
  expect((await credits.list(mine, { limit: 10 })).data).toEqual([]);
  expect(
    await credits.add(database.of(mine), theirs, { kind: "granted", amount: { currency: "USD", micros: 9_000_000n }, note: "" }),
  ).toBe(false);
  expect((await credits.balance(theirs)).amount_minor).toBe(100);
});

const cost = (micros: bigint, seconds: number): bigint => costOfSeconds({ currency: "USD", micros }, seconds).micros;

test("prices are read to the millionth, and a minute costs what its seconds cost", () => {
  expect(parsePrices("USD:0.02, KES:2.6")).toEqual({
    USD: { currency: "USD", micros: 20_000n },
    KES: { currency: "KES", micros: 2_600_000n },
  });
  expect(parsePrices("")).toEqual({});
  for (const bad of ["EUR:1", "USD", "USD:-1", "USD:1.2345678", "USD:x"]) expect(parsePrices(bad)).toBeUndefined();
  expect(parseRates("KES:129.2")).toEqual({ USD: 1, KES: 129.2 });
  for (const bad of ["KES:0", "EUR:1"]) expect(parseRates(bad)).toBeUndefined();
  expect(cost(60_000n, 59.2)).toBe(60_000n);
  expect(cost(60_000n, 30)).toBe(30_000n);
  fc.assert(
    fc.property(fc.bigInt(0n, 10_000_000n), fc.nat(100_000), fc.nat(1_000), (price, seconds, more) => {
      expect(cost(price, seconds + more) >= cost(price, seconds)).toBe(true);
    }),
  );
});

test("an amount of another currency is never booked", async () => {
  const workspaceId = await openTestWorkspace(database, "KES");
  const dollars = { kind: "bought" as const, amount: { currency: "USD" as const, micros: 1_000_000n }, note: "" };
  await expect(credits.add(database.of(workspaceId), workspaceId, dollars)).rejects.toThrow("USD on a balance in KES");
  expect(await credits.used(workspaceId)).toBe(false);
});
