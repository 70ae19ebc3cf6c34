/** What the mind is told of the conversation so far: only what was said and heard. */
import type { Message } from "../ports.ts";

/** More than a call of an hour has. What is older is forgotten, many at once: what is sent again begins the same for long. */
const MOST_MESSAGES = 400;
const FORGOTTEN_AT_ONCE = 100;

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
    if (this.#messages.length > MOST_MESSAGES) this.#messages.splice(0, FORGOTTEN_AT_ONCE);
  }

  /** Nothing of it was heard. */
  remove(message: Message): void {
    const at = this.#messages.indexOf(message);
    if (at >= 0) this.#messages.splice(at, 1);
  }
}
