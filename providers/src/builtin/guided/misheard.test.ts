/** Callers whose words are heard wrong again and again: nobody is asked the same for ever. */
import { expect, test } from "vitest";
import { TextCall } from "./text-call.ts";

const COMPLAINT = "I want to complain, my bill is much too high and nobody answers";

async function untilRepeated(call: TextCall, text: string, confidence: number, most = 12): Promise<string[]> {
  const said: string[] = [];
  for (let n = 0; n < most; n++) {
    const exchange = await call.says(text, confidence);
    said.push(exchange.said);
    if (exchange.tools.some(({ name }) => name === "take_message")) break;
  }
  return said;
}

test("a message goes on without a name that is taken back again and again, and the name is not made up", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const wrong = ["no, my name is Maria", "no, my name is Marina", "no, my name is Emma"];
  const said: string[] = [];
  for (const text of wrong) said.push((await call.says(text)).said);
  expect(said[0]).toContain("from Maria");
  expect(said.at(-1)).toMatch(/^I will go on without that; a colleague will ask you\. .*phone number 0 7 4 6 7 7 6 1 3 9/);
  expect(said.at(-1)).not.toMatch(/Emma|Marina|from/);
  const { tools } = await call.says("yes");
  expect(tools).toEqual([{ name: "take_message", arguments: expect.objectContaining({ phone: "0746776139" }) as unknown }]);
  expect(JSON.stringify(tools)).not.toMatch(/Emma|Marina|Joseph/);
});

test("a name that is heard badly is asked about three times, not for ever", async () => {
  const call = new TextCall();
  await call.says("I want to speak to a manager about my bill which is wrong");
  const asked: string[] = [];
  for (const text of ["bedtime", "nell", "lens", "nel", "l", "nell", "l"]) asked.push((await call.says(text, 0.1)).said);
  expect(asked.filter((said) => said.startsWith("I heard")).length).toBeLessThanOrEqual(3);
});

test("a message that was read back and answered by nothing that could be heard is passed on as it was heard", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const said = await untilRepeated(call, "flum bather", 0.1);
  expect(said.at(-1)).toContain("I will pass it on as I heard it.");
  expect(said.length).toBeLessThanOrEqual(4);
  expect(call.messages.find((message) => message.role === "tool-call")).toMatchObject({
    arguments: expect.stringContaining("(not confirmed by the caller)") as unknown,
  });
});

test("a name that cannot be heard at all, and one whose no is heard as something else, hold no message up", async () => {
  for (const text of ["flum bather", "(inaudible)", "nell"]) {
    const call = new TextCall();
    await call.says(COMPLAINT);
    const said = (await untilRepeated(call, text, 0.1, 6)).join(" ");
    expect(said).toContain("I will go on without that; a colleague will ask you. What is your phone number?");
  }
});

test("who goes on disputing a name that is left out is believed to want the message passed on", async () => {
  const call = new TextCall();
  await call.says(COMPLAINT);
  await call.says("my name is Joseph");
  await call.says("0746 776 139");
  const said = await untilRepeated(call, "no my name is me with Joseph", 0.4);
  expect(said.at(-1)).toContain("I will pass it on as I heard it.");
  expect(said.length).toBeLessThanOrEqual(8);
});

test("an appointment is not booked under a name that is taken back again and again: a message is offered", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  const said: string[] = [];
  for (const text of ["no, my name is Maria", "no, my name is Marina", "no, my name is Emma"])
    said.push((await call.says(text)).said);
  expect(said.at(-1)).toBe(
    "I am sorry, it is hard for me to hear you. Shall I take a message, so that a colleague calls you back?",
  );
  expect(call.bookings).toEqual([]);
});

test("who changes the day as often as they like is still booked", async () => {
  const call = new TextCall();
  await call.says("book me for Monday at ten, my name is Joseph, my number is 0722 000 111");
  for (const day of ["Tuesday", "Wednesday", "Thursday", "Friday"])
    expect((await call.says(`no, ${day}`)).said).toContain(`That is ${day}`);
  await call.says("yes");
  expect(call.bookings).toHaveLength(1);
});
