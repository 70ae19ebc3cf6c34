import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { timeLimit } from "./time-limit.ts";

setFlagsFromString("--expose-gc");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the flag gives
const collectGarbage = runInNewContext("gc") as () => void;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a time limit comes, whatever is collected meanwhile", async () => {
  let came = 0;
  const parents = Array.from({ length: 20 }, () => new AbortController());
  for (const { signal } of parents) timeLimit(100, signal).addEventListener("abort", () => came++, { once: true });
  for (let at = 0; at < 4; at++) {
    collectGarbage();
    await pause(10);
  }
  await expect.poll(() => came).toBe(20);
});

test("it comes with a TimeoutError, or with the reason of whoever ends it first", async () => {
  const late = timeLimit(5);
  await expect.poll(() => late.aborted).toBe(true);
  expect(late.reason).toMatchObject({ name: "TimeoutError" });
  const [one, other] = [new AbortController(), new AbortController()];
  const limit = timeLimit(60_000, one.signal, other.signal);
  other.abort("gone");
  one.abort("later");
  expect(limit.reason).toBe("gone");
  expect(timeLimit(60_000, AbortSignal.abort("before")).reason).toBe("before");
});

test("a signal that lasts is not held by limits that are over", async () => {
  const parent = new AbortController();
  let held = 0;
  const { addEventListener, removeEventListener } = parent.signal;
  parent.signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    held++;
    addEventListener.apply(parent.signal, given);
  };
  parent.signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    held--;
    removeEventListener.apply(parent.signal, given);
  };
  for (let at = 0; at < 50; at++) timeLimit(1, parent.signal);
  expect(held).toBe(50);
  await expect.poll(() => held).toBe(0);
});
