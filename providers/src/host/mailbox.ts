import { ProviderFailure } from "@ongea/conversation";

/** Values that one side puts as they come and the other takes one by one. */
export class Mailbox<T> {
  readonly #values: T[] = [];
  #closed = false;
  #failure: ProviderFailure | undefined;
  #wake: (() => void) | undefined;

  put(value: T): void {
    if (this.#closed) return;
    this.#values.push(value);
    this.#wake?.();
  }

  /** What was put before is still taken; then the end, or the failure. */
  close(failure?: ProviderFailure): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#failure = failure;
    this.#wake?.();
  }

  /** The next value; undefined at the end. Throws the failure, or a `timeout` after `timeoutMs` without a value. */
  async take(timeoutMs: number): Promise<T | undefined> {
    if (this.#values.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.close(new ProviderFailure("timeout", `nothing for ${timeoutMs} ms`)), timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          this.#wake = undefined;
          resolve();
        };
      });
    }
    const value = this.#values.shift();
    if (value === undefined && this.#failure) throw this.#failure;
    return value;
  }
}
