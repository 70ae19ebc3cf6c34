import fc from "fast-check";
import { expect, test } from "vitest";
import { mayDial } from "./dialable-number.ts";

const ask = (to: string, change: Partial<Parameters<typeof mayDial>[0]> = {}) => {
  const verdict = mayDial({ to, isRegistered: false, isDemo: false, countries: ["KE"], ...change });
  return verdict.kind === "refused" ? verdict.code : verdict.kind === "number" ? verdict.number : "phone";
};

test("a subscriber of an allowed country is called, however the number is written", () => {
  expect(["0712 345 678", "+254712345678", "+254 (712) 345-678"].map((to) => ask(to))).toEqual(Array(3).fill("+254712345678"));
  expect(ask("0803 123 4567", { countries: ["NG"] })).toBe("+2348031234567");
});

test("emergency numbers and short codes stay here, in every country", () => {
  for (const to of ["999", "112", "911", "10111", "+112", "000", "40404", "112233"])
    expect([to, ask(to)]).toEqual([to, "call.emergency"]);
});

test("premium, satellite and foreign numbers stay here", () => {
  expect(ask("+27862123456", { countries: ["ZA"] })).toBe("call.premium");
  expect(ask("+19005551234", { countries: ["US"] })).toBe("call.premium");
  expect(ask("+254900123456")).toBe("call.bad_number");
  for (const to of ["+881621234567", "+8835100012345", "+447400123456", "+255712345678"])
    expect([to, ask(to)]).toEqual([to, "call.foreign"]);
});

test("USSD codes, names and letters are no numbers", () => {
  for (const to of ["*144#", "amina", "+25471234567x", "", "tel:0712345678"])
    expect([to, ask(to)]).toEqual([to, "call.bad_number"]);
});

test("a visitor's workspace calls nobody, not even a registered phone", () => {
  expect(ask("0712345678", { isDemo: true })).toBe("call.demo_outbound");
  expect(ask("reception", { isDemo: true, isRegistered: true })).toBe("call.demo_outbound");
  expect(ask("reception", { isRegistered: true })).toBe("phone");
});

test("whatever is asked for, only a whole number of an allowed country passes", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 ().-]{1,22}$/)), (to) => {
      const answer = ask(to);
      expect(answer.startsWith("call.") || /^\+254\d{7,9}$/.test(answer)).toBe(true);
    }),
  );
});
