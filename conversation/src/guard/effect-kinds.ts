/** What tools do, and how agents say that it is done: a claim is true only after a tool that does it has succeeded. */
import type { ToolDefinition, ToolOutcome } from "../ports.ts";
import { labelOf } from "./slots.ts";

export type EffectKind = "book" | "cancel" | "move" | "send" | "transfer" | "pay" | "record";

const OF_TOOL: readonly (readonly [EffectKind, RegExp])[] = [
  ["cancel", /\b(?:cancel\w*|delete|remove|unsubscribe|annul\w*)\b/],
  ["move", /\b(?:move|resched\w*|postpone|change|update|edit|modify|shift)\b/],
  ["transfer", /\b(?:transfer|forward|connect|put through|handover|hand over|escalate)\b/],
  ["pay", /\b(?:pay|payment|charge|refund|bill)\b/],
  ["book", /\b(?:book\w*|reserv\w*|schedule|appointment|order|enrol\w*|register|sign up|pledge|confirm)\b/],
  ["send", /\b(?:send|sms|email|e mail|message|notify|text|remind\w*|dispatch|call ?back)\b/],
  [
    "record",
    /\b(?:record|report|note|log|save|store|submit|create|add|take|complain\w*|feedback|ticket|reading|survey|answer|promise|lead)\b/,
  ],
];

/** Several: "book and send a confirmation". */
export function effectKindsOf({ name, description }: Pick<ToolDefinition, "name" | "description">): EffectKind[] {
  const named = matching(labelOf(name));
  return named.length > 0 ? named : matching(description.toLowerCase());
}

function matching(text: string): EffectKind[] {
  return OF_TOOL.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));
}

const DENIES =
  /^(?:ok|success|succeeded|booked|cancelled|canceled|moved|changed|sent|saved|taken|done|created|reserved|recorded|accepted|paid)$/;

/** `ok`, and nothing in its result that says otherwise: `{"cancelled": false}`. */
export function hasSucceeded({ ok, result }: ToolOutcome): boolean {
  if (!ok) return false;
  try {
    const value: unknown = JSON.parse(result);
    if (typeof value !== "object" || value === null) return true;
    return !Object.entries(value).some(
      ([name, one]) => (one === false && DENIES.test(name)) || (name === "error" && Boolean(one)),
    );
  } catch {
    return true;
  }
}
