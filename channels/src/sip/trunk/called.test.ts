import { expect, test } from "vitest";
import { calledOf } from "./called.ts";

const NUMBERS = ["+254711000001", "+254711000002", "+255711000002"];

test.each([
  ["+254711000001", "+254711000001"],
  ["254711000001", "+254711000001"],
  ["00254711000001", "+254711000001"],
  ["0711000001", "+254711000001"],
  ["711000001", "+254711000001"],
  ["+254 711-000.001", "+254711000001"],
])("a trunk that writes %s means %s", (written, number) => {
  expect(calledOf(written, NUMBERS)).toBe(number);
});

test("a number that is not the trunk's, that two could be meant by, or that is none, reaches nobody", () => {
  for (const written of ["+254711000009", "0711000002", "01", "reception", "", undefined, "+", "9".repeat(30)])
    expect([written, calledOf(written, NUMBERS)]).toEqual([written, undefined]);
});
