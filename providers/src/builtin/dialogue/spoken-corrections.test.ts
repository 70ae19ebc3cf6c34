/** What a caller takes back in one breath, what is not possible, and questions in the middle: general wordings, no organisation's. */
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const ORDER = {
  name: "order_tiles",
  description: "Orders tiles after the caller has agreed",
  parameters: {
    type: "object",
    properties: {
      size: { type: "string", enum: ["size_5", "size_6"], description: "Size of the tile" },
      boxes: { type: "integer", description: "Number of boxes", minimum: 1, maximum: 90 },
      date: { type: "string", description: "Day of the delivery, YYYY-MM-DD" },
      time: { type: "string", description: "Hour of the delivery, HH:MM" },
      deliver: { type: "boolean", description: "true if we bring it" },
      address: { type: "string", description: "Where to, only when we deliver" },
      words: { type: "string", description: "Words for the card" },
    },
    required: ["size", "boxes", "date", "time", "deliver", "words"],
  },
};

const SHOP = [
  "You answer for Kigango Tiles in Thika. We open every day from eight to six.",
  "Small boxes are 900 shillings and large boxes 1,400 shillings.",
  "For members of the club, which is 2,000 shillings a year, delivery is free, all others pay 500 shillings.",
  "On the lorry no slippers, shoes must be closed. You pay on delivery, by M-Pesa or cash.",
  "We do not sell cement or paint, and there is no camping in the yard.",
].join(" ");

const call = (language = "en"): TextCall => new TextCall({ instructions: SHOP, language, tools: [ORDER, "end_call"] });

test.each([
  ["I want to order two boxes, no wait, three, of size six for Monday at ten", { boxes: 3 }],
  ["I want to order size 6 tiles for Monday at nine... actually, with the traffic, rather eleven", { time: "11:00" }],
  ["I want to order four boxes, sorry, I mean five, of size six", { boxes: 5 }],
])("of '%s' the last value counts", async (said, wanted) => {
  const one = call();
  const { form } = await heardOf(one, said);
  expect(form).toMatchObject(wanted);
});

/** What the form has after a first line and answers for the rest. */
async function heardOf(one: TextCall, said: string): Promise<{ form: Record<string, unknown> }> {
  let answer = await one.says(said);
  const answers: readonly [RegExp, string][] = [
    [/that right\?$|correct\?$/i, "yes"],
    [/^deliver/i, "no"],
    [/what time|hour/i, "at ten"],
    [/size/i, "size six"],
    [/boxes/i, "seven boxes"],
    [/which day|what day/i, "Monday"],
    [/words/i, "with love from all of us"],
  ];
  for (let turn = 0; turn < 10 && answer.tools.length === 0; turn++) {
    const question = answer.said.split(/(?<=[.?!])\s/).at(-1) ?? "";
    answer = await one.says(answers.find(([asked]) => asked.test(question))?.[1] ?? "yes");
  }
  return { form: (answer.tools.find(({ name }) => name === "order_tiles")?.arguments ?? {}) as Record<string, unknown> };
}

test("a field that only goes with another is asked for once that was chosen", async () => {
  const one = call();
  await one.says("I want to order five boxes of size six for Monday at ten");
  await one.says("yes, deliver it please");
  const { said } = await one.says("with love from all of us");
  expect(said).toMatch(/where to/i);
});

test("words to be written are asked for, not taken from what was ordered", async () => {
  const one = call();
  const { form } = await heardOf(one, "I lost the words for my tiles, I want five boxes of size six on Monday at ten");
  expect(form["words"]).toBe("with love from all of us");
});

test("a day that is said to be impossible, and one that comes every week, are not taken", async () => {
  for (const said of [
    "I want five boxes of size six, today is not possible I know",
    "I'm home on Saturdays, I want to order size six",
  ]) {
    const { form } = await heardOf(call(), said);
    expect([said, form["date"]]).toEqual([said, "2026-11-23"]);
  }
});

test.each([
  ["please, are slippers allowed?", /no slippers/],
  ["I'm a member of the club, so am I paying anything?", /which is 2,000 shillings a year, delivery is free/],
])("'%s' in the middle of an order is answered", async (question, answer) => {
  const one = call();
  await one.says("I want to order five boxes of size six for Monday at ten");
  const { said } = await one.says(question);
  expect(said).toMatch(answer);
});

test("what is not done here is refused in words of like meaning, and what is done is not", async () => {
  expect((await call().says("Can we put up our tents at your place?")).said).toMatch(/no camping/);
  expect((await call().says("How much are your large boxes?")).said).toMatch(/1,400/);
});

test("numbers of Swahili beside each other stay two numbers", async () => {
  const tool = {
    name: "agiza_matofali",
    description: "Inaagiza matofali",
    parameters: {
      type: "object",
      properties: {
        aina: { type: "string", enum: ["nchi_5", "nchi_6"], description: "Aina" },
        idadi: { type: "integer", minimum: 200, maximum: 5000, description: "Idadi ya matofali" },
      },
      required: ["aina", "idadi"],
    },
  };
  const one = new TextCall({ instructions: "Unapokea simu za Tofali Bora.", language: "sw", tools: [tool, "end_call"] });
  const { said } = await one.says("Naomba kuagiza matofali ya nchi sita, mia nane. Hapana, samahani, elfu moja");
  expect(said).toMatch(/nchi 6, idadi ya matofali 1000/);
});

const GROOMER = [
  "You answer for Paka Grooming in Jinja. We open from nine to five.",
  "The full groom, that's bath, haircut, ears and nails, is 80,000 shillings. Nails alone are 15,000 shillings.",
  "Dogs that bite wear a muzzle, no extra cost. The shop is on Main Street.",
].join(" ");

test("what is asked about a thing of another name just before is told of that thing alone", async () => {
  const one = new TextCall({ instructions: GROOMER, tools: ["end_call"] });
  const { said } = await one.says("My dog's claws scratch the floor. How much just to cut them, nothing else?");
  expect(said).toMatch(/^Nails alone are 15,000 shillings/);
});

test.each([
  ["en", "No, I only have questions", /How can I help you/],
  ["fr", "non, j'ai seulement des questions", /Comment puis-je vous aider/],
])("whoever says in '%s' that there are questions is not said goodbye to", async (language, text, answer) => {
  const one = new TextCall({ instructions: GROOMER, language, tools: ["end_call"] });
  await one.says(language === "fr" ? "Bonjour, c'est combien la coupe ?" : "Hello, where is your shop?");
  const { said, ended } = await one.says(text);
  expect(said).toMatch(answer);
  expect(ended).toBe(false);
});

test("the form asks for several things in the plural", async () => {
  const one = call();
  const { said } = await one.says("I want to order five boxes of size six for Monday at ten, no delivery");
  const { said: next } = await one.says("no");
  expect(`${said} ${next}`).toMatch(/What are the words/);
});
