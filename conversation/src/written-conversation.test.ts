import { expect, test } from "vitest";
import type { JournalEntry } from "./journal.ts";
import type { ThinkRequest, Thought, ToolOutcome } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { ScriptedModel } from "./testing/fake-language-model.ts";
import { examplePlan, type PlanChanges } from "./testing/scripted-conversation.ts";
import { VirtualClock } from "./testing/virtual-clock.ts";
import { openWrittenConversation } from "./written-conversation.ts";

const LOOK = { name: "find_order", description: "Finds an order.", parameters: { type: "object", properties: {} } };
const NEVER = new AbortController().signal;

function written(answers: (request: ThinkRequest) => string | readonly Thought[], plan: PlanChanges = {}, outcome?: ToolOutcome) {
  const clock = new VirtualClock();
  const entries: JournalEntry[] = [];
  const model = new ScriptedModel(clock, answers);
  const conversation = openWrittenConversation({
    plan: examplePlan({ welcomeMessage: "Imani Clinic, hello.", ...plan }),
    clock,
    languageModels: [model],
    ...(outcome && { tools: { run: async () => outcome } }),
    journal: { write: (entry) => entries.push(entry) },
  });
  return { conversation, entries, model };
}

test("words are answered with the whole history before them", async () => {
  const { conversation, entries, model } = written(
    ({ messages }) => `You said ${messages.filter(({ role }) => role === "caller").length}.`,
  );
  expect(conversation.welcome).toBe("Imani Clinic, hello.");
  expect(await conversation.answer("Hello", NEVER)).toMatchObject({ text: "You said 1.", sources: [], isLast: false });
  expect((await conversation.answer("And again", NEVER)).text).toBe("You said 2.");
  expect(model.requests[1]?.messages.map((message) => ("text" in message ? message.text : message.role))).toEqual([
    "Imani Clinic, hello.",
    "Hello",
    "You said 1.",
    "And again",
  ]);
  expect(entries.filter(({ kind }) => kind === "turn")).toHaveLength(5);
});

test("a model is told the words of the tool's answer template with its result, in the language of the call", async () => {
  const told: string[] = [];
  const { conversation } = written(
    ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role !== "tool-result") return [{ kind: "tool", id: "1", name: "find_order", arguments: "{}" }];
      told.push(last.result);
      return "It was sent.";
    },
    { language: "fr", tools: [{ ...LOOK, answerTemplate: { en: "Sent on {day}.", fr: "Parti le {day}." } }] },
    { ok: true, result: '{"day":"2026-11-23"}' },
  );
  await conversation.answer("Où est-elle ?", NEVER);
  expect(told.map((result) => JSON.parse(result) as unknown)).toEqual([
    { say: "Parti le lundi 23 novembre.", day: "2026-11-23" },
  ]);
});

test("what was said before a tool ran stands before its call", async () => {
  const asked: string[][] = [];
  const { conversation, entries } = written(
    ({ messages }) => {
      asked.push(messages.map(({ role }) => role));
      return messages.at(-1)?.role === "tool-result"
        ? "It is on its way."
        : [
            { kind: "text", text: "One moment." },
            { kind: "tool", id: "1", name: "find_order", arguments: "{}" },
          ];
    },
    { tools: [LOOK] },
    { ok: true, result: '{"status":"sent"}' },
  );
  expect((await conversation.answer("Where is it?", NEVER)).text).toBe("One moment. It is on its way.");
  await conversation.answer("Thanks", NEVER);
  expect(asked[2]).toEqual(["assistant", "caller", "assistant", "tool-call", "tool-result", "assistant", "caller"]);
  expect(entries.find(({ kind }) => kind === "tool")).toMatchObject({ name: "find_order", ok: true });
});

test.each([
  ["hangs up", { kind: "tool", id: "1", name: "end_call", arguments: "{}" }, undefined],
  ["puts the person through", { kind: "tool", id: "1", name: "find_order", arguments: "{}" }, true],
] as const)("the last answer is the one with which the agent %s", async (_how, call, endsAnswer) => {
  const { conversation } = written(
    () => [{ kind: "text", text: "Goodbye." }, call],
    { tools: [LOOK] },
    { ok: true, result: "{}", ...(endsAnswer && { endsAnswer }) },
  );
  expect(await conversation.answer("Bye", NEVER)).toMatchObject({ text: "Goodbye.", sources: [], isLast: true });
});

test("nothing is claimed that was not done", async () => {
  const { conversation, entries } = written(() => "Your appointment is booked for Tuesday.");
  expect((await conversation.answer("Book me", NEVER)).text).not.toContain("is booked");
  expect(entries.some(({ kind }) => kind === "corrected")).toBe(true);
});

test("a model that fails is apologised for, and asked again in the next turn", async () => {
  const { conversation, model } = written(() => "Here I am.");
  model.failure = new ProviderFailure("unavailable", "No network");
  expect((await conversation.answer("Hello", NEVER)).text).toBe("Sorry, I cannot answer right now.");
  model.failure = undefined;
  expect((await conversation.answer("Hello?", NEVER)).text).toBe("Here I am.");
});

test("one answer at a time, and none after the end", async () => {
  const { conversation, entries } = written(() => "Yes.");
  const first = conversation.answer("One", NEVER);
  await expect(conversation.answer("Two", NEVER)).rejects.toThrow("Another answer is underway");
  await first;
  conversation.close("stopped");
  conversation.close("stopped");
  await expect(conversation.answer("Three", NEVER)).rejects.toThrow("closed");
  expect(entries.filter(({ kind }) => kind === "closed")).toHaveLength(1);
});

test("a later conversation goes on where an earlier one ended, without a second welcome", async () => {
  const before = written(() => "You said it.");
  const { messages, ran } = await before.conversation.answer("Hello", NEVER);
  const { model, plan } = { model: before.model, plan: examplePlan({ welcomeMessage: "Imani Clinic, hello." }) };
  const earlier = { messages: [{ role: "caller" as const, text: "Hello" }, ...messages], ran, language: "sw" };
  const clock = new VirtualClock();
  const later = openWrittenConversation({ plan, clock, languageModels: [model], journal: { write: () => undefined } }, earlier);
  expect(later.welcome).toBe("");
  expect(later.language).toBe("sw");
  await later.answer("And again", NEVER);
  expect(model.requests.at(-1)?.messages.map((one) => ("text" in one ? one.text : one.role))).toEqual([
    "Hello",
    "You said it.",
    "And again",
  ]);
});
