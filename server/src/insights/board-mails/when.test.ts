import { expect, test } from "vitest";
import { daysSince, dueAfter, latestDue, periodBefore, type Rhythm } from "./when.ts";

const DAILY: Rhythm = { every: "day", hour: 7, weekday: 1, month_day: 1, time_zone: "Africa/Nairobi" };
/** Each moment after the one before, from this one on. */
function dues(rhythm: Rhythm, from: string, count: number): string[] {
  const found: string[] = [];
  for (let at = new Date(from); found.length < count; found.push(at.toISOString())) at = dueAfter(rhythm, at);
  return found;
}

test("a board is due at its hour of every day, and not twice in the minute in which it was sent", () => {
  expect(dues(DAILY, "2026-11-29T03:59:59Z", 2)).toEqual(["2026-11-29T04:00:00.000Z", "2026-11-30T04:00:00.000Z"]);
  expect(dues(DAILY, "2026-11-29T04:00:00Z", 1)).toEqual(["2026-11-30T04:00:00.000Z"]);
});

test("a board of every week is due on its day alone, over the end of a year", () => {
  const fridays = dues({ ...DAILY, every: "week", weekday: 5 }, "2026-12-25T04:00:00Z", 2);
  expect(fridays).toEqual(["2027-01-01T04:00:00.000Z", "2027-01-08T04:00:00.000Z"]);
  expect(dues({ ...DAILY, every: "week", weekday: 7 }, "2026-11-29T00:00:00Z", 1)).toEqual(["2026-11-29T04:00:00.000Z"]);
});

test("the 31st is the last day of a shorter month, also in a leap year", () => {
  const monthly: Rhythm = { ...DAILY, every: "month", month_day: 31, time_zone: "UTC" };
  expect(dues(monthly, "2028-01-31T07:00:00Z", 4).map((at) => at.slice(0, 10))).toEqual([
    "2028-02-29",
    "2028-03-31",
    "2028-04-30",
    "2028-05-31",
  ]);
  expect(dues({ ...monthly, month_day: 29 }, "2027-02-01T00:00:00Z", 2).map((at) => at.slice(0, 10))).toEqual([
    "2027-02-28",
    "2027-03-29",
  ]);
});

test("where clocks are changed a board is due once a day: in the hour that is left out, and in the one that comes twice", () => {
  const night: Rhythm = { ...DAILY, hour: 2, time_zone: "Europe/Berlin" };
  for (const [from, days] of [
    ["2026-03-27T12:00:00Z", ["2026-03-28", "2026-03-29", "2026-03-30"]],
    ["2026-10-23T12:00:00Z", ["2026-10-24", "2026-10-25", "2026-10-26"]],
  ] as const)
    expect(dues(night, from, 3).map((at) => at.slice(0, 10))).toEqual(days);
  expect(dues({ ...DAILY, time_zone: "Africa/Casablanca" }, "2026-02-14T12:00:00Z", 2)).toEqual([
    "2026-02-15T07:00:00.000Z",
    "2026-02-16T07:00:00.000Z",
  ]);
});

test("its days are whole, also the one of 23 hours, and end before the day on which it is sent", () => {
  const { from, to, first, last } = periodBefore(new Date("2026-03-30T05:00:00Z"), 1, "Europe/Berlin");
  expect([from, to].map((at) => at.toISOString())).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  expect([first, last].map((at) => at.toISOString().slice(0, 10))).toEqual(["2026-03-29", "2026-03-29"]);
});

test("a board of every month tells of as many days as the month before has", () => {
  const monthly: Rhythm = { ...DAILY, every: "month" };
  expect(daysSince(monthly, new Date("2028-03-01T04:00:00Z"))).toBe(29);
  expect(daysSince({ ...DAILY, every: "week" }, new Date())).toBe(7);
  expect(daysSince(DAILY, new Date())).toBe(1);
});

test("after days without a server only the last moment counts", () => {
  const missed = new Date("2026-11-20T04:00:00Z");
  expect(latestDue(DAILY, missed, new Date("2026-11-29T12:00:00Z")).toISOString()).toBe("2026-11-29T04:00:00.000Z");
  expect(latestDue(DAILY, missed, new Date("2026-11-20T04:00:30Z"))).toEqual(missed);
});
