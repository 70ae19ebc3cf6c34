/** What is being done for a caller: a form, and what is known of its fields. */
import type { Field, Form } from "./forms/form.ts";

export interface Slot {
  /** As it is sent, but for an hour whose half of the day is open ("~02:30") and a moment of which a part is missing ("2026-11-24 ?"). */
  value: string;
  /** 0…1: how surely it was said and heard. */
  confidence: number;
  /** The caller's words that it was taken from, and in which of their turns. */
  source: { turn: number; said: string };
}

export interface Task {
  form: Form;
  slots: Record<string, Slot>;
  /** Optional fields that the caller has spoken of: they are asked for. */
  wanted: ReadonlySet<string>;
  /** Offered for a field, to be taken by a yes. */
  offered?: { field: string; value: string };
  /** The caller asked what is free. */
  asksFreeTimes?: true;
  /** The values that the calendar was asked about. */
  checkedVisit: string;
  /** How often a field's answers could not be right. */
  troubles: number;
  /** By field, how often it was asked for in its turn. */
  asks: Record<string, number>;
  /** How often everything was read back. */
  readBacks: number;
  /** By field, how often the caller has taken back what was heard. */
  takenBack: Record<string, number>;
  /** By field, what the caller has taken back. */
  wrong: Record<string, string[]>;
  /** Fields that were spelled when they would have been given up. */
  spelledLast: Set<string>;
  /** What of the caller's can be changed, as the tool has listed it. */
  listed?: readonly Visit[];
  /** For whom it was asked: the tool is asked once for each. */
  listedFor?: string;
  /** The one that is meant. */
  chosen?: Visit;
  /** Nobody named what it does: a model or the rules found it likely. */
  isGuessed?: true;
  /** What is listed is only told: "when is my appointment?" */
  onlyTells?: true;
}

export interface Visit {
  day: string;
  time: string;
}

/** What was done in a call. */
export interface Done {
  form: Form;
  slots: Task["slots"];
  visit: Visit | undefined;
  /** How it was told to the caller. */
  told: readonly string[];
}

/** In place of a value that could not be heard, in a message to people. */
export const LEFT_OUT = "–";

export function newTask(form: Form, wanted: Iterable<string> = []): Task {
  const counts = { troubles: 0, asks: {}, readBacks: 0, takenBack: {}, wrong: {}, spelledLast: new Set<string>() };
  return { form, slots: {}, wanted: new Set(wanted), checkedVisit: "", ...counts };
}

/** Of a state in which something is being done. */
export function taskOf({ task }: { task: Task | undefined }): Task {
  if (!task) throw new Error("Nothing is being done for the caller.");
  return task;
}

/** Someone who comes or is called back must be known by name and number, whether the tool insists or not. */
export function isRequired(task: Task, field: Field): boolean {
  const { form, wanted } = task;
  const isContact = !form.looksUp && (field.kind === "phone" || field.kind === "name") && isVisit(form) && form.intent !== "move";
  return field.required || wanted.has(field.name) || isContact || goesWith(task, field);
}

/** "Where to, only for deliver": asked for where that was chosen. */
function goesWith({ form, slots }: Task, { description }: Field): boolean {
  const condition = ONLY_WITH.exec(description)?.[1]?.toLowerCase();
  if (condition === undefined) return false;
  return form.fields.some(({ kind, name, choices }) => {
    const chosen = slots[name]?.value.toLowerCase();
    const isNamed = (choice: string): boolean => condition.includes(choice.slice(0, STEM).replaceAll("_", " "));
    // "Where to, only when we deliver", and it is to be delivered.
    if (kind === "yes-no") return chosen === "true" && isNamed(name.toLowerCase());
    return (
      kind === "choice" &&
      chosen !== undefined &&
      isNamed(chosen) &&
      !choices.some((other) => other.toLowerCase() !== chosen && isNamed(other.toLowerCase()))
    );
  });
}

const ONLY_WITH = /\b(?:if|when|only for|only with|kama|ikiwa|si|en cas de)\s+([^.;]{3,60})$/i;
const STEM = 6;

export function isVisit({ intent, fields }: Form): boolean {
  return (
    (intent === "book" || intent === "order" || intent === "move") &&
    fields.some(({ kind }) => kind === "day" || kind === "moment")
  );
}

/** The next field to ask for; `undefined`: all are there. */
export function missing(task: Task): Field | undefined {
  return task.form.fields.find((field) => isRequired(task, field) && !isFilled(task, field));
}

export function isFilled(task: Task, field: Field): boolean {
  const slot = task.slots[field.name];
  return slot !== undefined && isWhole(slot.value, field);
}

/** A moment of which the day or the hour is not known yet has a "?" in its place; a message may ask something. */
function isWhole(value: string, { kind }: Field): boolean {
  return kind !== "moment" || !value.includes("?");
}

export function fieldOfKind(form: Form, kind: Field["kind"]): Field | undefined {
  return form.fields.find((field) => field.kind === kind);
}

export function valueOf(task: Task, kind: Field["kind"]): string | undefined {
  const field = fieldOfKind(task.form, kind);
  const value = field && task.slots[field.name]?.value;
  return value === LEFT_OUT ? undefined : value;
}

/** What the tool is called with, in the types of its schema. */
export function argumentsOf(task: Task): Record<string, unknown> {
  const given: Record<string, unknown> = { ...task.form.given };
  const { chosenBy } = task.form;
  if (chosenBy && task.chosen) Object.assign(given, { [chosenBy.day]: task.chosen.day, [chosenBy.time]: task.chosen.time });
  for (const field of task.form.fields) {
    const slot = task.slots[field.name];
    if (slot?.value === LEFT_OUT && !field.required) continue;
    if (slot !== undefined && slot.value !== "" && isWhole(slot.value, field)) given[field.name] = typed(slot.value, field);
  }
  return given;
}

function typed(value: string, { kind, type, description, choices }: Field): unknown {
  if (type === "boolean") return value === "true";
  if (type === "array") return choices.length > 0 ? [value] : [value];
  if (type === "number" || type === "integer") return Number.isFinite(Number(value)) ? Number(value) : value;
  if (kind === "yes-no") return value === "true" ? "yes" : "no";
  if (kind === "moment") return value.replace(" ", "T");
  if (kind === "day" && /dd[/-]mm[/-]yyyy/i.test(description)) {
    const separator = description.includes("/") ? "/" : "-";
    return value.split("-").toReversed().join(separator);
  }
  return value;
}
