/** Nothing is done twice in one call, and what was booked is moved rather than booked once more. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { TextCall } from "../testing/text-call.ts";

const MOVE: ToolDefinition = {
  name: "move_appointment",
  description: "Moves an appointment to another day or time.",
  parameters: {
    type: "object",
    properties: {
      date: { type: "string" },
      time: { type: "string" },
      new_date: { type: "string" },
      new_time: { type: "string" },
      name: { type: "string" },
      phone: { type: "string" },
    },
  },
  listsWithout: ["date", "time"],
  hasEffect: true,
};

async function booked(tools: ConstructorParameters<typeof TextCall>[0] = {}): Promise<TextCall> {
  const call = new TextCall(tools);
  await call.says("I would like to book an appointment on Thursday at ten in the morning");
  await call.says("Faith Njeri");
  await call.says("0722 481 957");
  await call.says("yes");
  expect(call.bookings).toHaveLength(1);
  return call;
}

test("another day after a booking moves it, with the name and the number that were given", async () => {
  const call = await booked({ tools: ["check_availability", "book_appointment", MOVE, "take_message", "end_call"] });
  const { said } = await call.says("Oh, hold on, could we rather do Friday at eleven in the morning instead?");
  expect(said).toContain("move your appointment from Thursday");
  const { tools } = await call.says("yes");
  expect(tools).toEqual([
    {
      name: "move_appointment",
      arguments: expect.objectContaining({ date: "2026-11-26", time: "10:00", new_date: "2026-11-27", new_time: "11:00" }),
    },
  ]);
});

test("without a tool that moves, the booking stands and a message is offered", async () => {
  const call = await booked();
  const { said, tools } = await call.says("Sorry, make it Friday at eleven in the morning instead");
  expect(tools.filter(({ name }) => name === "book_appointment")).toEqual([]);
  expect(said).toContain("Shall I take a message");
});

test("the same booking once more is told, not booked", async () => {
  const call = await booked();
  const { said } = await call.says("I would like to book an appointment on Thursday at ten in the morning");
  expect(said).toContain("You are booked for Thursday");
  expect(call.bookings).toHaveLength(1);
});

test("another booking is booked where it is asked for as another", async () => {
  const call = await booked();
  await call.says("I also want to book another appointment on Friday at eleven in the morning");
  await call.says("yes");
  expect(call.bookings).toHaveLength(2);
});

test("who has left a message is told so when they ask to be called back", async () => {
  const call = new TextCall();
  await call.says("I want to leave a message");
  await call.says("the lift in our building has been stuck since the weekend");
  await call.says("Faith Njeri");
  await call.says("0722 481 957");
  await call.says("yes");
  const { said, tools } = await call.says("Please let the manager call me back");
  expect(tools).toEqual([]);
  expect(said).toContain("has been noted");
});

test("a message in other words is taken as well, the same one is not", async () => {
  const call = new TextCall();
  const messages = (): string[] =>
    call.messages.flatMap((one) => (one.role === "tool-call" && one.name === "take_message" ? [one.arguments] : []));
  const leave = async (message: string): Promise<string> => {
    let { said } = await call.says(`Please take a message: ${message}`);
    for (const [asks, answer] of [
      ["name", "Faith Njeri"],
      ["number", "0722 481 957"],
      ["correct", "yes"],
    ] as const)
      if (said.includes(asks)) ({ said } = await call.says(answer));
    return said;
  };
  await leave("my results have not come yet");
  expect(messages()).toHaveLength(1);
  await leave("my results have not come yet");
  expect(messages()).toHaveLength(1);
  await leave("the driver left the gate open this morning");
  expect(messages()).toHaveLength(2);
  expect(messages()[1]).toContain("gate open");
});

const text = (description: string): object => ({ type: "string", description });
const RESERVE: ToolDefinition = {
  name: "reserve_table",
  description: "Reserves a table.",
  hasEffect: true,
  undo: "drop_table",
  parameters: {
    type: "object",
    properties: {
      date: text("YYYY-MM-DD"),
      time: text("HH:MM"),
      guests: { type: "integer", description: "How many people?" },
      name: text("Name"),
      phone: text("Telephone number"),
    },
    required: ["date", "time", "guests", "name", "phone"],
  },
};
const DROP: ToolDefinition = {
  name: "drop_table",
  description: "",
  hasEffect: true,
  parameters: { type: "object", properties: { reservation_id: text("") }, required: ["reservation_id"] },
};

test("what a function of one's own reserved is undone and reserved again with the new day, after it was read back", async () => {
  const call = new TextCall({ instructions: "You take reservations for Mama Oliech.", tools: [RESERVE, DROP, "end_call"] });
  call.answer = (name) => (name === "reserve_table" ? { reserved: true, reservation: { id: "R-12" } } : { dropped: true });
  const { said: first } = await call.says("I would like to reserve a table on Thursday at seven in the evening for four people");
  expect(first).not.toBe("");
  await call.says("Faith Njeri");
  await call.says("0722 481 957");
  const done = await call.says("yes");
  expect(done.tools).toMatchObject([{ name: "reserve_table" }]);
  const { said } = await call.says("No, sorry, make it Friday instead");
  expect(said).toContain("Friday");
  const { tools } = await call.says("yes");
  expect(tools).toMatchObject([
    { name: "drop_table", arguments: { reservation_id: "R-12" } },
    { name: "reserve_table", arguments: { date: "2026-11-27", time: "19:00", guests: 4, name: "Faith Njeri" } },
  ]);
});

test("a bare no with another day moves the booking, and one with another name cancels it and books it anew", async () => {
  const kinds = { change: "move_appointment", undo: "cancel_appointment", hasEffect: true };
  const book: ToolDefinition = {
    name: "book_appointment",
    description: "",
    parameters: {
      type: "object",
      properties: { name: text("Name"), phone: text("Telephone number"), date: text("YYYY-MM-DD"), time: text("HH:MM") },
      required: ["name", "date", "time"],
    },
    ...kinds,
  };
  const cancel: ToolDefinition = { ...MOVE, name: "cancel_appointment", description: "Cancels an appointment." };
  const tools = ["check_availability", book, MOVE, cancel, "end_call"];
  const call = await booked({ tools });
  expect((await call.says("no, Friday")).said).toContain("to Friday");
  expect((await call.says("yes")).tools).toMatchObject([
    { name: "move_appointment", arguments: { date: "2026-11-26", new_date: "2026-11-27", new_time: "10:00" } },
  ]);
  const named = await booked({ tools });
  expect((await named.says("no, sorry, my name is Wanjiku Kamau")).said).toContain("Wanjiku Kamau");
  expect((await named.says("yes")).tools).toMatchObject([
    { name: "cancel_appointment", arguments: { date: "2026-11-26", name: "Faith Njeri" } },
    { name: "book_appointment", arguments: { date: "2026-11-26", name: "Wanjiku Kamau" } },
  ]);
});
