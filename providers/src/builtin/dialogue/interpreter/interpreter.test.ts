import { expect, test } from "vitest";
import type { LanguageModel, Message, ThinkRequest, Thought } from "@ongea/conversation";
import { createRuleBasedDialogue } from "../rule-based-dialogue.ts";
import { CLINIC } from "../testing/text-call.ts";
import { createInterpreter } from "./interpreter.ts";

const TOOLS = [
  {
    name: "order_ambulance",
    description: "Sends a car that carries patients lying down",
    parameters: { type: "object", properties: { place: { type: "string", description: "Where to" } }, required: ["place"] },
  },
  {
    name: "take_message",
    description: "Notes a message for the staff",
    parameters: {
      type: "object",
      properties: { name: { type: "string" }, message: { type: "string" } },
      required: ["name", "message"],
    },
  },
];

/** What it was asked, and what it answers. */
function model(answer: (request: ThinkRequest) => Thought[] | Error) {
  const asked: ThinkRequest[] = [];
  const llm: LanguageModel = {
    name: "small",
    // oxlint-disable-next-line require-await -- the port is asynchronous, this model is not
    async *think(request) {
      asked.push(request);
      const thoughts = answer(request);
      if (thoughts instanceof Error) throw thoughts;
      yield* thoughts;
    },
  };
  return { asked, llm };
}

const chooses = (...entries: string[]): Thought[] => [
  { kind: "tool", id: "1", name: "choose", arguments: JSON.stringify({ entries }) },
];

/** The entry of the list that says this. */
const entryThat = ({ instructions }: ThinkRequest, says: RegExp): string =>
  instructions
    .split("\n")
    .find((line) => says.test(line))
    ?.split(":")[0] ?? "none";

function call(
  llm: LanguageModel,
  interpreter = createInterpreter(llm),
  { dialogue = createRuleBasedDialogue(interpreter), instructions = CLINIC } = {},
) {
  const messages: Message[] = [{ role: "assistant", text: "Imani Clinic, how can I help you?" }];
  const request = { instructions, knowledge: [], language: "en", localTime: "2026-11-24T09:41:00+03:00", tools: TOOLS };
  const noted: Thought[] = [];
  const say = async (text: string): Promise<string> => {
    messages.push({ role: "caller", text });
    const signal = new AbortController().signal;
    let said = "";
    for await (const thought of dialogue.think({ ...request, messages, settings: { maxTokens: 99, temperature: 0 } }, signal))
      if (thought.kind === "text") said += thought.text;
      else if (thought.kind === "usage" || thought.kind === "failure") noted.push(thought);
    messages.push({ role: "assistant", text: said });
    return said;
  };
  return Object.assign(say, { noted });
}

const ODD_WISH = "Grandma cannot sit up any more, so she has to travel flat on her back";

test("what the rules do not know, a model finds in the list of what can be told", async () => {
  const { llm, asked } = model((request) => chooses(entryThat(request, /behind the building/)));
  const say = call(llm);
  expect(await say("Where do I put my vehicle meanwhile?")).toContain("There is free parking behind the building.");
  expect(asked[0]?.toolChoice).toBe("required");
  expect(asked[0]?.messages).toEqual([
    { role: "caller", text: "Agent: Imani Clinic, how can I help you?\nCaller: Where do I put my vehicle meanwhile?" },
  ]);
});

test("a wish in words that no rule knows begins the tool that the model chooses, and the form goes on from there", async () => {
  const { llm, asked } = model((request) => chooses(entryThat(request, /lying down/)));
  const say = call(llm);
  expect(await say(ODD_WISH)).toMatch(/where to/i);
  expect(await say("To Westlands")).toContain("Westlands");
  expect(asked).toHaveLength(1);
});

test("where nothing fits, or the model fails or invents an entry, the rules answer as they do alone", async () => {
  const alone = await call(model(() => chooses("none_of_these")).llm)(ODD_WISH);
  const answers = [new Error("gone"), [], chooses("do_nothing"), [{ kind: "text" as const, text: "Yes, of course!" }]];
  for (const answer of answers) {
    const say = call(model(() => answer).llm);
    expect(await say(ODD_WISH)).toBe(alone);
    expect(say.noted).toMatchObject([{ kind: "failure", by: "small", problem: { code: "bad-answer" } }]);
  }
});

