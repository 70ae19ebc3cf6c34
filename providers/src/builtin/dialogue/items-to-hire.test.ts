/** Tools about things instead of hours: looked up when somebody asks whether one is free, and left when somebody first wants to think. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const thing = { type: "string", description: "What is lent", enum: ["projector", "sound desk", "stage light"] };
const date = { type: "string", description: "YYYY-MM-DD" };
const TOOLS: ToolDefinition[] = [
  {
    name: "lending_availability",
    description: "Looks up whether something is free on a day.",
    hasEffect: false,
    parameters: { type: "object", properties: { thing, date }, required: ["thing", "date"] },
  },
  {
    name: "reserve_thing",
    description: "Reserves one kind of thing.",
    parameters: {
      type: "object",
      properties: {
        thing,
        how_many: { type: "integer", description: "How many" },
        date,
        member_number: { type: "string", description: "Member number, 5 digits", pattern: "^\\d{5}$" },
      },
      required: ["thing", "how_many", "date", "member_number"],
    },
  },
  { name: "end_call", description: "", parameters: {} },
];

function callToLending(): TextCall {
  const call = new TextCall({ tools: TOOLS, instructions: "You lend things for events. Reserve only after a yes." });
  call.answer = (name) => (name === "lending_availability" ? { free: true } : { reserved: true });
  return call;
}

test.each(["Is the projector free on Friday?", "Good morning, is a sound desk already taken on Friday, or can one have it?"])(
  "whether a thing is free is looked up, and nothing is reserved: %s",
  async (question) => {
    const call = callToLending();
    const { tools } = await call.says(question);
    expect(tools.map(({ name }) => name)).toEqual(["lending_availability"]);
    expect(tools[0]?.arguments).toMatchObject({ date: "2026-11-27" });
  },
);

test("whoever wants to ask somebody first is let go, while a number is asked for", async () => {
  const call = callToLending();
  const asked = await call.says("I want to reserve a projector for Friday");
  expect(asked.said).toMatch(/how many/i);
  const left = await call.says("Let me ask my committee first");
  expect([left.ended, left.tools.map(({ name }) => name)]).toEqual([true, []]);
});

test("whoever is no member yet is not asked for a member's number again", async () => {
  const call = callToLending();
  await call.says("I want to reserve one projector for Friday");
  const asked = await call.says("just one");
  expect(asked.said).toMatch(/member number/i);
  const told = await call.says("I'm not a member yet");
  expect(told.said).toMatch(/cannot do that without the member number/i);
});

test("'the early one' is no number: the hour before it is understood", async () => {
  const call = new TextCall();
  await call.says("I want to book an appointment on Thursday");
  const taken = await call.says("okay then, nine in the morning, the first one");
  expect(taken.said).toMatch(/name/i);
});
