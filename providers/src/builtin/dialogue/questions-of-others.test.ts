/** What the ears listen for while another model leads the call: what its last words ask for. */
import type { Expected, Message } from "@ongea/conversation";
import { expect, test } from "vitest";
import { createRuleBasedDialogue } from "./rule-based-dialogue.ts";
import { TextCall } from "./testing/text-call.ts";

const guided = createRuleBasedDialogue();

function kindsAfter(...lines: readonly string[]): Expected["kind"][] {
  const messages = lines.map((text, at): Message => ({ role: at % 2 === 0 ? "caller" : "assistant", text }));
  const expected = guided.expecting?.({ ...new TextCall().request, messages }) ?? [];
  return expected.map(({ kind }) => kind).filter((kind) => kind !== "utterances" && kind !== "anything");
}

const BOOKING = ["I want to book an appointment", "Sure. On which day would it suit you?"];
const NAME = [...BOOKING, "on Tuesday at ten in the morning", "Great, and may I have your name?"];
const PHONE = [...NAME, "Mary Smith", "Thanks, Mary. What's the best number to reach you on?"];

test("it is what was asked for", () => {
  expect(kindsAfter(...BOOKING)).toEqual(["date", "time"]);
  expect(kindsAfter(...NAME)).toEqual(["name"]);
  expect(kindsAfter(...PHONE)).toEqual(["phone"]);
  expect(kindsAfter(...PHONE, "0712 345 678", "That is Tuesday at 10 for Mary Smith. Is that correct?")).toEqual(["yes-no"]);
});

test("a question that no form knows leaves nothing of the one before it", () => {
  expect(kindsAfter(...NAME, "Mary Smith", "Do you have any allergies?")).toEqual([]);
  expect(kindsAfter("hello", "Hello! How can I help you today?")).toEqual([]);
});

test("where nobody has spoken since the caller, or in a language without forms, there is no telling", () => {
  expect(kindsAfter("hello")).toEqual([]);
  const messages: Message[] = [{ role: "assistant", text: "Sannu, ina suna?" }];
  expect(guided.expecting?.({ ...new TextCall({ language: "ha" }).request, messages })).toEqual([]);
});
