/** What another model's words ask for is the same, whether its call is followed from answer to answer or heard again as a whole. */
import type { Expected, Message } from "@ongea/conversation";
import { expect, test } from "vitest";
import { createRuleBasedDialogue } from "./rule-based-dialogue.ts";
import { TextCall } from "./testing/text-call.ts";

const caller = (text: string): Message => ({ role: "caller", text });
const agent = (text: string, cut?: true): Message => ({ role: "assistant", text, ...(cut && { cut }) });

const BOOKING: readonly Message[] = [
  caller("Hello, what does a consultation cost?"),
  agent("It is 1,500 shillings. Shall I book one for you?"),
  caller("Yes please, I want to book an appointment"),
  agent("Sure. On which day would it suit you?"),
  caller("on Tuesday at ten in the morning"),
  agent("Great, and may I have your name?"),
  caller("Mary Smith"),
  agent("Thanks, Mary. What's the best number", true),
  caller("0712 345 678"),
  agent("That is Tuesday at 10 for Mary Smith. Is that correct?"),
  caller("no, on Wednesday"),
  { role: "tool-call", id: "1", name: "check_availability", arguments: '{"date":"2026-11-25"}' },
  { role: "tool-result", id: "1", name: "check_availability", result: "free" },
  agent("Wednesday at ten is free. Is that correct?"),
  caller("yes, and take a message for the doctor"),
  agent("What is the message?"),
];
const SWAHILI: readonly Message[] = [
  caller("Habari, nataka kuweka miadi"),
  agent("Sawa. Siku gani?"),
  caller("Jumanne saa nne asubuhi"),
  agent("Jina lako nani?"),
];
const request = new TextCall().request;

function expectedAfterEach(
  messages: readonly Message[],
  heardIn: () => ReturnType<typeof createRuleBasedDialogue>,
): Expected[][] {
  return messages.flatMap((message, at) =>
    message.role === "assistant" ? [[...(heardIn().expecting?.({ ...request, messages: messages.slice(0, at + 1) }) ?? [])]] : [],
  );
}

test("a call that is followed comes out as one that is heard whole", () => {
  const followed = createRuleBasedDialogue();
  for (const messages of [BOOKING, SWAHILI]) {
    const whole = expectedAfterEach(messages, () => createRuleBasedDialogue());
    expect(new Set(whole.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1);
    expect(expectedAfterEach(messages, () => followed)).toEqual(whole);
    // The same calls once more, and an answer to words that went on.
    expect(expectedAfterEach(messages, () => followed)).toEqual(whole);
  }
  const other = [...BOOKING.slice(0, 6), caller("Mary Smith, and I would like to pay by card"), agent("Which day was it?")];
  expect(expectedAfterEach(other, () => followed)).toEqual(expectedAfterEach(other, () => createRuleBasedDialogue()));
});

test("what another agent's callers have said in the same words is theirs", () => {
  const followed = createRuleBasedDialogue();
  followed.expecting?.({ ...request, messages: BOOKING.slice(0, 4) });
  const { request: bare } = new TextCall({ tools: [], instructions: "You are the desk of a harbour." });
  const messages = [...BOOKING.slice(0, 5), agent("May I have your name?")];
  expect(followed.expecting?.({ ...bare, messages })).toEqual(createRuleBasedDialogue().expecting?.({ ...bare, messages }));
});
