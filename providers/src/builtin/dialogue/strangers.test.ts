/** What callers say who know none of the rules' words: of their own things, of two matters at once, to the wrong place. */
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const string = (description = "") => ({ type: "string", description });
const tool = (name: string, description: string, properties: Record<string, unknown>) => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

const HIRE = tool("hire_items", "Books things for an event, after the customer has said yes to it.", {
  item: { type: "string", enum: ["tents", "chairs"] },
  date: string("Day as YYYY-MM-DD"),
  quantity: { type: "integer", description: "How many" },
  name: string(),
});
const CAKE = tool("order_cake", "Orders a cake, after the customer has said yes to it.", {
  date: string("Day as YYYY-MM-DD"),
  writing: string("What is written on top"),
  name: string(),
});
const STATUS = tool("repair_status", "Says how far a repair is.", {
  ticket: { ...string("T and four digits"), pattern: "^T\\d{4}$" },
});
const MESSAGE = tool("take_message", "Notes a message or a wish to be called back.", {
  name: string(),
  phone: string(),
  message: string(),
});

const PROMPT =
  `Baraka Hire and Repairs hires out tents and chairs in Mbarara. You answer the phone. Plastic chairs are 500 shillings each
 and tents 90,000 shillings a day. A broken chair costs 25,000 shillings. Chairs only go from fifty pieces up. Our shop is on Kakoba Road, next to
 the bus park. A repair takes three days. For a collection take the day, the street and the name. Our van collects in Kakoba and Ruharo and nowhere else.
 No carpets, no shoes. If a person was bitten by a dog, they must wash the wound with soap and go to the hospital at once;
 don't book anything then.`.replace(/\n/g, "");

const call = () =>
  new TextCall({
    instructions: PROMPT,
    tools: [HIRE, CAKE, STATUS, MESSAGE, "end_call"],
    localTime: "2026-11-21T09:41:00+03:00",
  });

test("a wish with a question is answered, and then taken up", async () => {
  const { said } = await call().says("Good evening, we have a wedding on Friday and I need chairs, how much is one");
  expect(said).toContain("500");
  expect(said).not.toContain("25,000");
  expect(said).toMatch(/how many/i);
});

test.each([
  "Hello, I dropped off a pump last week, I've got the slip, can you see if it's done?",
  "I left my radio with you people, is it ready",
])("what is the caller's own is looked up by its number: %s", async (text) => {
  expect((await call().says(text)).said).toMatch(/ticket/i);
});

test("how long things take is told of the business", async () => {
  expect((await call().says("How long does a repair take?")).said).toContain("three days");
});

test("what is to be written names nobody who calls, and its letters are no more words", async () => {
  const cake = call();
  await cake.says("I want to order a cake for my daughter for Friday");
  const { said } = await cake.says("Happy Birthday Akua, A K U A");
  expect(said).toMatch(/your name/i);
  const { said: readBack } = await cake.says("Adwoa Frimpong");
  expect(readBack).toContain("Adwoa Frimpong");
  expect(readBack).toContain("Happy Birthday Akua");
  expect(readBack).not.toContain("A K U A");
});

test("less than is hired out is told at once", async () => {
  const { said } = await call().says("I need just thirty chairs for tomorrow");
  expect(said).toContain("fifty");
});

test("where the business is does not depend on what was spoken of before", async () => {
  const one = call();
  await one.says("How much is a tent?");
  expect((await one.says("Alright. And your shop, where is it again, which street")).said).toContain("Kakoba Road");
});

test("whoever wants another place hears which one this is", async () => {
  const one = call();
  expect((await one.says("Hello, is that the maternity at the referral hospital? My sister is there")).said).toContain(
    "Baraka Hire",
  );
  expect((await one.says("Oh, so this is who")).said).toContain("Baraka Hire");
});

test("a danger that the prompt knows is met with its words, also when the caller presses", async () => {
  const one = call();
  const help = /wash the wound with soap and go to the hospital at once\.$/;
  expect((await one.says("Please help me, the neighbour's dog has just bitten my boy, there's blood")).said).toMatch(help);
  expect((await one.says("I can't stay on the phone, tell me what to do")).said).toMatch(help);
});

test("somebody is to call back", async () => {
  expect((await call().says("I have a shop in Kilosa and I'd like to work with you, can somebody call me")).said).toMatch(
    /your name/i,
  );
});

test("what the agent is to ask for is told to nobody, and where things are done is", async () => {
  const { said } = await call().says("Do you guys also collect in Nyamitanga?");
  expect(said).toContain("nowhere else");
  expect(said).not.toContain("take the day");
});

