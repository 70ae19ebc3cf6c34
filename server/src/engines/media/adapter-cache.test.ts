import { expect, test } from "vitest";
import { createAdapterCache } from "./adapter-cache.ts";

const MINUTE_MS = 60_000;

test("a part is made once, and an adapter whose key nobody is lent any more is forgotten after a quarter of an hour", () => {
  let nowMs = 0;
  let made = 0;
  const kept = createAdapterCache(() => nowMs);
  const lent = (key: string): number => kept.once(key, () => ++made);
  expect([lent("removed key"), lent("removed key"), lent("key in use")]).toEqual([1, 1, 2]);
  for (; nowMs < 16 * MINUTE_MS; nowMs += MINUTE_MS) lent("key in use");
  expect([kept.size, made]).toEqual([1, 2]);
  expect(lent("removed key")).toBe(3);
});

test("however many different settings documents name, no more than some hundred are kept, those in use last", () => {
  const kept = createAdapterCache(() => 0);
  for (let n = 0; n < 5_000; n++) {
    kept.once(`model ${n}`, () => n);
    expect(kept.once("in use", () => -1)).toBe(-1);
  }
  expect(kept.size).toBeLessThanOrEqual(500);
});
