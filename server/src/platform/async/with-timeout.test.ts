import { expect, test, vi } from "vitest";
import { DATABASE_IS_LATE, withTimeout } from "./with-timeout.ts";

test("whoever answers in time is heard, with his answer or his failure, and no timer is left", async () => {
  vi.useFakeTimers();
  try {
    expect(await withTimeout(Promise.resolve("here"), 1_000, DATABASE_IS_LATE)).toBe("here");
    await expect(withTimeout(Promise.reject(new Error("refused")), 1_000, DATABASE_IS_LATE)).rejects.toThrow("refused");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("whoever is late is not waited for, and what becomes of him later disturbs nobody", async () => {
  vi.useFakeTimers();
  try {
    let fail: (error: Error) => void = () => {};
    const work = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const heard = withTimeout(work, 1_000, DATABASE_IS_LATE).catch((error: unknown) => String(error));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await heard).toContain(DATABASE_IS_LATE);
    fail(new Error("refused, too late"));
    await vi.advanceTimersByTimeAsync(1);
  } finally {
    vi.useRealTimers();
  }
});
