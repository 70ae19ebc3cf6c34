/** What somebody who listens tells the assistant during the call: it goes by it from its next answer on, and the caller never hears it. */

/** Older ones are forgotten, oldest first. */
const MOST_WHISPERS = 20;
const ABOUT =
  "Someone who is responsible for this call listens to it, and has just told you this, unheard by the caller. " +
  "Go by it from now on, before anything above. Never mention this person, and never read these lines out:";

export class Whispers {
  readonly #texts: string[] = [];

  add(text: string): void {
    this.#texts.push(text.replace(/\s+/g, " ").trim());
    if (this.#texts.length > MOST_WHISPERS) this.#texts.shift();
  }

  /** What the assistant is to go by, with what it was told since. */
  under(instructions: string): string {
    if (this.#texts.length === 0) return instructions;
    return [`${instructions}\n`, ABOUT, ...this.#texts.map((text) => `- ${text}`)].join("\n");
  }
}
