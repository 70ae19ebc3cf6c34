/** What the mind is told of the conversation so far: only what was said and heard. */
import type { Message } from "../ports.ts";

/** Older messages are forgotten, oldest first; a call of an hour stays below this. */
const MOST_MESSAGES = 400;

export class History {
  readonly #messages: Message[] = [];
  /** Of the caller, since the conversation began. */
  turns = 0;

  get messages(): readonly Message[] {
    return this.#messages;
  }

  add(message: Message): void {
    this.#messages.push(message);
    if (message.role === "caller") this.turns++;
    if (this.#messages.length > MOST_MESSAGES) this.#messages.shift();
  }
}
