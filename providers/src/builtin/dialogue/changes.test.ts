/** Appointments cancelled and moved in a dialogue: the caller's own are listed first, one is chosen, and nothing is changed without a yes. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const text = (description: string): object => ({ type: "string", description });
const PERSON = { name: text("The name it was booked with"), phone: text("The number it was booked with") };
const NOW = { date: text("Its day now, as YYYY-MM-DD"), time: text("Its time now, as HH:MM") };
const NEW = { new_date: text("The new day, as YYYY-MM-DD"), new_time: text("The new time, as HH:MM") };
const change = (name: string, properties: object): ToolDefinition => ({
  name,
  description: "Changes an appointment.",
  parameters: { type: "object", properties, required: [] },
  listsWithout: ["date", "time"],
});
const declared = (name: string): ToolDefinition => ({ name, description: "", parameters: {} });
const TOOLS = [
  declared("check_availability"),
  declared("book_appointment"),
  change("cancel_appointment", { ...NOW, ...PERSON }),
  change("move_appointment", { ...NOW, ...NEW, ...PERSON }),
  declared("take_message"),
  declared("end_call"),
];
const TUESDAY = { date: "2026-11-24", time: "10:00" };
const THURSDAY = { date: "2026-11-26", time: "14:00" };

interface Book {
  language?: string;
  /** They call from another telephone: the name and the number must be said. */
  fromElsewhere?: boolean;
  /** What moving and cancelling answer. */
  answers?: (given: Record<string, unknown>) => object;
}

function callWith(appointments: readonly object[], { language = "en", fromElsewhere = false, answers }: Book = {}): TextCall {
  const call = new TextCall({ tools: TOOLS, language });
  call.answer = (name, given) => {
    const done = { cancel_appointment: "cancelled", move_appointment: "moved" }[name];
    if (done === undefined) return undefined;
    const isKnown = !fromElsewhere || (given["phone"] === "0712345678" && given["name"] === "Mary Smith");
    if (given["date"] === undefined) return { [done]: false, appointments: isKnown ? appointments : [] };
    return answers?.(given) ?? { [done]: true };
  };
  return call;
}

/** What changed something: what only lists is left out. */
const changes = (exchange: Awaited<ReturnType<TextCall["says"]>>) =>
  exchange.tools.filter(({ name, arguments: given }) => /cancel|move/.test(name) && given["date"] !== undefined);

test("an appointment is read back before it is cancelled", async () => {
  const call = callWith([TUESDAY]);
  const asked = await call.says("I want to cancel my appointment");
  expect(asked.said).toBe("I will cancel your appointment on Tuesday the 24th of November at 10 am. Is that correct?");
  expect(changes(asked)).toEqual([]);
  const done = await call.says("yes please");
  expect(changes(done)).toEqual([{ name: "cancel_appointment", arguments: TUESDAY }]);
  expect(done.said).toContain("is cancelled");
});

test("a no leaves it as it is", async () => {
  const call = callWith([TUESDAY]);
  await call.says("I can't make it on Tuesday");
  const left = await call.says("no");
  expect(left.tools).toEqual([]);
  expect(left.said).toContain("I haven't changed anything");
});

test("of several, the one is meant that is named by its day, its hour or its place", async () => {
  for (const [said, meant] of [
    ["the one on Thursday", THURSDAY],
    ["the ten o'clock one", TUESDAY],
    ["the first one", TUESDAY],
    ["the last one", THURSDAY],
  ] as const) {
    const call = callWith([TUESDAY, THURSDAY]);
    expect((await call.says("please cancel my appointment")).said, `said: ${said}`).toContain("Which one do you mean?");
    await call.says(said);
    expect(changes(await call.says("yes")), `said: ${said}`).toEqual([{ name: "cancel_appointment", arguments: meant }]);
  }
});

test("the day in the wish says which one; after a no the other one is chosen", async () => {
  const call = callWith([TUESDAY, THURSDAY]);
  expect((await call.says("cancel my appointment on Thursday please")).said).toContain("Thursday the 26th");
  expect((await call.says("no, the other one")).said).toContain("Tuesday the 24th");
  expect(changes(await call.says("yes"))).toEqual([{ name: "cancel_appointment", arguments: TUESDAY }]);
});

test.each([
  ["can we push my appointment to Thursday at two?", "2026-11-26", "14:00"],
  ["I need to move my appointment from Tuesday to Wednesday at three in the afternoon", "2026-11-25", "15:00"],
  ["move my Tuesday appointment to three in the afternoon", "2026-11-24", "15:00"],
])("%s: the new time is told apart from the old one", async (said, day, time) => {
  const call = callWith([TUESDAY]);
  expect((await call.says(said)).said).toContain("I will move your appointment from Tuesday the 24th of November at 10 am to");
  expect(changes(await call.says("yes"))).toEqual([
    { name: "move_appointment", arguments: { ...TUESDAY, new_date: day, new_time: time } },
  ]);
});

