/** What whole sentences mean, with the real model; the words of these callers are in no prompt, and were not taught. */
import { expect, test } from "vitest";
import type { Message, Thought } from "@ongea/conversation";
import { openSentenceModel, type SentenceModel } from "../../sentence-model/sentence-model.ts";
import { createRuleBasedDialogue } from "../rule-based-dialogue.ts";
import type { Interpreter } from "./interpreter.ts";
import { createSentenceInterpreter } from "./sentence-interpreter.ts";

const LIBRARY = `You answer for Karen Toy Library in Nairobi. Families borrow toys for two weeks.
Membership is 900 shillings a year for a family. We are behind the post office, up the green stairs.
Toys come back washed. A lost part costs 150 shillings. We cannot take toys with batteries as gifts.`;

const text = (description: string) => ({ type: "string", description });
const tool = (name: string, description: string, properties: Record<string, unknown>) => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});
const TOOLS = [
  tool("renew_loan", "Lets a family keep a borrowed toy for longer", { card_number: text("Number of the library card") }),
  tool("reserve_toy", "Keeps a toy for a family until they fetch it", { toy: text("Which toy") }),
  tool("take_message", "Notes a message for the staff", { name: text("Name"), message: text("What to tell") }),
];

function call(interpreter: Interpreter, language = "en") {
  const dialogue = createRuleBasedDialogue(interpreter);
  const messages: Message[] = [];
  const thoughts: Thought[] = [];
  const say = async (line: string, confidence = 1): Promise<string> => {
    messages.push({ role: "caller", text: line, confidence });
    let said = "";
    const request = {
      instructions: LIBRARY,
      knowledge: [],
      language,
      localTime: "2026-11-24T09:41:00+03:00",
      tools: TOOLS,
      messages,
    };
    const settings = { maxTokens: 150, temperature: 0 };
    for await (const thought of dialogue.think({ ...request, settings }, AbortSignal.timeout(60_000))) {
      thoughts.push(thought);
      if (thought.kind === "text") said += thought.text;
    }
    messages.push({ role: "assistant", text: said });
    return said;
  };
  return { say, thoughts };
}

/** However busy the machine is. */
const patient = () => createSentenceInterpreter(openSentenceModel(), { limitMs: 30_000 });

test("who says what they need without naming it is asked for what the tool needs", async () => {
  expect(
    await call(patient()).say("Our two weeks are nearly up but my girl has not finished that puzzle, give us some more days"),
  ).toMatch(/card/i);
});

test("a question in quite other words is answered with the sentence that knows", async () => {
  expect(await call(patient()).say("We dropped a wheel of the little train in the river, what will that set us back?")).toMatch(
    /150/,
  );
});

test("what was meant stays so for the rest of the call", async () => {
  const { say } = call(patient());
  await say("Our two weeks are nearly up but my girl has not finished that puzzle, give us some more days");
  expect(await say("it's 4471")).toMatch(/4 ?4 ?7 ?1/);
});

test("a question that names nothing is about what the call is about", async () => {
  const towards = (hire: number, sale: number): Float32Array => Float32Array.of(hire, sale, Math.sqrt(1 - hire ** 2 - sale ** 2));
  const directions = new Map([
    ["Hiring costs 50.", towards(1, 0)],
    ["Buying costs 900.", towards(0, 1)],
    ["How much is it?", towards(0.5, 0.5)],
    ["hire toy. How much is it?", towards(0.8, 0.3)],
  ]);
  const model = { directionOf: (line: string) => Promise.resolve(directions.get(line) ?? towards(0, 0)) };
  const entries = ["Buying costs 900.", "Hiring costs 50."].map((about) => ({
    id: about,
    says: about,
    about,
    interpretation: { kind: "fact" as const, text: about },
  }));
  const messages: Message[] = [{ role: "caller", text: "How much is it?" }];
  const answer = { isUnsure: true, tool: undefined, said: [] };
  const request = { messages, entries, language: "en", localTime: "2026-11-24T09:41:00+03:00", answer, topic: "hire toy" };
  const { value } = await createSentenceInterpreter(model).interpret(request, AbortSignal.timeout(60_000)).next();
  expect(value).toEqual([{ kind: "fact", text: "Hiring costs 50." }]);
});

test("it is asked of English alone, not of an answer, and of nothing that was half heard", async () => {
  const read: string[] = [];
  const interpreter = createSentenceInterpreter(watching(read), { limitMs: 30_000 });
  await call(interpreter, "sw").say("Naomba kukaa na kichezeo kwa muda zaidi tafadhali");
  expect(read).toEqual([]);
  await call(interpreter).say(
    "Our two weeks are nearly up but my girl has not finished that puzzle, give us some more days",
    0.4,
  );
  expect(read).toEqual([]);
  const { say } = call(interpreter);
  await say("Please reserve a toy for me");
  read.length = 0;
  await say("the wooden train with the red roof");
  expect(read).toEqual([]);
});

test("a model that cannot run says so once, and the rules go on alone", async () => {
  const broken: SentenceModel = { directionOf: () => Promise.reject(new Error("no such host")) };
  const { say, thoughts } = call(createSentenceInterpreter(broken, { limitMs: 30_000 }));
  expect(await say("What does the membership cost?")).toMatch(/900/);
  expect(await say("And where are you located?")).toMatch(/post office/);
  expect(thoughts.filter(({ kind }) => kind === "failure")).toHaveLength(1);
});

test("a model that never answers keeps nobody waiting", async () => {
  const silent: SentenceModel = { directionOf: () => new Promise(() => {}) };
  const { say } = call(createSentenceInterpreter(silent, { limitMs: 20 }));
  expect(await say("What does the membership cost?")).toMatch(/900/);
});

test("what may be meant is read when a call begins that the rules answer, and not where an LLM does", () => {
  const read: string[] = [];
  const dialogue = createRuleBasedDialogue(createSentenceInterpreter(watching(read)));
  const opening = { instructions: LIBRARY, knowledge: [], language: "en", localTime: "2026-11-24T09:41:00+03:00", tools: TOOLS };
  const request = { ...opening, settings: { maxTokens: 150, temperature: 0 } };
  dialogue.prepare?.(request, true);
  expect(read).toEqual([]);
  dialogue.prepare?.(request, false);
  expect(read).not.toEqual([]);
});

/** Knows no meaning, and remembers what it was asked. */
function watching(read: string[]): SentenceModel {
  return {
    directionOf(line) {
      read.push(line);
      return Promise.resolve(new Float32Array(384));
    },
  };
}
