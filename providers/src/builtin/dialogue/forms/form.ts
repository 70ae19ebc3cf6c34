/**
 * A form: what a declared tool must know before it can be called, read out of its JSON Schema. The dialogue asks for its fields in plain words,
 * parses each answer by its kind, reads everything back and calls the tool.
 */
import type { OpeningHours } from "../facts/opening-hours.ts";
import { lookup } from "../spoken/plain.ts";
import type { ToolDefinition } from "@ongea/conversation";
import { z } from "zod";
import { intentOfTool, type Intent } from "../intents/intents.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { exampleIn, fieldKind, isHourOfDay, type Kind, wordsOfName } from "./kinds.ts";
import { DAYS } from "../spoken/dates.ts";
import { choiceNamesOf, spokenOfIn } from "./glosses.ts";
import { labelOf, questionOf } from "./labels.ts";
import { expectsOf } from "@ongea/conversation/values";
import { conditionsFor, isNoted, purposeOf } from "./purpose.ts";

export interface Field {
  /** Of the JSON property. */
  name: string;
  kind: Kind;
  required: boolean;
  /** In plain words: "meter number". */
  label: string;
  /** A description that is a question, to be asked as it stands. */
  question?: string;
  description: string;
  type: "string" | "number" | "integer" | "boolean" | "array";
  choices: readonly string[];
  /** What the description says a choice is called: "masega = comb". */
  saidAs?: Readonly<Record<string, string>>;
  /** A sentence of the prompt that speaks of several choices: "realignment of a dish that has turned is 9,500, an extra room 16,000". */
  spokenOf?: string;
  pattern?: RegExp;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** How many digits (or letters and digits) the description names. */
  lengths?: readonly number[];
  /** Of a day that can only be one of these, 0 is Sunday. */
  weekdays?: readonly number[];
  /** What its pattern allows, where that is one form: L any letter, d any digit, else the sign itself. */
  shape?: string;
  /** How its description's example is written: of several codes the one of that form is meant. */
  like?: RegExp;
  /** It has no letters: so many digits at least and at most. */
  digits?: { min: number; max: number };
}

export interface Form {
  tool: string;
  description: string;
  intent: Intent | undefined;
  /** Of the prompt's conditions those that lead to it. */
  when: string;
  /** It only looks something up: nothing is read back before. */
  looksUp: boolean;
  fields: readonly Field[];
  /** Values that the schema gives itself. */
  given: Readonly<Record<string, unknown>>;
  /** What names the one that is to be changed: it is chosen from what the tool lists, not asked for. */
  chosenBy?: { day: string; time: string };
  /** What it did can be changed or undone in the same call. */
  canBeCorrected?: true;
  /** When it can be, where that is not when the house is open. */
  hours?: OpeningHours;
}

/** The server fills these of what it knows of the call. */
const KNOWN_OF_CALL = new Set([
  "from_number",
  "to_number",
  "call_sid",
  "agent_id",
  "execution_id",
  "timezone",
  "current_date",
  "current_time",
]);
const MOST_FIELDS = 20;
const LONGEST_PATTERN = 200;

const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  const: z.union([z.string(), z.number(), z.boolean()]).optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: z.unknown().optional(),
});
type Property = z.infer<typeof Property>;
const Schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional().catch(undefined),
});

/** `undefined`: it needs something that nobody can say on the telephone. */
export function formOf(tool: ToolDefinition, instructions = ""): Form | undefined {
  const schema = Schema.safeParse(tool.parameters).data ?? {};
  const declared = Object.entries(schema.properties ?? {});
  const properties = declared.length > 0 ? declared : Object.entries(USUAL[tool.name]?.properties ?? {});
  const required = new Set(declared.length > 0 ? schema.required : (USUAL[tool.name]?.required ?? []));
  // A database that keeps JSON by its own order of keys keeps that of a list: what is required is asked for as its list has it.
  const order = [...required];
  const placeOf = ([name]: readonly [string, unknown]): number => (required.has(name) ? order.indexOf(name) : order.length);
  const fields: Field[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, raw] of properties.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const property = Property.safeParse(raw).data ?? {};
    if (KNOWN_OF_CALL.has(name) || tool.listsWithout?.includes(name)) continue;
    const fixed =
      property.const ??
      (property.enum?.length === 1 ? property.enum[0] : undefined) ??
      (required.has(name) ? property.default : undefined);
    if (fixed !== undefined && fixed !== null) {
      given[name] = fixed;
      continue;
    }
    const field = fieldOf(name, property, { required: required.has(name), instructions });
    if (field) fields.push(field);
    else if (required.has(name)) return undefined;
  }
  asksAsScripted(fields, instructions);
  const intent = intentOfTool(tool);
  const looksUp = intent === "look-up" || intent === "availability";
  return {
    tool: tool.name,
    description: tool.description,
    when: `${conditionsFor(tool.name, instructions)} ${intent === "message" ? "" : purposeOf(fields, instructions)}`.trim(),
    intent,
    looksUp,
    fields: inAskingOrder(fields).slice(0, MOST_FIELDS),
    given,
    ...(tool.change !== undefined || tool.undo !== undefined ? { canBeCorrected: true as const } : {}),
    ...chosenBy(tool),
  };
}

