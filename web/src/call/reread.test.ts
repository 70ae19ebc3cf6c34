import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createReread } from "./reread.ts";

const EVERY_MS = 1_000;

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

function reread(atOnce: boolean) {
  const read: string[] = [];
  return { read, ...createReread((ids) => read.push([...ids].join()), { everyMs: EVERY_MS, atOnce }) };
}

test("events that come in a flood are read at once, and then in rounds that leave nothing out", () => {
  const { read, note } = reread(true);
  for (const id of ["a", "b", "c", "b"]) note(id);
  expect(read).toEqual(["a"]);
  vi.advanceTimersByTime(EVERY_MS);
  expect(read).toEqual(["a", "b,c"]);
  note("d");
  expect(read).toHaveLength(2);
  vi.advanceTimersByTime(EVERY_MS);
  expect(read).toEqual(["a", "b,c", "d"]);
  vi.advanceTimersByTime(EVERY_MS);
  note("e");
  expect(read).toEqual(["a", "b,c", "d", "e"]);
});

test("what must be written first is read no sooner than a round after its event, however many follow", () => {
  const { read, note } = reread(false);
  note("a");
  vi.advanceTimersByTime(EVERY_MS - 1);
  note("b");
  expect(read).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(read).toEqual(["a"]);
  vi.advanceTimersByTime(EVERY_MS);
  expect(read).toEqual(["a", "b"]);
  vi.advanceTimersByTime(5 * EVERY_MS);
  expect(read).toHaveLength(2);
});

test("nothing is read once it is stopped", () => {
  const { read, note, stop } = reread(false);
  note("a");
  stop();
  vi.advanceTimersByTime(3 * EVERY_MS);
  expect(read).toEqual([]);
});
