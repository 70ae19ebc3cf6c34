/** What callers say in passing: situations instead of wishes, corrections, lengths, other things than are done here. */
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const string = (description = "") => ({ type: "string", description });
const tool = (name: string, description: string, properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

const EMPTYING = tool("request_emptying", "Sends a request for emptying after the customer said yes", {
  service: { ...string("truck by litres"), enum: ["truck_3000", "truck_5000"] },
  date: string("YYYY-MM-DD, not a Sunday"),
  name: string(),
});
const ROOM = tool("reserve_room", "Reserves a study room after the caller said yes", {
  room: { type: "string", enum: ["small", "large"] },
  date: string("YYYY-MM-DD"),
  start: string("Start as HH:MM"),
  minutes: { type: "integer", description: "Length in minutes", enum: [60, 90, 120] },
  name: string(),
});
const VISIT = tool(
  "request_visit",
  "Requests a visit by an engineer. Only after the customer has agreed.",
  {
    kva: { type: "number", description: "Size in kVA", maximum: 20 },
    date: string("YYYY-MM-DD"),
    window: { ...string("Arrival window"), enum: ["8-11", "11-14", "14-17"] },
    name: string(),
  },
  ["date", "window", "name"],
);
const CANCEL = tool("cancel_room", "Cancels a booking by its reference, after the caller has confirmed", {
  reference: { ...string("G and four digits"), pattern: "^G\\d{4}$" },
});
const STATUS = tool("repair_status", "Looks up a repair by its ticket number", {
  ticket: { type: "integer", description: "Four digits", minimum: 1000, maximum: 9999 },
});

const PROMPT =
  `You take calls for SafiPit; we empty pit latrines and septic tanks, Monday to Saturday. The truck of 3,000 litres costs
 150,000 shillings and the truck of 5,000 litres 220,000. Not ours: blocked sinks and house pipes, those people go to Katumba Plumbers.
 Anything bigger than 20 kVA we don't touch, tell them to ask the dealer they bought it from. Passport photos cost 120 for four prints,
 people simply walk in for them, never book those. Retouched pictures are sent by e-mail within five working days.`.replace(
    /\n/g,
    "",
  );

const call = (...tools: ReturnType<typeof tool>[]) =>
  new TextCall({ instructions: PROMPT, localTime: "2026-11-24T09:00:00+03:00", tools: [...tools, "end_call"] });

test("a choice that is named before a question is taken up once the question is answered", async () => {
  const { said } = await call(EMPTYING).says("Our tank is full. I think the five thousand truck. How much is that one?");
  expect(said).toContain("220,000");
  expect(said).toContain("Which day");
});

test("not a Sunday: any other day is taken, and Monday is offered for a Sunday", async () => {
  const talk = call(EMPTYING);
  await talk.says("I want the truck 5000 on Sunday");
  expect(talk.messages.at(-1)).toMatchObject({ text: expect.stringContaining("Would Monday the 30th of November suit you?") });
  expect((await talk.says("Thursday")).said).toContain("name");
});

test("what is not done here is told instead of asking for a day", async () => {
  const { said } = await call(EMPTYING).says("My kitchen sink is refusing. Can you send the boys today?");
  expect(said).toContain("Katumba Plumbers");
});

test.each(["an hour and a half", "one and a half hours", "for ninety minutes"])("%s is a length and no time", async (length) => {
  const talk = call(ROOM);
  await talk.says("We want the large room on Thursday, four in the afternoon");
  await talk.says(length);
  await talk.says(length);
  expect((await talk.says("my name is Mary Smith")).said).toMatch(/4 pm.*minutes 90/);
});

test("between eleven and two is one of the windows", async () => {
  const talk = call(VISIT);
  await talk.says("I need an engineer on Thursday");
  expect((await talk.says("any time from eleven to two")).said).toContain("name");
});

test("more than is done here ends with what the business says of it", async () => {
  const { said } = await call(VISIT).says("It's sixty kVA. Can your engineer come tomorrow?");
  expect(said).toContain("bigger than 20 kVA we don't touch");
  expect(said).toContain("ask the dealer you bought it from");
});

test.each([
  ["Ten o'clock. Ah no, sorry, ten I'll be in the market, make it eleven", "11 am"],
  ["At ten. My phone is empty by noon every day", "10 am"],
])("%s: the time is %s", async (said, time) => {
  const talk = call(ROOM);
  await talk.says("I want the small room on Thursday for 60 minutes");
  await talk.says(said);
  expect((await talk.says("my name is Mary Smith")).said).toContain(time);
});

test.each(["Saturday, not this one coming, the next one after it", "not this coming Saturday but the one after it"])(
  "%s is asked back as the day of the week after",
  async (day) => {
    const talk = call(EMPTYING);
    await talk.says("I want the truck 5000");
    expect((await talk.says(day)).said).toContain("Saturday the 5th of December");
  },
);

test.each(["kill that booking please", "our game's off, it's G four four seven one"])("%s cancels", async (said) => {
  expect((await call(ROOM, CANCEL).says(said)).said).toMatch(/reference/i);
});

test("a number of four digits is read digit by digit and named in the question", async () => {
  const talk = call(STATUS);
  talk.answer = () => ({ status: "ready" });
  expect((await talk.says("Is my repair ready? The ticket is five zero nine three")).tools).toEqual([
    { name: "repair_status", arguments: { ticket: 5093 } },
  ]);
});

test.each(["hold on, how soon will I have the pictures?", "just tell me first, how soon will I have the pictures?"])(
  "%s is answered before the value that was asked for",
  async (question) => {
    const talk = call(ROOM);
    await talk.says("I want the small room on Thursday at ten for 60 minutes");
    const { said } = await talk.says(question);
    expect(said).toContain("five working days");
    expect(said).toContain("name");
  },
);

test("a question of which nothing is known is said to be so, and the open question stands", async () => {
  const talk = call(ROOM);
  await talk.says("I want the small room on Thursday at ten for 60 minutes");
  const { said } = await talk.says("wait, how long is the wifi password valid?");
  expect(said).toContain("I do not have that information");
  expect(said).toContain("name");
});

test("what stands before an order in a sentence is told", async () => {
  const { said } = await call(ROOM).says("How much are the passport photos?");
  expect(said).toContain("120");
  expect(said).not.toMatch(/never book/i);
});

test("what the description says that a choice is called is offered, understood and sent as the choice", async () => {
  const HONEY = tool("bring_honey", "Kuleta asali: huandika asali ya mfugaji", {
    kind: { ...string("masega = comb, iliyochujwa = refined"), enum: ["comb", "refined"] },
    name: string(),
  });
  const talk = new TextCall({ instructions: "Tunanunua asali.", language: "sw", tools: [HONEY, "end_call"] });
  expect((await talk.says("nataka kuleta asali yangu Alhamisi")).said).toContain("masega au iliyochujwa");
  await talk.says("nimeshaichuja");
  await talk.says("naitwa Fatuma Said");
  expect((await talk.says("ndiyo")).said).toContain("refined");
});

test("what was looked up is told again when the caller asks what they owe", async () => {
  const talk = call(STATUS);
  talk.answer = () => ({ status: "ready", to_pay_cedis: 150 });
  await talk.says("Is my repair ready? The ticket is five zero nine three");
  expect((await talk.says("Oh nice. How much am I owing then?")).said).toContain("150");
});

test("Is it ready, after what was brought was named, asks for its number", async () => {
  const { said } = await call(STATUS).says("I dropped my phone with you and nobody has called me! Is it ready or not?");
  expect(said).toContain("ticket");
});

const TIMBER = tool("order_timber", "Orders timber, after a yes", {
  size: { ...string("In inches"), enum: ["2x2", "4x2", "12x1"] },
  pieces: { type: "integer", description: "How many" },
  name: string(),
});
const PLANTS = tool("commander_plants", "Commande des plants, après le oui du client", {
  espece: { type: "string", enum: ["manguier", "citronnier"] },
  retrait: string("Jour du retrait, AAAA-MM-JJ"),
  nom: string(),
});
const HALL = tool("weka_ukumbi", "Huweka ukumbi baada ya ndiyo", { tarehe: string("YYYY-MM-DD"), jina: string() });
const VISIT_AT = tool("book_spraying", "Books a visit for spraying, after a yes", {
  visit_date: string("YYYY-MM-DD"),
  arrival: { type: "string", enum: ["08:00", "11:00", "14:00"] },
  name: string(),
});

test("four by two is the size that is written 4x2", async () => {
  const { said } = await call(TIMBER).says(
    "I'd like thirty pieces, the four by two... no wait, the carpenter says forty. Forty pieces.",
  );
  expect(said).toContain("name");
});

test("a day is known by how its description writes it, whatever it is called", async () => {
  const talk = new TextCall({
    instructions: "Nous vendons des plants.",
    language: "fr",
    localTime: "2026-11-24T09:00:00+03:00",
    tools: [PLANTS, "end_call"],
  });
  await talk.says("Je voudrais commander des manguiers greffés. Je passerai samedi.");
  expect((await talk.says("je m'appelle Awa Ndiaye")).said).toContain("samedi 28 novembre");
});

test("si hii inayokuja, ile inayofuata: the day of the week after, asked back", async () => {
  const talk = new TextCall({
    instructions: "Ukumbi wa harusi.",
    language: "sw",
    localTime: "2026-11-24T09:00:00+03:00",
    tools: [HALL, "end_call"],
  });
  const { said } = await talk.says("nataka kuweka ukumbi Jumamosi, si hii inayokuja, ile inayofuata baada yake");
  expect(said).toContain("Jumamosi tarehe 5 Desemba");
});

test("hours to choose from are asked for in one question", async () => {
  expect((await call(VISIT_AT).says("I want you to come for spraying on Wednesday")).said).toMatch(
    /At what time: 8 am, 11 am or 2 pm\?$/,
  );
});

test("an age limit of one thing is told to nobody who wants another", async () => {
  const talk = new TextCall({
    instructions: "We plait hair. We don't relax the hair of children under twelve.",
    localTime: "2026-11-24T09:00:00+03:00",
    tools: [ROOM, "end_call"],
  });
  expect((await talk.says("My daughter is eight. I want the small room for her on Thursday.")).said).not.toContain("twelve");
  expect((await talk.says("can you relax her hair? She is eight")).said).toContain("twelve");
});

test("a name of which one part is spelled stays whole", async () => {
  const talk = call(EMPTYING);
  await talk.says("I want the truck 5000 on Thursday");
  const { said } = await talk.says("Beatrice Wanyonyi, let me spell the second one, W, A, N, Y, O, N, Y, I");
  expect(said).toContain("Beatrice Wanyonyi");
});

test("a number that is called by its name is looked up", async () => {
  const talk = call(STATUS);
  talk.answer = () => ({ status: "ready" });
  expect((await talk.says("I want to know if ticket 5093 is ready")).tools).toHaveLength(1);
});

test("a day on which the caller cannot come is the day of what is cancelled", async () => {
  const LESSON = tool("cancel_lesson", "Cancels a lesson, after a yes", { date: string("YYYY-MM-DD"), name: string() });
  const talk = call(LESSON);
  await talk.says("I can't come on Thursday, please cancel my lesson");
  expect((await talk.says("my name is Mary Smith")).said).toContain("Thursday the 26th of November");
});

test("who is asked for an hour may say every day", async () => {
  const REMIND = tool("set_reminder", "Sets a reminder for medicine, after a yes", { time: string("HH:MM"), name: string() });
  const talk = call(REMIND);
  await talk.says("I want to set a reminder for my medicine");
  await talk.says("every day at eight in the morning");
  expect((await talk.says("my name is Mary Smith")).said).toContain("8 am");
});