/** "The first is how satisfied they were with the visit": a survey's questions, in their order. */
const SCRIPTED =
  /\b(?:first|second|third|fourth|fifth|sixth|last|next|final)(?: one| question)? is (?:about )?((?:how|what|which|whether|why|where|when|who|if)\b[^.;]{5,140})/gi;

function asksAsScripted(fields: Field[], instructions: string): void {
  const asked = [...instructions.matchAll(SCRIPTED)].map(([, question = ""]) => question.trim());
  const isOfPeople = fields.some(({ kind }) => kind === "name" || kind === "phone" || kind === "email");
  if (asked.length < 2 || asked.length !== fields.length || isOfPeople) return;
  // The order of a schema's properties says nothing: each question goes to the field that shares most words with it.
  const shared = ({ name, description }: Field, question: string): number => {
    const words = new Set(conceptsOf(`${wordsOfName(name)} ${description}`));
    return conceptsOf(question).filter((concept) => words.has(concept)).length;
  };
  const chosen = asked.flatMap((question) => {
    const [best, next] = fields.toSorted((a, b) => shared(b, question) - shared(a, question));
    return best && shared(best, question) > (next ? shared(next, question) : 0) ? [{ best, question }] : [];
  });
  if (new Set(chosen.map(({ best }) => best)).size !== fields.length) return;
  fields.splice(
    0,
    fields.length,
    ...chosen.map(({ best, question }) => ({ ...best, question: `Can you tell me ${toCaller(question)}?` })),
  );
}

function toCaller(text: string): string {
  return text
    .replace(/\b(?:they|he|she) (?:were|was)\b/gi, "you were")
    .replace(/\b(?:they are|he is|she is)\b/gi, "you are")
    .replace(/\b(?:they|he|she)\b/gi, "you")
    .replace(/\b(?:their|his|her)\b/gi, "your")
    .replace(/\b(?:them|him)\b/gi, "you");
}

function chosenBy({ listsWithout = [] }: ToolDefinition): Pick<Form, "chosenBy"> {
  const [day, time] = listsWithout;
  return day === undefined || time === undefined ? {} : { chosenBy: { day, time } };
}

function fieldOf(
  name: string,
  property: Property,
  { required, instructions }: { required: boolean; instructions: string },
): Field | undefined {
  const type = typeOf(property);
  if (type === undefined) return undefined;
  const item = type === "array" ? (Property.safeParse(property.items).data ?? {}) : property;
  const choices = (item.enum ?? []).filter((one) => one !== null).map(String);
  const description = property.description?.trim() ?? "";
  const pattern = safePattern(item.pattern);
  const named = fieldKind({ name, description, type, format: property.format, choices, title: property.title ?? "" });
  // What has a pattern is no free text, whatever it is called.
  const kind = named === "text" && pattern ? "code" : named;
  const label = labelOf({ name, title: property.title, description, kind });
  const lengths = kind === "code" && !pattern ? (lengthsIn(description) ?? lengthsTold(label, instructions)) : undefined;
  return {
    name,
    kind,
    required: required || (kind === "yes-no" && isNoted(label, instructions)),
    type,
    choices,
    description,
    label,
    ...askedAs({ name, description, kind, label, maximum: item.maximum }),
    ...weekdaysOf(description, kind),
    ...choiceNamesOf(description, choices),
    ...spokenOfIn(instructions, choices),
    ...(pattern ? { pattern } : {}),
    ...(lengths ? { lengths } : {}),
    ...(kind === "code" ? digitsOnly(/letter|prefix|alphanumeric/i.test(description) ? undefined : lengths, item.pattern) : {}),
    ...shapeOf(kind === "code" ? item.pattern : undefined),
    ...likeExample(kind === "code" && !pattern ? exampleIn(description) : undefined),
    ...limitsOf(item),
  };
}

