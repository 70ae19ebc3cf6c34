import type { Entry } from "@ongea/contract";
import { createPrices } from "@ongea/providers";
import { expect, test } from "vitest";
import { costOfProviders } from "./cost.ts";

const prices = createPrices();

type Used = Extract<Entry, { kind: "usage" }>;

const used = (stage: Used["stage"], by: string, usage: Used["usage"]): Entry => ({
  kind: "usage",
  atMs: 1_000,
  stage,
  by,
  usage,
});

test("a call costs what its providers ask for: each part by itself, in cents", () => {
  const cost = costOfProviders(
    [
      used("hear", "deepgram nova-3", { soundMs: 60_000 }),
      used("think", "openai gpt-4.1-mini", { tokensIn: 10_000, tokensOut: 500 }),
      used("think", "anthropic claude-haiku-4-5", { tokensIn: 1_000, tokensOut: 100 }),
      used("speak", "elevenlabs eleven_flash_v2_5", { characters: 400 }),
    ],
    prices,
  );
  expect(cost.transcriber).toBeCloseTo(0.77);
  expect(cost.llm).toBeCloseTo(0.4 + 0.08 + 0.1 + 0.05);
  expect(cost.synthesizer).toBeCloseTo(2);
});

test("a question's vector is counted with the language model that is given what it finds", () => {
  const cost = costOfProviders([used("embed", "openai text-embedding-3-small", { tokensIn: 50_000 })], prices);
  expect(cost).toEqual({ llm: 0.1, network: 0, synthesizer: 0, transcriber: 0 });
});

test("what runs here, and what nobody knows the price of, costs nothing", () => {
  const entries = [
    used("speak", "built-in voice", { characters: 400 }),
    used("think", "openai my-own-model", { tokensIn: 4_000 }),
  ];
  expect(costOfProviders(entries, prices)).toEqual({ llm: 0, network: 0, synthesizer: 0, transcriber: 0 });
});
