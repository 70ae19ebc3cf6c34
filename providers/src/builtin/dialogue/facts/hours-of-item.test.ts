import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { hoursOfItem, isOpen, openingHours } from "./opening-hours.ts";

/** A Saturday, a Sunday and a Monday. */
const [SAT, SUN, MON] = ["2026-11-28", "2026-11-29", "2026-11-30"] as const;
const HOUSE = "We are open Monday to Friday from 8 to 17 and on Saturday from 8 to 12:30. We are closed on Sunday.";

function canBe(prompt: string, day: string, clock: string): boolean {
  const facts = factsOf(`${HOUSE}\n${prompt}`, []);
  const house = openingHours(facts);
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return isOpen(hoursOfItem(facts, ["lesson", "tour", "visit"], house) ?? house!, day, hour * 60 + minute);
}

test.each([
  ["The first lesson is at 06:00 and the last one at 17:00.", MON, "06:00", true],
  ["The first lesson is at 06:00 and the last one at 17:00.", MON, "17:00", true],
  ["The first lesson is at 06:00 and the last one at 17:00.", MON, "17:30", false],
  ["First lesson at 06:00, last one at 17:00; on Saturday the last one is at 11:00.", SAT, "11:00", true],
  ["First lesson at 06:00, last one at 17:00; on Saturday the last one is at 11:00.", SAT, "14:00", false],
  ["First lesson at 06:00, last one at 17:00.", SUN, "09:00", false],
  ["Visits are Monday to Friday 9:00 to 12:00.", MON, "14:00", false],
  ["Visits are Monday to Friday 9:00 to 12:00.", SAT, "10:00", false],
  ["The first tour leaves at 7 am, the last tour at 6 pm.", MON, "18:00", true],
  // Of nothing that is booked, or not understood: the hours of the house.
  ["The first bus comes at 05:00 and the last one at 23:00.", MON, "06:00", false],
  ["A lesson takes from 0:45 to 1:30 hours.", MON, "09:00", true],
  ["A lesson costs 220.", MON, "07:00", false],
])("%s %s at %s: %s", (prompt, day, clock, is) => {
  expect(canBe(prompt, day, clock)).toBe(is);
});
