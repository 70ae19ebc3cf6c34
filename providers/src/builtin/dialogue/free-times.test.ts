/** Callers who ask when they can come, and calls in which another model has asked the calendar. */
import type { Message } from "@ongea/conversation";
import { expect, test } from "vitest";
import { createRuleBasedDialogue } from "./rule-based-dialogue.ts";
import { TextCall } from "./testing/text-call.ts";
import { asksFreeTimes } from "./intents/asks-free-times.ts";

test.each([
  "When is there a free time on Tuesday?",
  "Do you have anything free on Tuesday?",
  "what times are free on friday",
  "are there any slots tomorrow",
  "is tuesday at ten free?",
  "do you have openings next week",
  "is the doctor available on Thursday?",
  "kuna nafasi kesho?",
  "Y a-t-il de la place mardi ?",
])("%j asks what is free", (text) => expect(asksFreeTimes(text)).toBe(true));

test.each([
  "is parking free?",
  "is delivery free on Tuesday?",
  "is it free?",
  "are you open on Saturday?",
  "do you have room service on Sunday?",
  "what are your opening hours",
  "I would like to book on Tuesday",
  "my order is not available on your page",
])("%j does not", (text) => expect(asksFreeTimes(text)).toBe(false));

test("who asks what is free on a day hears the times that the calendar has, and books one of them", async () => {
  const call = new TextCall();
  call.answer = (name, { time }) =>
    name === "check_availability" && time === undefined ? { available: true, free: ["09:00", "10:30", "11:00"] } : undefined;
  const asked = await call.says("When is there a free time on Tuesday?");
  expect(asked.tools).toEqual([{ name: "check_availability", arguments: { date: "2026-11-24" } }]);
  expect(asked.said).toBe("Tuesday the 24th of November has 9 am or 10:30 am free. Which time suits you?");
  const chosen = await call.says("half past ten");
  expect(chosen.tools).toEqual([{ name: "check_availability", arguments: { date: "2026-11-24", time: "10:30" } }]);
  expect(chosen.said).toContain("May I have your name?");
});

test("what is known to be available at that time is told, and nothing is booked", async () => {
  const call = new TextCall({
    instructions: "You are the front desk of Imani Hotel. Breakfast is available every morning from 6:00 to 10:00.",
  });
  expect((await call.says("Is breakfast available in the morning?")).said).toContain("Breakfast is available every morning");
});

test("of one time it is said that it is free", async () => {
  const call = new TextCall();
  expect((await call.says("Is Tuesday at ten free?")).said).toBe("That time is free. May I have your name?");
  call.taken.add("2026-11-25 10:00");
  expect((await call.says("and on Wednesday?")).said).toContain("that time is not free");
});

test("a calendar that another model has asked is told, and what it books is not begun again", async () => {
  const { request } = new TextCall();
  const after = async (...messages: Message[]): Promise<string> => {
    let said = "";
    for await (const thought of createRuleBasedDialogue().think({ ...request, messages }, new AbortController().signal))
      if (thought.kind === "text") said += thought.text;
    return said;
  };
  const asked: Message = { role: "caller", text: "When is there a free time on Tuesday?" };
  const check: Message = { role: "tool-call", id: "1", name: "check_availability", arguments: '{"date":"2026-11-24"}' };
  const free: Message = {
    role: "tool-result",
    id: "1",
    name: "check_availability",
    result: '{"date":"2026-11-24","available":true,"free":["09:00","09:30"]}',
  };
  const heard = "Tuesday the 24th of November has 9 am or 9:30 am free. Which time suits you?";
  expect(await after(asked, check, free)).toBe(heard);
  // Its own words stood beside the call, or after it.
  expect(await after(asked, { role: "assistant", text: "Let me check that for you." }, check, free)).toBe(heard);
  expect(await after(asked, check, free, check, free, { role: "assistant", text: "Let me look." })).not.toBe("");
  const hours: Message = { role: "caller", text: "When are you open on Saturday?" };
  const broken: Message = {
    role: "tool-result",
    id: "1",
    name: "check_availability",
    result: "The tool did not answer in time.",
  };
  expect(await after(hours, { ...check, arguments: "{" }, broken)).not.toBe("");
  expect(await after(hours, { role: "assistant", text: "Let me look." })).toContain("9:00 to 13:00");
});
