import type { Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import { recordedTurns, repliesIn, withinLimits } from "./recorded-turns.ts";

const said = (by: "caller" | "assistant", text: string, startMs: number, endMs = startMs + 1_000): Entry => ({
  kind: "turn",
  by,
  index: 0,
  text,
  startMs,
  endMs,
  loudness: [],
});
const done = (name: string, result: string, ok = true): Entry => ({
  kind: "tool",
  name,
  arguments: "{}",
  result,
  ok,
  startMs: 0,
  endMs: 0,
});

const CALL = [
  said("assistant", "Hello", 0),
  said("caller", "I want", 2_000),
  said("caller", "an appointment", 4_000, 6_000),
  done("balance", '{"kes":1}'),
  said("assistant", "When?", 7_000),
  said("caller", "Tomorrow", 9_000),
  said("caller", "Are you there?", 20_000),
  said("assistant", "Yes", 22_000),
];

test("what the caller said in one breath is one turn, with the tools and answers that followed", () => {
  const turns = recordedTurns(CALL);
  expect(turns.map(({ sound }) => sound && [sound.startMs, sound.endMs])).toEqual([
    undefined,
    [2_000, 6_000],
    [9_000, 10_000],
    [20_000, 21_000],
  ]);
  expect(turns.map(({ entries }) => entries.length)).toEqual([1, 4, 1, 2]);
});

test("a function answers as it did last when it did its work", () => {
  expect(repliesIn([done("balance", "1"), done("balance", "2"), done("balance", "broken", false)])).toEqual({ balance: "2" });
});

test("of a long call the first turns are replayed, of a long turn its beginning", () => {
  const turns = recordedTurns(CALL);
  const startsOf = (most: Parameters<typeof withinLimits>[1]) => withinLimits(turns, most).map(({ sound }) => sound?.startMs);
  expect(startsOf({ turns: 2, soundMs: 60_000, turnMs: 60_000 })).toEqual([2_000, 9_000]);
  expect(startsOf({ turns: 40, soundMs: 4_500, turnMs: 60_000 })).toEqual([2_000]);
  expect(startsOf({ turns: 40, soundMs: 4_500, turnMs: 2_000 })).toEqual([2_000, 9_000, 20_000]);
  expect(recordedTurns([])).toEqual([{ entries: [] }]);
});
