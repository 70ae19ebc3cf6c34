/** What is to be cancelled or moved is listed first: by the tool, for whoever calls, or for the number and the name that they say. */
import type { Field } from "../forms/form.ts";
import type { State, Turn } from "../state.ts";
import { argumentsOf, fieldOfKind, isFilled, type Task, taskOf } from "../task.ts";
import { askFor } from "./read-back.ts";
import { question } from "./repair.ts";

/** Asks the tool which ones there are, or whoever calls from another telephone for their number and name; `false`: it is chosen. */
export function choosesFirst(state: State, turn: Turn): boolean {
  const task = taskOf(state);
  if (!task.form.chosenBy || task.chosen) return false;
  const identity = JSON.stringify([slotOf(task, "phone"), slotOf(task, "name")]);
  if (task.listedFor !== identity && (task.listedFor === undefined || missingIdentity(task) === undefined)) {
    task.listedFor = identity;
    turn.tool = { name: task.form.tool, arguments: whoOf(task) };
    return true;
  }
  const field = missingIdentity(task);
  state.asked = field ? `field:${field.name}` : "which-visit";
  turn.say.push(field ? askFor(field, state) : question(state));
  return true;
}

/** The arguments that say who the caller is: nothing is changed by them. */
function whoOf(task: Task): Record<string, unknown> {
  const contact = new Set(task.form.fields.filter(({ kind }) => kind === "phone" || kind === "name").map(({ name }) => name));
  return Object.fromEntries(Object.entries(argumentsOf(task)).filter(([name]) => contact.has(name)));
}

function slotOf(task: Task, kind: "phone" | "name"): string {
  const field = fieldOfKind(task.form, kind);
  return (field && task.slots[field.name]?.value) ?? "";
}

export function missingIdentity(task: Task): Field | undefined {
  return task.form.fields.find((field) => (field.kind === "phone" || field.kind === "name") && !isFilled(task, field));
}
