/** Whole conversations with language models that ask for tools in their own ways, and with such as do not stop. */
import { describe, expect, it } from "vitest";
import type { LanguageModel, Synthesiser, Thought, ToolDefinition } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { ScriptedConversation, ScriptedModel } from "./testing/index.ts";

const GUIDED = "We open at eight.";
const CHECK: ToolDefinition = { name: "check", description: "Looks", parameters: { type: "object" } };

type Answers = ConstructorParameters<typeof ScriptedModel>[1];

function callWith(answers: Answers, { alone = false, tokenMs = 5, guided: standIn = GUIDED } = {}) {
  const ran: string[] = [];
  let llm: ScriptedModel | undefined;
  const call = new ScriptedConversation({
    plan: { tools: [CHECK] },
    parts: ({ clock }) => {
      llm = new ScriptedModel(clock, answers, { tokenMs, name: "strange" });
      const guided: LanguageModel = new ScriptedModel(clock, () => standIn, { name: "guided dialogue" });
      return {
        languageModels: alone ? [llm] : [llm, guided],
        tools: {
          run: async ({ name, arguments: given }) => (ran.push(`${name} ${given}`), { ok: true, result: "Thursday is free" }),
        },
      };
    },
  });
  return { call, ran, requests: () => llm?.requests ?? [] };
}

async function asked(call: ScriptedConversation, ms = 20_000): Promise<string> {
  await call.pass(500);
  await call.callerSays("is there an appointment on Thursday please");
  await call.pass(ms);
  return call.turns.at(-1)?.text ?? "";
}

const tool = (given: string): readonly Thought[] => [{ kind: "tool", id: given, name: "check", arguments: given }];

describe("a language model that writes a call of a tool as words", () => {
  it("has it made, and the caller hears what comes of it and nothing of its form", async () => {
    const { call, ran } = callWith(({ messages }) =>
      messages.some(({ role }) => role === "tool-result")
        ? "Yes, Thursday is free."
        : 'Let me look. <tool_call>{"name": "check", "arguments": {"day": "Thu"}}</tool_call>',
    );
    expect(await asked(call)).toBe("Let me look. Yes, Thursday is free.");
    expect(ran).toEqual(['check {"day":"Thu"}']);
  });

  it("has it made without the closing tag, which some servers take for the end of the answer", async () => {
    const { call, ran } = callWith(({ messages }) =>
      messages.some(({ role }) => role === "tool-result")
        ? "Yes, Thursday is free."
        : 'Let me look. <tool_call>{"name": "check", "arguments": {"day": "Thu"}}',
    );
    expect(await asked(call)).toBe("Let me look. Yes, Thursday is free.");
    expect(ran).toEqual(['check {"day":"Thu"}']);
  });

  it("of a name that there is not: another one answers, so that the caller does not wait for what was promised", async () => {
    const { call, ran } = callWith(() => 'Let me look. <tool_call>{"name": "launch", "arguments": {}}</tool_call>');
    expect(await asked(call)).toBe(`Let me look. ${GUIDED}`);
    expect(ran).toEqual([]);
    expect(call.entries("failure")).toMatchObject([{ by: "strange", next: "guided dialogue", recovery: "fallback" }]);
  });
});

describe("a language model that fails once its tool has answered", () => {
  const failsAfterTool: Answers = ({ messages }) => {
    if (messages.some(({ role }) => role === "tool-result"))
      throw new ProviderFailure("unavailable", "the provider answered 500");
    return tool('{"day":"Thu"}');
  };

  it("has said nothing by its tool: another one answers", async () => {
    const { call, ran } = callWith(failsAfterTool);
    expect(await asked(call, 5_000)).toBe(GUIDED);
    expect(ran).toEqual(['check {"day":"Thu"}']);
  });

  it("and whose stand-in is silent: the caller hears an apology, not nothing", async () => {
    const { call } = callWith(failsAfterTool, { guided: "" });
    expect(await asked(call, 5_000)).toContain("Sorry");
    expect(call.entries("failure").at(-1)).toMatchObject({ by: "guided dialogue", recovery: "apology" });
  });

  it("or says no more after its own words and the tool: they were its answer", async () => {
    const { call } = callWith(({ messages }) =>
      messages.some(({ role }) => role === "tool-result") ? "" : [{ kind: "text", text: "I am looking." }, ...tool("{}")],
    );
    expect(await asked(call)).toBe("I am looking.");
    expect(call.entries("failure")).toEqual([]);
  });
});

describe("a language model that asks for tools for ever", () => {
  it("the same again: another one answers after the second time", async () => {
    const { call, ran } = callWith(() => tool('{"day":"Thu"}'));
    expect(await asked(call)).toBe(GUIDED);
    expect(ran).toHaveLength(2);
    expect(call.entries("failure")).toMatchObject([{ by: "strange", next: "guided dialogue", recovery: "fallback" }]);
  });

  it("for one that there is not: another one answers what was asked, and hears nothing of that tool", async () => {
    const heard: string[] = [];
    const call = new ScriptedConversation({
      plan: { tools: [CHECK] },
      parts: ({ clock }) => ({
        languageModels: [
          new ScriptedModel(clock, () => [{ kind: "tool", id: "1", name: "launch", arguments: "{}" }]),
          new ScriptedModel(clock, ({ messages }) => (heard.push(JSON.stringify(messages)), GUIDED)),
        ],
      }),
    });
    expect(await asked(call)).toBe(GUIDED);
    await asked(call);
    expect(heard.join()).not.toContain("launch");
  });

  it("something else each time: another one answers, and it is not asked again in this turn", async () => {
    let count = 0;
    const { call, ran, requests } = callWith(() => tool(`{"day":${++count}}`));
    expect(await asked(call)).toBe(GUIDED);
    expect(ran).toHaveLength(4);
    expect(requests()).toHaveLength(5);
  });

  it("and nobody else is there: the caller hears an apology, not silence", async () => {
    const { call } = callWith(() => tool("{}"), { alone: true });
    expect(await asked(call)).not.toBe("");
    expect(call.entries("failure")).toMatchObject([{ by: "strange", recovery: "apology" }]);
  });
});

