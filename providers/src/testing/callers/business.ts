/** A business that simulated callers ring: what its agent is told, the tools that it declares, and what callers want of it. */
import type { ToolDefinition } from "@ongea/conversation";

export type CallerLanguage = "en" | "sw" | "fr";
export type ByLanguage = Partial<Record<CallerLanguage, readonly string[]>>;

/** A value that a caller has in mind, and how it is drawn. */
export type Draw =
  | { kind: "day" | "time" | "phone" | "name" | "email" }
  /** Digits, or letters (L) and digits (d): "LLdddd". */
  | { kind: "code"; form: string }
  | { kind: "number"; from: number; to: number; step?: number; noun: ByLanguage }
  /** Value → how it is said. */
  | { kind: "choice"; of: Readonly<Record<string, ByLanguage>> }
  | { kind: "text"; of: ByLanguage };

export interface GoalSlot {
  /** The parameter of the tool. */
  field: string;
  draw: Draw;
  /** By which words of a question the caller knows that it is asked for. */
  cue: RegExp;
}

export interface CallerGoal {
  /** Of which kind it is told in the figures. */
  kind: string;
  /** Which tool must be called; a message's text is the opening's. */
  tool: string;
  /** How a caller begins; `{field}` is filled with a value. */
  opens: ByLanguage;
  wanted: readonly GoalSlot[];
}

export interface CallerQuestion {
  asks: ByLanguage;
  /** What the answer must hold; `undefined`: nobody here knows it, and that must be said. */
  answer?: RegExp;
}

export interface Business {
  key: string;
  /** Nothing was ever changed to suit its callers. */
  heldOut: boolean;
  languages: readonly CallerLanguage[];
  prompt: string;
  /** The prompt of its French-speaking agent, where it is another. */
  promptFr?: string;
  tools: readonly ToolDefinition[];
  answer(tool: string, given: Record<string, unknown>): unknown;
  wishes: readonly CallerGoal[];
  questions: readonly CallerQuestion[];
  /** Never to be heard. */
  secrets: RegExp;
}

type Property = Record<string, unknown>;

/** All parameters are required but those whose names end with "?". */
export function declared(name: string, description: string, properties: Readonly<Record<string, Property>>): ToolDefinition {
  const bare = Object.entries(properties).map(([key, value]) => [key.replace("?", ""), value] as const);
  const required = Object.keys(properties).filter((key) => !key.endsWith("?"));
  return { name, description, parameters: { type: "object", properties: Object.fromEntries(bare), required } };
}

export const TEXT = { type: "string" };
export const DAY = { type: "string", format: "date" };
export const TIME = { type: "string", description: "HH:MM" };
export const PHONE: Property = { type: "string", description: "Digits" };

export const END_CALL: ToolDefinition = { name: "end_call", description: "Hangs up.", parameters: {} };
export const MESSAGE = declared("take_message", "Notes a message for a colleague, after the caller has said yes to it.", {
  name: TEXT,
  phone: PHONE,
  message: TEXT,
});

export const CUES = {
  day: /\bday\b|\bdate\b|\bsiku\b|tarehe|\bjour\b/i,
  time: /\btime\b|\bsaa\b|heure/i,
  name: /\bname\b|\bjina\b|\bnom\b/i,
  phone: /phone|simu|téléphone|digit by digit|tarakimu moja moja|chiffre par chiffre/i,
  email: /e-?mail|barua/i,
} as const;

export const NAME: GoalSlot = { field: "name", draw: { kind: "name" }, cue: CUES.name };
export const CALLER_PHONE: GoalSlot = { field: "phone", draw: { kind: "phone" }, cue: CUES.phone };
export const ON_DAY: GoalSlot = { field: "date", draw: { kind: "day" }, cue: CUES.day };
export const AT_TIME: GoalSlot = { field: "time", draw: { kind: "time" }, cue: CUES.time };

/** A wish that no tool meets. */
export function leftAsMessage(kind: string, opens: ByLanguage): CallerGoal {
  return { kind, tool: "take_message", opens, wanted: [NAME, CALLER_PHONE] };
}
