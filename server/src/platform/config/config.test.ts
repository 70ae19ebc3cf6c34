import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig, SETTINGS } from "./config.ts";
import { CannotStart } from "../cannot-start.ts";
import { envExample, settingsPage } from "./settings-text.ts";

test("without any setting the server listens on this machine only", () => {
  const config = parseConfig({ PATH: "/usr/bin", SOME_OTHER_PROGRAM: "1" });
  expect(config).toMatchObject({ HOST: "127.0.0.1", PORT: 3000, SIP_PORT: 5060, RTP_PORTS: { from: 20_000, to: 29_999 } });
});

test("a setting from the environment wins over the one in the file", () => {
  expect(parseConfig({ PORT: "4000" }, { PORT: "5000", HOST: "0.0.0.0" })).toMatchObject({ PORT: 4000, HOST: "0.0.0.0" });
});

test("every bad setting is named in a sentence of its own", () => {
  const start = (): unknown => parseConfig({ PORT: "eighty", TIME_ZONE: "Africa/Nowhere", LOG_LEVEL: "loud" });
  expect(start).toThrow(CannotStart);
  expect(start).toThrow(/PORT="eighty" is not valid: it must be a whole number from 0 to 65535\.\n/);
  expect(start).toThrow(/TIME_ZONE="Africa\/Nowhere"/);
  expect(start).toThrow(/LOG_LEVEL="loud" is not valid: it must be debug, info, warn or error/);
});

test("an address without http:// or https:// is refused, not taken for something else", () => {
  for (const bad of ["localhost:11434", "foo", "ftp://models", "//host/v1"])
    expect(() => parseConfig({ LLM_BASE_URL: bad })).toThrow(/LLM_BASE_URL=.* must be an address that begins with http/);
  expect(parseConfig({ LLM_BASE_URL: "http://localhost:11434/v1" }).LLM_BASE_URL).toBe("http://localhost:11434/v1");
});

test("a port at which no browser opens a page is refused, since the page would seem not to be there", () => {
  for (const bad of ["6000", "4190", "5060"])
    expect(() => parseConfig({ PORT: bad })).toThrow(/PORT=.* is a port at which browsers open no page; take another/);
  for (const good of ["0", "80", "443", "3000", "8080"]) expect(parseConfig({ PORT: good }).PORT).toBe(Number(good));
});

test("whatever is wrong with a setting, the complaint is a sentence", () => {
  const names = Object.keys(SETTINGS.shape);
  for (const name of names) {
    for (const bad of ["x", "-1", "0", "999999999", "a b", "foo@", "://", "\u0000"]) {
      for (const line of complaintsOf({ [name]: bad }))
        expect(line).toMatch(/^The setting \S+(?:=.*)? is not valid: (?:it (?:must|is) |each )/s);
    }
  }
});

test("rates and proxies are read, and what cannot be read is refused", () => {
  expect(parseConfig({})).toMatchObject({ EXCHANGE_RATES: { USD: 1 }, TRUSTED_PROXIES: [] });
  const given = { EXCHANGE_RATES: "KES:129.2, NGN:1450", TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,::1" };
  expect(parseConfig(given)).toMatchObject({
    EXCHANGE_RATES: { USD: 1, KES: 129.2, NGN: 1_450 },
    TRUSTED_PROXIES: ["127.0.0.1", "10.0.0.0/8", "::1"],
  });
  for (const bad of ["KES:0", "EUR:1", "129"]) expect(() => parseConfig({ EXCHANGE_RATES: bad })).toThrow(/EXCHANGE_RATES/);
  for (const bad of ["everybody", "10.0.0.0/33", "10.0.0.0/8/8", "::1/"]) {
    expect(() => parseConfig({ TRUSTED_PROXIES: bad })).toThrow(/TRUSTED_PROXIES/);
  }
});

test("a misspelt setting is refused with the name that was meant", () => {
  expect(() => parseConfig({ SIP_PROT: "5070" })).toThrow("The setting SIP_PROT is unknown. Did you mean SIP_PORT?");
  expect(() => parseConfig({ PORT: "8080", SIP_PORT: "8080" })).toThrow(
    "PORT and SIP_PORT are both 8080: choose another for one of them.",
  );
  expect(() => parseConfig({}, { COLOUR: "red" })).toThrow("The setting COLOUR in .env is unknown.");
  expect(() => parseConfig({ ONGEA_COLOUR: "red" })).toThrow("The setting ONGEA_COLOUR is unknown.");
});

test("a secret is not repeated in the complaint about it", () => {
  expect(() => parseConfig({ DATABASE_URL: "mysql://root:hunter2@db" })).toThrow(/^(?!.*hunter2)/s);
});

test("the example file and the guide are in step with the settings", () => {
  expect(readFileSync(".env.example", "utf8")).toBe(envExample());
  expect(readFileSync("docs/guides/settings.md", "utf8")).toBe(settingsPage());
});

function complaintsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split("\n");
  }
}
