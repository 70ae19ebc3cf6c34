import fc from "fast-check";
import { expect, test } from "vitest";
import { pricesIn } from "./price-file.ts";
import { createPrices, PRICES } from "./prices.ts";

const HEAD = "stage,by,unit,usd,source,as_of";

test("an operator's row stands before ours, adds what we do not know, and several rows make one price", () => {
  const { prices, problems } = pricesIn(
    [
      "\uFEFF# what we pay",
      HEAD,
      "think,openai gpt-4o-mini,million_tokens_in,0.10,https://example.com/contract,2026-11-01",
      "think,openai gpt-4o-mini,million_tokens_out,0.40,https://example.com/contract,2026-11-01\r",
      '"embed","openai bge-m3, own",million_tokens_in,0,https://example.com/x,2026-11-01',
      "",
    ].join("\n"),
  );
  expect(problems).toEqual([]);
  const table = createPrices(prices);
  expect(table.priceFor("think", "openai gpt-4o-mini-2024-07-18")?.per).toEqual({ millionTokensIn: 0.1, millionTokensOut: 0.4 });
  expect(table.priceFor("embed", "openai bge-m3, own")).toMatchObject({ per: { millionTokensIn: 0 }, asOf: "2026-11-01" });
  expect(table.priceFor("think", "openai gpt-4.1")?.source).toBe("https://openai.com/api/pricing");
  expect(table.rows).toHaveLength(PRICES.length + 1);
});

test("each bad row is told by its line, and what is wrong with it", () => {
  const { prices, problems } = pricesIn(
    [
      HEAD,
      "think,openai a,million_tokens_in,1,https://example.com,2026-11-01",
      "listen,openai a,million_tokens_in,1,https://example.com,2026-11-01",
      "think,openai a,million_tokens_in,1,https://example.com,2026-11-01",
      "think,openai b,million_tokens_in,-1,https://example.com,2026-11-01",
      "think,openai b,million_tokens_in,1,,2026-11-01",
      "think,openai b,million_tokens_in,1,https://example.com,2026-02-30",
      "think,openai b,million_tokens_in,1,https://example.com",
    ].join("\n"),
  );
  expect(prices.map(({ by }) => by)).toEqual(["openai a"]);
  expect(problems.map(({ line, problem }) => `${line} ${problem.split(":")[0]}`)).toEqual([
    '3 stage "listen"',
    "4 openai a has a price for million_tokens_in already",
    '5 usd "-1"',
    '6 source ""',
    '7 as_of "2026-02-30"',
    "8 has 5 cells instead of 6",
  ]);
  expect(pricesIn("think,openai a,1").problems).toEqual([{ line: 1, problem: `the first line must be ${HEAD}` }]);
});

test("whatever stands in the file, reading it ends with rows or reasons", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const { prices, problems } = pricesIn(`${HEAD}\n${text}`);
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#")).length;
      expect(prices.length + problems.length).toBe(lines);
    }),
  );
});
