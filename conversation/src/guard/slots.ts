/** The values of a tool call, one by one, each with the kind that its schema describes. */
import type { ToolDefinition, ValueKind } from "../ports.ts";
import { isRecord } from "../known-keys.ts";

export type SlotKind = ValueKind | "moment" | "choice" | "text";

export interface Slot {
  /** With a path where it lies deeper: `address/city`. */
  name: string;
  /** "phone number" of `phone_number`. */
  label: string;
  kind: SlotKind;
  value: string | number | boolean;
  isRequired: boolean;
}

interface Schema {
  type?: unknown;
  title?: unknown;
  description?: unknown;
  format?: unknown;
  enum?: unknown;
  const?: unknown;
  properties?: unknown;
  items?: unknown;
  required?: unknown;
}

/** What was asked for and could not be understood; a person reads it so. */
const LEFT_OUT = "–";
const MOST_SLOTS = 40;
const MOST_DEPTH = 4;

export function slotsOf({ parameters }: Pick<ToolDefinition, "parameters">, given: unknown): Slot[] {
  const slots: Slot[] = [];
  collect({ name: "", schema: parameters, value: given, isRequired: true, depth: 0 }, slots);
  return slots;
}

interface Part {
  name: string;
  schema: Schema;
  value: unknown;
  isRequired: boolean;
  depth: number;
}

function collect({ name, schema, value, isRequired, depth }: Part, slots: Slot[]): void {
  if (depth > MOST_DEPTH || slots.length >= MOST_SLOTS || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const items = treeOf(schema.items);
    for (const one of value) collect({ name, schema: items, value: one, isRequired, depth: depth + 1 }, slots);
  } else if (typeof value === "object") {
    const known = treeOf(schema.properties);
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [key, one] of Object.entries(value)) {
      const path = name === "" ? key : `${name}/${key}`;
      collect(
        { name: path, schema: treeOf(known[key]), value: one, isRequired: required.includes(key), depth: depth + 1 },
        slots,
      );
    }
  } else if (isPlain(value) && value !== "" && value !== LEFT_OUT && schema.const === undefined) {
    const label = labelOf(name.split("/").at(-1) ?? name);
    slots.push({ name, label, kind: kindOf(label, schema, value), value, isRequired });
  }
}

function isPlain(value: unknown): value is Slot["value"] {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function treeOf(value: unknown): Schema & Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** "customerName", "customer_name" → "customer name". */
export function labelOf(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase()
    .trim();
}

const FORMATS: Readonly<Record<string, SlotKind>> = {
  date: "date",
  time: "time",
  "date-time": "moment",
  email: "email",
  phone: "phone",
  uuid: "code",
};
const CODE =
  /\b(?:id|ids|code|reference|ref|tracking|waybill|serial|meter|account|number|no|num|plate|pin|postcode|zip|numéro|namba|passport|policy|invoice|ticket|order)$|\b(?:code|reference|number|id|tracking)\b/;
const PHONE = /\b(?:phone|telephone|mobile|msisdn|tel|whatsapp|cell|simu|téléphone|contact number|callback number)\b/;
const THINGS =
  /\b(?:product|item|file|business|company|school|course|street|town|city|place|location|branch|hospital|event|medicine|drug|service|dish|route)\b/;
const PERSON =
  /^(?:customer|caller|client|guest|student|pupil|patient|member|passenger|contact person|person|child|parent|guardian|for whom)$/;
const MONEY = /\b(?:amount|price|cost|fee|sum|budget|total|payment|bei|montant|prix)\b/;

function kindOf(label: string, schema: Schema, value: Slot["value"]): SlotKind {
  const told = `${label} ${textOf(schema.title)} ${textOf(schema.description)}`.toLowerCase();
  if (typeof value === "boolean") return "yes-no";
  // Days and times of a list are said as days and times.
  if (Array.isArray(schema.enum)) return writtenKind(value) ?? "choice";
  const formatted = Object.hasOwn(FORMATS, textOf(schema.format)) ? FORMATS[textOf(schema.format)] : undefined;
  if (formatted) return formatted;
  const written = writtenKind(value);
  if (written) return written;
  if (/\be ?mail\b/.test(label) || (typeof value === "string" && /^\S+@\S+\.\S+$/.test(value))) return "email";
  if (PHONE.test(label)) return "phone";
  if (typeof value === "number") return MONEY.test(label) ? "money" : "number";
  if (/yyyy-mm-dd/.test(told) || /\b(?:date|day|siku|tarehe|jour)$/.test(label)) return "date";
  if (/\bhh:mm\b/.test(told) || /\b(?:time|hour|saa|heure)$/.test(label)) return "time";
  if (/\b(?:name|jina|nom)\b/.test(label) ? !THINGS.test(label) : PERSON.test(label)) return "name";
  if (CODE.test(label)) return "code";
  // "Unit C14": letters and digits without a space, whatever it is called.
  return /^[A-Za-z]{0,4}[-/]?\d+[A-Za-z]?$/.test(value) ? "code" : "text";
}

function writtenKind(value: Slot["value"]): "date" | "moment" | "time" | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return "date";
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return "moment";
  return /^\d{1,2}:\d\d(?::\d\d)?$/.test(value) ? "time" : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