test("a thing that is not taken counts more than the words around it", async () => {
  const one = call();
  await one.says("Do you guys also collect in Nyamitanga?");
  expect((await one.says("and a carpet can you take that if i bring it in")).said).toContain("No carpets");
});

test("a loss is answered before anything is asked for", async () => {
  const { said } = await call().says("Hello, we have lost our grandmother, so we need two tents on Friday for the burial");
  expect(said).toMatch(/^I am sorry\./);
});

test("who will wait has nothing more to say", async () => {
  const one = call();
  await one.says("How long does a repair take?");
  expect((await one.says("Okay, I'll be waiting")).said).toMatch(/goodbye/i);
});

test("hours are told of a day that would be too soon to order for", async () => {
  const one = new TextCall({
    instructions: "You answer for Adom Bakes. Cakes must be ordered at least two days ahead. We are open every day from 6 to 20.",
    tools: [CAKE, "end_call"],
    localTime: "2026-11-21T09:41:00+03:00",
  });
  await one.says("Do you make cakes?");
  expect((await one.says("what time do you close on sunday")).said).not.toContain("two days");
  expect((await one.says("I need a cake tomorrow")).said).toContain("two days");
  for (const text of ["Please cancel my cake for tomorrow", "I ordered a cake for tomorrow, can I still change the writing"])
    expect((await one.says(text)).said).not.toContain("two days");
});

test("how old somebody must be", async () => {
  const one = new TextCall({
    instructions: "You answer for Sure Wheels. A course costs 95,000 naira. Nobody under eighteen, sorry.",
    tools: ["end_call"],
  });
  expect((await one.says("how old must one be")).said).toContain("eighteen");
});

test("what they do is told to the caller, who is they", async () => {
  const one = new TextCall({
    instructions:
      "You answer for Rwizi Tents. They pay when it arrives, by M-Pesa. If they cancel three days before they get everything back.",
    tools: ["end_call"],
  });
  expect((await one.says("do i get my money back if i cancel")).said).toContain(
    "If you cancel three days before you get everything back.",
  );
  expect((await one.says("when do i pay")).said).toContain("You pay when it arrives");
});

test("an order that names a tool is one, whatever was asked before, and an offer of a message that is refused for it", async () => {
  const ambulance = tool("send_ambulance", "Sends the ambulance, after the caller has said yes to place and phone.", {
    place: string("Where, with a landmark"),
    phone: string(),
  });
  const call = new TextCall({ instructions: PROMPT, tools: [CAKE, ambulance, MESSAGE] });
  await call.says("I want to order a cake");
  expect((await call.says("send the ambulance!")).said).toContain("where, with a landmark");
});

test("who corrects the end of a number and says it whole is heard, and no old number is done", async () => {
  const cancel = tool("cancel_shuttle", "Cancels a booking, after the caller has said yes to it.", {
    reference: { ...string("BS and five digits"), pattern: "^BS\\d{5}$" },
  });
  const call = new TextCall({ instructions: PROMPT, tools: [cancel, MESSAGE] });
  await call.says("I want to cancel my booking");
  await call.says("B S, seventy, four fifty-one");
  const { said } = await call.says("hang on, it's four one five at the end, not four five one. B S seven zero four one five");
  expect(said).toContain("B S 7 0 4 1 5");
  expect((await call.says("yes, cancel it")).tools).toMatchObject([{ arguments: { reference: "BS70415" } }]);
});

test("a list of choices in the prompt glosses none of them", async () => {
  const uniforms = tool("order_uniforms", "Orders school uniforms.", {
    school: string("Name of the school"),
    colour: { type: "string", enum: ["navy", "maroon", "green", "white"] },
  });
  const told = "School uniforms, colours navy, maroon, green or white, needed three weeks or more from today: take the school.";
  const call = new TextCall({ instructions: `${PROMPT}\n${told}`, tools: [uniforms, MESSAGE] });
  await call.says("I need uniforms for the children of my school, in thirty days");
  expect((await call.says("Bright Lilies School")).said).toContain("Which colour");
});

test("a place that was taken back at once is none", async () => {
  const crew = tool("send_crew", "Sends the crew, after the caller has said yes to the place.", {
    place: string("Where it is, with a landmark"),
  });
  const call = new TextCall({ instructions: PROMPT, tools: [crew, MESSAGE] });
  await call.says("please send the crew");
  const { said } = await call.says("Latrikunda... no no, that's my mother's, we are at Bakoteh, behind the fish market");
  expect(said).toContain("place Bakoteh, behind the fish market.");
});
