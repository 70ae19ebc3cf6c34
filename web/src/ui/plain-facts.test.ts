import { expect, test } from "vitest";
import { plainAnswer, plainFacts } from "./plain-facts.ts";

test.each([
  ['{"amount":"10,000","missing_paper":"prescription"}', "amount: 10,000, missing paper: prescription"],
  ['{"date":"2026-12-01","time":"10:00","available":true}', "date: 2026-12-01, time: 10:00, available: true"],
  ['{"appointments":[],"needs":["phone","name"],"note":null}', "needs: phone, name, note: –"],
  ["The tool did not answer in time: 10,000 ms.", "The tool did not answer in time: 10,000 ms."],
  ["", ""],
])("%s is told as %s", (answer, plain) => {
  expect(plainAnswer(answer)).toBe(plain);
});

test("a long answer is cut", () => {
  expect(plainAnswer("a".repeat(200))).toBe(`${"a".repeat(120)}…`);
});

test("what an act was about is told by name", () => {
  expect(plainFacts({ role: "owner", address: "127.0.0.1" })).toBe("role: owner, address: 127.0.0.1");
});
