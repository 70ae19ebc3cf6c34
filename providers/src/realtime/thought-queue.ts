import { ProviderFailure, type Thought } from "@ongea/conversation";

/** Nobody takes them: more than any answer has. */
const MOST_WAITING = 20_000;

/** The thoughts of one answer, on their way from the socket's events to the reply that iterates them. */
export class ThoughtQueue {
  #waiting: Thought[] = [];
  #end: { failure?: ProviderFailure } | undefined;
  #wake: () => void = () => {};

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  push(thought: Thought): void {
    if (this.#end) return;
    this.#waiting.push(thought);
    if (this.#waiting.length > MOST_WAITING) this.fail(new ProviderFailure("bad-answer", "the provider answers without end"));
    this.#wake();
  }

  finish(): void {
    this.#end ??= {};
    this.#wake();
  }

  fail(failure: ProviderFailure): void {
    this.#end ??= { failure };
    this.#wake();
  }

  /** Until the answer is over, or the signal is aborted. */
  async *thoughts(signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
    const wake = (): void => this.#wake();
    signal.addEventListener("abort", wake, { once: true });
    try {
      while (!signal.aborted) {
        const next = this.#waiting.shift();
        if (next) {
          yield next;
          continue;
        }
        if (this.#end?.failure) throw this.#end.failure;
        if (this.#end) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }
}
