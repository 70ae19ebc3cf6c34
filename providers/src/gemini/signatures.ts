/** What Gemini gave with a call of a function, and wants back with it. */
export interface SignedCall {
  /** The answer that it came with: calls at once are given back at once. */
  step: string;
  /** Gemini's own id, where it has one. */
  id?: string | undefined;
  signature?: string | undefined;
}

/** Of all calls that run; the oldest are forgotten. */
const MOST_KEPT = 2_000;

/**
 * Thought signatures, by the ids under which calls travel through a conversation. Gemini 3 refuses a call in the history that comes back
 * without its signature.
 */
export class Signatures {
  readonly #kept = new Map<string, SignedCall>();

  keep(id: string, call: SignedCall): void {
    this.#kept.set(id, call);
    const [oldest] = this.#kept.size > MOST_KEPT ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  of(id: string): SignedCall | undefined {
    return this.#kept.get(id);
  }
}
