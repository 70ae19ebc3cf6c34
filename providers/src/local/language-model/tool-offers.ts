/** Which tools a local model may choose in this turn, what it is told of them, and whether the arguments that it wrote are what the tool asks for. */
import { z } from "zod";
import { argumentGrammar, quoted } from "./argument-grammar.ts";

/** A small model loses its way among many; what is told of each stands in its context through the call. */
const MOST_OFFERED = 16;
const MOST_CHARACTERS = { description: 240, property: 80, line: 900, schema: 20_000 };
const TOOL_NAME = /^[\p{L}\p{N}_-]{1,64}$/u;

export interface Tool {
  name: string;
  description: string;
  /** JSON Schema. */
  parameters: Readonly<Record<string, unknown>>;
}

export interface Offer {
  name: string;
  /** One line for the model. */
  says: string;
  /** GBNF of its arguments. */
  grammar: string;
  parameters: Tool["parameters"];
}

/** The tools of which a grammar can be made, in their order. */
export function offersOf(tools: readonly Tool[]): Offer[] {
  const names = new Set<string>();
  const offers: Offer[] = [];
  for (const tool of tools) {
    if (offers.length >= MOST_OFFERED) break;
    if (names.has(tool.name) || !TOOL_NAME.test(tool.name)) continue;
    names.add(tool.name);
    const grammar = grammarOf(tool);
    if (grammar !== undefined) offers.push({ name: tool.name, says: lineOf(tool), grammar, parameters: tool.parameters });
  }
  return offers;
}

/** Begins what is said to the caller, where a tool's name could stand too; no tool is called so. */
export function wordForSpeech(tools: readonly Tool[]): string {
  return ["say", "speak", "tell_caller"].find((word) => tools.every(({ name }) => name !== word)) ?? "say_to_caller";
}

/** GBNF: speech or one of these tools, and nothing else. */
export function choiceGrammar(speech: string, offers: readonly Offer[]): string {
  return `root ::= (${[speech, ...offers.map(({ name }) => name)].map(quoted).join(" | ")}) ":"`;
}

/** No braces, brackets or tags: what is spoken cannot be JSON, nor a call written out. The first is no line break. */
export const SPEECH_GRAMMAR = String.raw`root ::= " "? [^\x00-\x20"{}<>|\x5B\x5D\x60] [^\x00-\x09\x0B-\x1F"{}<>|\x5B\x5D\x60]*`;

/** What the model is told besides its instructions, the same in each turn of a call. */
export function howToUse(speech: string, offers: readonly Offer[]): string {
  return [
    `Begin every reply with "${speech}:" and your words for the caller, or with the name of a tool, a colon and its JSON:`,
    ...offers.map(({ says }) => says),
    `Use a tool once the caller has asked for what it does and has said what it needs; else reply with "${speech}:".`,
  ].join("\n");
}

/** The arguments as JSON; undefined where they are not what the schema asks for. Patterns are not judged here: they may take for ever. */
export function judgedArguments(written: string, { parameters }: Pick<Offer, "parameters">): string | undefined {
  try {
    const given: unknown = JSON.parse(written);
    const schema = withoutPatterns({ type: "object", ...parameters });
    return z.fromJSONSchema(schema).safeParse(given).success ? JSON.stringify(given) : undefined;
  } catch {
    return undefined;
  }
}

function grammarOf(tool: Tool): string | undefined {
  try {
    return JSON.stringify(tool.parameters).length > MOST_CHARACTERS.schema ? undefined : argumentGrammar(tool.parameters);
  } catch {
    return undefined;
  }
}

const described = z.object({ description: z.string().optional(), enum: z.array(z.unknown()).optional() });
const properties = z.record(z.string(), z.unknown()).catch({});

function lineOf({ name, description, parameters }: Tool): string {
  const required = z.array(z.string()).catch([]).parse(parameters["required"]);
  const parts = Object.entries(properties.parse(parameters["properties"] ?? {})).map(([key, value]) => {
    const { description: says = "", enum: choices } = described.safeParse(value).data ?? {};
    const what = choices ? choices.map((choice) => JSON.stringify(choice)).join(" or ") : oneLine(says);
    return `"${key}"${required.includes(key) ? "" : " (if said)"}${what ? `: ${what.slice(0, MOST_CHARACTERS.property)}` : ""}`;
  });
  const line = `${name}: {${parts.join(", ")}} ${oneLine(description).slice(0, MOST_CHARACTERS.description)}`;
  return line.slice(0, MOST_CHARACTERS.line).trim();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

function withoutPatterns(schema: Tool["parameters"]): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema without one keyword is a schema
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "pattern" && typeof value === "string" ? undefined : value,
  ) as JsonSchema;
}
