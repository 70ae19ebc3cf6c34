import type { Entry } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { measure } from "./measures.ts";

type Turn = Extract<Entry, { kind: "turn" }>;
const turn = (by: Turn["by"], startMs: number, endMs: number, more: Partial<Turn> = {}): Turn => ({
  kind: "turn",
  by,
  index: 0,
  text: "Hello",
  startMs,
  endMs,
  loudness: [],
  ...more,
});
const answer = (startMs: number, endMs: number, delayMs: number): Turn =>
  turn("assistant", startMs, endMs, { delays: { speechEndMs: startMs - delayMs, firstSoundMs: startMs } });

test("a call in which nobody spoke has no measures", () => {
  expect(measure([])).toBeNull();
  expect(measure([{ kind: "opened", atMs: 0, epochMs: 0 }])).toBeNull();
});

test("who spoke how long, how often the agent was cut, and in which language the caller spoke most", () => {
  const measured = measure([
    turn("assistant", 0, 2_000, { cut: true }),
    turn("caller", 1_500, 2_500, { language: "en-US" }),
    turn("caller", 3_000, 5_000, { language: "sw" }),
    answer(6_000, 9_000, 700),
  ]);
  expect(measured).toMatchObject({ agentMs: 5_000, callerMs: 3_000, interruptions: 1, answers: 1, language: "sw" });
});

test("dead air is the pauses of three seconds or more between the first words and the last", () => {
  const words = [turn("assistant", 5_000, 6_000), turn("caller", 8_999, 10_000), turn("assistant", 13_000, 14_000)];
  expect(measure(words)?.deadAirMs).toBe(3_000);
  const put: Entry = { kind: "transfer", to: "+254711000001", startMs: 14_000, endMs: 60_000 };
  expect(measure([...words, put, turn("assistant", 61_000, 62_000)])?.deadAirMs).toBe(3_000);
});

test("delays are those of answers by nearest rank, and the provider is the last that was used", () => {
  const usage = (stage: "hear" | "think", by: string): Entry => ({ kind: "usage", atMs: 0, stage, by, usage: {} });
  const answers = [400, 900, 500].map((ms, at) => answer(10_000 * (at + 1), 10_000 * (at + 1) + 500, ms));
  const measured = measure([
    turn("caller", 0, 900),
    ...answers,
    usage("hear", "deepgram"),
    usage("think", "a"),
    usage("think", "b"),
  ]);
  expect(measured).toMatchObject({ delayP50Ms: 500, delayP95Ms: 900, answers: 3, stt: "deepgram", llm: "b", tts: null });
});

test("whatever was said when, nothing is negative and dead air is never longer than the call", () => {
  const stretch = fc.tuple(fc.nat(600_000), fc.nat(60_000), fc.constantFrom("caller" as const, "assistant" as const));
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 40 }), (all) => {
      const turns = all.map(([startMs, ms, by]) => turn(by, startMs, startMs + ms));
      const measured = measure(turns);
      const lastMs = Math.max(...turns.map(({ endMs }) => endMs));
      expect(measured?.deadAirMs).toBeGreaterThanOrEqual(0);
      expect(measured?.deadAirMs).toBeLessThanOrEqual(lastMs);
    }),
  );
});
