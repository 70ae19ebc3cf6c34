import { z } from "zod";

/** What a page may send beside its sound, as JSON. */
export const pageMessage = z.discriminatedUnion("kind", [
  /** Typed instead of spoken. */
  z.object({ kind: z.literal("text"), text: z.string().trim().min(1).max(2_000) }),
  z.object({ kind: z.literal("key"), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  /** The caller ends the call. */
  z.object({ kind: z.literal("bye") }),
]);

export type PageMessage = z.infer<typeof pageMessage>;

const MAX_CHARACTERS = 8_192;
const MAX_PER_SECOND = 20;

/** Reads a page's messages: too long, too many or malformed ones are dropped. */
export class PageMessages {
  readonly #take: (message: PageMessage) => void;
  #second = 0;
  #count = 0;

  constructor(take: (message: PageMessage) => void) {
    this.#take = take;
  }

  receive(text: string, nowMs: number): void {
    const second = Math.floor(nowMs / 1_000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    if (this.#count > MAX_PER_SECOND || text.length > MAX_CHARACTERS) return;
    const parsed = pageMessage.safeParse(readJson(text));
    if (parsed.success) this.#take(parsed.data);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
