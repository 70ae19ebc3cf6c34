import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayBefore } from "../../ui/days.ts";
import { addressOf, changed, exportAddress, isFiltered, queryOf, parseFilter } from "./filter.ts";

const read = (text: string) => queryOf(parseFilter(new URLSearchParams(text)));

beforeEach(() => {
  vi.stubEnv("TZ", "Africa/Nairobi");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("days of the address are days where the person is, the last one whole", () => {
  expect(read("from=2026-11-14&to=2026-11-21")).toEqual({ from: "2026-11-13T21:00:00.000Z", to: "2026-11-21T21:00:00.000Z" });
});

test("a day on which clocks are changed is not 24 hours long", () => {
  vi.stubEnv("TZ", "Africa/Casablanca");
  const { from, to } = read("from=2026-02-15&to=2026-02-15");
  expect((Date.parse(to ?? "") - Date.parse(from ?? "")) / 3_600_000).toBe(25);
});

test("days in the wrong order are taken in the right one; what is no day is left out", () => {
  expect(parseFilter(new URLSearchParams("from=2026-11-21&to=2026-11-14"))).toMatchObject({
    first: "2026-11-14",
    last: "2026-11-21",
  });
  for (const day of ["2026-02-30", "0026-11-14", "yesterday", ""]) expect(read(`from=${day}`)).toEqual({});
});

test("a saved filter leads back to the same calls", () => {
  for (const text of ["status=failed&agent=a1&topic=t1&q=loan&from=2026-11-14&to=2026-11-21", "to=2026-11-21", "q=a%26b"])
    expect(addressOf(read(text))).toBe(`?${text}`);
});

test("what the screen does not know is not asked for", () => {
  expect(read("status=scheduled&q=%20%20&agent=")).toEqual({});
  expect(isFiltered(parseFilter(new URLSearchParams("status=scheduled")))).toBe(false);
});

test("a file holds what the screen shows", () => {
  const search = changed(new URLSearchParams("status=failed"), { q: "a&b", status: "not-answered" });
  expect(exportAddress(parseFilter(search))).toBe("/api/calls/export?outcome=not-answered&q=a%26b");
  expect(exportAddress(parseFilter(changed(search, { q: "", status: "" })))).toBe("/api/calls/export");
});

test("today is the day where the person is", () => {
  expect(dayBefore(0, new Date("2026-11-21T22:30:00Z"))).toBe("2026-11-22");
  expect(dayBefore(6, new Date("2026-11-21T12:00:00Z"))).toBe("2026-11-15");
});
