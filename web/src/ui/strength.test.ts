import { expect, test } from "vitest";
import { strengthOf } from "./strength.ts";

test.each([
  ["", "weak"],
  ["password123", "weak"],
  ["aaaaaaaaaaaaaaaa", "weak"],
  ["1234567890123", "weak"],
  ["abcdefghijklmn", "weak"],
  ["qwertyqwerty", "weak"],
  ["abababababab", "weak"],
  ["mavuno-2019", "fair"],
  ["a long enough password", "strong"],
  ["kiti cheupe mbele ya mto", "strong"],
  ["vX7#qLp2!wZ9", "strong"],
  ["ሰላም ለሁሉም ወዳጆች", "strong"],
])("%j is %s", (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
