/** Appointments with both built-in models beside the rules: they must take nothing from what the rules alone can do. */
import { expect, test } from "vitest";
import { openFormReader } from "../form-reader/form-reader.ts";
import { openSentenceModel } from "../sentence-model/sentence-model.ts";
import { createFormReading } from "./interpreter/form-reading.ts";
import { createSentenceInterpreter } from "./interpreter/sentence-interpreter.ts";
import { createRuleBasedDialogue } from "./rule-based-dialogue.ts";
import { TextCall } from "./testing/text-call.ts";

/** A busy machine is waited for. */
const PATIENT = { limitMs: 60_000 };
const dialogue = createRuleBasedDialogue(
  createSentenceInterpreter(openSentenceModel(), PATIENT),
  createFormReading(openFormReader(), PATIENT),
);

test.each([
  ["Tuesday at ten in the morning.", "2026-11-24", "10:00"],
  ["Thursday at half past nine", "2026-11-26", "09:30"],
  ["Friday afternoon at three, please", "2026-11-27", "15:00"],
])("%s is a day and an hour", async (when, date, time) => {
  const call = new TextCall({ dialogue });
  await call.says("Hello, I would like to book an appointment please.");
  await call.says(when);
  await call.says("My name is Mary Smith.");
  const read = await call.says("zero seven one two three four five six seven eight");
  expect(read.said).toMatch(/Mary Smith/);
  await call.says("Yes, that is correct.");
  expect(call.bookings).toEqual([expect.objectContaining({ date, time, name: "Mary Smith" })]);
  // Who asks whether it is done hears what was done, and nothing is done again.
  const sure = await call.says("So that is all written down with you, yes?");
  expect(sure.said).toContain(when.split(" ")[0]);
  expect(call.bookings).toHaveLength(1);
});
