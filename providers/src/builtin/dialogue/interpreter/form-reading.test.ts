/** What the form reader finds, as the rules use it; with the real model where nothing else is said. */
import { expect, test } from "vitest";
import type { Message } from "@ongea/conversation";
import { ACTS, type FormReader, type FormReading, openFormReader } from "../../form-reader/form-reader.ts";
import { createRuleBasedDialogue } from "../rule-based-dialogue.ts";
import type { Interpreter } from "./interpreter.ts";
import { createFormReading } from "./form-reading.ts";

const BOATS = "You answer for Lakeside Boats in Naivasha. We book trips on the lake.";
const text = (description: string) => ({ type: "string", description });
const tool = (name: string, description: string, properties: Record<string, unknown>) => ({
  name,
  description,
  hasEffect: true,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});
const TOOLS = [
  tool("book_trip", "Books a boat trip", {
    guests: { type: "integer", description: "How many people", minimum: 1, maximum: 40 },
    date: text("Day of the trip, YYYY-MM-DD"),
    minutes: { type: "integer", description: "For how many minutes" },
    name: text("Name for the booking"),
    phone: text("Telephone number"),
  }),
];

function call(
  reader: FormReader | undefined,
  { limitMs = 30_000, tools = TOOLS, interpreter }: { limitMs?: number; tools?: typeof TOOLS; interpreter?: Interpreter } = {},
) {
  const dialogue = createRuleBasedDialogue(interpreter, reader && createFormReading(reader, { limitMs }));
  const messages: Message[] = [];
  return async (line: string): Promise<string> => {
    messages.push({ role: "caller", text: line });
    let said = "";
    const request = { instructions: BOATS, knowledge: [], language: "en", localTime: "2026-11-24T09:41:00+03:00", tools };
    const settings = { maxTokens: 150, temperature: 0 };
    for await (const thought of dialogue.think({ ...request, messages, settings }, AbortSignal.timeout(60_000)))
      if (thought.kind === "text") said += thought.text;
    messages.push({ role: "assistant", text: said });
    return said;
  };
}

const ANSWERS = [
  "I want to book a trip",
  "my two boys and their cousin and me, so four of us",
  "Tuesday... no wait, Tuesday I'm at the dentist. Make it Thursday",
  "they told me one hour, but let me say an hour and a half",
  "Wanjiru Kamau",
  "zero seven two two, one four five, six seven eight",
];

async function last(say: (line: string) => Promise<string>, lines = ANSWERS): Promise<string> {
  let said = "";
  for (const line of lines) said = await say(line);
  return said;
}

test("values are found among other numbers, days and words", async () => {
  const said = await last(call(openFormReader()));
  expect(said).toMatch(/guests 4\b/);
  expect(said).toMatch(/Thursday the 26th/);
  expect(said).toMatch(/minutes 90\b/);
  expect(said).toMatch(/Wanjiru Kamau/);
});

test("who looks for something is waited for, and the question stands", async () => {
  const say = call(openFormReader());
  await last(say, ANSWERS.slice(0, 4));
  expect(await say("hold on a second, let me look for my glasses, they are in this bag")).toMatch(/take your time/i);
  expect(await say("Wanjiru Kamau")).toMatch(/phone number/i);
});

test("a year and a count that are said as two numbers are one, and nobody is a count", async () => {
  const register = tool("register_pupil", "Registers a pupil", {
    year: { type: "integer", description: "Year of birth", minimum: 1990, maximum: 2025 },
    chairs: { type: "integer", description: "How many chairs", minimum: 0 },
    companions: { type: "integer", description: "How many come along", minimum: 0 },
  });
  const lines = ["I want to register a pupil", "nineteen ninety-eight", "make it two fifty", "nobody, I drive behind"];
  const said = await last(call(openFormReader(), { tools: [register] }), lines);
  expect(said).toMatch(/1998.*250.*\b0\b/);
});

test("who says nothing that a guessed form asks for is told what else there is", async () => {
  const guesses: Interpreter = {
    limitMs: 1_000,
    asksFor: "wishes",
    prepare: () => {},
    async *interpret({ messages }) {
      yield* [];
      return messages.length === 1 ? [{ kind: "tool", tool: "freeze_card" }] : [];
    },
  };
  const freeze = tool("freeze_card", "Stops a lost card", { card: { type: "string", pattern: "^[A-Z]{2}\\d{4}$" } });
  const say = call(openFormReader(), { tools: [...TOOLS, freeze], interpreter: guesses });
  expect(await say("my people have been asking me about the lake since Easter")).toMatch(/card/);
  await say("they come from far away, you see");
  expect(await say("the whole family of my wife")).toMatch(/you can say/i);
});

