import { expect, test } from "vitest";
import { costOfUsage, createPrices, PRICES } from "./prices.ts";

const { priceFor } = createPrices();

test("every price says where it was read and when", () => {
  for (const { source, asOf, per } of PRICES) {
    expect(new URL(source).protocol).toBe("https:");
    expect(asOf).toMatch(/^2\d{3}-\d\d-\d\d$/);
    expect(Object.values(per).every((amount) => amount > 0)).toBe(true);
  }
  expect(new Set(PRICES.map(({ stage, by }) => stage + by)).size).toBe(PRICES.length);
});

test("a model is found by its name, and by the name of one of its versions, but not by that of a larger one", () => {
  expect(priceFor("think", "openai gpt-4.1-mini-2025-04-14")?.by).toBe("openai gpt-4.1-mini");
  expect(priceFor("think", "openai gpt-4.1")?.by).toBe("openai gpt-4.1");
  expect(priceFor("speak", "elevenlabs eleven_flash_v2_5")?.by).toBe("elevenlabs eleven_flash");
  expect(priceFor("think", "openai gpt-40")).toBeUndefined();
  expect(priceFor("hear", "openai gpt-4.1")).toBeUndefined();
  expect(priceFor("speak", "built-in voice")).toBeUndefined();
});

test("tokens, characters and sound cost what the table says; kept tokens less where it does", () => {
  const haiku = priceFor("think", "anthropic claude-haiku-4-5-20251001")!;
  expect(costOfUsage(haiku, { tokensIn: 1_000_000, tokensCached: 400_000, tokensOut: 100_000 })).toBeCloseTo(0.6 + 0.04 + 0.5);
  const mini = priceFor("think", "openai gpt-4o-mini")!;
  expect(costOfUsage(mini, { tokensIn: 1_000_000, tokensCached: 400_000 })).toBeCloseTo(0.15);
  expect(costOfUsage(priceFor("hear", "deepgram nova-3")!, { soundMs: 90_000 })).toBeCloseTo(0.01155);
  expect(costOfUsage(priceFor("speak", "cartesia sonic-3")!, { characters: 500 })).toBeCloseTo(0.025);
  expect(costOfUsage(mini, { tokensIn: 10, tokensCached: 50 })).toBeGreaterThan(0);
  const realtime = priceFor("think", "openai gpt-realtime-2.1")!;
  const heard = { tokensIn: 1_000_000, tokensCached: 500_000, soundTokensIn: 250_000 };
  expect(costOfUsage(realtime, { ...heard, tokensOut: 200_000, soundTokensOut: 100_000 })).toBeCloseTo(1 + 0.2 + 8 + 2.4 + 6.4);
  expect(costOfUsage(mini, { tokensIn: 10, soundTokensIn: 50 })).toBe(costOfUsage(mini, { tokensIn: 10 }));
});
