import type { Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import { delaysOf, momentsOf } from "./events.ts";

const answer: Entry = {
  kind: "turn",
  by: "assistant",
  index: 2,
  text: "Of course.",
  startMs: 3_000,
  endMs: 3_800,
  loudness: [],
  delays: {
    speechEndMs: 2_000,
    decisionMs: 2_250,
    thinkStartMs: 2_260,
    firstTokenMs: 2_500,
    firstClauseMs: 2_700,
    firstSoundMs: 3_000,
    overheadMs: 12,
  },
};
const journal: Entry[] = [
  answer,
  { kind: "opened", atMs: 0, epochMs: 1 },
  { kind: "partial", atMs: 1_500, text: "Book" },
  { kind: "levels", atMs: 1_500, caller: 0.4, assistant: 0 },
  { kind: "turn", by: "caller", index: 1, text: "Book me in", startMs: 1_000, endMs: 2_000, loudness: [] },
  { kind: "usage", atMs: 3_100, stage: "think", by: "scripted", usage: { tokensIn: 120, tokensOut: 0 } },
  { kind: "closed", atMs: 4_000, reason: "completed" },
];

test("what happened stands in the order in which it happened, whatever order it was told in", () => {
  expect(momentsOf(journal).map(({ what, atMs }) => `${atMs} ${what.replace("playground.is_", "")}`)).toEqual([
    "0 opened",
    "1000 caller_turn",
    "1500 partial",
    "2000 speech_end",
    "2250 decision",
    "2260 asked",
    "2500 token",
    "2700 clause",
    "3000 assistant_turn",
    "3000 sound",
    "3100 usage",
    "4000 closed",
  ]);
  expect(momentsOf(journal).find(({ group }) => group === "usage")).toMatchObject({
    text: "scripted",
    means: [{ sentence: "playground.used_tokensIn", count: 120 }],
  });
});

test("codes are told in words, and one that a newer server tells stays as it is", () => {
  const told = (entry: Entry) => momentsOf([entry])[0];
  expect(told({ kind: "closed", atMs: 9, reason: "caller-hung-up" })).toMatchObject({
    text: "caller-hung-up",
    means: [{ sentence: "history.why_hung_up" }],
  });
  expect(told({ kind: "closed", atMs: 9, reason: "moonrise" })?.means).toBeUndefined();
  expect(told({ kind: "state", atMs: 9, state: "thinking" })?.means).toEqual([{ sentence: "playground.state_thinking" }]);
  const usage = { characters: 43, soundMs: 4_165 };
  expect(told({ kind: "usage", atMs: 9, stage: "speak", by: "flite", usage })?.means).toEqual([
    { sentence: "playground.used_characters", count: 43 },
    { sentence: "playground.used_soundMs", count: 4.2 },
  ]);
});

test("an answer's delay is told in three parts that add up to the whole", () => {
  const [only] = delaysOf(journal);
  expect(only).toMatchObject({ hearMs: 250, thinkMs: 450, speakMs: 300, allMs: 1_000, overheadMs: 12 });
});

test("an answer of which parts are not known, or came in an odd order, has no part below nothing", () => {
  const odd = { ...answer, delays: { speechEndMs: 2_000, decisionMs: 1_900, firstClauseMs: 9_000, firstSoundMs: 3_000 } };
  expect(delaysOf([odd, { ...answer, delays: { speechEndMs: 1 } }])).toMatchObject([{ hearMs: 0, thinkMs: 1_000, speakMs: 0 }]);
});
