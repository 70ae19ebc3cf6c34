import { QueryPromise } from "drizzle-orm";
import { expect, test } from "vitest";
import { memoizeFor } from "./memoize.ts";

test("a question that many ask at once is asked once, and again when its answer is old", async () => {
  let asked = 0;
  const ask = memoizeFor(30, async (key) => `${key}${++asked}`);
  expect(await Promise.all([ask("a"), ask("a"), ask("b")])).toEqual(["a1", "a1", "b2"]);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(await ask("a")).toBe("a3");
});

test("a failure is asked about again at once", async () => {
  let asked = 0;
  const ask = memoizeFor(10_000, async () => {
    if (++asked === 1) throw new Error("away");
    return asked;
  });
  await expect(ask("a")).rejects.toThrow("away");
  expect(await ask("a")).toBe(2);
});

test("a query that runs each time it is waited for runs once", async () => {
  let ran = 0;
  class Counted extends QueryPromise<number> {
    execute = async (): Promise<number> => ++ran;
  }
  const ask = memoizeFor(10_000, () => new Counted());
  expect([await ask("a"), await ask("a"), await ask("a")]).toEqual([1, 1, 1]);
  expect(ran).toBe(1);
});
