import { expect, test } from "vitest";
import { clock, lengthClock } from "./clock.ts";

test("a length is rounded as durations are in lists, a place is the second that runs", () => {
  for (const ms of [7_499, 7_500, 59_600, 203_600]) {
    const [minutes, seconds] = lengthClock(ms).split(":").map(Number);
    expect(minutes! * 60 + seconds!).toBe(Math.round(ms / 1_000));
  }
  expect([clock(7_999), clock(60_000), clock(-5)]).toEqual(["0:07", "1:00", "0:00"]);
});
