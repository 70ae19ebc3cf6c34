import { expect, test } from "vitest";
import { instructionsFor, outcomesIn, type Question } from "./questions.ts";

const open: Question = {
  name: "Budget",
  question: "Which budget?",
  category: "Lead",
  systemPrompt: null,
  isSubjective: true,
  isObjective: false,
  subjectiveType: "numeric",
  subjectiveTypeConfig: null,
  objectiveOptions: null,
};
const chosen: Question = {
  ...open,
  name: "Outcome",
  question: "How did it end?",
  isSubjective: false,
  isObjective: true,
  subjectiveType: "text",
  objectiveOptions: [{ value: "sold", condition: "bought", sub_options: [{ value: "sold later", condition: "promised" }] }],
};

test("each question is asked with its number, its values and their conditions", () => {
  const text = instructionsFor([open, chosen]).join("\n");
  expect(text).toContain("1. Which budget?");
  expect(text).toContain("2. How did it end?");
  expect(text).toContain('- "sold later": promised');
});

test("an answer of another kind, or none of the values, counts as not said", () => {
  expect(outcomesIn({ 1: { subjective: "a lot" }, 2: { objective: "SOLD LATER" } }, [open, chosen])).toEqual({
    Lead: { Budget: { subjective: "", objective: "" }, Outcome: { subjective: "", objective: "sold later" } },
  });
  expect(outcomesIn({ 1: { subjective: 120 }, 2: { objective: "maybe", subjective: "x" } }, [open, chosen])).toEqual({
    Lead: { Budget: { subjective: "120", objective: "" }, Outcome: { subjective: "", objective: "" } },
  });
});

test.each([{}, { 1: null }, { 1: "x" }, { 1: { subjective: { a: 1 } } }])("an answer of any shape is read", (answer) => {
  expect(outcomesIn(answer, [open])).toEqual({ Lead: { Budget: { subjective: "", objective: "" } } });
});

test("a category and a question may have any name", () => {
  const odd = { ...open, category: "__proto__", name: "__proto__" };
  const outcomes = outcomesIn({ 1: { subjective: 120 } }, [odd]);
  expect(JSON.stringify(outcomes)).toBe('{"__proto__":{"__proto__":{"subjective":"120","objective":""}}}');
});
