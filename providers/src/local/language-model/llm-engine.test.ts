import { setTimeout as sleep } from "node:timers/promises";
import type { Message, Problem } from "@ongea/conversation";
import { describe, expect, test, vi } from "vitest";
import { sentenceOf } from "../../testing/gbnf-sentences.ts";
import { scriptedLlama, type LlamaRequest, type Script, type ScriptedLlama } from "../../testing/scripted-llama.ts";
import { knownModels } from "../manifest/index.ts";
import type { ModelDescription } from "../models/description.ts";
import { createLlmEngine } from "./llm-engine.ts";
import { SPEECH_GRAMMAR } from "./tool-offers.ts";

const BOOK = {
  name: "book_appointment",
  description: "Books an appointment.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string" },
      date: { type: "string", format: "date" },
      kind: { enum: ["check-up", "vaccination"] },
    },
    required: ["name", "date", "kind"],
  },
};
const END = { name: "end_call", description: "Hangs up.", parameters: { type: "object", properties: {} } };
const HELLO: Message = { role: "caller", text: "Please book me in." };
const ARGUMENTS = '{"name":"Amina","date":"2026-11-24","kind":"check-up"}';
const description = knownModels().find(({ engine }) => engine === "llama") as ModelDescription & { engine: "llama" };

async function engineOf(script: Script, refuses?: string) {
  const llama = scriptedLlama(script, refuses);
  return { llama, engine: await createLlmEngine(llama, { folder: "/models", description }, description, 1) };
}

interface Answered {
  told: unknown[];
  problem: Problem | undefined;
}

interface How {
  /** Grammars that hold this text are none. */
  refuses?: string;
  /** The client is gone when it was told so many things, or when the model is asked for the so-many-th time. */
  goneAfter?: number;
  goneWhenAsked?: number;
}

async function ask(script: Script, asked: object = {}, { refuses, goneAfter, goneWhenAsked }: How = {}) {
  let times = 0;
  const watched: Script = (question) => {
    if (++times === goneWhenAsked) leave();
    return script(question);
  };
  let leave = (): void => {};
  const { llama, engine } = await engineOf(watched, refuses);
  const told: unknown[] = [];
  const ended = new Promise<Problem | undefined>((resolve) => {
    const request = { ...REQUEST, ...asked };
    const client = {
      tell(say: unknown) {
        told.push(say);
        if (told.length === goneAfter) work.close();
      },
      end: resolve,
    };
    const work = engine.open(request, client);
    leave = () => work.close();
  });
  const answered: Answered = { problem: await ended, told };
  return { ...answered, llama, spoken: told.map((say) => (say as { text?: string }).text ?? "").join("") };
}

test("an answer that must be a call is one, whatever the model would say", async () => {
  const choose = {
    name: "choose",
    description: "Says what is meant.",
    parameters: {
      type: "object",
      properties: { entries: { type: "array", items: { enum: ["a", "b"] }, minItems: 1 } },
      required: ["entries"],
    },
  };
  const asked = { tools: [choose], toolChoice: "required", instructions: "a: yes\nb: no" };
  const { told, llama } = await ask(() => ['{"entries":["b"]}'], asked);
  expect(told.at(-1)).toMatchObject({ tool: { name: "choose", arguments: '{"entries":["b"]}' } });
  expect(llama.asked).toHaveLength(1);
  expect(JSON.stringify(llama.asked[0])).not.toContain("Answer in one short spoken sentence");
});

const REQUEST = {
  instructions: "You are the front desk of Imani Clinic.",
  knowledge: [{ id: "1", source: "faq", text: "We open at eight." }],
  messages: [HELLO],
  tools: [BOOK, END],
  localTime: "2026-11-23T09:41:00+03:00",
  settings: { maxTokens: 100, temperature: 0.2 },
};

/** What a model writes that chooses this, and then says it. */
const chooses =
  (choice: string, ...then: string[]): Script =>
  ({ begun }: LlamaRequest) =>
    begun === "" ? [choice] : then;
const systemText = ({ asked }: ScriptedLlama): string => asked[0]?.history[0]?.text ?? "";

