/** Notes beside the caller's words: made once a turn, and sent again as they were, so that a server may keep what it has read. */
import type { CallerNote, Message, ThinkRequest } from "../ports.ts";

export interface NotesParts {
  /** Those that were not given yet. */
  whispers(): readonly string[];
  forms(): CallerNote["forms"];
}

export class Notes {
  readonly #parts: NotesParts;
  readonly #byTurn = new Map<number, CallerNote>();

  constructor(parts: NotesParts) {
    this.#parts = parts;
  }

  /** `turn`: which of the caller's turns the last of these messages is. */
  add(messages: readonly Message[], turn: number, request: Pick<ThinkRequest, "language" | "localTime">): Message[] {
    // Without words of the caller there is no place for one.
    if (messages.some(({ role }) => role === "caller")) this.#note(turn, request);
    let at = turn;
    const noted = messages.toReversed().map((message): Message => {
      if (message.role !== "caller") return message;
      const note = this.#byTurn.get(at--);
      return note ? { ...message, note } : message;
    });
    return noted.toReversed();
  }

  #note(turn: number, { language, localTime }: Pick<ThinkRequest, "language" | "localTime">): void {
    const known = this.#byTurn.get(turn);
    const told = this.#parts.whispers();
    if (known && told.length === 0) return;
    const forms = this.#parts.forms() ?? [];
    const whispers = [...(known?.whispers ?? []), ...told];
    this.#byTurn.set(turn, {
      ...(known ?? { language, localTime, ...(forms.length === 0 ? {} : { forms }) }),
      ...(whispers.length === 0 ? {} : { whispers }),
    });
  }
}
