/** What owners write into prompts and descriptions, and callers say against it: what a tool needs, choices with a gloss, prices, far places. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { businessName, factsOf } from "./facts/facts.ts";
import { openingHours } from "./facts/opening-hours.ts";
import { formOf } from "./forms/form.ts";
import { TextCall } from "./testing/text-call.ts";

const string = (description: string, more: object = {}): object => ({ type: "string", description, ...more });
function tool(name: string, description: string, properties: Record<string, object>): ToolDefinition {
  return { name, description, parameters: { type: "object", properties, required: Object.keys(properties) } };
}

const PROMPT = `You answer the phone for Simba Carts in Nyeri, the red gate behind the market.
Prices in shillings: hand cart C20, per day, 300. Hand cart C45, per day, 550. Ox cart, per day, 900.
To hire we need which cart, the day, for how many days, and where. On the day of the market fair you can have our show stand for 2,000, and we need the name, the day and the number of the stall.
Collect Monday to Saturday from 8 to 5. Mweiga and Naro Moru we never deliver to; Mweiga and Naro Moru we don't go.
The wash of a cart is 450. We take cash and cards.
We don't do wheels. For wheels you should go to Kamau the welder, we don't know his prices.`;
const HIRE = tool("hire_cart", "Enters a hire, after the caller has said yes.", {
  size: string("small is for 20 bags, middle for 45, large for 80", { enum: ["small", "middle", "large"] }),
  date: string("Day as YYYY-MM-DD, Tuesday to Saturday"),
  days: { type: "integer", description: "How many days", minimum: 1, maximum: 30 },
  place: string("Where the cart is brought"),
});
const CLEANING = tool("book_wash", "Books the wash of a cart, after the caller has said yes.", {
  date: string("Day as YYYY-MM-DD"),
  name: string("Name"),
});
const STAND = tool("show_stand", "Keeps the show stand, after the caller has said yes.", {
  name: string("Name of the exhibitor"),
  date: string("Day as YYYY-MM-DD"),
  stall: string("Number of the stall, three digits", { pattern: "^\\d{3}$" }),
});

function callOf(...tools: ToolDefinition[]): TextCall {
  const call = new TextCall({ instructions: PROMPT, tools: [...tools, "end_call"], localTime: "2026-11-30T09:41:00+03:00" });
  call.answer = () => ({ done: true });
  return call;
}

test("a line that begins with “Prices” hides neither itself nor what stands before it", () => {
  const texts = factsOf(PROMPT, []).map(({ text }) => text);
  expect(texts).toContain("Prices in shillings: hand cart C20, per day, 300.");
  expect(texts[0]).toMatch(/Simba Carts in Nyeri/);
  expect(businessName(PROMPT)).toBe("Simba Carts");
});

test.each([
  ["Collect Monday to Saturday from 8 to 5.", [undefined, [8, 17], [8, 17], [8, 17], [8, 17], [8, 17], [8, 17]]],
  [
    "On weekdays the first appointment is 8.30 and the last one at 4 in the afternoon, on Saturday from 9 until 12. Closed on Sundays.",
    [undefined, [8.5, 16], [8.5, 16], [8.5, 16], [8.5, 16], [8.5, 16], [9, 12]],
  ],
  ["We deliver on any day, Sunday too, between 6 and 18 hours.", Array.from({ length: 7 }, () => [6, 18])],
])("hours of service are hours: %s", (text, hours) => {
  const week = openingHours(factsOf(text, []));
  expect(week?.map((span) => span && [span.fromMinute / 60, span.toMinute / 60])).toEqual(hours);
});

test("what a tool needs says what it is for, and for which tool", () => {
  expect(formOf(STAND, PROMPT)?.when).toMatch(/fair.*stand/);
  expect(formOf(HIRE, PROMPT)?.when).not.toMatch(/fair/);
});

test("a choice is known by its gloss, days from today are no days of a hire, a span of weekdays is a span", async () => {
  const call = callOf(HIRE);
  await call.says("I want to hire a cart for three days from today, for two days");
  await call.says("the one for forty-five bags");
  const { said } = await call.says("at the primary school");
  expect(said).toMatch(/middle.*Thursday the 3rd of December.*days 2/);
});

test("whoever names what a tool is for is asked for its values", async () => {
  const call = callOf(HIRE, STAND);
  const { said } = await call.says("We have a place at the market fair and I want to use your show stand");
  expect(said).toMatch(/date|name|stall/i);
});

test("a place where nobody goes ends it at once, before and after it was asked for", async () => {
  const { said } = await callOf(HIRE).says("I want to hire a large cart for Mweiga");
  expect(said).toMatch(/Mweiga and Naro Moru/);
  const call = callOf(HIRE);
  await call.says("I want to hire a large cart");
  await call.says("on Thursday");
  await call.says("two days");
  expect((await call.says("at Naro Moru, near the church")).said).toMatch(/Mweiga and Naro Moru/);
  expect(call.bookings).toEqual([]);
});

test.each(["I think I've got the wrong number", "I wanted Marula Lodge", "Oh, isn't this Marula Lodge?"])(
  "a caller who wanted somebody else hears whose number it is, in the middle of a form, too: %s",
  async (said) => {
    const call = callOf(HIRE);
    await call.says("I want to hire a large cart");
    expect((await call.says(said)).said).toMatch(/Simba Carts/);
    expect((await call.says("no")).ended).toBe(true);
  },
);

test("a question that comes with another is answered of what was done", async () => {
  const call = callOf(HIRE, CLEANING);
  for (const said of ["I want to book the wash of a cart", "on Thursday", "Mary Smith", "yes"]) await call.says(said);
  const { said } = await call.says("How much is it, and do you take cards?");
  expect(said).toMatch(/450/);
  expect(said).toMatch(/cards/i);
});

test.each(["I am looking for Samsung Galaxy", "I wanted Doctor Boakye"])(
  "a thing or a person is no wrong number: %s",
  async (said) => {
    expect((await callOf(HIRE).says(said)).said).not.toMatch(/automated assistant/);
  },
);

test('a place where nobody goes ends no message, and "leave am for gate" leaves nothing out', async () => {
  const message = tool("take_message", "Notes a message.", {
    message: string("Message"),
    name: string("Name"),
    phone: string("Phone"),
  });
  const call = callOf(HIRE, message);
  await call.says("I want to leave a message for the owner");
  expect((await call.says("I am calling from Mweiga, your bill is wrong, please look at it again")).said).not.toMatch(
    /we don't go/,
  );
  const hire = callOf(HIRE);
  await hire.says("I want to hire a large cart on Thursday, two days");
  expect((await hire.says("leave am for the gate of the primary school")).said).toMatch(/Is that correct/);
});

test("a wish in two words for one thing is answered", async () => {
  expect((await callOf(HIRE).says("Do you do the rims, the wheels?")).said).toMatch(/We don't do wheels/);
});

test("a break in the day is no opening hour, and a value that nobody asked for is not changed by why another is", async () => {
  const facts = factsOf(
    "We open Monday to Saturday from 8 to 6, but on Friday we lock from 12 until half past two for prayers.",
    [],
  );
  expect(openingHours(facts)?.map((span) => span && [span.fromMinute / 60, span.toMinute / 60])).toEqual([
    undefined,
    ...Array.from({ length: 6 }, () => [8, 18]),
  ]);
  const visit = tool("book_visit", "Books the visit of a school, after a yes.", {
    school: string("Name of the school"),
    children: { type: "integer", description: "How many children", minimum: 1, maximum: 90 },
  });
  const call = callOf(visit);
  await call.says("I want to book the visit of our school");
  await call.says("Longonot Hill Academy");
  await call.says("forty-eight");
  const { said } = await call.says("wait, two of them have left us, so it's forty-six children, not forty-eight");
  expect(said).toMatch(/Longonot Hill Academy.*children 46/);
});

test("a choice is known by what the prompt says of it", async () => {
  const instructions = `You answer for Jua Dish. A new dish with its decoder is 46,000, realignment of a dish that has turned or lost its signal is 9,500 and cable to an extra room 16,000.`;
  const job = tool("book_job", "Books a job, after a yes.", {
    service: string("What is to be done", { enum: ["new dish", "realignment", "extra room"] }),
    area: string("Area and street"),
  });
  const call = new TextCall({ instructions, tools: [job, "end_call"] });
  await call.says("My TV has no signal since the wind, it has turned the dish. Can somebody come?");
  expect((await call.says("Adolor Street, near the church")).said).toMatch(/realignment.*Adolor Street/);
});

test("what somebody cannot is not chosen, a code is no surname, and a count is the one that is led to", async () => {
  const visit = tool("service_visit", "Books a service, after a yes.", {
    part_of_day: string("Part of the day", { enum: ["morning", "afternoon"] }),
    filters: { type: "integer", description: "How many filters", minimum: 1, maximum: 9 },
    surname: string("Surname on the order"),
  });
  const call = callOf(visit);
  await call.says("I want to book a service");
  await call.says("in the afternoon, mornings I'm at work");
  await call.says("two... no, let me say three");
  expect((await call.says("A O six zero one five")).said).not.toMatch(/Is that correct/);
  expect((await call.says("Agyeman")).said).toMatch(/afternoon.*filters 3.*Agyeman/);
});

test("what was made here and has broken is a message with regret, where no tool is for that", async () => {
  const message = tool("take_message", "Notes a message.", {
    name: string("Name"),
    phone: string("Phone"),
    message: string("Message"),
  });
  const { said } = await callOf(HIRE, message).says("The cart you people brought me three months ago, its wheel has come off!");
  expect(said).toMatch(/sorry/i);
  expect(said).not.toMatch(/which size|where/i);
});
