import type { Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import { headIn } from "./cut-turn.ts";
import { listensSince, spokenTurns, spokenSince } from "./turns.ts";

const turn = (by: "caller" | "assistant", index: number, startMs: number, more: object = {}): Entry => ({
  kind: "turn",
  by,
  index,
  text: `${by} ${index}`,
  startMs,
  endMs: startMs + 900,
  loudness: [],
  ...more,
});
const CALL: Entry[] = [
  { kind: "state", atMs: 0, state: "listening" },
  { kind: "state", atMs: 10, state: "speaking" },
  turn("assistant", 0, 10),
  { kind: "state", atMs: 910, state: "listening" },
  { kind: "partial", atMs: 2_300, text: "when" },
  turn("caller", 1, 2_000),
  turn("assistant", 2, 3_500, { delays: { speechEndMs: 2_900, decisionMs: 3_300, firstClauseMs: 3_400, firstSoundMs: 3_500 } }),
  turn("caller", 3, 5_000),
  turn("caller", 4, 7_000),
];

test("each time that the caller spoke has its words, what was heard on the way, and its answer with the delays", () => {
  const [first, second, third] = spokenTurns(CALL);
  expect(first).toMatchObject({ words: "caller 1", partials: ["when"], pieces: 1 });
  expect(first?.answer).toMatchObject({
    text: "assistant 2",
    wasCut: false,
    delays: { hearMs: 400, thinkMs: 100, speakMs: 100, allMs: 600 },
  });
  expect([second?.answer, third?.answer]).toEqual([undefined, undefined]);
});

test("a sentence that fell into two turns is one, and says so", () => {
  expect(spokenSince(CALL, 4_000)).toMatchObject({ words: "caller 3 caller 4", pieces: 2, startMs: 5_000, endMs: 7_900 });
  expect(spokenSince(CALL, 9_000)).toBeUndefined();
});

test("the assistant listens when it has greeted, and not before", () => {
  expect(listensSince(CALL)).toBe(910);
  expect(listensSince(CALL.slice(0, 3))).toBeUndefined();
});

test("a file that is no recording of two sides is not read as one", () => {
  expect(() => headIn(new DataView(new ArrayBuffer(64)))).toThrow("unreadable");
});
