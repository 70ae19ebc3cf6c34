/** What a form asks where the name of a parameter is no word to ask with; general schemas, no organisation's. */
import { expect, test } from "vitest";
import { newTask } from "../task.ts";
import { askFor } from "../slots/read-back.ts";
import { freshState } from "../state.ts";
import { formOf } from "./form.ts";

function question(name: string, property: Record<string, unknown>): string {
  const parameters = { type: "object", properties: { [name]: property }, required: [name] };
  const form = formOf({ name: "note_it", description: "Notes it", parameters });
  const [field] = form?.fields ?? [];
  if (!form || !field) throw new Error(`no form asks for ${name}`);
  return askFor(field, { ...freshState("en"), task: newTask(form, []) });
}

const text = (description: string, more = {}) => ({ type: "string", description, ...more });
const count = (description: string) => ({ type: "integer", description });

test.each([
  ["back_on", text("Day on which the pupil returns, YYYY-MM-DD"), "What is the day on which the pupil returns?"],
  ["from_date", text("First day of the pause, as YYYY-MM-DD"), "What is the first day of the pause?"],
  ["home_from", text("From what time somebody is in, HH:MM"), "From what time somebody is in?"],
  ["child", text("Name of the child"), "What is the child's name?"],
  ["deceased_name", text("Name of the one who has died"), "What is the deceased's name?"],
  ["person", text("Name of whoever fetches it"), "What is the name of whoever fetches it?"],
  ["quantity", count("Bags, boxes or tins"), "How many bags, boxes or tins?"],
  ["helpers", count("People who carry it, not counting the driver"), "How many people carry it?"],
  ["budget", count("About how much they want to spend, in cedis, digits only"), "How much do you want to spend, in cedis?"],
  ["send_to", text("collect, or the town", { enum: ["collect", "Thika"] }), "Which one: collect or Thika?"],
  // What can be asked for by its name is.
  ["date", text("Day as YYYY-MM-DD"), "What is the date?"],
  ["seats", count("How many seats"), "How many seats?"],
])("%s is asked for in the words of its description", (name, property, said) => {
  expect(question(name, property)).toBe(said);
});
