import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countryOf } from "../../platform/phone-number/phone-number.ts";
import { easterSunday, nextOpening, packAmong } from "./calling-hours.ts";
import { SHIPPED_PACKS } from "./shipped.ts";

const PACKS = Object.values(SHIPPED_PACKS);
const opens = (number: string, local: string) =>
  nextOpening(packAmong(PACKS, countryOf(number), "Africa/Nairobi"), new Date(local))?.toISOString();

describe("whether somebody may be rung now", () => {
  it.each([
    ["a Kenyan on a Tuesday at ten", "+254712000001", "2026-11-24T10:00:00+03:00", undefined],
    ["a Kenyan at six in the morning", "+254712000001", "2026-11-24T06:00:00+03:00", "2026-11-24T06:00:00.000Z"],
    [
      "a Kenyan on Saturday evening, with Sunday before him",
      "+254712000001",
      "2026-11-21T18:00:00+03:00",
      "2026-11-23T06:00:00.000Z",
    ],
    ["a South African on Saturday at two", "+27821234567", "2026-11-21T14:00:00+02:00", "2026-11-23T06:00:00.000Z"],
    ["a South African on the Day of Reconciliation", "+27821234567", "2026-12-16T10:00:00+02:00", "2026-12-17T06:00:00.000Z"],
    ["a South African on Good Friday", "+27821234567", "2027-03-26T10:00:00+02:00", "2027-03-27T07:00:00.000Z"],
    ["a Nigerian at half past seven in the evening", "+2348012345678", "2026-11-24T19:30:00+01:00", undefined],
    ["a Londoner at five in the afternoon", "+447400123456", "2026-11-24T17:00:00+00:00", undefined],
    ["a Berliner in summer, at eight", "+4930123456", "2026-07-21T08:00:00+02:00", "2026-07-21T07:00:00.000Z"],
    ["an American at eight in Chicago", "+12125550100", "2026-11-24T08:00:00-06:00", "2026-11-24T15:00:00.000Z"],
    ["an Indian on a Sunday", "+919812345678", "2026-11-22T12:00:00+05:30", "2026-11-23T03:30:00.000Z"],
    [
      "a number of no country, by the clock that is given",
      "+88213000001",
      "2026-11-24T07:00:00+03:00",
      "2026-11-24T06:00:00.000Z",
    ],
    ["a Kenyan at Christmas", "+254712000001", "2026-12-24T19:00:00+03:00", "2026-12-28T06:00:00.000Z"],
  ])("%s", (_, number, now, expected) => {
    expect(opens(number, now)).toBe(expected);
  });

  it("a day of one year is closed in that year alone", () => {
    const kenya = SHIPPED_PACKS.KE;
    const pack = { ...kenya, holidays: { ...kenya.holidays, days: ["2026-11-24"] } };
    expect(nextOpening(pack, new Date("2026-11-24T10:00:00+03:00"))?.toISOString()).toBe("2026-11-25T06:00:00.000Z");
    expect(nextOpening(pack, new Date("2027-11-24T10:00:00+03:00"))).toBeUndefined();
  });

  it("Easter falls where the calendar has it", () => {
    expect([2026, 2027, 2038].map((year) => easterSunday(year).toISOString().slice(0, 10))).toEqual([
      "2026-04-05",
      "2027-03-28",
      "2038-04-25",
    ]);
  });

  it("whatever the zone and the clocks do: what is closed opens, and is open then", () => {
    const zones = ["Africa/Nairobi", "Africa/Cairo", "Africa/Casablanca", "Europe/London", "America/New_York", "Asia/Kathmandu"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...PACKS),
        fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
        (time_zone, base, now) => {
          const pack = { ...base, time_zone };
          const open = nextOpening(pack, now);
          if (!open) return;
          expect(open.getTime()).toBeGreaterThan(now.getTime());
          expect(nextOpening(pack, open)).toBeUndefined();
          expect(nextOpening(pack, new Date(open.getTime() - 1))).toEqual(open);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
