/** What a form asks and reads, whatever its author wrote: general schemas, no organisation's. */
import { expect, test } from "vitest";
import { TextCall } from "../testing/text-call.ts";

const tool = (name: string, description: string, properties: Record<string, object>) => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

test("an example is no name: what is asked for is called as the parameter is", async () => {
  const file_number = { type: "string", description: "For example AB-12-2020", pattern: "^(AB|CD)-\\d{1,5}-\\d{4}$" };
  const order = tool("order_plan", "Orders a plan of a plot", {
    file_number,
    copies: { type: "integer", description: "How many" },
  });
  const call = new TextCall({ instructions: "You answer for the land office.", tools: [order, "end_call"] });
  expect((await call.says("I want to order a plan of my plot")).said).toMatch(/file number\?/i);
  // Signs that nobody says, where they can stand in one way only.
  expect((await call.says("A B seven six three of twenty twenty-one")).said).toMatch(/How many/);
  expect((await call.says("four")).said).toMatch(/A B 7 6 3 2 0 2 1/);
});

test("choices are offered by what their description calls them, in the agent's language", async () => {
  const kind = { type: "string", description: "Aina: big ni kubwa, small ni ndogo", enum: ["big", "small"] };
  const order = tool("order_drum", "Huagiza pipa, baada ya mpigaji kusema ndiyo", { kind });
  const call = new TextCall({ instructions: "Wewe unajibu simu za duka la mapipa.", language: "sw", tools: [order, "end_call"] });
  expect((await call.says("Nataka kuagiza pipa")).said).toMatch(/aina ni ipi: kubwa au ndogo\?/i);
  expect((await call.says("kubwa")).said).toMatch(/big|kubwa/);
});

test("the day of before and the new day are two days, in whatever order they come, and only words of days change them", async () => {
  const move = tool("move_lesson", "Moves a lesson to another day", {
    old_date: { type: "string", description: "Day of the lesson as it is now, YYYY-MM-DD" },
    new_date: { type: "string", description: "Day on which the pupil will come instead, YYYY-MM-DD" },
    shift: { type: "string", description: "Part of the day", enum: ["early", "late"] },
  });
  const call = new TextCall({
    instructions: "You answer for a school.",
    tools: [move, "end_call"],
    localTime: "2026-11-30T09:00:00+02:00",
  });
  await call.says("I want to move my lesson, on Saturday the 12th I cannot, so please move it to Friday, the 11th");
  const { said } = await call.says("the one of eleven, no wait, put me on the last one, the late one");
  expect(said).toMatch(/Saturday the 12th of December.*Friday the 11th of December/);
});

test("of hours to choose from, the only one of a part of the day is meant by it", async () => {
  const slot = { type: "string", description: "Start", enum: ["06:45", "12:45", "18:45"] };
  const order = tool("book_notice", "Books a notice", { slot });
  const call = new TextCall({ instructions: "You answer for a radio.", tools: [order, "end_call"] });
  await call.says("I want to book a notice");
  expect((await call.says("the morning one... no, no, people listen in the evening")).said).toMatch(/6:45 pm/);
});

test("of two numbers in a row none is taken for a field that nobody asked for", async () => {
  const sheep = { type: "integer", description: "How many sheep in all" };
  const rams = { type: "integer", description: "How many rams are among them" };
  const order = tool("book_shearing", "Books a shearing of sheep", { sheep, rams });
  const call = new TextCall({ instructions: "You answer for shearers.", tools: [order, "end_call"] });
  await call.says("I want to book a shearing of my sheep");
  await call.says("call it six forty, rams and all");
  await call.says("six hundred and forty");
  expect((await call.says("twelve")).said).toMatch(/640.*12/);
});

test("what has an English name is asked for in words of the agent's language", async () => {
  const place = { type: "string", description: "Place with a landmark" };
  const ready_at = { type: "string", description: "HH:MM in 24 hours", pattern: "^\\d{2}:\\d{2}$" };
  const order = tool("order_ice", "Huagiza barafu, baada ya mpigaji kusema ndiyo", {
    blocks: { type: "integer" },
    ready_at,
    place,
  });
  const call = new TextCall({
    instructions: "Wewe unajibu simu za kiwanda cha barafu.",
    language: "sw",
    tools: [order, "end_call"],
  });
  expect((await call.says("Nataka kuagiza barafu")).said).toMatch(/ni ngapi\?/);
  expect((await call.says("kumi na mbili")).said).toMatch(/saa ngapi/i);
  expect((await call.says("saa nne asubuhi")).said).toMatch(/wapi/);
});
