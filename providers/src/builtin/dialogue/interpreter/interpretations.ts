/**
 * What was meant in the calls that run: the dialogue is replayed from its messages in each turn, and must come out the same. One dialogue
 * serves all agents, so what was meant is known by the agent's instructions and tools, too: no agent speaks another's sentences.
 */
import { createHash } from "node:crypto";
import type { ThinkRequest } from "@ongea/conversation";
import { keep } from "../spoken/plain.ts";
import type { Interpretation } from "./interpretation.ts";
import type { ReadForm } from "./form-words.ts";

/** Of some hundred calls at once. */
const MOST_KEPT = 5_000;

/** What models said of a caller's message. */
export interface Understood {
  meant?: readonly Interpretation[] | undefined;
  reading?: ReadForm | undefined;
}

type Heard = Pick<ThinkRequest, "instructions" | "tools" | "knowledgeBase" | "messages">;

export class Interpretations {
  readonly #kept = new Map<string, Understood>();

  /** By the place of the caller's message. */
  of(request: Heard): Map<number, Understood> {
    const found = new Map<number, Understood>();
    if (this.#kept.size === 0) return found;
    for (const [at, key] of keysOf(request)) {
      const known = this.#kept.get(key);
      if (known) found.set(at, known);
    }
    return found;
  }

  /** Of the last of these messages, beside what is known of it. */
  keep(request: Heard, understood: Understood): Map<number, Understood> {
    const key = keysOf(request).get(request.messages.length - 1);
    if (key !== undefined) keep(this.#kept, key, { ...this.#kept.get(key), ...understood }, MOST_KEPT);
    return this.of(request);
  }
}

/** Of each message of the caller: a hash of all words until then. */
function keysOf({ instructions, tools, knowledgeBase = [], messages }: Heard): Map<number, string> {
  const keys = new Map<number, string>();
  let before = JSON.stringify([instructions, tools, knowledgeBase.map(({ id }) => id)]);
  for (const [at, message] of messages.entries()) {
    const words = "text" in message ? message.text : message.name;
    before = createHash("sha1").update(`${before}\n${message.role}\n${words}`).digest("base64");
    if (message.role === "caller") keys.set(at, before);
  }
  return keys;
}
