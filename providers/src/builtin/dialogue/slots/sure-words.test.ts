import { expect, test } from "vitest";
import { formOf } from "../forms/form.ts";
import { newTask } from "../task.ts";
import { takeSlots } from "./fill.ts";
import { sureOf } from "./sure-words.ts";

const ORDER = formOf({
  name: "find_order",
  description: "Finds an order",
  parameters: {
    type: "object",
    properties: { order_number: { type: "string", pattern: "^\\d{5}$" } },
    required: ["order_number"],
  },
})!;
const WORLD = { now: { day: "2026-11-21", minute: 600 }, hours: undefined, country: "KE", language: "en" };

function heard(...words: readonly (readonly [string, number])[]) {
  const judged = words.map(([text, confidence]) => ({ text, confidence }));
  const text = judged.map((word) => word.text).join(" ");
  return takeSlots({ text, confidence: 0.9, words: judged, turn: 1 }, newTask(ORDER), ORDER.fields[0], WORLD).slots[
    "order_number"
  ];
}

test("a value is as sure as the least sure word that it hangs on", () => {
  expect(heard(["it's", 0.1], ["48157", 0.95])).toMatchObject({ value: "48157", confidence: 0.95 });
  expect(heard(["it's", 1], ["four", 0.9], ["8", 0.2], ["157", 0.9])).toMatchObject({ value: "48157", confidence: 0.2 });
});

test("where single words are not judged, or there are many, the whole utterance is", () => {
  const read = (text: string): string => text;
  expect(sureOf({ text: "a", confidence: 0.4 }, read)).toBe(0.4);
  expect(
    sureOf({ text: "a", confidence: 0.4, words: Array.from({ length: 41 }, () => ({ text: "a", confidence: 0 })) }, read),
  ).toBe(0.4);
});
