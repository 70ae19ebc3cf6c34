import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import { findingsIn } from "./prompt-check.ts";

const HOURS = { mon: ["08:00-17:00"], tue: ["08:00-17:00"], wed: ["08:00-12:00", "14:00-17:00"], sat: ["09:00-13:00"], sun: [] };

function agent(prompt: string, welcome = "Hello.", hours: object | null = HOURS): AgentDocument {
  const api_tools = hours && {
    tools: [{ key: "book_appointment", name: "book" }],
    tools_params: { book: { opening_hours: hours } },
  };
  return AgentDocument.parse({
    agent_config: { agent_name: "A", agent_welcome_message: welcome, tasks: [{ tools_config: { api_tools } }] },
    agent_prompts: { task_1: { system_prompt: prompt } },
  });
}

test("a prompt that says what the calendar keeps, in whatever words, has no findings", () => {
  const clinic =
    "The clinic is open Monday to Tuesday from 8 in the morning to 5 in the afternoon, and on Saturday from 9 in the morning to 1 in the afternoon. It is closed on Sunday. Today is {current_date}.";
  expect(findingsIn(agent(clinic))).toEqual([]);
  expect(findingsIn(agent("Monday: 08:00-17:00\nSat 9am to 1pm"))).toEqual([]);
});

test("other hours than the calendar keeps are told, day by day", () => {
  expect(findingsIn(agent("We are open Monday and Tuesday from 9 am to 5 pm."))).toEqual([
    { kind: "hours", day: "mon", said: "09:00-17:00", kept: "08:00-17:00" },
    { kind: "hours", day: "tue", said: "09:00-17:00", kept: "08:00-17:00" },
  ]);
  expect(findingsIn(agent("Open on Sundays 10:30-12:00."))).toEqual([
    { kind: "hours", day: "sun", said: "10:30-12:00", kept: "" },
  ]);
});

test("a Swahili or French prompt is held against the calendar, too", () => {
  const swahili = "Kliniki inafunguliwa Jumatatu hadi Jumanne saa mbili asubuhi hadi saa kumi na moja jioni.";
  expect(findingsIn(agent(swahili))).toEqual([]);
  expect(findingsIn(agent("Jumatatu tunafungua saa tatu asubuhi hadi saa kumi na moja jioni."))).toEqual([
    { kind: "hours", day: "mon", said: "09:00-17:00", kept: "08:00-17:00" },
  ]);
  expect(findingsIn(agent("Du lundi au mardi de 8 heures à 17 heures."))).toEqual([]);
  expect(findingsIn(agent("Le dimanche de 10h30 à midi."))).toEqual([
    { kind: "hours", day: "sun", said: "10:30-12:00", kept: "" },
  ]);
});

test("what may mean something else is not told", () => {
  for (const prompt of ["Monday from 8 to 5", "Call 8-5 on Monday", "Wednesday 08:00-17:00", "A visit takes 20 to 30 minutes."])
    expect([prompt, findingsIn(agent(prompt))]).toEqual([prompt, []]);
  expect(findingsIn(agent("Open Monday 09:00-10:00", "Hello.", { mon: undefined }))).toHaveLength(1);
  expect(findingsIn(agent("Open Monday 09:00-10:00", "Hello.", null))).toEqual([]);
});

test("long runs of spaces are passed over instead of holding up whoever writes", () => {
  const spaces = " ".repeat(60_000);
  const prompt = `Open Monday${spaces}9${spaces}to${spaces}x.\nOpen Sunday 10:30-12:00.`;
  expect(findingsIn(agent(prompt))).toEqual([{ kind: "hours", day: "sun", said: "10:30-12:00", kept: "" }]);
  expect(findingsIn(agent(`Monday 09:00-10:00${" ".repeat(400)}.`))).toEqual([]);
  expect(findingsIn(agent("You help.", `Hello.${"\n".repeat(3_900)}`))).toEqual([]);
});

test("names that no call fills are told once", () => {
  expect(findingsIn(agent("You speak with {name}, {name}, from {from_number}.", "Hello {first_name}."))).toEqual([
    { kind: "variable", name: "first_name" },
    { kind: "variable", name: "name" },
  ]);
});

test("what would be read aloud sign by sign is told", () => {
  expect(findingsIn(agent("You help.", "**Welcome** to us [smile], see https://x.example"))).toEqual([
    { kind: "spoken", text: "**Welcome**" },
    { kind: "spoken", text: "[smile]" },
    { kind: "spoken", text: "https://x.example" },
  ]);
});
