import fc from "fast-check";
import { expect, test } from "vitest";
import { callingCodeOf, countryOf, isPhoneNumber, parsePhoneNumber, readPhoneNumber } from "./phone-number.ts";

test("a number is read with the country that it belongs to", () => {
  expect(parsePhoneNumber("0712 345 678", "KE")).toBe("+254712345678");
  expect(parsePhoneNumber("+254 712 345678")).toBe("+254712345678");
  expect(parsePhoneNumber("0712345678")).toBeUndefined();
  expect(readPhoneNumber("+255712345678", "KE")?.country).toBe("TZ");
});

test("what is no number is none, and a number that no plan has is not valid", () => {
  for (const written of ["", "anonymous", "reception", "call me", "+0", "12"])
    expect(parsePhoneNumber(written, "KE")).toBeUndefined();
  expect(readPhoneNumber("+25471234567", "KE")?.isValid).toBe(false);
});

test("a country has a code, and a number has a country", () => {
  expect(callingCodeOf("KE")).toBe("+254");
  expect(countryOf("+27821234567")).toBe("ZA");
  expect(countryOf("anonymous")).toBeUndefined();
});

test("whatever is written, what is parsed is E.164 and stays as it is when it is parsed again", () => {
  const written = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.integer({ min: 0, max: 10 ** 13 }).map((digits) => `+${digits}`),
  );
  fc.assert(
    fc.property(written, fc.constantFrom("KE", "TZ", "NG", "ZA", "GH", undefined), (text, country) => {
      const number = parsePhoneNumber(text, country);
      if (number === undefined) return;
      expect(isPhoneNumber(number)).toBe(true);
      expect(parsePhoneNumber(number)).toBe(number);
    }),
  );
});
