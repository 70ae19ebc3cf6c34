import { type Expected, ProviderFailure, type Words } from "@ongea/conversation";
import { createLanguageModel } from "@ongea/providers";
import { expect, test } from "vitest";
import { TEMPLATES } from "../documents/templates.ts";
import { planFor } from "../plan/plan.ts";
import type { ReadSound } from "./play-replay.ts";
import { playReplay, type ReplayPlay } from "./play-replay.ts";
import { testLineOf } from "./test-lines.ts";

const SILENCE: ReadSound = async () => new Int16Array(16_000);

/** The front desk of the template, and STT that understands these words, one after the other. */
function open(heard: readonly (string | Error)[], turns = heard.length) {
  const facts = { callId: "c", agentId: "a", userData: {}, startedAt: new Date(), timeZone: "Africa/Nairobi", country: "KE" };
  const expected: (readonly Expected[])[] = [];
  const shown: string[][] = [];
  const left = [...heard];
  const play: ReplayPlay = {
    turns: Array.from({ length: turns }, () => SILENCE),
    plan: planFor(TEMPLATES[0]!.document, { ...facts, direction: "inbound" }),
    languageModels: [createLanguageModel({ use: "guided" }, {})],
    tools: { run: async () => ({ ok: false, result: "{}" }) },
    spoken: {
      async hear(_sound, wanted): Promise<Words> {
        expected.push(wanted);
        const next = left.shift();
        if (next instanceof Error) throw next;
        return { text: next ?? "" };
      },
    },
    async played(all) {
      const last = all.at(-1) ?? [];
      shown.push(last.flatMap((entry) => testLineOf(entry) ?? []).map(({ by, text }) => `${by}: ${text}`));
    },
  };
  return { play, shown, expected };
}

test("what was heard is answered turn by turn, and a turn that nobody understood goes by", async () => {
  const { play, shown, expected } = open(["What does a consultation cost?", "", "When are you open on Saturday?"]);
  expect(await playReplay(play, new AbortController().signal)).toBe(true);
  expect(shown).toHaveLength(4);
  expect(shown[0]?.[0]).toMatch(/^agent: .*Imani Clinic/);
  expect(shown[1]).toEqual(["caller: What does a consultation cost?", expect.stringMatching(/^agent: .*1,500/)]);
  expect(shown[2]).toEqual([]);
  expect(shown[3]?.[1]).toMatch(/Saturday/);
  expect(expected).toHaveLength(3);
});

test("STT that fails, or a recording that is gone, has heard nothing and says so", async () => {
  const { play, shown } = open([new ProviderFailure("unavailable", "The recording cannot be read"), "Goodbye"]);
  expect(await playReplay(play, new AbortController().signal)).toBe(true);
  expect(shown[1]).toEqual(["note: The recording cannot be read"]);
  expect(shown[2]?.[0]).toBe("caller: Goodbye");
});

test("where the agent ends the conversation, the rest of the recording is not played", async () => {
  const { play, expected } = open(["Goodbye", "Are you there?", "Hello?"]);
  expect(await playReplay(play, new AbortController().signal)).toBe(true);
  expect(expected).toHaveLength(1);
});

test("a replay that is to stop stops, and is not whole", async () => {
  const { play, shown } = open(["Hello", "Hello"]);
  const stopping = new AbortController();
  const { played } = play;
  const stops: ReplayPlay = {
    ...play,
    async played(all) {
      await played(all);
      stopping.abort();
    },
  };
  expect(await playReplay(stops, stopping.signal)).toBe(false);
  expect(shown).toHaveLength(1);
});
