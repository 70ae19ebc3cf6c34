/** A number belongs to the slot that it is said for, a measure has its unit in words, and a yes is no message. */
import type { ToolDefinition } from "@ongea/conversation";
import { expect, test } from "vitest";
import { TextCall } from "../testing/text-call.ts";

const WEIGH: ToolDefinition = {
  name: "order_gravel",
  description: "Orders gravel.",
  parameters: {
    type: "object",
    properties: { weight_kg: { type: "integer" }, place: { type: "string", description: "Where it is unloaded" } },
    required: ["weight_kg", "place"],
  },
  hasEffect: true,
};

test("a measure is asked for and told with its unit in words", async () => {
  const call = new TextCall({ tools: [WEIGH, "end_call"] });
  call.answer = () => ({ ordered: true, price_kes: 4200 });
  expect((await call.says("I want to order gravel")).said).toContain("What is the weight in kilos?");
  await call.says("eight hundred");
  await call.says("behind the stadium in Kisii");
  expect((await call.says("yes")).said).toContain("Price: 4,200 shillings.");
});

test("a number with letters before it is no telephone number, and goes with the message", async () => {
  const call = new TextCall();
  await call.says("I want to leave a message");
  await call.says("my gearbox was delivered without its seal");
  await call.says("Faith Njeri");
  expect((await call.says("KB four four one, nine zero two")).said).not.toMatch(/digits/);
  const { said } = await call.says("0722 481 957");
  expect(said).toContain("KB four four one");
  expect(said).toContain("0 7 2 2 4 8 1 9 5 7");
});

test("a yes with a word of haste is no message", async () => {
  const call = new TextCall();
  await call.says("I want to leave a message");
  expect((await call.says("yes please, quickly")).said).not.toContain("name");
  const { said } = await call.says("yes, tell the manager that the boiler is out");
  expect(said).toContain("name");
  await call.says("Faith Njeri");
  expect((await call.says("0722 481 957")).said).toContain("this message: the boiler is out,");
});

test("digits that are said anew with a start replace the last ones", async () => {
  const call = new TextCall();
  await call.says("I want to leave a message");
  await call.says("the boiler of flat nine is out");
  await call.says("Faith Njeri");
  expect((await call.says("oh seven double two, four eight one, nine five seven, ah, nine five four")).said).toContain(
    "7 2 2 4 8 1 9 5 4",
  );
});

test("the day on which guests leave is no day of arrival", async () => {
  const stay: ToolDefinition = {
    name: "book_cabin",
    description: "Books a cabin.",
    parameters: {
      type: "object",
      properties: {
        check_in: { type: "string", format: "date", description: "Day of arrival" },
        nights: { type: "integer" },
        name: { type: "string" },
      },
      required: ["check_in", "nights", "name"],
    },
    hasEffect: true,
  };
  const call = new TextCall({ tools: [stay, "end_call"] });
  await call.says("I want to book a cabin on Friday");
  await call.says("three nights, we leave on Monday");
  await call.says("Faith Njeri");
  await call.says("0722 481 957");
  const { tools } = await call.says("yes");
  expect(tools).toEqual([{ name: "book_cabin", arguments: expect.objectContaining({ check_in: "2026-11-27", nights: 3 }) }]);
});

test("a question about what was done does it no second time", async () => {
  const call = new TextCall({ tools: [WEIGH, "end_call"], instructions: "Facts:\n- Gravel is 60 shillings a kilo, delivered." });
  await call.says("I want to order gravel");
  await call.says("eight hundred");
  await call.says("behind the stadium in Kisii");
  await call.says("yes");
  const { said, tools } = await call.says("And how much is that?");
  expect(tools).toEqual([]);
  expect(said).toContain("60 shillings");
});
