/** Fixed answers, as a caller gets them. */
import { expect, test } from "vitest";
import { ScriptedConversation, type ScriptedConversationOptions } from "../testing/index.ts";
import { withRoutes } from "./routed.ts";

const POLITICS = {
  name: "politics",
  examples: ["Who do you think will win the elections?", "Whom would you vote for?"],
  answers: ["I have no opinion on politics."],
  threshold: 0.85,
};
const HOURS = {
  name: "hours",
  examples: ["When are you open?", "Mnafungua saa ngapi?"],
  answers: ["We are open from eight to five.", "From eight to five, as I said."],
  threshold: 0.85,
};

function called(options: ScriptedConversationOptions = {}): ScriptedConversation {
  return new ScriptedConversation({
    ...options,
    parts: ({ llm }) => ({ languageModels: [withRoutes(llm, [POLITICS, HOURS])] }),
  });
}

test("a sentence that is like an example is answered by the route, named in the transcript, and no model is asked", async () => {
  const call = called();
  await call.pass(500);
  await call.callerSays("who do you think will win the election");
  await call.pass(5_000);
  expect(call.transcript.at(-1)).toBe("assistant: I have no opinion on politics.");
  expect(call.turns.at(-1)?.sources).toEqual(["politics"]);
  expect(call.llm.requests).toEqual([]);
  await call.callerSays("and whom would you vote for this year");
  await call.pass(5_000);
  expect(call.transcript.at(-1)).toBe("assistant: I have no opinion on politics.");
  expect(call.llm.requests).toEqual([]);
});

test("any other sentence is the model's, however many of its small words an example has", async () => {
  for (const text of ["can I win a discount", "what would you do for me", "my name is Asha", "I want to vote on the open day"]) {
    const call = called();
    await call.pass(500);
    await call.callerSays(text);
    await call.pass(4_000);
    expect([text, call.transcript.at(-1), call.llm.requests.length]).toEqual([text, "assistant: All right.", 1]);
  }
});

test("several answers are given in turn, in whichever language the example is", async () => {
  const call = called();
  await call.pass(500);
  await call.callerSays("when are you open");
  await call.pass(5_000);
  await call.callerSays("mnafungua saa ngapi");
  await call.pass(5_000);
  expect(call.transcript.filter((line) => line.startsWith("assistant"))).toEqual([
    "assistant: We are open from eight to five.",
    "assistant: From eight to five, as I said.",
  ]);
});

test("the stricter a route is, the more alike a sentence must be", async () => {
  const answered = async (threshold: number) => {
    const call = new ScriptedConversation({
      parts: ({ llm }) => ({ languageModels: [withRoutes(llm, [{ ...HOURS, threshold }])] }),
    });
    await call.pass(500);
    await call.callerSays("when are you open on sunday");
    await call.pass(4_000);
    return call.llm.requests.length === 0;
  };
  expect([await answered(0.6), await answered(1)]).toEqual([true, false]);
});

test("what a tool has found is told by the model, and a route is none of its answers", async () => {
  const call = new ScriptedConversation({
    plan: { tools: [{ name: "look", description: "Looks", parameters: {} }] },
    answers: ({ messages }) =>
      messages.at(-1)?.role === "tool-result" ? "It is on its way." : [{ kind: "tool", id: "1", name: "look", arguments: "{}" }],
    parts: ({ llm }) => ({
      languageModels: [withRoutes(llm, [POLITICS])],
      tools: { run: () => Promise.resolve({ ok: true, result: "who do you think will win the elections" }) },
    }),
  });
  await call.pass(500);
  await call.callerSays("where is my parcel");
  await call.pass(5_000);
  expect(call.transcript.at(-1)).toBe("assistant: It is on its way.");
});
