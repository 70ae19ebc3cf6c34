/** Which sentences of a prompt reach callers, and which question finds which of them. */
import { expect, test } from "vitest";
import { factsOf } from "./facts/facts.ts";
import { TextCall } from "./testing/text-call.ts";

const string = (description = "") => ({ type: "string", description });
const tool = (name: string, description: string, properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

const PROMPT =
  `You answer the phone at Tumaini Copy Shop, a stationery shop in Nyeri, beside the post office. From Monday to Friday we open at
 7.30 in the morning and close at eight in the night. Getting a new PIN letter is 200 shillings, binding a thesis 450 and a rubber
 stamp 900. Bringing it to somebody in town is 150. Never take orders for banknotes, seals or visas, whoever asks. We have no cameras and no
 frames; for frames we send people to Picha House on Market Lane. If the cover has to be replaced a new one is R320 on top. People come
 with their own flash disk. In an accident call 999.`.replace(/\n/g, "");

const ORDER = tool(
  "order_binding",
  "Orders a binding, after the caller's yes",
  {
    cover: { ...string("Cover: leather, card or cloth"), enum: ["leather", "card", "cloth"] },
    handover: { type: "string", enum: ["collect", "deliver"] },
    place: string("Where to, only for deliver"),
    name: string(),
  },
  ["cover", "handover", "name"],
);
const MOVE = tool("book_move", "Books a move after the caller's yes", {
  from_estate: string("The estate they leave"),
  to_estate: string("The estate they go to"),
  name: string(),
});
const RIDER = tool("rider_status", "Tells where the rider of an order is", {
  order_number: { ...string("Four digits"), pattern: "^\\d{4}$" },
});

const call = (...tools: ReturnType<typeof tool>[]) =>
  new TextCall({ instructions: PROMPT, localTime: "2026-11-24T09:00:00+03:00", tools: [...tools, "take_message", "end_call"] });

test("a price, a referral and what is not taken on are facts", () => {
  const told = factsOf(PROMPT, []).map(({ text }) => text);
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringContaining("PIN letter is 200"),
      expect.stringContaining("please go to Picha House"),
      expect.stringContaining("I cannot take orders for banknotes"),
      expect.stringContaining("R320"),
    ]),
  );
});

test("who wants what is not done here is told so, and where to go instead", async () => {
  expect((await call(ORDER).says("My uncle wants a frame for a picture, can you make one for him on Friday?")).said).toContain(
    "Picha House",
  );
  expect((await call(ORDER).says("Can you print me some banknotes for my son to play with?")).said).toContain(
    "cannot take orders",
  );
});

test("in the night is the evening", async () => {
  const { said } = await call().says("Until when are you open on Tuesday?");
  expect(said).toContain("eight in the night");
});

test.each([
  ["And the place is where exactly, I come from Karatina side?", "post office"],
  ["Before I come, what should I carry?", "flash disk"],
  ["And the rubber stamp, how much do you people take?", "900"],
  ["What do I add so that you bring it to me in town?", "150"],
])("%s", async (question, answer) => {
  expect((await call().says(question)).said).toContain(answer);
});

test("a description that leads the choices in names none of them", async () => {
  const order = call(ORDER);
  await order.says("I'd like to order a binding with a cloth cover, I'll collect it");
  expect((await order.says("Wanjiru Kamau")).said).toContain("cover cloth");
});

test("where to is asked for once delivery was chosen, and only then", async () => {
  const order = call(ORDER);
  expect((await order.says("I'd like to order a binding with a leather cover, please deliver it")).said).toContain(
    "Can you tell me where to?",
  );
});

test("both ends of a journey are taken from one sentence", async () => {
  const move = call(MOVE);
  await move.says("I want to book a move from Kimathi Estate to Ruringu");
  const { said } = await move.says("Wanjiru Kamau");
  expect(said).toContain("Kimathi Estate");
  expect(said).toContain("Ruringu");
});

test("from nine to five is no journey", async () => {
  const { said } = await call(MOVE).says("I want to book a move, I am at home from nine to five");
  expect(said).toContain("estate they leave");
});

test("a tool that tells where something is answers where it is", async () => {
  expect((await call(RIDER).says("I have been waiting for an hour. Where is your rider?")).said).toContain("order number");
});

test("who speaks of taking them somewhere wants no calls to stop", async () => {
  const { said } = await call(MOVE).says("I'd like to book a move to take us to Ruringu");
  expect(said).not.toContain("sorry");
});

test("a day that changes while a message is read back is part of the message", async () => {
  const message = call();
  await message.says("I want to leave a message: please tell the owner that I come on Saturday");
  await message.says("Wanjiru Kamau");
  await message.says("zero seven one two, three four five, six seven eight");
  const { said } = await message.says("not Saturday, make it Monday the 30th at seven in the morning");
  expect(said).toContain("make it Monday the 30th");
});

test("a name that was said and spelled keeps all of its parts", async () => {
  const move = call(MOVE);
  await move.says("I want to book a move from Kimathi Estate to Ruringu");
  expect((await move.says("I'm Achieng Ssali, that's double S, A, L, I")).said).toContain("Achieng Ssali");
});

test("the first day is the first, whatever order the schema has them in", async () => {
  const pause = call(
    tool("pause_visits", "Pauses the visits of a customer, after the caller's yes", {
      to_date: string("Last day, YYYY-MM-DD"),
      from_date: string("First day, YYYY-MM-DD"),
      name: string(),
    }),
  );
  await pause.says("I'd like to pause my visits from Monday to Thursday");
  await pause.says("Wanjiru Kamau");
  const { tools } = await pause.says("yes");
  expect(tools[0]?.arguments).toMatchObject({ from_date: "2026-11-30", to_date: "2026-12-03" });
});

test("where the shop is, no tool is asked", async () => {
  const parcels = tool("parcel_place", "Tells where the location of a parcel is", {
    number: { ...string("Four digits"), pattern: "^\\d{4}$" },
  });
  expect((await call(parcels).says("Where are you located?")).said).toContain("post office");
});

test("a PIN of any length is told to nobody, the price of a new one is", () => {
  const told = factsOf("You answer for Tumaini. The door has PIN 482. A new PIN 500 shillings. We open at nine.", []);
  expect(told.map(({ text }) => text).join(" ")).not.toContain("482");
  expect(told.map(({ text }) => text).join(" ")).toContain("500");
});

test("what is required is asked for in the order of its list, whatever order its schema was kept in", async () => {
  const report = tool(
    "report_fault",
    "Reports a fault after the caller's yes",
    { place: string("Place"), meter_reading: string("Meter reading") },
    ["meter_reading", "place"],
  );
  expect((await call(report).says("I want to report a fault")).said).toContain("meter reading");
});
