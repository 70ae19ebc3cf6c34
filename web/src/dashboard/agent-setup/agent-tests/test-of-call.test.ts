import { AgentTestDraft, type ExecutionDetail } from "@ongea/contract";
import { expect, test } from "vitest";
import { formOf, testOf } from "./test-draft.ts";
import { testOfCall } from "./test-of-call.ts";

const ID = "0b6ad2a3-2c1f-4d4e-8f43-5f7f0f3f9d11";
type Journal = ExecutionDetail["journal"];
const turn = (by: "caller" | "assistant", text: string): Journal[number] => {
  const at = { index: 0, startMs: 0, endMs: 1 };
  return { kind: "turn", by, text, ...at, loudness: [], language: "en" };
};
const tool = (name: string, given: object, ok = true): Journal[number] => {
  const at = { startMs: 0, endMs: 1 };
  return { kind: "tool", name, arguments: JSON.stringify(given), result: '{"ok":true}', ok, ...at };
};
const make = (journal: Journal) =>
  testOfCall({ id: ID, journal }, { name: "Call of Monday", tools: new Set(["book"]), day: "2026-11-24" });

test("a call becomes a test with the caller's lines, the values of the tools that did their work, and the language", () => {
  const made = make([
    turn("assistant", "How can I help?"),
    turn("caller", " I need an appointment "),
    tool("book", { date: "2026-11-26", time: "10:00", patient: { age: 3 }, note: "" }),
    tool("book", { date: "2026-11-26", time: "10:00" }),
    tool("book", { date: "2020-01-01" }, false),
    tool("gone", { a: 1 }),
    turn("caller", "Thank you"),
  ]);
  expect(made).toEqual({
    name: "Call of Monday",
    persona: null,
    lines: ["I need an appointment", "Thank you"],
    answers: [],
    replies: { book: '{"ok":true}' },
    caller_number: "",
    line: { noise: "none", loss_percent: 0 },
    needs_voice: false,
    checks: [
      { kind: "tool", tool: "book", values: { date: "{+2}", time: "10:00" } },
      { kind: "language", language: "en" },
    ],
    execution_id: ID,
  });
  expect(AgentTestDraft.safeParse(made).success).toBe(true);
  expect(testOf(formOf(made!))).toMatchObject({ test: { ...made, execution_id: null } });
});

test("a call in which nobody said anything is no test, and one with more than a test holds is cut", () => {
  expect(make([turn("assistant", "Hello?")])).toBeUndefined();
  const long = make(
    Array.from({ length: 60 }, (_, n) => [turn("caller", `${n} ${"x".repeat(600)}`), tool("book", { n })]).flat(),
  );
  expect(AgentTestDraft.safeParse(long).success).toBe(true);
});
