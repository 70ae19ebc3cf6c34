/** What somebody who listens tells the assistant during the call: it stands beside the caller's next words, and the caller never hears it. */

/** Between two turns; older ones are forgotten, oldest first. */
const MOST_WHISPERS = 20;

export class Whispers {
  #texts: string[] = [];

  add(text: string): void {
    this.#texts.push(text.replace(/\s+/g, " ").trim());
    if (this.#texts.length > MOST_WHISPERS) this.#texts.shift();
  }

  /** Each is given once: what was told stays in the history. */
  take(): string[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }
}
