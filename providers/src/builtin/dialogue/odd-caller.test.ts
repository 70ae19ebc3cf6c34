/** Callers who say odd things and yes to everything: whatever they say, no tool gets a value that they do not want. */
import { expect, test } from "vitest";
import { playOdd } from "./testing/odd-caller.ts";
import { worldOf } from "./world.ts";

const text = (description: string, more: object = {}): object => ({ type: "string", description, ...more });
const PHONE = text("Digits, with + and country code where it was given");
const DATE = text("YYYY-MM-DD");
const TOOLS = [
  {
    name: "book_lesson",
    description: "Books a driving lesson.",
    properties: {
      student_number: text("MD and four digits", { pattern: "^MD\\d{4}$" }),
      car: text("Kind of car", { enum: ["manual", "automatic"] }),
      date: DATE,
      time: text("HH:MM, 24 hours"),
    },
  },
  {
    name: "reserve_chairs",
    description: "Reserves chairs for an event.",
    properties: {
      chairs: { type: "integer", minimum: 1, maximum: 300 },
      date: DATE,
      place: text("Where"),
      name: text(""),
      phone: PHONE,
    },
  },
  {
    name: "pay_invoice",
    description: "Notes that an invoice will be paid.",
    properties: { account_number: text("8 digits", { pattern: "^\\d{8}$" }), amount: { type: "number", minimum: 1 }, date: DATE },
  },
  {
    name: "book_visit",
    description: "Books a visit to the dentist.",
    properties: {
      treatment: text("What is to be done", { enum: ["check-up", "cleaning", "filling"] }),
      date: DATE,
      time: text("HH:MM"),
      patient: text("Full name of the patient"),
      phone: PHONE,
      email: text("Their e-mail address"),
    },
  },
  {
    name: "take_message",
    description: "Notes a message.",
    properties: { name: text(""), phone: PHONE, order_number: text(""), message: text("") },
  },
];
const CALLS = 40;

test.each(TOOLS)("$name gets no value that an odd caller does not want", ({ name, description, properties }) => {
  const parameters = { type: "object", properties, required: Object.keys(properties) };
  const world = worldOf({
    instructions: "You answer the telephone of Imani Services in Nairobi. We are open every day from 6:00 to 22:00.",
    knowledge: [],
    language: "en",
    localTime: "2026-11-27T07:41:00+03:00",
    messages: [],
    tools: [{ name, description, parameters }],
    settings: { maxTokens: 150, temperature: 0 },
  });
  const calls = Array.from({ length: CALLS }, (_, seed) => playOdd({ form: world.forms[0]!, world, seed }));
  expect(calls.filter(({ wrong }) => wrong.length > 0).map(({ wrong, lines }) => [...wrong, ...lines].join("\n"))).toEqual([]);
  expect(calls.filter(({ isDone }) => isDone).length).toBeGreaterThan(CALLS / 2);
});
