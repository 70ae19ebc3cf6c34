import { expect, test } from "vitest";
import { withTrunk } from "./phone-plans.ts";

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