describe("a language model that does not stop", () => {
  it("says one word for ever: another one answers before much of it is heard", async () => {
    const { call } = callWith(() => "open ".repeat(600));
    expect(await asked(call)).toBe(GUIDED);
  });

  it("tells on and on: it ends with a sentence, at more than so many tokens can hold", async () => {
    const { call } = callWith(
      () => Array.from({ length: 400 }, (_, i) => `Room number ${i} is on the floor above the last one.`).join(" "),
      { tokenMs: 1 },
    );
    const text = await asked(call, 240_000);
    expect(text.length).toBeGreaterThan(1_000);
    expect(text.length).toBeLessThan(1_600);
    expect(text).toMatch(/the last one\.$/);
    expect(call.entries("failure")).toMatchObject([{ recovery: "none" }]);
  });
});

describe("a language model that answers in a script that the voice cannot speak", () => {
  const latin = (voice: Synthesiser): Synthesiser => ({
    name: "latin",
    async *speak(words, signal) {
      if (/[a-z]/i.test(words.text)) yield* voice.speak(words, signal);
    },
  });

  it("the caller hears an apology instead of the end of the call, and the next answer", async () => {
    const answers = ["我们星期六八点开门。", "We open at nine."];
    const call = new ScriptedConversation({
      parts: ({ clock, voice }) => ({
        languageModels: [new ScriptedModel(clock, () => answers.shift() ?? "")],
        voices: [latin(voice)],
      }),
    });
    const apology = await asked(call, 6_000);
    expect(apology).toMatch(/[a-z]/);
    expect(call.entries("closed")).toEqual([]);
    expect(await asked(call, 6_000)).toBe("We open at nine.");
  });

  it("and does so where another one is there: that one answers from the next turn on", async () => {
    const call = new ScriptedConversation({
      parts: ({ clock, voice }) => ({
        languageModels: [new ScriptedModel(clock, () => "我们星期六八点开门。"), new ScriptedModel(clock, () => GUIDED)],
        voices: [latin(voice)],
      }),
    });
    await asked(call, 6_000);
    expect(await asked(call, 6_000)).toBe(GUIDED);
  });

  it("and does so again: the call ends, for nothing can be said in it", async () => {
    const call = new ScriptedConversation({
      parts: ({ clock, voice }) => ({
        languageModels: [new ScriptedModel(clock, () => "我们星期六八点开门。")],
        voices: [latin(voice)],
      }),
    });
    await asked(call, 6_000);
    await asked(call, 6_000);
    expect(call.journal.at(-1)).toMatchObject({ reason: "cannot-answer" });
  });
});

describe("a language model that repeats an effect", () => {
  const free = { parameters: {}, hasEffect: true, needsConfirmation: false };
  const PAY = { name: "pay", description: "Pays.", ...free };
  const UNDO = { name: "undo", description: "Undoes it.", ...free };

  function payer(calls: readonly (readonly [string, string])[]) {
    const ran: string[] = [];
    let step = 0;
    const call = new ScriptedConversation({
      plan: { tools: [PAY, UNDO], facts: ["It is 5 or 6, to a, or 0."] },
      parts: ({ clock }) => ({
        languageModels: [
          new ScriptedModel(clock, () => {
            const [name, given] = calls[step++] ?? [];
            return name === undefined ? "Done." : [{ kind: "tool", id: String(step), name, arguments: given! }];
          }),
        ],
        tools: {
          run: async ({ name, arguments: given }) => {
            ran.push(`${name} ${given}`);
            return { ok: given !== '{"amount":0}', result: `receipt ${ran.length}` };
          },
        },
      }),
    });
    return { call, ran };
  }

  it("gets the first result, and the effect happens once, also in a later turn", async () => {
    const { call, ran } = payer([
      ["pay", '{"amount":5,"to":"a"}'],
      ["pay", '{"to":"a","amount":5}'],
    ]);
    await asked(call);
    await asked(call);
    expect(ran).toEqual(['pay {"amount":5,"to":"a"}']);
  });

  it("is done again with other values, and not where it may have been done", async () => {
    const { call, ran } = payer([
      ["pay", '{"amount":5}'],
      ["undo", "{}"],
      ["pay", '{"amount":5}'],
      ["pay", '{"amount":6}'],
    ]);
    await asked(call);
    expect(ran).toEqual(['pay {"amount":5}', "undo {}", 'pay {"amount":6}']);
    const failing = payer([
      ["pay", '{"amount":0}'],
      ["pay", '{"amount":0}'],
    ]);
    await asked(failing.call);
    expect(failing.ran).toHaveLength(1);
  });
});
