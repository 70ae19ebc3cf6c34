const OPEN = "<think>";
const CLOSE = "</think>";

/** Of a streamed answer, what is meant for the caller: reasoning models put their thoughts before it, between tags. */
export class SpokenPart {
  #state: "start" | "thinking" | "speaking" = "start";
  #kept = "";

  push(piece: string): string {
    if (this.#state === "speaking") return piece;
    this.#kept += piece;
    if (this.#state === "start") {
      const text = this.#kept.trimStart();
      if (text.startsWith(OPEN)) this.#state = "thinking";
      else if (OPEN.startsWith(text)) return "";
      else return this.#speak(this.#kept);
    }
    const end = this.#kept.indexOf(CLOSE);
    if (end >= 0) return this.#speak(this.#kept.slice(end + CLOSE.length).trimStart());
    // Only a closing tag that is cut in two need be remembered of the thoughts.
    this.#kept = OPEN + this.#kept.slice(Math.max(OPEN.length, this.#kept.length - CLOSE.length));
    return "";
  }

  /** What was held back although it was no thought. */
  end(): string {
    return this.#state === "start" ? this.#speak(this.#kept) : "";
  }

  #speak(text: string): string {
    this.#state = "speaking";
    this.#kept = "";
    return text;
  }
}
