/** Which answers the ears are told to expect, and for how long. */
import { expect, test } from "vitest";
import type { Expected, LanguageModel, ThinkRequest } from "./ports.ts";
import { ScriptedModel } from "./testing/index.ts";
import { ScriptedConversation, type ScriptedConversationOptions } from "./testing/scripted-conversation.ts";

const OPENING: readonly Expected[] = [{ kind: "utterances", samples: ["i want to book a room"] }, { kind: "anything" }];
const NAME: readonly Expected[] = [{ kind: "name" }];

/** Writes down what the ears are told to expect, last thing last. */
function listened(told: (readonly Expected[])[], plan: ScriptedConversationOptions["plan"] = {}): ScriptedConversation {
  return new ScriptedConversation({
    plan,
    answers: () => [
      { kind: "expect", expected: NAME },
      { kind: "text", text: "May I have your name?" },
    ],
    parts: ({ recogniser, llm }) => ({
      languageModels: [
        Object.assign(Object.create(llm) as LanguageModel, {
          think: llm.think.bind(llm),
          opening: () => OPENING,
        }),
      ],
      recognisers: [
        {
          name: recogniser.name,
          listen(options, listener) {
            const listening = recogniser.listen(options, listener);
            return { ...listening, expect: (expected) => void told.push(expected) };
          },
        },
      ],
    }),
  });
}

test("the ears know how callers of this assistant begin before anybody has spoken, and still after the welcome", async () => {
  const told: (readonly Expected[])[] = [];
  const call = listened(told, { welcomeMessage: "Welcome to Imani Clinic." });
  await call.pass(5_000);
  expect(call.transcript).toEqual(["assistant: Welcome to Imani Clinic."]);
  expect(told.at(-1)).toBe(OPENING);
});

test("a question stays open when we ask whether the caller is still there", async () => {
  const told: (readonly Expected[])[] = [];
  const call = listened(told, { silence: { promptAfterMs: 6_000, hangUpAfterMs: 60_000 } });
  await call.callerSays("I want to book a room please");
  await call.pass(3_000);
  expect(told.at(-1)).toBe(NAME);
  await call.pass(9_000);
  expect(call.transcript.at(-1)).toBe("assistant: Are you still there?");
  expect(told.at(-1)).toBe(NAME);
});

test("where a model does not say what it asked for, another one that knows such questions is asked", async () => {
  const told: (readonly Expected[])[] = [];
  const asked: string[] = [];
  const call = new ScriptedConversation({
    answers: () => "May I have your name?",
    parts: ({ recogniser, llm, clock }) => ({
      languageModels: [
        llm,
        Object.assign(new ScriptedModel(clock, () => "", { name: "guided dialogue" }), {
          expecting: ({ messages }: ThinkRequest) => {
            asked.push(messages.at(-1)?.role === "assistant" ? (messages.at(-1) as { text: string }).text : "");
            return NAME;
          },
        }),
      ],
      recognisers: [
        {
          name: recogniser.name,
          listen(options, listener) {
            const listening = recogniser.listen(options, listener);
            return { ...listening, expect: (expected) => void told.push(expected) };
          },
        },
      ],
    }),
  });
  await call.callerSays("I want to book a room please");
  await call.pass(4_000);
  expect(asked).toEqual(["May I have your name?"]);
  expect(told.at(-1)).toBe(NAME);
});

test("of several models each is told whether it answers first", async () => {
  const prepared: unknown[] = [];
  const call = new ScriptedConversation({
    answers: () => "Hello.",
    parts: ({ llm, clock }) => {
      const prepare: LanguageModel["prepare"] = (_request, isFallback) => void prepared.push(isFallback);
      const other = Object.assign(new ScriptedModel(clock, () => "", { name: "other" }), { prepare });
      return { languageModels: [Object.assign(llm, { prepare }), other] };
    },
  });
  await call.pass(1_000);
  expect(prepared).toEqual([false, true]);
});
