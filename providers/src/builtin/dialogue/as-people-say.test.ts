/** What people say in one breath: hours and days from … to …, plates, two choices at once, a question before anything is wanted. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const string = (description: string): object => ({ type: "string", description });
const hour = (description: string): object => ({ ...string(description), pattern: "^\\d{2}:\\d{2}$" });
const day = (description: string): object => ({ ...string(`${description}, as YYYY-MM-DD`), pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const COUNT = { type: "integer", description: "How many people come", minimum: 1, maximum: 30 };

function tool(name: string, description: string, properties: Record<string, object>): ToolDefinition {
  return { name, description, parameters: { type: "object", properties, required: Object.keys(properties) } };
}

const BOOK_BOAT = tool("book_boat", "Books the boat, after the caller has said yes.", {
  date: day("Day of the trip"),
  start: hour("From when, as HH:MM"),
  end: hour("Until when, as HH:MM"),
  people: COUNT,
});
const REPORT_AWAY = tool("report_away", "Notes that a cook stays away, after a yes.", {
  cook: string("Full name of the cook"),
  first_day: day("First day away"),
  last_day: day("Last day away"),
});
const WASH = tool("book_wash", "Books a wash of a car, after a yes.", {
  plate: string("Number plate, for example KDA 123B"),
  parts: { ...string("What is washed"), enum: ["inside", "outside", "both"] },
});
const PARCEL = tool("parcel_status", "Looks up how far a parcel is.", {
  parcel: { ...string("PX and six digits"), pattern: "^PX\\d{6}$" },
});

const PROMPT = `You answer for Ziwa Boats in Kisumu. The boat costs 4,000 shillings an hour. A tent for the night is 2,500.
The guarantee on a repair is three months. Coming out to you is 1,500 and the work is on top. There is only one crane, it costs 900.
Deposits are 5,000 and come back in full. Guests show a national ID card at the pier. We are open every day from 8 to 18.
To book the boat I need the day, from when to when, and how many people come.`;

function callOf(...tools: ToolDefinition[]): TextCall {
  const call = new TextCall({ instructions: PROMPT, tools: [...tools, "end_call"] });
  call.answer = () => ({ done: true });
  return call;
}

test.each([
  ["from two to five in the afternoon", "14:00", "17:00"],
  ["between nine and eleven in the morning", "09:00", "11:00"],
  ["at ten in the morning, for three hours", "10:00", "13:00"],
])("the two hours of a form are said at once: %s", async (said, start, end) => {
  const call = callOf(BOOK_BOAT);
  await call.says("I want to book the boat tomorrow");
  await call.says(said);
  const { said: read } = await call.says("just the two of us");
  expect(read).toContain("Is that correct?");
  const { tools } = await call.says("yes, that's correct");
  expect(tools).toMatchObject([{ name: "book_boat", arguments: { date: "2026-11-22", start, end, people: 2 } }]);
});

test.each([
  ["Monday, Tuesday and Wednesday", "2026-11-25"],
  ["he is back on Thursday", "2026-11-25"],
])("the last day away is no day of coming back: %s", async (said, last) => {
  const call = callOf(REPORT_AWAY);
  await call.says("Please note that a cook stays away from Monday");
  let { said: read } = await call.says(said);
  if (!read.includes("correct")) ({ said: read } = await call.says("Peter Otieno"));
  const { tools } = await call.says("yes, that's correct");
  expect(tools).toMatchObject([{ arguments: { first_day: "2026-11-23", last_day: last } }]);
});

test("a plate is read as its example is written, and what was named together is the choice for both", async () => {
  const call = callOf(WASH);
  await call.says("I want a wash for my car, inside and outside, the two of them");
  const { said } = await call.says(
    "it's K B Z four seven one... no sorry, that's my wife's. Mine is K C B four one seven D, D for David",
  );
  expect(said).toContain("K C B 4 1 7 D");
  const { tools } = await call.says("yes");
  expect(tools).toMatchObject([{ name: "book_wash", arguments: { plate: "KCB417D", parts: "both" } }]);
});

test("a number that only another tool knows says what is wanted", async () => {
  const call = callOf(WASH, PARCEL);
  await call.says("I want a wash");
  const { tools } = await call.says("P X, four zero seven, one nine two");
  expect(tools).toMatchObject([{ name: "parcel_status", arguments: { parcel: "PX407192" } }]);
});

test.each([
  ["Quick question before I bring it. If you repair it and it breaks again, is there a guarantee?", "three months"],
  ["Hello, please, if I want to use the boat, how much do you take?", "4,000"],
  ["How much do you charge just for coming out?", "1,500"],
  ["What should I bring to the pier, any identity card?", "national ID card"],
])("who only asks is told, and nothing is begun: %s", async (said, told) => {
  const call = callOf(BOOK_BOAT, WASH);
  const { said: answer } = await call.says(said);
  expect(answer).toContain(told);
  expect(answer).not.toMatch(/which day|number plate/i);
});

test("what is needed for a booking is no answer to a caller, but says what the tool is for", async () => {
  const call = callOf(BOOK_BOAT);
  const { said } = await call.says("Good morning, how are you? I would like the boat");
  expect(said).toBe("All right. Which day would you like?");
});

test.each([
  ["fr", "C'est combien, une tente pour la nuit ?", "2,500"],
  ["sw", "Amana ni kiasi gani?", "5,000"],
])("a prompt in English answers in its words whoever asks in another language (%s)", async (language, said, told) => {
  const call = new TextCall({ instructions: PROMPT, language, tools: ["end_call"] });
  expect((await call.says(said)).said).toContain(told);
});

test("the hours of a prompt in English are said in the caller's language", async () => {
  const call = new TextCall({ instructions: PROMPT, language: "fr", tools: ["end_call"] });
  expect((await call.says("Le samedi, vous êtes ouverts jusqu'à quelle heure ?")).said).toContain("18");
  expect((await call.says("Et le dimanche ?")).said).not.toMatch(/We are open/);
});

test("who only wants to know what they owe is looked up", async () => {
  const bill = tool("water_bill", "Looks up what a customer has to pay.", {
    account: { ...string("Account number, eight digits"), pattern: "^\\d{8}$" },
  });
  const call = callOf(bill);
  expect((await call.says("I only want to know, how much do I owe you this month?")).said).toMatch(/account number/i);
});

const TRANSLATE = tool("order_translation", "Orders a translation, after a yes.", {
  source: { ...string("Language of the document"), enum: ["French", "English", "German"] },
  target: { ...string("Language of the translation"), enum: ["French", "English", "German"] },
});

test.each([
  ["I want to order a translation, the document is in French and I need it in German", "French", "German"],
  ["I want to order a translation into English, it is from German", "German", "English"],
])("of two fields of the same choices each gets its own: %s", async (said, source, target) => {
  const call = callOf(TRANSLATE);
  expect((await call.says(said)).said).toContain("Is that correct?");
  const { tools } = await call.says("yes");
  expect(tools).toMatchObject([{ name: "order_translation", arguments: { source, target } }]);
});

const FERRY = tool("book_ferry", "Books a ticket for the ferry, after a yes.", {
  way: { ...string("Which way"), enum: ["Mwanza-Nansio", "Nansio-Mwanza"] },
  date: day("Day of the trip"),
});

test.each([
  ["I want a ticket for tomorrow, I come from Nansio and go to Mwanza", "Nansio-Mwanza"],
  ["I want a ticket to Nansio for tomorrow", "Mwanza-Nansio"],
])("which way is told by its ends: %s", async (said, way) => {
  const call = callOf(FERRY);
  await call.says(said);
  const { tools } = await call.says("yes");
  expect(tools).toMatchObject([{ name: "book_ferry", arguments: { way } }]);
});

const LOST = tool("report_lost", "Notes a thing left in a taxi, after a yes.", {
  item: string("What it is and what it looks like"),
  date: day("The day it was left"),
  name: string("Name of the owner"),
});

test("what was lost lies in the past, and a surname before spelled letters is none of them", async () => {
  const call = callOf(LOST);
  await call.says("Hello, I left my bag in your taxi yesterday afternoon");
  await call.says("a black backpack with my books");
  const { said } = await call.says("Nokuthula Zulu. N, O, K, U, T, H, U, L, A");
  expect(said).toContain("Nokuthula Zulu");
  const { tools } = await call.says("yes, that's it");
  expect(tools).toMatchObject([{ arguments: { date: "2026-11-20", name: "Nokuthula Zulu" } }]);
});

test("thanks are no answer to a question for words", async () => {
  const call = callOf(LOST);
  await call.says("I want to report something that I left in a taxi");
  const { said, tools } = await call.says("Alright, thank you very much");
  expect([tools, said]).not.toContain("Is that correct?");
  expect(said).not.toContain("Alright");
});

const HAIR = [
  tool("book_hair", "Books an appointment, after a yes.", {
    style: { ...string("Style"), enum: ["cornrows", "twists"] },
    date: day("Day"),
    time: hour("Start, HH:MM"),
  }),
  tool("cancel_hair", "Cancels an appointment, after a yes.", { code: { ...string("Four digits"), pattern: "^\\d{4}$" } }),
];

test("why an appointment is cancelled is no wish for another", async () => {
  const call = callOf(...HAIR);
  const { said } = await call.says(
    "Good morning. I have an appointment this Friday for cornrows, but I have to travel. Please cancel it for me",
  );
  expect(said).toMatch(/four digits|code/i);
});

test("what has broken is told before a question, and takes no message where the question is answered", async () => {
  const call = new TextCall({
    instructions: `${PROMPT} A new keyboard is 3,500 shillings.`,
    tools: ["take_message", "end_call"],
  });
  const { said } = await call.says("My keyboard has stopped working. How much is a new keyboard?");
  expect(said).toMatch(/^A new keyboard is 3,500 shillings/);
});

test("what the prompt tells to note 'if they want it' is asked for, optional as it is", async () => {
  const trip = {
    ...tool("request_trip", "Notes a request for a trip, after a yes.", { date: day("Day of the trip") }),
    parameters: {
      type: "object",
      properties: { date: day("Day of the trip"), trailer: { type: "boolean", description: "Whether they want a trailer" } },
      required: ["date"],
    },
  };
  const instructions = `${PROMPT} For a trip write down the day, how many people, if they want a trailer, and a name.`;
  const call = new TextCall({ instructions, tools: [trip, "end_call"] });
  call.answer = () => ({ noted: true });
  expect((await call.says("I want to request a trip tomorrow")).said).toMatch(/trailer/i);
  await call.says("yes please");
  const { tools } = await call.says("yes, that's right");
  expect(tools).toMatchObject([{ arguments: { trailer: true } }]);
});

test("what people must bring is told, though it is needed, and a message may be a question", async () => {
  const instructions = "You answer for Kito Saccos. To register we need your ID, two photos and a phone number.";
  const call = new TextCall({ instructions, tools: ["take_message", "end_call"] });
  expect((await call.says("What do I need to register?")).said).toContain("two photos");
  await call.says("I want to leave a message for the manager");
  await call.says("I only want to know whether you will open a branch in Thika");
  const { said } = await call.says("Mary Smith");
  expect(said).not.toMatch(/how can i help/i);
});
