import fc from "fast-check";
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

it("however a Kenyan number is written, it is one caller", () => {
  const kenyan = fc.integer({ min: 700_000_000, max: 729_999_999 }).map(String);
  const called = fc.constantFrom("+254205000001", "1001");
  fc.assert(
    fc.property(kenyan, called, (digits, at) => {
      const ways = [`0${digits}`, `254${digits}`, `+254${digits}`, `00254${digits}`, `000254${digits}`, `tel:+254${digits}`];
      const spaced = `0${digits.slice(0, 3)} ${digits.slice(3, 6)}-${digits.slice(6)}`;
      expect(new Set([...ways, spaced].map((way) => callerNumber(way, at)))).toEqual(new Set([`+254${digits}`]));
    }),
  );
});

it("whatever the network writes, a caller that was read once is read the same again", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (text) => {
      const read = callerNumber(text, "+254205000001");
      expect(callerNumber(read, "+254205000001")).toBe(read);
    }),
  );
});
