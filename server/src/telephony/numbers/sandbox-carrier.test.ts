import { NUMBER_COUNTRIES, type NumberCountry } from "@ongea/contract";
import parsePhoneNumber from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { createSandboxCarrier } from "./sandbox-carrier.ts";

const COUNTRIES = Object.keys(NUMBER_COUNTRIES) as NumberCountry[];
const STORIES = /^\+1[2-9]\d\d55501\d\d$/;

test.each(COUNTRIES)("the sandbox of %s has numbers that belong to nobody there", async (country) => {
  const carrier = createSandboxCarrier();
  const offered = await carrier.search({ country });
  expect(offered.length).toBe(200);
  expect(new Set(offered.map(({ number }) => number)).size).toBe(200);
  for (const { number } of offered) {
    expect(carrier.has(country, number)).toBe(true);
    expect(number.startsWith(NUMBER_COUNTRIES[country])).toBe(true);
    const isNobodys = country === "US" ? STORIES.test(number) : !(parsePhoneNumber(number)?.isValid() ?? false);
    expect([number, isNobodys]).toEqual([number, true]);
  }
});

test("numbers of an area are found by its digits, and every one of them once", async () => {
  const found = await createSandboxCarrier(() => 1_050).search({ country: "US", pattern: "718" });
  expect(new Set(found.map(({ number }) => number)).size).toBe(100);
  expect(new Set(found.map(({ region }) => region))).toEqual(new Set(["Brooklyn"]));
  expect(await createSandboxCarrier(() => 0).search({ country: "US", pattern: "999999" })).toEqual([]);
});

test("a number of another country, another length or somebody's real one is not the sandbox's", () => {
  const carrier = createSandboxCarrier();
  for (const number of ["+254301123456", "+12025550123"]) expect(carrier.has("NG", number)).toBe(false);
  for (const number of ["+2543011234567", "+25430112345", "+254712345678", "+25430112345x"])
    expect(carrier.has("KE", number)).toBe(false);
  expect(carrier.has("KE", "+254301123456")).toBe(true);
});
