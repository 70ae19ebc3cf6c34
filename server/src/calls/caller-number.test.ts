import { expect, it } from "vitest";
import { callerNumber } from "./caller-number.ts";

it.each(["0712000001", "712000001", "254712000001", "00254712000001", "000254712000001", "+254 712 000-001", "+254712000001"])(
  "a caller shown as %s is +254712000001",
  (written) => expect(callerNumber(written, "+254709000000", "NG")).toBe("+254712000001"),
);

it("the country is that of the number that was called, else the installation's", () => {
  expect(callerNumber("08031234567", "+2347090000000", "KE")).toBe("+2348031234567");
  expect(callerNumber("08031234567", "1001", "NG")).toBe("+2348031234567");
  expect(callerNumber("0033612345678", "+254709000000")).toBe("+33612345678");
  expect(callerNumber("2348031234567", "+254709000000")).toBe("+2348031234567");
});

it.each([
  "1001",
  "asha",
  "unknown",
  "anonymous",
  "",
  "browser",
  "0000000",
  "+",
  "99999999999999999999999",
  "\u0000+254712000001",
])("“%s” is no number of the network and stays as it is", (written) =>
  expect(callerNumber(written, "+254709000000")).toBe(written),
);
