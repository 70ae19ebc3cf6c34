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
