/** Wishes that no single sentence says outright, callers in danger, and callers who only ask. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { TextCall } from "./testing/text-call.ts";

const phone = { type: "string", description: "Telephone number" };
const TOOLS: ToolDefinition[] = [
  {
    name: "boat_position",
    description: "Looks up where a boat is.",
    hasEffect: false,
    parameters: {
      type: "object",
      properties: { boat_number: { type: "string", description: "LK and three digits", pattern: "^LK\\d{3}$" } },
      required: ["boat_number"],
    },
  },
  {
    name: "hire_boat",
    description: "Hires out a boat for some days.",
    parameters: {
      type: "object",
      properties: {
        size: { type: "string", enum: ["small", "big"] },
        first_day: { type: "string", description: "First day, YYYY-MM-DD" },
        last_day: { type: "string", description: "Last day, YYYY-MM-DD" },
        jetty: { type: "integer", description: "Number of the jetty" },
        phone,
      },
      required: ["size", "first_day", "last_day", "jetty", "phone"],
    },
  },
  {
    name: "take_message",
    description: "Notes a message.",
    parameters: {
      type: "object",
      properties: { name: { type: "string" }, phone, message: { type: "string" } },
      required: ["name", "phone", "message"],
    },
  },
  { name: "end_call", description: "", parameters: {} },
];
const PROMPT =
  "You answer the phone of Ziwa Boats in Kisumu, and you can look up where a boat is. A boat costs 3,000 shillings a day. " +
  "For dogs nobody pays. If a boat has overturned or somebody is in the water, say at once that they must hold on to the boat and call 0700 111 222.";

function callToBoats(): TextCall {
  const call = new TextCall({ tools: TOOLS, instructions: PROMPT });
  call.answer = (name) =>
    name === "boat_position" ? { at: "Dunga" } : name === "take_message" ? { taken: true } : { hired: true };
  return call;
}

test("a danger that the prompt names is met with its words, and again while the caller presses", async () => {
  const call = callToBoats();
  expect((await call.says("Our boat has overturned and my brother is in the water!")).said).toContain("0700 111 222");
  expect((await call.says("Please, hurry, who do I call?")).said).toContain("0700 111 222");
});

test("what a boat costs when one overturns is no danger", async () => {
  expect((await callToBoats().says("How much does a boat cost a day?")).said).toContain("3,000");
});

test("days are read as a span: the last one comes after the first", async () => {
  const call = callToBoats();
  await call.says("I need a small boat from Friday the 4th and I'll bring it back on Monday");
  await call.says("the jetty is seventeen");
  const { said } = await call.says("0722 000 111");
  expect(said).toContain("Friday the 4th of December");
  expect(said).toContain("Monday the 7th of December");
  const { tools } = await call.says("yes");
  expect(tools[0]?.arguments).toMatchObject({ first_day: "2026-12-04", last_day: "2026-12-07", jetty: 17 });
});

test("a number that counts nothing is not asked for as a count", async () => {
  const call = callToBoats();
  const { said } = await call.says("I want to hire a big boat from Friday until Sunday");
  expect(said).toContain("What is the number of the jetty?");
});

test("a number of a look-up says what the caller wants, though a message was begun", async () => {
  const call = callToBoats();
  await call.says("Can you check where it has got to? My nephew took it out this morning");
  const { tools } = await call.says("L K four double one");
  expect(tools[0]).toMatchObject({ name: "boat_position", arguments: { boat_number: "LK411" } });
});

test.each(["Okay, I'll come and look at the boats", "Alright, we shall pass by tomorrow"])(
  "what callers will do themselves opens no form: %s",
  async (plan) => {
    const call = callToBoats();
    await call.says("How much is a boat?");
    const { said, tools } = await call.says(plan);
    expect(said).not.toContain("?");
    expect(tools.map(({ name }) => name)).not.toContain("hire_boat");
  },
);

test("a form is left when the caller only asked", async () => {
  const call = callToBoats();
  await call.says("I want to hire a big boat");
  const { said } = await call.says("no, I'm just asking");
  expect(said).toContain("haven't");
});

test("no sentence to the agent is read to a caller", async () => {
  const { said } = await callToBoats().says("Can I see the boats?");
  expect(said).not.toContain("you answer");
  expect(said).not.toContain("you can look up");
});

test("an accident on the road is a danger", async () => {
  const call = new TextCall({
    instructions: "You answer for a shop. If somebody was knocked down, tell them to ring 911 first.",
  });
  expect((await call.says("A van knocked me off my motorbike and there is blood")).said).toContain("911");
});

test("what has a pattern is never filled with a sentence", async () => {
  const tool = {
    name: "find_crate",
    description: "Looks up where a crate is.",
    hasEffect: false,
    parameters: { type: "object", properties: { cwb: { type: "string", pattern: "^55\\d{6}$" } }, required: ["cwb"] },
  };
  const call = new TextCall({ tools: [tool], instructions: "You answer for a depot." });
  call.answer = () => ({ at: "Malaba" });
  await call.says("Where is my crate?");
  expect((await call.says("it has not left yet")).tools).toEqual([]);
  expect((await call.says("five five one two three four five six")).tools[0]?.arguments).toEqual({ cwb: "55123456" });
});

test("an order to the agent in Swahili is told as what it cannot do", async () => {
  const call = new TextCall({ language: "sw", instructions: "Unapokea simu za kampuni. Usiahidi saa ambayo gari litafika." });
  expect((await call.says("Gari litafika saa ngapi?")).said).toContain("Siwezi kuahidi");
});
