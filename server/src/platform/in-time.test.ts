import { expect, test, vi } from "vitest";
import { DATABASE_IS_LATE, inTime } from "./in-time.ts";

test("whoever answers in time is heard, with his answer or his failure, and no timer is left", async () => {
  vi.useFakeTimers();
  try {
    expect(await inTime(Promise.resolve("here"), 1_000, DATABASE_IS_LATE)).toBe("here");
    await expect(inTime(Promise.reject(new Error("refused")), 1_000, DATABASE_IS_LATE)).rejects.toThrow("refused");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("whoever is late is not waited for, and what becomes of him later disturbs nobody", async () => {
  vi.useFakeTimers();
  try {
    let fail = (_: Error): void => {};
    const work = new Promise<never>((_, reject) => (fail = reject));
    const answer = inTime(work, 1_000, DATABASE_IS_LATE);
    const heard = expect(answer).rejects.toThrow(DATABASE_IS_LATE);
    await vi.advanceTimersByTimeAsync(1_000);
    await heard;
    fail(new Error("refused, too late"));
    await vi.advanceTimersByTimeAsync(1);
  } finally {
    vi.useRealTimers();
  }
});
