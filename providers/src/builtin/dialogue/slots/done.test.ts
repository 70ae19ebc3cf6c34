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
