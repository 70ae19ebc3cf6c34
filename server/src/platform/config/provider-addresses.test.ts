import { expect, test } from "vitest";
import { located, parseAddresses } from "./provider-addresses.ts";

test("an operator may have a provider asked in a region, and is told when the address is none", () => {
  expect(parseAddresses(" elevenlabs=https://api.eu.example/ ,deepgram=https://eu.example")).toEqual({
    elevenlabs: "https://api.eu.example",
    deepgram: "https://eu.example",
  });
  expect(parseAddresses("")).toEqual({});
  for (const wrong of [
    "elevenlabs",
    "=https://x.example",
    "openai=https://x.example",
    "cartesia=ftp://x.example",
    "cartesia=https://",
  ])
    expect(parseAddresses(wrong)).toBeUndefined();
});

test("only the provider's own settings get its address", () => {
  const addresses = { cartesia: "https://eu.example" };
  expect(located({ use: "cartesia" }, "cartesia", addresses)).toEqual({ use: "cartesia", baseUrl: "https://eu.example" });
  expect(located({ use: "elevenlabs" }, "elevenlabs", addresses)).toEqual({ use: "elevenlabs" });
  expect(located(undefined, "cartesia", addresses)).toBeUndefined();
});
