import { expect, test } from "vitest";
import { usualNumber } from "./usual-number.ts";

const desk = { number: "1001", trunkId: null, account: undefined };
const sandbox = { number: "+254301458404", trunkId: null, account: undefined };
const trunk = { number: "+254712000001", trunkId: "trunk-1", account: undefined };

test("a call shows a number that people can call back before one that only this server knows", () => {
  expect(usualNumber([desk, sandbox, trunk])).toBe(trunk);
  expect(usualNumber([desk, sandbox])).toBe(sandbox);
  expect(usualNumber([desk])).toBe(desk);
  expect(usualNumber([])).toBeUndefined();
});
