import { expect, test } from "vitest";
import { withPlaceInstead, withPlaces } from "./places.ts";

test.each([
  ["Geng Road House 12", "Ngong Road House 12"],
  ["and Gung Road House 12", "Ngong Road House 12"],
  ["in Gong Road, House 12", "Ngong Road, House 12"],
  ["Millimanin behind the school", "Milimani behind the school"],
  ["Cassieru House Number 9", "Kacyiru House Number 9"],
  ["Na'ali opposite the petrol station.", "Nyali opposite the petrol station."],
  ["kilimani would avenue", "kilimani Wood Avenue"],
  ["Arguing's Cardack Road, Third Floor", "Argwings Kodhek Road, Third Floor"],
])("%j is %j", (heard, meant) => expect(withPlaces(heard)).toBe(meant));

test("what is a place, or sounds like none, stays as it was heard", () => {
  for (const heard of [
    "Kampala Road house nine",
    "Westlands, next to the mall",
    "I live in Karen",
    "behind the garden of the school",
    "near the current market",
    "the main gate is broken",
    "the wrong street, near the word of life church",
    "at the corner of the road, the second house after the church",
    "block B, flat number four, second floor",
    "number seventeen Valley View Estate",
    "",
    "Ngong ".repeat(200).trim(),
  ])
    expect(withPlaces(heard)).toBe(heard);
});

test.each([
  ["Cahieru House Number 9", "Kacyiru House Number 9"],
  ["cashier, house number nine", "Kacyiru, house number nine"],
  // Nothing in it sounds like a place, or it is one.
  ["house twelve behind the stadium", "house twelve behind the stadium"],
  ["Kacyiru House Number 9", "Kacyiru House Number 9"],
])("%j, which was refused, is %j", (heard, instead) => expect(withPlaceInstead(heard, [heard])).toBe(instead));

test("what was offered instead and refused, too, is not offered again", () => {
  const heard = "Cahieru House Number 9";
  expect(withPlaceInstead(heard, [heard, "Kacyiru House Number 9"])).not.toMatch(/Cahieru|Kacyiru/);
});
