import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPrices } from "./provider-prices.ts";

const path = join(mkdtempSync(join(tmpdir(), "ongea-prices-")), "prices.csv");
const HEAD = "stage,by,unit,usd,source,as_of\n";

test("an operator's prices count from the next start on", () => {
  expect(openPrices(undefined).priceFor("hear", "spitch mansa_v1")).toBeUndefined();
  writeFileSync(path, `${HEAD}hear,spitch mansa_v1,minute_of_sound,0.01,https://example.com,2026-11-22\n`);
  expect(openPrices(path).priceFor("hear", "spitch mansa_v1")?.per).toEqual({ minuteOfSound: 0.01 });
});

test("a file with a bad row, or none at all, stops the start with the line and the reason", () => {
  writeFileSync(path, `${HEAD}hear,a,minute_of_sound,a lot,https://example.com,2026-11-22\n`);
  expect(() => openPrices(path)).toThrow(/line 2: usd "a lot": must be an amount of dollars/);
  expect(() => openPrices(`${path}.missing`)).toThrow(/cannot be read/);
});
