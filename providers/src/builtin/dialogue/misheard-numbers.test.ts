/** Numbers, codes and addresses that are heard wrong, and what callers say to mend them. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { courier } from "../../testing/callers/businesses/courier.ts";
import { COMPLAINT, TextCall } from "./testing/text-call.ts";

/** A tool that looks something up by a number of this pattern. */
function asking(name: string, description: string, patterns: Readonly<Record<string, string>>): ToolDefinition {
  const properties = Object.fromEntries(Object.entries(patterns).map(([field, pattern]) => [field, { type: "string", pattern }]));
  return { name, description, parameters: { type: "object", properties, required: Object.keys(patterns) } };
}

test("what follows 'no, new address' is no tracking number, whatever it was heard as", async () => {
  const call = new TextCall({ instructions: courier.prompt, tools: courier.tools });
  await call.says("I want to change the delivery address of my parcel");
  await call.says("BH183681");
  expect((await call.says("the mani would have a nail")).said).toContain("B H 1 8 3 6 8 1");
  expect((await call.says("no new address i kilo nine eight one seven eight oh", 0.15)).said).not.toContain("I K 9 8 1 7 8 0");
  const { said } = await call.says("Kilimani, Wood Avenue");
  expect(said).toMatch(/tracking number B H 1 8 3 6 8 1, new address Kilimani, Wood Avenue/);
});

test("a code of as many signs as it has is not said to have too few", async () => {
  const tool = asking("track_parcel", "Looks up where a parcel is.", { tracking_number: "^[1-9]\\d{5}$" });
  const call = new TextCall({ tools: [tool] });
  await call.says("where is my parcel");
  expect((await call.says("zero one two three four five")).said).toMatch(/^That cannot be a tracking number\./);
  expect((await call.says("three one two three four")).said).toContain("has 6 digits, and I heard 5");
});

test("a telephone number that is heard badly is nobody's name", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const { said } = await call.says("no the phone number is there a n n five caroline one seven", 0.7);
  expect(said).not.toContain("Ann");
  expect(said).toMatch(/phone number|digit by digit/);
});

test("whoever begins with what a value is called is asked for it again, whatever was heard of the rest", async () => {
  const call = new TextCall({ instructions: courier.prompt, tools: courier.tools });
  await call.says("I want to change the delivery address of my parcel");
  await call.says("LF891299");
  expect((await call.says("Ngong Road, house twelve")).said).toContain("L F 8 9 1 2 9 9");
  expect((await call.says("the tracking number akello take nine one kiarie nine", 0.53)).said).toBe(
    "Please say the tracking number one digit or letter at a time. You can say a word for each letter, like B for boy.",
  );
});

const meter = {
  name: "submit_reading",
  description: "Takes the reading of a meter.",
  parameters: {
    type: "object",
    properties: { meter_number: { type: "string", pattern: "^\\d{7}$" }, reading: { type: "integer", minimum: 0 } },
    required: ["meter_number", "reading"],
  },
};

test("a number that is said digit by digit is one number, and the meter's digits are not its reading", async () => {
  const call = new TextCall({ tools: [meter] });
  expect((await call.says("I want to give you my meter reading for five five five nine one seven five")).said).toContain(
    "reading",
  );
  expect((await call.says("three two two")).said).toContain("meter number 5 5 5 9 1 7 5, reading 322");
  expect((await call.says("no, reading three one two")).said).toContain("meter number 5 5 5 9 1 7 5, reading 312");
});

test("whoever begins a correction with what a number is called changes that number alone", async () => {
  const call = new TextCall({ tools: [meter] });
  await call.says("I want to give you my meter reading for 5559175");
  await call.says("322");
  expect((await call.says("no, reading three one two two one two two", 0.5)).said).toContain("What is the reading?");
  expect((await call.says("three two five")).said).toContain("meter number 5 5 5 9 1 7 5, reading 325");
});

test("who is twice not understood when asked whether a number is right is asked for it in another way", async () => {
  const tool = asking("check_order", "Looks up where an order is.", { order_number: "^\\d{5}$" });
  const call = new TextCall({ tools: [tool, "take_message"] });
  await call.says("where is my order");
  expect((await call.says("one two three four five", 0.5)).said).toContain("Is that right?");
  expect((await call.says("al", 0.04)).said).toContain("Is that right?");
  const { said, tools } = await call.says("al", 0.04);
  expect(tools).toEqual([]);
  expect(said).toMatch(/order number.*key/);
});

test("a telephone number that is misheard a second time is to be keyed in", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0731 133 330");
  await call.says("no, the phone number is 0731 123 309", 0.16);
  expect((await call.says("no, the phone number is 0731 183 309", 0.14)).said).toContain("key");
});
