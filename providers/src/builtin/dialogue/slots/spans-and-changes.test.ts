/** Values that stand beside others: spans of hours, changed counts, names with who that is, days on which something happened. */
import { expect, test } from "vitest";
import { TextCall } from "../testing/text-call.ts";

const text = (description: string, more: object = {}) => ({ type: "string", description, ...more });
const PHONE = text("Telephone number: digits, with + and country code where it was given");

function toolOf(name: string, description: string, properties: Record<string, object>) {
  return { name, description, parameters: { type: "object", properties, required: Object.keys(properties) } };
}

const ROOM = toolOf("book_room", "Books a room for a member, after the member has agreed to it.", {
  date: text("Day as YYYY-MM-DD"),
  start: text("From what time, HH:MM, 24 hours"),
  hours: { type: "integer", description: "For how many hours", minimum: 1, maximum: 8 },
  name: text("Name of the member"),
});

async function said(call: TextCall, lines: readonly string[]): Promise<string> {
  let last = "";
  for (const line of lines) ({ said: last } = await call.says(line));
  return last;
}

test.each([
  ["From two until six", "2 pm", 4],
  ["half past one, sorry no, that is lunch. From two, until six", "2 pm", 4],
  ["from three till five", "3 pm", 2],
])("%s is when it begins and how long it lasts", async (span, begins, hours) => {
  const call = new TextCall({ instructions: "You book rooms of a library.", tools: [ROOM] });
  const back = await said(call, ["I want to book a room on Wednesday", span, "my name is Asha Mwangi"]);
  expect(back).toContain(begins);
  expect(back).toContain(`hours ${hours}`);
});

const HIRE = toolOf("hire_things", "Hires out tents and chairs, after the customer has agreed to it.", {
  date: text("Day as YYYY-MM-DD"),
  tents: { type: "integer", description: "How many tents" },
  chairs: { type: "integer", description: "How many chairs" },
  name: text("Name of the customer"),
  phone: PHONE,
});

test("a count that is changed by its name is changed, and no telephone number", async () => {
  const call = new TextCall({ instructions: "You hire out tents and chairs.", tools: [HIRE] });
  const lines = ["I want to hire two tents and eighty chairs on Friday", "my name is Asha Mwangi", "0722 774 310"];
  const back = await said(call, [...lines, "wait, make the chairs one hundred and twenty, more people are coming"]);
  expect(back).toMatch(/tents 2, chairs 120.*0 7 2 2 7 7 4 3 1 0/);
});

test("a name that is spelled with a nought among its letters is the one that was said", async () => {
  const call = new TextCall({ instructions: "You hire out tents and chairs.", tools: [HIRE] });
  const back = await said(call, [
    "I want to hire two tents and eighty chairs on Friday",
    "Grace Otollo. O T O double L O",
    "0722 774 310",
  ]);
  expect(back).toContain("name Grace Otollo,");
});

const VISIT = toolOf("ziara", "Inaandika ziara ya daktari wa mifugo, baada ya mfugaji kukubali.", {
  idadi: { type: "integer", description: "Idadi ya wanyama" },
  siku: text("Siku ya ziara, YYYY-MM-DD"),
  jina: text("Jina la mfugaji"),
});

test("who that is belongs to no name, and the day of an illness is no day of a visit", async () => {
  const call = new TextCall({ instructions: "Unapokea simu za kituo cha mifugo.", language: "sw", tools: [VISIT] });
  const lines = ["Mbuzi wangu watatu wanaharisha, hata mdogo ameanza leo. Naomba ziara ya daktari", "watatu"];
  const asked = await said(call, lines);
  expect(asked).toMatch(/siku/);
  expect(await said(call, ["kesho", "mimi ni Rehema Charo, binti yake"])).toContain("Rehema Charo.");
});

test.each([
  ["just the one", 1],
  ["we are five, the two of us and the three children", 5],
])("%s are %i", async (counted, count) => {
  const people = { type: "integer", description: "How many people, children counted", minimum: 1 };
  const tour = toolOf("book_tour", "Books a tour, after the caller has agreed.", { date: text("Day as YYYY-MM-DD"), people });
  const call = new TextCall({ instructions: "You book tours.", tools: [tour] });
  expect(await said(call, ["I want to book a tour on Friday", counted])).toMatch(new RegExp(`people (?:counted )?${count}\\b`));
});

test("an answer that only another form offers for the same question begins that form", async () => {
  const languages = (choices: string[]) => text("Which language", { enum: choices });
  const speech = toolOf("book_interpreter", "Books an interpreter for a meeting.", {
    language: languages(["Somali", "French", "Sign Language"]),
    date: text("Day as YYYY-MM-DD"),
  });
  const paper = toolOf("order_translation", "Orders the translation of a paper.", {
    language: languages(["Somali", "French"]),
    pages: { type: "integer", description: "How many pages" },
  });
  const call = new TextCall({ instructions: "You answer for interpreters.", tools: [paper, speech] });
  await call.says("I want to order a translation");
  expect((await call.says("sign language")).said).toMatch(/day/);
});
