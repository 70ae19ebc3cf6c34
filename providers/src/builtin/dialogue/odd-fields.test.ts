/** Fields as developers write them: hours as numbers, windows of figures, days that are over. */
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const PHONE = { type: "string", description: "phone number" };

async function readBack(field: object, said: string, name = "value"): Promise<string> {
  const parameters = { type: "object", properties: { [name]: field, phone: PHONE }, required: [name, "phone"] };
  const book = { name: "book_collection", description: "Books the collection of a parcel.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Sizwe Express.", tools: [book, "end_call"] });
  await call.says("I want to book the collection of a parcel");
  await call.says(said);
  return (await call.says("0835527719")).said;
}

test.each([
  ["four point five kilos", /weight in kilos 4\.5/],
  ["about four and a half kilos, I put it on the scale", /weight in kilos 4\.5/],
])("%s is no four", async (said, expected) => {
  expect(await readBack({ type: "number", description: "weight in kilos" }, said, "weight_kg")).toMatch(expected);
});

test.each(["four in the afternoon", "at four", "sixteen hundred hours"])("%s is an hour from 7 to 17", async (said) => {
  const hour = { type: "integer", description: "The full hour at which it begins", minimum: 7, maximum: 17 };
  expect(await readBack(hour, said, "hour")).toMatch(/hour 16/);
});

test("an hour that is written HH:00 is no code", async () => {
  const start = { type: "string", pattern: "^\\d{2}:00$", description: "HH:00, 24 hours" };
  expect(await readBack(start, "one in the afternoon", "start")).toMatch(/1(?:3:00|:00 pm| pm)/);
});

test("windows of figures are called as their description calls them", async () => {
  const window = { type: "string", enum: ["8-11", "14-17"], description: "8-11 is the morning, 14-17 the afternoon" };
  const parameters = { type: "object", properties: { window }, required: ["window"] };
  const book = { name: "book_pickup", description: "Books a pickup of laundry.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Bright Wash.", tools: [book, "end_call"] });
  expect((await call.says("I want to book a pickup")).said).toMatch(/morning or afternoon/);
  expect((await call.says("in the afternoon")).said).toMatch(/window afternoon/);
  expect((await call.says("yes")).tools).toEqual([{ name: "book_pickup", arguments: { window: "14-17" } }]);
});

test("a day on which something was missed lies before today", async () => {
  const missed = { type: "string", format: "date", description: "The day that was missed, YYYY-MM-DD" };
  expect(await readBack(missed, "it was Tuesday the 17th", "missed_on")).toMatch(/Tuesday the 17th of November/);
});

test("a day that is over is not asked for as a wish", async () => {
  const since = { type: "string", format: "date", description: "Day since when it is broken" };
  expect(await readBack(since, "since Sunday, last Sunday", "since")).toMatch(/Sunday the 15th of November/);
});

test.each([
  [{ type: "string", description: "Name of the owner" }, "owner", "Nakato. Brenda Nakato", /Brenda Nakato,/],
  [{ type: "string", description: "Name of the child" }, "child", "Rudo Chikafu. That's C H I K A F U", /Rudo Chikafu,/],
  [
    { type: "string", description: "Street and suburb" },
    "address",
    "eighty Florida Road... sorry, eighteen, Florida Road in Morningside",
    /suburb eighteen, Florida Road in Morningside,/,
  ],
  [
    { type: "string", pattern: "^\\d{5}$", description: "Five digits, from the gate" },
    "customer_number",
    "it's on the gate, wait... four zero two nine... the last one is a six. Four zero two nine six",
    /4 0 2 9 6,/,
  ],
])("what is said again in the same breath is whole: %#", async (field, name, said, expected) => {
  expect(await readBack(field, said, name)).toMatch(expected);
});