/** What a description asks; a name, a number or a day of a visit has a question of its own. */
function askedAs({
  name,
  description,
  kind,
  label,
  maximum,
}: Pick<Field, "name" | "description" | "kind" | "label"> & { maximum: number | undefined }): Pick<Field, "question"> {
  if (description.endsWith("?") && description.length < 160) return { question: description };
  if (kind === "day" && expectsOf({ name, label, description }) === "past")
    return { question: /\bsince\b/.test(label) ? "Since when?" : "Which day was it?" };
  const isHour = kind === "time" && !/\btime$/.test(label) && /\bwhat time\b/i.test(description);
  if (isHourOfDay({ kind, label, maximum })) return { question: "At what hour?" };
  // "Quantity": of bags, pieces or tins.
  const things =
    kind === "number" && /^(?:quantity|count)$/.test(label) ? questionOf(`How many ${description.toLowerCase()}`) : undefined;
  if (isHour || things) return { question: things ?? questionOf(description) ?? description };
  const question = kind === "name" || kind === "phone" || kind === "day" || kind === "time" ? undefined : questionOf(description);
  return question === undefined ? {} : { question };
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
/** "Tuesday to Saturday". */
const SPAN = /\p{L} (?:to|through|until|till|-|–|hadi|mpaka|à|au) \p{L}/iu;

/** "A Wednesday or a Saturday": no other day can be. "Not a Sunday": any other can. */
function weekdaysOf(description: string, kind: Kind): Pick<Field, "weekdays"> {
  if (kind !== "day" && kind !== "moment") return {};
  const named = [...description.toLowerCase().matchAll(/\b\p{L}+\b/gu)].flatMap(
    ([word]) => DAYS[word] ?? DAYS[word.replace(/s$/, "")] ?? [],
  );
  if (named.length === 0 || /\b(?:except|but|closed|sauf|isipokuwa)\b/i.test(description)) return {};
  const [from = 0, to = from] = named;
  const isSpan = named.length === 2 && SPAN.test(description);
  if (isSpan) return { weekdays: WEEK.filter((day) => (day - from + 7) % 7 <= (to - from + 7) % 7) };
  const isRefused = /\b(?:not|no|never|pas|jamais|sio|siyo|si)\b/i.test(description);
  return { weekdays: isRefused ? WEEK.filter((day) => !named.includes(day)) : [...new Set(named)] };
}

const LONGEST_SHAPE = 40;

/** "^[A-Z]{2}\\d{6}$" → "LLdddddd". */
function shapeOf(pattern = ""): Pick<Field, "shape"> {
  const inside = /^\^(.*)\$$/.exec(pattern)?.[1] ?? "";
  const parts = [...inside.matchAll(/(\\d|\[0-9\]|\[A-Z\]|\[A-Za-z\]|\[a-z\]|[A-Za-z0-9/-])(?:\{(\d{1,2})\})?/g)];
  if (parts.length === 0 || parts.map(([all]) => all).join("") !== inside) return {};
  const shape = parts.map(([, sign = "", times = "1"]) => signOf(sign).repeat(Number(times))).join("");
  return shape.length > LONGEST_SHAPE || /[0-9]/.test(shape) ? {} : { shape };
}

function likeExample(example: string | undefined): Pick<Field, "like"> {
  if (example === undefined) return {};
  // "Such as A4": of one digit there may be more.
  const digits = (run: string): string => (run.length === 1 ? "\\d{1,3}" : `\\d{${run.length}}`);
  return { like: new RegExp(`^${example.replace(/[A-Z]/g, "[A-Z]").replace(/(?<![[-])\d+/g, digits)}$`) };
}

function signOf(sign: string): string {
  if (/d|0-9/.test(sign) && sign.length > 1) return "d";
  return sign.length > 1 ? "L" : sign.toUpperCase();
}

const DIGITS_PATTERN = /^\^(?:\\d|\[0-9\])(?:\{(\d{1,2})(?:,(\d{1,2}))?\}|\+)\$$/;
const MOST_DIGITS = 20;

/** Of a code whose pattern or description has digits only, so that no letter is heard in it. */
function digitsOnly(lengths: readonly number[] | undefined, pattern: string | undefined): Pick<Field, "digits"> {
  if (lengths) return { digits: { min: Math.min(...lengths), max: Math.max(...lengths) } };
  const match = DIGITS_PATTERN.exec(pattern ?? "");
  if (!match) return {};
  const [, min, max] = match;
  return { digits: min === undefined ? { min: 1, max: MOST_DIGITS } : { min: Number(min), max: Number(max ?? min) } };
}

function limitsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
}: Property): Pick<Field, "minLength" | "maxLength" | "minimum" | "maximum"> {
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function typeOf({ type, enum: values, items }: Property): Field["type"] | undefined {
  const named = Array.isArray(type) ? type.find((one) => one !== "null") : type;
  if (named === "string" || named === "number" || named === "integer" || named === "boolean") return named;
  if (named === "array")
    return Property.safeParse(items).data?.enum || Property.safeParse(items).data?.type === "string" ? "array" : undefined;
  return named === undefined && (values !== undefined || items === undefined) ? "string" : undefined;
}

/** One that backtracks without end is left out: a quantified group that is itself quantified. */
function safePattern(pattern: string | undefined): RegExp | undefined {
  if (pattern === undefined || pattern.length > LONGEST_PATTERN || /[+*}]\)[+*{]/.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

const COUNTS = "two three four five six seven eight nine ten eleven twelve thirteen fourteen".split(" ");

/** "which is five or six digits", "8 digits": the lengths that a text gives. */
export function lengthsIn(text: string): number[] | undefined {
  const number = `(\\d{1,2}|${COUNTS.join("|")})`;
  const [, least, most] = new RegExp(`${number}(?:\\s*(?:or|to|-|–)\\s*${number})?[- ]digits?\\b`, "i").exec(text) ?? [];
  if (least === undefined || /\band (?:two|three|four|five|six|seven|eight|\d+)[- ]digits?|letters?/i.test(text))
    return undefined;
  const value = (word: string): number => (/\d/.test(word) ? Number(word) : COUNTS.indexOf(word.toLowerCase()) + 2);
  const from = value(least);
  const to = most ? value(most) : from;
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, more) => from + more);
}

