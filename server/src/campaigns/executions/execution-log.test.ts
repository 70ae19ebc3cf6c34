import type { Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import { logOf } from "./execution-log.ts";

const journal: Entry[] = [
  { kind: "opened", atMs: 0, epochMs: Date.UTC(2026, 0, 1) },
  { kind: "partial", atMs: 500, text: "Book" },
  { kind: "turn", by: "caller", index: 1, text: "Book me in", startMs: 400, endMs: 1_000, loudness: [] },
  { kind: "usage", atMs: 1_000, stage: "hear", by: "deepgram", usage: { soundMs: 600 } },
  { kind: "tool", name: "book_slot", arguments: "{}", result: "booked", ok: true, startMs: 1_100, endMs: 1_300 },
  { kind: "turn", by: "assistant", index: 2, text: "Done.", startMs: 1_500, endMs: 2_000, loudness: [] },
  {
    kind: "failure",
    atMs: 2_100,
    stage: "speak",
    problem: { code: "x", message: "The voice failed" },
    recovery: "fallback",
    by: "flite",
  },
];

test("a call's log tells what each part was given and answered, when and by whom", () => {
  const log = logOf(journal, new Date(0));
  expect(log.map(({ component, type, data }) => `${component} ${type} ${data}`)).toEqual([
    "transcriber response Book me in",
    "function_call request {}",
    "function_call response booked",
    "llm response Done.",
    "synthesizer request Done.",
    "error response The voice failed",
  ]);
  expect(log[0]).toMatchObject({ provider: "deepgram", created_at: "2026-01-01T00:00:01.000Z" });
  expect(log[1]?.tool_name).toBe("book_slot");
});

test("a call of which nothing was written has an empty log", () => {
  expect(logOf([], new Date(0))).toEqual([]);
});
