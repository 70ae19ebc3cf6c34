import { AgentDocument } from "@ongea/contract";
import { createPrices } from "@ongea/providers";
import { expect, test } from "vitest";
import { choose } from "../speech-hosts/choices.ts";
import { estimateFor } from "./estimate.ts";

const NOTHING = { recognisers: [], languageModels: [], voices: [] };
const prices = createPrices();
const built = choose({}, []);

function document(prompt: string, model = "gpt-4.1-mini") {
  const tasks = [{ tools_config: { llm_agent: { llm_config: { model } } } }];
  return AgentDocument.parse({ agent_config: { agent_name: "A", tasks }, agent_prompts: { task_1: { system_prompt: prompt } } });
}

test("what runs here costs nothing", () => {
  expect(estimateFor(document("You help."), NOTHING, { choices: built, prices }).map(({ by, usd }) => [by, usd])).toEqual([
    [null, 0],
    [null, 0],
    [null, 0],
  ]);
});

test("a minute costs what its providers ask for, a long prompt more", () => {
  const lent = {
    recognisers: [{ use: "deepgram" as const, apiKey: "k", model: "nova-3" }],
    languageModels: [{ use: "openai" as const, baseUrl: "https://api.openai.com/v1", model: "gpt-4.1-mini" }],
    voices: [{ use: "elevenlabs" as const, apiKey: "k", voice: "v", model: "eleven_flash_v2_5" }],
  };
  const [ears, llm, voice] = estimateFor(document("You help."), lent, { choices: built, prices });
  expect(ears).toMatchObject({ by: "deepgram nova-3", usd: 0.00385, source: expect.stringContaining("deepgram") as string });
  expect(voice?.usd).toBeCloseTo(0.0225);
  const [, longer] = estimateFor(document("You help. ".repeat(2_000)), lent, { choices: built, prices });
  expect(longer?.usd).toBeGreaterThan(llm?.usd ?? 1);
});

test("a realtime model's sound is priced as sound, and in full mode no voice costs anything besides", () => {
  const realtime = { use: "openai" as const, apiKey: "k", model: "gpt-realtime-2.1" };
  const voices = [{ use: "elevenlabs" as const, apiKey: "k", voice: "v", model: "eleven_flash_v2_5" }];
  const estimate = (mode: "half" | "full") =>
    estimateFor(document("You help."), { ...NOTHING, voices, realtime: { ...realtime, mode } }, { choices: built, prices });
  const [half, full] = [estimate("half"), estimate("full")];
  expect(half.map(({ by }) => by)).toEqual([
    "openai gpt-4o-mini-transcribe",
    "openai gpt-realtime-2.1",
    "elevenlabs eleven_flash_v2_5",
  ]);
  expect(half[0].usd).toBeNull();
  expect(full[1].usd).toBeGreaterThan(half[1].usd ?? 1);
  expect(full[2]).toMatchObject({ by: null, usd: 0 });
});

test("Ultravox bills the minute, whoever speaks in it", () => {
  const realtime = { use: "ultravox" as const, apiKey: "k", model: "ultravox-v0.7", mode: "full" as const };
  const parts = estimateFor(document("You help."), { ...NOTHING, realtime }, { choices: built, prices });
  expect(parts.map(({ by, usd }) => [by, usd])).toEqual([
    ["ultravox ultravox-v0.7", 0.05],
    [null, 0],
    [null, 0],
  ]);
});

test("the model that the assistant names is the one of the installation's service; one without a price says so", () => {
  const service = { baseUrl: "https://api.openai.com/v1", model: "" };
  const choices = choose({ model: service, recogniser: { ...service, model: "my-ears" } }, []);
  const [ears, llm] = estimateFor(document("You help.", "gpt-4o-mini"), NOTHING, { choices, prices });
  expect(llm).toMatchObject({ by: "openai gpt-4o-mini", usd: expect.any(Number) as number });
  expect(ears).toEqual({ by: "openai my-ears", model: null, usd: null, source: null, as_of: null });
});

test("a model of this machine is named; what is built in has no name", () => {
  const voice = { settings: { use: "local" as const, model: "piper-joe" }, languages: ["en"], name: "Joe" };
  const [ears, llm, spoken] = estimateFor(document("You help."), NOTHING, {
    choices: { ...built, voices: [voice, ...built.voices] },
    prices,
  });
  expect([ears.model, llm.model, spoken.model]).toEqual([null, null, "Joe"]);
});
