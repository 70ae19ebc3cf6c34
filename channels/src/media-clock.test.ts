import { afterEach, expect, test } from "vitest";
import { MediaClock } from "./media-clock.ts";

const clocks: MediaClock[] = [];
const start = (failed?: (error: unknown) => void): MediaClock => {
  const clock = new MediaClock(failed ? { failed } : {});
  clocks.push(clock);
  return clock;
};
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop();
});
const after = (clock: MediaClock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.at(clock.now() + ms, resolve));

test("what falls due is called in order of its time, and never early", async () => {
  const clock = start();
  const called: number[] = [];
  const startMs = clock.now();
  for (const ms of [30, 10, 20, 10.4, 10.2]) {
    clock.at(startMs + ms, () => {
      expect(clock.now()).toBeGreaterThanOrEqual(startMs + ms);
      called.push(ms);
    });
  }
  await after(clock, 60);
  expect(called).toEqual([10, 10.2, 10.4, 20, 30]);
});

test("a time that is past is served at once, but not inside the call that asked for it", async () => {
  const clock = start();
  let called = false;
  clock.at(clock.now() - 1000, () => (called = true));
  expect(called).toBe(false);
  await after(clock, 5);
  expect(called).toBe(true);
});

test("a cancelled callback is not called, even from a callback of the same moment", async () => {
  const clock = start();
  const called: string[] = [];
  const atMs = clock.now() + 10;
  clock.at(atMs, () => {
    called.push("first");
    second.cancel();
  });
  const second = clock.at(atMs, () => called.push("second"));
  await after(clock, 30);
  expect(called).toEqual(["first"]);
});

test("a beat keeps its absolute schedule when single beats are late", async () => {
  const clock = start();
  const dues: number[] = [];
  const firstMs = clock.now() + 7.3;
  const pulse = clock.pulse(firstMs, (dueMs) => {
    dues.push(dueMs);
    if (dues.length === 3) busy(60);
  });
  await after(clock, 400);
  pulse.cancel();
  const count = dues.length;
  dues.forEach((due, i) => expect(due).toBeCloseTo(firstMs + 20 * i, 6));
  expect(count).toBeGreaterThan(10);
  await after(clock, 50);
  expect(dues.length).toBe(count);
});

test("after more than 200 ms of delay the beat starts anew instead of bursting", async () => {
  const clock = start();
  const dues: number[] = [];
  const pulse = clock.pulse(clock.now(), (dueMs) => {
    dues.push(dueMs);
    if (dues.length === 2) busy(500);
  });
  await after(clock, 640);
  pulse.cancel();
  expect((dues[2] ?? 0) - (dues[1] ?? 0)).toBeGreaterThan(400);
  expect(dues.length).toBeLessThan(14);
});

test("a timer beyond one round of the wheel is not called in the first round", async () => {
  const clock = start();
  const startMs = clock.now();
  let calledMs = 0;
  clock.at(startMs + 4300, () => (calledMs = clock.now()));
  await after(clock, 4400);
  expect(calledMs).toBeGreaterThanOrEqual(startMs + 4300);
});

test("a callback that always asks for the past lets the others and the event loop go on", async () => {
  const clock = start();
  let count = 0;
  const again = (): void => {
    if (++count < 1000) clock.at(0, again);
  };
  again();
  await after(clock, 30);
  expect(count).toBeLessThan(1000);
});

test("a callback that throws does not stop the others", async () => {
  const failures: unknown[] = [];
  const clock = start((error) => failures.push(error));
  clock.at(clock.now() + 5, () => {
    throw new Error("broken");
  });
  await after(clock, 10);
  expect(failures).toHaveLength(1);
});

test("its lateness is measured, for admission", async () => {
  const clock = start();
  const pulse = clock.pulse(clock.now(), () => undefined);
  await after(clock, 300);
  pulse.cancel();
  const { samples, p50Ms, p99Ms, maxMs } = clock.lateness();
  expect(samples).toBeGreaterThan(5);
  expect(p50Ms).toBeLessThanOrEqual(p99Ms);
  expect(p99Ms).toBeLessThanOrEqual(maxMs);
  clock.forgetLateness();
  expect(clock.lateness().samples).toBe(0);
});

function busy(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}