test("a day on which the caller cannot come is not the new one; the new one is asked for and can be corrected", async () => {
  const call = callWith([TUESDAY]);
  expect((await call.says("I can't come on Tuesday, can we postpone my appointment?")).said).toBe(
    "Your appointment is on Tuesday the 24th of November at 10 am. Which day would you like?",
  );
  await call.says("Friday at nine");
  const corrected = await call.says("no, make it ten");
  expect(corrected.said).toContain("to Friday the 27th of November at 10 am");
  expect(changes(await call.says("yes"))).toEqual([
    { name: "move_appointment", arguments: { ...TUESDAY, new_date: "2026-11-27", new_time: "10:00" } },
  ]);
});

test("a new time that somebody else took meanwhile is told, and another one is asked for", async () => {
  const call = callWith([TUESDAY], {
    answers: ({ new_time: time }) =>
      time === "14:00" ? { moved: false, reason: "taken", free: ["14:30", "15:00"] } : { moved: true },
  });
  await call.says("move my appointment to Thursday at two");
  expect((await call.says("yes")).said).toContain("that time is not free. I have 2:30 pm or 3 pm");
  await call.says("half past two");
  expect((await call.says("yes")).said).toContain("Your appointment is now on Thursday the 26th of November at 2:30 pm");
});

test.each([
  ["en", "hello, when is my appointment?", "Your appointment is on Tuesday the 24th of November at 10 am."],
  ["en", "I forgot what time my appointment is, what time is my appointment?", "at 10 am"],
  ["sw", "miadi yangu ni lini?", "Miadi yako ni Jumanne"],
  ["fr", "bonjour, quand est mon rendez-vous ?", "Votre rendez-vous est prévu le mardi"],
] as const)("in %s: %s is answered from the list, and nothing is changed", async (language, said, answer) => {
  const call = callWith([TUESDAY], { language });
  const told = await call.says(said);
  expect(told.said).toContain(answer);
  expect(changes(told)).toEqual([]);
  expect(told.said).not.toMatch(/correct|sahihi/);
});

test("whether one must have an appointment is a question about the business, not about the caller's own", async () => {
  const call = callWith([TUESDAY]);
  expect((await call.says("do I have to make an appointment?")).tools).toEqual([]);
  expect((await call.says("when can I get an appointment?")).tools).toEqual([]);
});

test("what is to be booked instead comes after what is cancelled", async () => {
  const call = callWith([TUESDAY]);
  expect((await call.says("cancel my appointment and then book me for Friday at ten")).said).toContain("I will cancel");
  const cancelled = await call.says("yes");
  expect(changes(cancelled)).toEqual([{ name: "cancel_appointment", arguments: TUESDAY }]);
  expect(cancelled.said).toContain("Now to your other request. May I have your name?");
  expect(cancelled.tools.at(-1)).toEqual({ name: "check_availability", arguments: { date: "2026-11-27", time: "10:00" } });
});

test("from another telephone it is found by number and name, and without them nothing is told", async () => {
  const call = callWith([TUESDAY], { fromElsewhere: true });
  expect((await call.says("I want to cancel my appointment")).said).toMatch(/^I find no appointment for the number/);
  await call.says("zero seven one two three four five six seven eight");
  expect((await call.says("Mary Smith")).said).toContain("Tuesday the 24th of November at 10 am. Is that correct?");
  expect(changes(await call.says("yes"))).toMatchObject([{ name: "cancel_appointment", arguments: TUESDAY }]);
});

test("where none is found, a message is offered", async () => {
  const call = callWith([]);
  await call.says("I want to cancel my appointment");
  await call.says("0712345678");
  expect((await call.says("John Otieno")).said).toMatch(/I find no appointment for that name and number. Shall I take a message/);
});

test("a calendar that does not answer is told, and nothing is claimed", async () => {
  const reason = "The calendar did not answer in time. It is not certain whether the appointment is cancelled.";
  const call = callWith([TUESDAY], { answers: () => ({ ok: false, cancelled: false, reason }) });
  await call.says("cancel my appointment");
  const said = await call.says("yes");
  expect(said.said).toContain(reason);
  expect(said.said).not.toContain("Your appointment on");
});

test.each([
  { language: "sw", request: "habari, nataka kufuta miadi yangu", read: "Nitafuta miadi yako ya Jumanne", done: "imefutwa" },
  {
    language: "sw",
    request: "nataka kuahirisha miadi yangu hadi Alhamisi saa nne asubuhi",
    read: "hadi Alhamisi",
    done: "Miadi yako sasa ni Alhamisi",
  },
  {
    language: "fr",
    request: "bonjour, je voudrais annuler mon rendez-vous",
    read: "J'annule votre rendez-vous",
    done: "est annulé",
  },
  {
    language: "fr",
    request: "je voudrais déplacer mon rendez-vous à vendredi à dix heures",
    read: "le vendredi 27 novembre",
    done: "maintenant prévu",
  },
])("in $language: $wish", async ({ language, request, read, done }) => {
  const call = callWith([TUESDAY], { language });
  expect((await call.says(request)).said).toContain(read);
  const last = await call.says(language === "sw" ? "ndiyo" : "oui");
  expect(changes(last)).toHaveLength(1);
  expect(last.said).toContain(done);
});