describe("a local model without tools", () => {
  test("is told its instructions and what is known, and speaks as it writes, without a grammar", async () => {
    const { llama, told, problem } = await ask(() => ["We ", "open ", "at eight."], { tools: [] });
    expect(problem).toBeUndefined();
    expect(told).toEqual([{ text: "We " }, { text: "open " }, { text: "at eight." }]);
    expect(llama.asked).toHaveLength(1);
    expect(llama.asked[0]?.grammar).toBeUndefined();
    expect(systemText(llama)).toContain("front desk of Imani Clinic");
    expect(systemText(llama)).toContain("We open at eight.");
    expect(llama.asked[0]?.history.at(-1)).toEqual({ type: "user", text: "Please book me in." });
  });

  test("is not told of tools that were called before it had none", async () => {
    const messages: Message[] = [
      HELLO,
      { role: "tool-call", id: "1", name: "book", arguments: "{}" },
      { role: "caller", text: "Hello?" },
    ];
    const { llama } = await ask(() => ["Yes?"], { tools: [], messages });
    expect(llama.asked[0]?.history.slice(1)).toEqual([{ type: "user", text: "Please book me in.\nHello?" }]);
  });
});

test("of a long call a local model is told the last of it, whose beginning seldom moves", async () => {
  const begins: string[] = [];
  for (let turns = 200; turns < 260; turns += 2) {
    const messages = Array.from({ length: turns + 1 }, (_, at) => ({
      role: at % 2 ? "assistant" : "caller",
      text: `Sentence ${String(at).padStart(3, "0")} of a call without an end, as it seems to be.`,
    }));
    const { llama } = await ask(() => ["Yes."], { tools: [], messages });
    const told = llama.asked[0]?.history.slice(1).map(({ text, response }) => text ?? response?.join("") ?? "") ?? [];
    expect(told.join("").length).toSatisfy((length) => length > 2_900 && length < 6_100);
    expect(told.at(-1)).toBe(messages.at(-1)?.text);
    begins.push(told[0] ?? "");
  }
  expect(new Set(begins).size).toBe(2);
});

