import { expect, test } from "vitest";
import { checkPhone, countryOf, withTrunk } from "./phone-plans.ts";

test.each([
  ["722918364", "KE", "0722918364"],
  ["0722918364", "KE", "0722918364"],
  ["254722918364", "KE", "254722918364"],
  ["+254722918364", "KE", "+254722918364"],
  ["72291836", "KE", "72291836"],
  ["722918364", undefined, "722918364"],
  ["25712345", "BI", "25712345"],
])("the number %s of %s is kept as %s: as it is dialled inside the country", (heard, country, kept) => {
  expect(withTrunk(heard, country)).toBe(kept);
});

test("seven digits are a number where the country has such", () => {
  expect(countryOf("A birth house in Serekunda, The Gambia.", "en-US")).toBe("GM");
  expect(checkPhone("7782461", "GM")).toEqual({ fits: true });
  expect(checkPhone("7782461", "KE").fits).toBe(false);
  expect(countryOf("The desk is in Blantyre. A new SIM costs 500 kwacha.", "en-US")).toBe("MW");
  expect(countryOf("Our clinic in Juba, South Sudan", "en-US")).toBe("SS");
});