test("what was read of a turn holds for the rest of the call, and no turn is read twice", async () => {
  const read: string[] = [];
  const reader = openFormReader();
  const say = call({
    read: (words, signal) => {
      read.push(words.said);
      return reader.read(words, signal);
    },
  });
  await last(say);
  expect(read).toEqual(ANSWERS);
});

test.each([
  ["is late", { read: () => new Promise<never>(() => {}) }],
  ["fails", { read: () => Promise.reject(new Error("gone")) }],
])("where it %s the rules answer alone", async (_how, reader: FormReader) => {
  const lines = ["I want to book a trip", "four people", "Thursday", "90", "Wanjiru Kamau"];
  const alone = await last(call(undefined), lines);
  expect(alone).toMatch(/phone number/i);
  expect(await last(call(reader, { limitMs: 20 }), lines)).toBe(alone);
});

test("a reader that fails says so once an outage, and one that nobody waits for does not", async () => {
  let fails = true;
  const reading = createFormReading({
    read: (words, signal) => (fails ? Promise.reject(new Error("gone")) : openFormReader().read(words, signal)),
  });
  const words = {
    question: "Which day?",
    said: "Thursday",
    fields: [{ name: "date", about: "day", kind: "date", choices: [] }],
  } as const;
  const failures = async (signal = AbortSignal.timeout(60_000)): Promise<number> => {
    let count = 0;
    for await (const { kind } of reading.read(words, signal)) if (kind === "failure") count++;
    return count;
  };
  expect(await failures(AbortSignal.abort())).toBe(0);
  expect([await failures(), await failures()]).toEqual([1, 0]);
  fails = false;
  expect(await failures()).toBe(0);
  fails = true;
  expect(await failures()).toBe(1);
});

test("a half belongs to its number, and nobody's choice is guessed before it is asked for", async () => {
  const send = tool("send_parcel", "Sends a parcel", {
    kilos: { type: "number", description: "Weight in kilos" },
    item: { type: "string", enum: ["jeans", "ladies_tops", "bedding"], description: "What is in it" },
  });
  const say = call(openFormReader(), { tools: [send] });
  await say("I want to send a parcel, it's those trousers, the blue ones that everybody buys now");
  expect(await say("about four and a half kilos, I put it on the bathroom scale")).toMatch(/jeans.*bedding/);
  expect(await say("jeans")).toMatch(/4\.5/);
});

test("a day and an hour in one breath are both taken", async () => {
  const visit = tool("book_visit", "Books a visit", {
    date: text("Day as YYYY-MM-DD"),
    time: text("HH:MM, 24 hours"),
    name: text("Name"),
  });
  const said = await last(call(openFormReader(), { tools: [visit] }), [
    "I would like to book a visit",
    "thursday at ten in the morning",
  ]);
  expect(said).toMatch(/name/i);
});

test("a wish that is said as a question gives its values, too", async () => {
  const say = call(openFormReader());
  await say("can you book a trip on Thursday for us please?");
  expect(await say("four of us")).toMatch(/minutes/i);
});

test("letters in the middle of a name cut nothing off it", async () => {
  const say = call(openFormReader());
  await last(say, ANSWERS.slice(0, 4));
  await say("Priya, that's P R I Y A, Pillay");
  expect(await say("zero seven two two, one four five, six seven eight")).toMatch(/Priya Pillay/);
});

test("an hour is of the part of the day that its sentence names", async () => {
  const pitch = tool("book_pitch", "Books a pitch", {
    start: text("Start time HH:MM, 24 hours"),
    phone: text("Telephone number"),
  });
  const say = call(readsWords("start", "seven"), { tools: [pitch] });
  await say("I want to book a pitch");
  await say("it's in the evening, from seven up to nine");
  expect(await say("0722145678")).toMatch(/7 pm/);
});

test("a full hour may be a number, and is not the number that was said", async () => {
  const hour = { type: "integer", description: "Full hour at which the team comes", minimum: 9, maximum: 21 };
  const say = call(readsWords("hour", "six"), {
    tools: [tool("book_pitch", "Books a pitch", { hour, phone: text("Telephone number") })],
  });
  await say("I want to book a pitch");
  await say("six in the evening");
  expect(await say("0722145678")).toMatch(/hour 18/);
});

/** Finds these words for this field, and nothing else. */
function readsWords(field: string, text: string): Pick<FormReader, "read"> {
  return {
    read({ said, fields }) {
      const acts = Object.fromEntries(ACTS.map((act) => [act, act === "answer" ? 1 : 0])) as FormReading["acts"];
      const words = { text, from: said.indexOf(text), likelihood: 1 };
      const values = fields.map(({ name }) => [
        name,
        name === field && said.includes(text) ? { words, nothing: 0 } : { nothing: 1 },
      ]);
      return Promise.resolve({ acts, values: Object.fromEntries(values) });
    },
  };
}