/** "… the order number, which is five or six digits" in the prompt. */
function lengthsTold(label: string, instructions: string): number[] | undefined {
  const sentence = instructions.split(/[.\n]/).find((one) => one.toLowerCase().includes(label) && /digits?\b/i.test(one));
  return sentence === undefined ? undefined : lengthsIn(sentence);
}

/** What is to be done first, who wants it last: the caller names day and room before name and telephone number. */
function inAskingOrder(fields: readonly Field[]): Field[] {
  const rank = ({ kind }: Field): number => ["name", "phone", "email"].indexOf(kind) + 1;
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** The tools of the server itself, where an agent declares them without parameters. */
const VISIT = { date: { type: "string", description: "YYYY-MM-DD" }, time: { type: "string", description: "HH:MM" } };
const PERSON = { name: { type: "string" }, phone: { type: "string" } };
const USUAL: Readonly<Record<string, { properties: Record<string, unknown>; required: string[] }>> = lookup({
  book_appointment: { properties: { ...PERSON, ...VISIT }, required: ["name", "date", "time"] },
  check_availability: { properties: VISIT, required: ["date"] },
  take_message: {
    properties: { ...PERSON, message: { type: "string" }, order_number: { type: "string" } },
    required: ["name", "phone", "message"],
  },
  check_order: { properties: { order_number: { type: "string" } }, required: ["order_number"] },
});

const WHERE =
  /\b(?:location|address|place|area|deliver(?:y)? to|landmark|estate|street|town|city|pick ?up|drop ?off|destination|village|suburb|neighbourhood|farm|venue|quartier|ville|lieu|kijiji|mtaa|mahali)\b/i;

/** Asks where something is, in the caller's own words. */
export function saysWhere({ kind, label }: Pick<Field, "kind" | "label">): boolean {
  return kind === "text" && WHERE.test(label);
}

const TOLD =
  /\b(?:message|notes?|complaint|issue|problem|description|details|reason|subject|fault|feedback|request|comments?|question|answer|what|why|how|better|improve|symptoms?|about|remarks?|summary|texts?|words|wording|written|inscription|trouble|ujumbe|maneno|tatizo|motif|raison|texte)\b/i;

/** Takes the name of a thing, and no sentence: "medicine", "product". */
export function namesItem(field: Pick<Field, "kind" | "label" | "required" | "name">): boolean {
  return field.kind === "text" && field.required && !saysWhere(field) && !TOLD.test(`${field.label} ${field.name}`);
}
