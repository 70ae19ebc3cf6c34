import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMinute, isCalendarDay, isTimeZone, localDay, localIso, localTime, momentOf, parseMinute } from "./local-time.ts";

test("the clock on the wall says its zone's day, minute and offset", () => {
  const moment = new Date("2026-07-01T00:30:00Z");
  expect(localIso(moment, "America/New_York")).toBe("2026-06-30T20:30:00-04:00");
  expect(localIso(moment, "Asia/Kolkata")).toBe("2026-07-01T06:00:00+05:30");
  expect(localIso(moment, "UTC")).toBe("2026-07-01T00:30:00+00:00");
  expect(localTime(moment, "America/New_York")).toEqual({ day: "2026-06-30", minute: 20 * 60 + 30 });
  expect(localDay(moment, "America/New_York").toISOString()).toBe("2026-06-30T00:00:00.000Z");
});

test("a zone is one that exists, a day is one of the calendar", () => {
  expect(["Africa/Nairobi", "UTC", "Mars/Olympus", ""].map(isTimeZone)).toEqual([true, true, false, false]);
  expect(["2026-02-28", "2026-02-31", "2026-2-8", "tomorrow"].map(isCalendarDay)).toEqual([true, false, false, false]);
});

test("an hour of a day is found again after the clocks have changed", () => {
  const day = new Date("2026-03-29T00:00:00Z");
  expect(momentOf(day, 8 * 60, "Europe/Paris").toISOString()).toBe("2026-03-29T06:00:00.000Z");
  expect(momentOf(day, 60, "Europe/Paris").toISOString()).toBe("2026-03-29T00:00:00.000Z");
});

test("each minute of a day is read as it is written", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 24 * 60 }), (minute) => parseMinute(formatMinute(minute)) === minute));
});