test("a number that is begun again is the last one, and nothing is left", async () => {
  const call = new TextCall();
  await call.says("I want to book an appointment on Thursday at ten");
  await call.says("Mary Smith");
  const digits =
    "zero seven one eight, nine zero five, double three... let me start again: zero seven one eight, nine zero five, two double three";
  expect((await call.says(digits)).said).toMatch(/0 7 1 8 9 0 5 2 3 3/);
});

test("a name in camels says which days are meant, too", async () => {
  const missed = { type: "string", description: "Day on which nobody came, YYYY-MM-DD" };
  expect(await readBack(missed, "it was supposed to be on Monday", "missedOn")).toMatch(/Monday the 16th of November/);
});

test("of a whole number no letter is heard, and its groups are its own", async () => {
  const job = { type: "integer", description: "Five digits from the yellow slip", minimum: 10_000, maximum: 99_999 };
  const said = await readBack(job, "the yellow paper, let me see... thirty, five six two", "job_number");
  expect(said).toMatch(/job number 30562/);
});

test("feet are called so", async () => {
  const parameters = { type: "object", properties: { widthFt: { type: "number" } }, required: ["widthFt"] };
  const order = { name: "order_banner", description: "Orders a banner.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Uche Prints.", tools: [order, "end_call"] });
  expect((await call.says("I want to order a banner")).said).toMatch(/width in feet/);
});

test("of two measures each number is its own, and an hour is of the evening that its sentence names", async () => {
  const properties = { widthFt: { type: "number" }, heightFt: { type: "number" }, phone: PHONE };
  const parameters = { type: "object", properties, required: Object.keys(properties) };
  const order = { name: "order_banner", description: "Orders a banner.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Uche Prints.", tools: [order, "end_call"] });
  await call.says("I want to order a banner");
  await call.says("eight feet wide and four feet high");
  expect((await call.says("0835527719")).said).toMatch(/width in feet 8, height in feet 4/);
});

test("the hours of an evening that is named before them are of the evening", async () => {
  const hours = { start: { type: "string", description: "HH:MM" }, hours: { type: "integer", description: "how many hours" } };
  const parameters = { type: "object", properties: { ...hours, phone: PHONE }, required: ["start", "hours", "phone"] };
  const book = { name: "book_pitch", description: "Books a pitch.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Uwanja Ruaka.", tools: [book, "end_call"] });
  await call.says("I want to book a pitch. It's in the evening, from seven up to nine");
  expect((await call.says("0722145678")).said).toMatch(/7 pm.*hours 2|hours 2.*7 pm/);
  const other = new TextCall({ instructions: "You answer for Uwanja Ruaka.", tools: [book, "end_call"] });
  await other.says("I want to book a pitch. We are busy in the afternoon, so from nine to eleven");
  expect((await other.says("0722145678")).said).toMatch(/start (?:9|9:00|09:00) ?am.*hours 2/);
});

test("a value before goodbye is taken", async () => {
  const parameters = {
    type: "object",
    properties: { date: { type: "string", format: "date" }, phone: PHONE },
    required: ["date", "phone"],
  };
  const book = { name: "book_measuring", description: "Books a measuring.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Adwoa Stitches.", tools: [book, "end_call"] });
  await call.says("I want to book a measuring");
  expect((await call.says("I'll take Tuesday. Thanks, bye")).said).toMatch(/phone number/);
});

test.each([
  ["don't book anything yet, I first talk to my husband", /haven't changed anything\. Is there anything else/],
  ["I was asking the price only", /haven't changed anything/],
  ["I'll come on a weekday. Bye", /goodbye/i],
])("whoever leaves is let go: %s", async (said, expected) => {
  const parameters = { type: "object", properties: { date: { type: "string", format: "date" } }, required: ["date"] };
  const book = { name: "book_measuring", description: "Books a measuring.", parameters, hasEffect: true };
  const call = new TextCall({ instructions: "You answer for Adwoa Stitches.", tools: [book, "end_call"] });
  await call.says("I want to book a measuring");
  expect((await call.says(said)).said).toMatch(expected);
});