test("what a model counts is its own use, whether it finds something or fails", async () => {
  const usage = { kind: "usage" as const, usage: { tokensIn: 900, tokensOut: 5 } };
  for (const chosen of [chooses("none_of_these"), chooses("do_nothing")]) {
    const say = call(model(() => [usage, ...chosen]).llm);
    await say(ODD_WISH);
    expect(say.noted[0]).toEqual({ ...usage, by: "small" });
  }
});

test("an entry that a server without tools writes is taken, too", async () => {
  const { llm } = model((request) => [{ kind: "text", text: `\`${entryThat(request, /lying down/)}\`.` }]);
  expect(await call(llm)(ODD_WISH)).toMatch(/where to/i);
});

test("who asks and wants something done gets both", async () => {
  const { llm } = model((request) => chooses(entryThat(request, /M-Pesa/), entryThat(request, /lying down/)));
  expect(await call(llm)("Grandma has to travel flat on her back, and her purse stays at home")).toMatch(/M-Pesa.*where to/is);
});

test("what the rules understand is not asked of a model: it is slower, and a small one knows it less well", async () => {
  const { llm, asked } = model((request) => chooses(entryThat(request, /lying down/)));
  expect(await call(llm)("How much is a consultation?")).toContain("1,500");
  expect(asked).toHaveLength(0);
});

test("answers to what a form asks are the rules' own, and what was begun can be left", async () => {
  const { llm, asked } = model((request) => chooses(asked.length > 1 ? "stop_this" : entryThat(request, /lying down/)));
  const say = call(llm);
  await say(ODD_WISH);
  expect(await say("To the hospital in Westlands")).toContain("Westlands");
  expect(asked).toHaveLength(1);
  expect(await say("Is all of this needed?")).toMatch(/anything else/);
});

test("a model that fails again and again rests for half a minute", async () => {
  let nowMs = 0;
  const { llm, asked } = model(() => new Error("gone"));
  const interpreter = createInterpreter(llm, { now: () => nowMs });
  for (let calls = 0; calls < 3; calls++) await call(llm, interpreter)(ODD_WISH);
  expect(asked).toHaveLength(2);
  nowMs = 31_000;
  await call(llm, interpreter)(ODD_WISH);
  expect(asked).toHaveLength(3);
});

test("a model that does not answer is waited for no longer than its limit", async () => {
  const llm: LanguageModel = {
    name: "stuck",
    // oxlint-disable-next-line require-yield -- it never says anything
    async *think(_request, signal) {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    },
  };
  const alone = await call(model(() => []).llm)(ODD_WISH);
  const say = call(llm, createInterpreter(llm, { limitMs: 20 }));
  expect(await say(ODD_WISH)).toBe(alone);
  expect(say.noted).toMatchObject([{ kind: "failure", by: "stuck", problem: { code: "timeout" } }]);
});

test("two agents whose callers say the same share nothing of what was meant", async () => {
  const { llm, asked } = model((request) => chooses(entryThat(request, /behind the building|in the yard/)));
  const dialogue = createRuleBasedDialogue(createInterpreter(llm));
  const question = "Where do I put my vehicle meanwhile?";
  expect(await call(llm, undefined, { dialogue })(question)).toContain("behind the building");
  const other = CLINIC.replace("behind the building", "in the yard");
  expect(await call(llm, undefined, { dialogue, instructions: other })(question)).toContain("in the yard");
  expect(asked).toHaveLength(2);
});

test("a model that failed once is asked again of the same words", async () => {
  let answers = 0;
  const { llm } = model((request) => (answers++ === 0 ? new Error("gone") : chooses(entryThat(request, /lying down/))));
  const dialogue = createRuleBasedDialogue(createInterpreter(llm));
  await call(llm, undefined, { dialogue })(ODD_WISH);
  expect(await call(llm, undefined, { dialogue })(ODD_WISH)).toMatch(/where to/i);
});

test("who is in danger hears the emergency sentence, whatever a model says", async () => {
  const { llm } = model(() => chooses("leave_message", "say_goodbye"));
  expect(await call(llm)("Help, my father cannot breathe any more")).toContain("999");
});
