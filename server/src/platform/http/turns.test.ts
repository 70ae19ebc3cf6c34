import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("of many requests of one moment a few begin in each turn of the event loop, in order, each once", async () => {
  const turns = createTurns(3);
  const begun: number[] = [];
  for (let n = 0; n < 8; n++) turns.take(() => begun.push(n));
  expect(begun).toEqual([0, 1, 2]);
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  turns.take(() => begun.push(8));
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("whoever comes alone begins at once, however often", async () => {
  const turns = createTurns(2);
  let begun = 0;
  for (let n = 0; n < 10; n++) {
    turns.take(() => begun++);
    expect(begun).toBe(n + 1);
    await turn();
    await turn();
  }
});

test("a request that begins another keeps the limit, too", async () => {
  const turns = createTurns(1);
  const begun: string[] = [];
  turns.take(() => turns.take(() => begun.push("inner")));
  turns.take(() => begun.push("second"));
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual(["inner"]);
  await turn();
  expect(begun).toEqual(["inner", "second"]);
});
