import { FALLBACK_VOICES } from "@ongea/contract";
import { expect, test } from "vitest";
import { createLibrary, idOf, libraryOf, type ProviderVoice } from "./library.ts";

const SWAHILI = {
  provider: "builtin",
  voiceId: "espeak:sw",
  name: "Swahili",
  model: "espeak-ng",
  language: "sw",
  gender: "male",
} as const;
const SLT = { ...SWAHILI, voiceId: "slt", name: "SLT", model: "flite", language: "en-US", gender: "female" } as const;
const KAJAL: ProviderVoice = { provider: "elevenlabs", voiceId: "x1", name: "Kajal", model: "eleven_flash_v2_5", language: "*" };

test("a voice has the same id everywhere; those that are always there are known to pages by it", () => {
  for (const { id, provider, voice_id: voiceId } of FALLBACK_VOICES) expect(idOf({ provider, voiceId })).toBe(id);
});

test("telephone voices are offered unasked, others when they were added, and nothing is told twice", () => {
  const library = libraryOf([SLT, SWAHILI, KAJAL, SLT], [{ provider: "elevenlabs", voiceId: "x1" }]);
  expect(library.map(({ name, added, offered }) => [name, added, offered])).toEqual([
    ["SLT", false, true],
    ["Swahili", false, false],
    ["Kajal", true, true],
  ]);
  expect(library.map(({ accent, gender }) => [accent, gender])).toEqual([
    ["American English", "female"],
    ["Swahili", "male"],
    ["", "neutral"],
  ]);
});

test("where the telephone voices are missing, the first one stands for them", () => {
  expect(libraryOf([SWAHILI], [])[0]?.offered).toBe(true);
});

test("voices of this machine are never counted as premium, however many there are", async () => {
  const machine = Array.from({ length: 100 }, (_, n) => ({ ...SWAHILI, voiceId: `espeak:${n}` }));
  const store = { added: async () => [], add: async () => undefined, remove: async () => undefined };
  const provided: ProviderVoice[] = Array.from({ length: 10 }, (_, n) => ({ ...KAJAL, voiceId: `x${n}` }));
  const premium = async (voices: readonly ProviderVoice[]) =>
    (await createLibrary({ machine: () => machine, voicesOf: async () => voices }, store).figures("w")).premium_voices;
  expect(await premium([])).toBe(0);
  expect(await premium(provided)).toBe(3);
});