describe("a local model with tools", () => {
  test("chooses under a grammar that permits speech and its tools only", async () => {
    const { llama } = await ask(chooses("say", "Hello."));
    const grammar = llama.asked[0]?.grammar ?? "";
    const choices = new Set(Array.from({ length: 60 }, (_, at) => sentenceOf(grammar, (below) => at % below)));
    expect(choices).toEqual(new Set(["say:", "book_appointment:", "end_call:"]));
    expect(llama.asked[0]?.options.temperature).toBe(0);
  });

  test("speaks what it chose to say, streamed, and none of the words that lead to it", async () => {
    const { told, llama, problem } = await ask(chooses("say", " ", " Good", " morning."));
    expect(problem).toBeUndefined();
    expect(told).toEqual([{ text: "Good" }, { text: " morning." }]);
    expect(llama.asked[1]).toMatchObject({
      begun: "say:",
      grammar: SPEECH_GRAMMAR,
      options: { maxTokens: 100, temperature: 0.2 },
    });
    expect(llama.asked[1]?.options.customStopTriggers).toEqual(["\nsay:", "book_appointment:", "end_call:"]);
  });

  test("cannot speak JSON, tags or the beginning of a call", () => {
    for (let seed = 0; seed < 200; seed++) {
      let state = seed;
      const said = sentenceOf(SPEECH_GRAMMAR, (below) => (state = (state * 7 + 3) % 1_009) % below);
      expect(said).not.toMatch(/[{}<>[\]|`"]/);
      expect(said.trim()).not.toBe("");
    }
  });

  test("calls a tool with arguments that fit it, and says meanwhile only that it is writing", async () => {
    const { told, spoken, llama, problem } = await ask(
      chooses("book_appointment", " ", ARGUMENTS.slice(0, 20), ARGUMENTS.slice(20)),
    );
    expect(problem).toBeUndefined();
    expect(spoken).toBe("");
    expect(told.slice(0, -1)).toEqual([{ calling: true }, { calling: true }, { calling: true }, { calling: true }]);
    expect(told.at(-1)).toEqual({
      tool: { id: expect.stringMatching(/^call_/), name: "book_appointment", arguments: ARGUMENTS },
    });
    const written = JSON.parse(sentenceOf(llama.asked[1]?.grammar ?? "", (below) => Math.min(1, below - 1))) as object;
    expect(Object.keys(written)).toEqual(["name", "date", "kind"]);
  });

  test.each([
    ["that end too early", ARGUMENTS.slice(0, 30)],
    ["with a day that there is not", ARGUMENTS.replace("11-24", "02-31")],
    ["of nothing", ""],
  ])("arguments %s are the model's failure, so that another one answers", async (_, written) => {
    const { told, problem } = await ask(chooses("book_appointment", written));
    expect(problem).toMatchObject({ code: "bad-answer", message: expect.stringContaining("book_appointment") });
    expect(told.every((say) => JSON.stringify(say) === '{"calling":true}')).toBe(true);
  });

  test("calls a tool once a turn: what it has answered is told, and not asked again", async () => {
    const messages: Message[] = [
      { role: "assistant", text: "Imani Clinic." },
      HELLO,
      { role: "assistant", text: "One moment." },
      { role: "tool-call", id: "1", name: "book_appointment", arguments: ARGUMENTS },
      { role: "tool-result", id: "1", name: "book_appointment", result: `{"ok":true}${"x".repeat(9_000)}` },
    ];
    const { llama } = await ask(chooses("say", "Done."), { messages });
    expect(llama.asked[0]?.grammar).not.toContain("book");
    const [, welcome, caller, called, result] = llama.asked[0]?.history ?? [];
    expect(welcome).toEqual({ type: "model", response: ["say: Imani Clinic."] });
    expect(caller).toEqual({ type: "user", text: "Please book me in." });
    expect(called).toEqual({ type: "model", response: [`say: One moment.\nbook_appointment: ${ARGUMENTS}`] });
    expect(result?.text).toMatch(/^book_appointment has answered \{"ok":true\}x+\. Tell the caller\.$/);
    expect(result?.text?.length).toBeLessThan(2_100);
    // What it is told stays the same, so that it need not be read again; in the next turn it may be called again.
    expect(systemText(llama)).toContain("book_appointment: {");
    const next = await ask(chooses("say", "Yes?"), { messages: [...messages, HELLO] });
    expect(next.llama.asked[0]?.grammar).toContain("book_appointment");
    expect(systemText(next.llama)).toBe(systemText(llama));
  });

  test("speaks without choosing when all its tools have been called", async () => {
    const messages: Message[] = [HELLO, { role: "tool-call", id: "1", name: "end_call", arguments: "{}" }];
    const { llama, spoken } = await ask(chooses("say", "Goodbye."), { messages, tools: [END] });
    expect(llama.asked).toHaveLength(1);
    expect(spoken).toBe("Goodbye.");
  });

  test("knows the day, the tools' properties and which of them must be given", async () => {
    const tool = {
      ...BOOK,
      parameters: { ...BOOK.parameters, required: ["name"] },
      description: `Books.\n${"very ".repeat(500)}`,
    };
    const { llama } = await ask(chooses("say", "Yes?"), { tools: [tool] });
    expect(systemText(llama)).toMatch(/Today is Monday,? 23 November 2026, 2026-11-23\./);
    expect(systemText(llama)).toContain(
      'book_appointment: {"name", "date" (if said), "kind" (if said): "check-up" or "vaccination"} Books.',
    );
    expect(systemText(llama).length).toBeLessThan(1_300);
  });

  const odd = (name: string, parameters: object = {}): object => ({ name, description: "", parameters });
  test.each([
    ["whose schema no grammar holds", odd("odd", { required: ["nothing"] })],
    ["whose name nobody could write", odd("odd\nsay: {}")],
    ["whose schema is larger than a context", odd("odd", { description: "x".repeat(30_000) })],
    ["of which there is one of that name", odd("end_call", { properties: { why: {} } })],
    ["whose grammar llama.cpp does not take", odd("odd", { properties: { unparsable: {} } })],
  ])("is not offered a tool %s, and has the others", async (_, tool) => {
    const { llama, problem } = await ask(chooses("say", "Yes?"), { tools: [END, tool] }, { refuses: "unparsable" });
    expect(problem).toBeUndefined();
    expect(llama.asked[0]?.grammar).toBe('root ::= ("say" | "end_call") ":"');
    expect(systemText(llama)).not.toContain("odd");
  });

  test("is offered sixteen of fifty tools, and a tool that is called as its word for speech", async () => {
    const tools = Array.from({ length: 50 }, (_, at) => odd(at === 3 ? "say" : `tool_${at}`));
    const { llama, spoken } = await ask(chooses("speak", "Yes?"), { tools });
    expect(llama.asked[0]?.grammar?.split("|")).toHaveLength(17);
    expect(llama.asked[0]?.grammar).toMatch(/"speak" \| .*"say"/);
    expect(spoken).toBe("Yes?");
  });

  test("speaks when nothing that it wrote is a choice", async () => {
    const { spoken, problem } = await ask(chooses("", "Yes?"));
    expect([spoken, problem]).toEqual(["Yes?", undefined]);
  });
});

describe("whoever no longer wants an answer of a local model", () => {
  async function* slowly(pieces: readonly string[]): AsyncGenerator<string> {
    for (const piece of pieces) {
      await sleep(5);
      yield piece;
    }
  }

  test.each([
    ["while it chooses", { goneWhenAsked: 1 }, 1],
    ["when it begins to write a call", { goneAfter: 1 }, 2],
    ["before its arguments", { goneWhenAsked: 2 }, 2],
    ["in the middle of its arguments", { goneAfter: 2 }, 2],
  ])("%s is told nothing further, and no tool is called", async (_, gone, asked) => {
    const { told, llama } = await ask(
      ({ begun }) => slowly(begun === "" ? ["book_appointment"] : ["{", '"name":', '"A"}']),
      {},
      gone,
    );
    expect(told.every((say) => JSON.stringify(say) === '{"calling":true}')).toBe(true);
    expect(llama.asked.length).toBe(asked);
    await expect.poll(() => llama.writing).toBe(0);
  });

  test("is not read for any longer, and what was read is not read again", async () => {
    const { llama, engine } = await engineOf(() => ["Yes."]);
    const request = { ...REQUEST, tools: [], instructions: "Be kind. ".repeat(1_000) };
    const ask = async (goneAfter = Infinity): Promise<void> => {
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      const work = engine.open(request, { tell() {}, end: () => end() });
      if (goneAfter < Infinity) {
        await vi.waitUntil(() => llama.read > goneAfter, { interval: 1, timeout: 15_000 });
        work.close();
      }
      await ended;
    };
    await ask(500);
    const before = llama.read;
    expect(before).toBeLessThan(9_000);
    expect(llama.asked).toHaveLength(0);
    await ask();
    expect(llama.asked).toHaveLength(1);
    expect(llama.read).toBeGreaterThan(9_000);
    // Each token once, but for the last of the piece that was given up.
    const again = llama.read;
    await ask();
    expect(llama.read - again).toBeLessThan(64);
  });

  test("leaves the model to the next, who waits for his turn", async () => {
    const { llama, engine } = await engineOf(({ begun }) => slowly(begun === "" ? ["say"] : ["One", " two", " three"]));
    const answers: string[] = [];
    const asking = Array.from({ length: 6 }, (_, at) => {
      return new Promise<void>((resolve) => {
        let text = "";
        const work = engine.open(REQUEST, {
          tell(say) {
            text += (say as { text?: string }).text ?? "";
            if (at === 2) work.close();
          },
          end() {
            answers[at] = text;
            resolve();
          },
        });
        if (at === 1 || at === 4) work.close();
      });
    });
    await Promise.all(asking);
    expect(answers).toEqual(["One two three", "", "One", "One two three", "", "One two three"]);
    expect(llama.writing).toBe(0);
  });

  test("a request that is no request is refused", async () => {
    const { engine } = await engineOf(() => []);
    const client = { tell() {}, end() {} };
    for (const wrong of [{}, { ...REQUEST, tools: [{ name: 1 }] }, { ...REQUEST, messages: [{ role: "stranger", text: "Hi" }] }])
      expect(() => engine.open(wrong, client)).toThrow("not understood");
  });
});
