/** The history that a model reads: in the order of the call, and of the agent's words only those that the caller heard. */
import { expect, test } from "vitest";
import type { Message, ToolDefinition } from "../ports.ts";
import { ScriptedConversation } from "../testing/index.ts";

const text = { type: "string" };
const check: ToolDefinition = { name: "check", description: "Looks.", parameters: { type: "object", properties: {} } };
const book: ToolDefinition = {
  name: "book",
  description: "Books.",
  parameters: { type: "object", properties: { date: text, name: text }, required: ["date", "name"] },
  hasEffect: true,
};

function callWith(called: { name: string; arguments: string }, tool: ToolDefinition): ScriptedConversation {
  return new ScriptedConversation({
    plan: { tools: [tool] },
    answers: ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role !== "caller" || !last.text.includes("please"))
        return "Ten o'clock is free on that day. Shall I take it for you?";
      return [
        { kind: "text", text: "One moment while I look that up in the calendar for you." },
        { kind: "tool", id: "a", ...called },
      ];
    },
    parts: () => ({ tools: { run: () => Promise.resolve({ ok: true, result: '{"free":["10:00"]}' }) } }),
  });
}

/** As the model was told it at its last request. */
function told(call: ScriptedConversation): string[] {
  const lines = (message: Message): string => ("text" in message ? `${message.role}: ${message.text}` : message.role);
  return (call.llm.requests.at(-1)?.messages ?? []).map(lines);
}

test("words that were said before a tool ran stay before its call", async () => {
  const call = callWith({ name: "check", arguments: "{}" }, check);
  await call.callerSays("is there time on Tuesday please");
  await call.pass(12_000);
  await call.callerSays("yes thank you");
  await call.pass(2_000);
  expect(told(call)).toEqual([
    "caller: is there time on Tuesday please",
    "assistant: One moment while I look that up in the calendar for you.",
    "tool-call",
    "tool-result",
    "assistant: Ten o'clock is free on that day. Shall I take it for you?",
    "caller: yes thank you",
  ]);
});

test("a caller who speaks over the words before a tool: only what was heard stands before its call", async () => {
  const call = callWith({ name: "check", arguments: "{}" }, check);
  await call.callerSays("is there time on Tuesday please");
  await call.pass(1_400);
  await call.callerSays("sorry I meant Wednesday in the afternoon");
  await call.pass(3_000);
  const [, said = "", ...rest] = told(call);
  expect("assistant: One moment while I look that up in the calendar for you.".startsWith(said)).toBe(true);
  expect(said.length).toBeLessThan(55);
  expect(rest).toEqual(["tool-call", "tool-result", "caller: sorry I meant Wednesday in the afternoon"]);
});

test("what a held call lacks stands in the note of the caller's next words, until it has run", async () => {
  const call = callWith({ name: "book", arguments: '{"date":"2026-11-24","name":"Mary Otieno"}' }, book);
  await call.callerSays("Tuesday for Mary Otieno please");
  await call.pass(12_000);
  await call.callerSays("what else do you need");
  await call.pass(2_000);
  const last = call.llm.requests.at(-1)?.messages.at(-1);
  expect(last?.role === "caller" && last.note?.forms).toEqual([
    {
      tool: "book",
      slots: [
        { name: "date", value: "2026-11-24", state: "heard" },
        { name: "name", value: "Mary Otieno", state: "heard" },
      ],
    },
  ]);
});
