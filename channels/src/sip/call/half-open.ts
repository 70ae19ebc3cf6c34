/**
 * Calls that were let in and have not been acknowledged: each holds a line until it is, or for half a minute. One address holds no more than
 * a few of them, so that INVITEs without an ACK cannot fill the machine.
 */
export class HalfOpen {
  readonly #most: number;
  readonly #of = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  hasRoom(address: string): boolean {
    return (this.#of.get(address) ?? 0) < this.#most;
  }

  /** Returns the way to give it back; once is enough, more does no harm. */
  take(address: string): () => void {
    this.#of.set(address, (this.#of.get(address) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#of.get(address) ?? 1) - 1;
      if (left > 0) this.#of.set(address, left);
      else this.#of.delete(address);
    };
  }
}
