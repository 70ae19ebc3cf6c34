import { AgentTestDraft } from "@ongea/contract";
import { expect, test } from "vitest";
import { EMPTY_CHECK, EMPTY_TEST, formOf, testOf, type TestFormDraft } from "./test-draft.ts";

const TEST = AgentTestDraft.parse({
  name: "Books",
  lines: ["I want to book", "Yes"],
  answers: [{ asks: "name, called", says: "Mary = Smith" }],
  replies: { balance: '{"kes":1200}' },
  caller_number: "+254712345678",
  checks: [
    { kind: "tool", tool: "book_appointment", values: { time: "10:00", date: "{tue}" } },
    { kind: "no_tool", tool: "cancel_appointment" },
    { kind: "said", text: "Mary" },
    { kind: "never_said", text: "sorry" },
    { kind: "language", language: "en" },
    { kind: "ended" },
    { kind: "turns", most: 8 },
  ],
});

const PERSONA = AgentTestDraft.parse({
  name: "Mary",
  lines: [],
  persona: {
    wants: ["I want to book", "An appointment"],
    language: "sw",
    patience: 0,
    facts: [{ fact: "name, called", says: "Mary" }],
  },
  checks: [{ kind: "judged", criterion: "The agent is polite." }],
});

test("what was written on the form comes back as it was", () => {
  expect(testOf(formOf(TEST))).toEqual({ test: TEST });
  expect(testOf(formOf(PERSONA))).toEqual({ test: PERSONA });
});

test.each([
  [{ wants: " " }, "wants"],
  [{ wants: "1\n2\n3\n4\n5\n6" }, "wants"],
  [{ facts: "name Mary" }, "facts"],
  [{ patience: "" }, "patience"],
  [{ patience: "11" }, "patience"],
] as const)("a caller who wants something, with %j, is told where it stands", (wrong, part) => {
  const form = formOf(PERSONA);
  expect(testOf({ ...form, persona: { ...form.persona!, ...wrong } })).toEqual({ fault: { part } });
});

const change = (part: Partial<TestFormDraft>): TestFormDraft => ({ ...formOf(TEST), ...part });

test.each([
  ["an empty form", EMPTY_TEST, { part: "name" }],
  ["no line", change({ lines: " \n " }), { part: "lines" }],
  ["an answer without a question", change({ answers: "= Mary" }), { part: "answers" }],
  ["an answer on no side", change({ answers: "name Mary" }), { part: "answers" }],
  ["a function's answer that is no JSON", change({ replies: "balance = 12 shillings" }), { part: "replies" }],
  ["no condition", change({ checks: [] }), { part: "checks", at: 0 }],
  [
    "a tool without a name",
    change({ checks: [{ kind: "ended", what: "", values: "" }, EMPTY_CHECK] }),
    { part: "checks", at: 1 },
  ],
  ["turns in words", change({ checks: [{ kind: "turns", what: "many", values: "" }] }), { part: "checks", at: 0 }],
  ["no turns", change({ checks: [{ kind: "turns", what: "", values: "" }] }), { part: "checks", at: 0 }],
  ["a line that is too long", change({ lines: "x".repeat(501) }), { part: "lines" }],
  ["a number that is too long", change({ callerNumber: "1".repeat(41) }), { part: "callerNumber" }],
] as const)("%s is told where it stands", (_what, form, fault) => {
  expect(testOf(form)).toEqual({ fault });
});
