import { expect, test } from "vitest";
import { kinOf } from "./kin.ts";

test.each([
  ["matofali", "tofali"],
  ["yanavunjika", "yaliyovunjika"],
])("%s and %s share a root", (one, other) => {
  expect(kinOf(one, ["ofisi", other])).toBe(other);
});

test("words that only end alike do not", () => {
  expect(kinOf("nyumbani", ["mjini", "kazini"])).toBeUndefined();
  expect(kinOf("tano", ["matano"])).toBeUndefined();
});
