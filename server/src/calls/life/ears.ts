/** Those who listen in to one call. */
import type { RefusalCode } from "@ongea/contract";

export interface Ear {
  /** A piece of one side's sound; borrowed by nobody, kept by nobody. */
  hear(packet: ArrayBuffer): void;
  /** The call is over, or cannot be heard any more, and `why`. Once, and not after one has stopped listening. */
  over(why?: RefusalCode): void;
}

const MOST_EARS = 8;

export class Ears {
  readonly #ears = new Set<Ear>();
  readonly #wanted: (isHeard: boolean) => void;

  /** @param wanted told when the first one listens, and when nobody does any more */
  constructor(wanted: (isHeard: boolean) => void) {
    this.#wanted = wanted;
  }

  /** Returns the way to stop; undefined: there are as many as there may be. */
  add(ear: Ear): (() => void) | undefined {
    if (this.#ears.size >= MOST_EARS) return undefined;
    this.#ears.add(ear);
    if (this.#ears.size === 1) this.#wanted(true);
    return () => this.#leave(ear);
  }

  hear(packet: ArrayBuffer): void {
    for (const ear of this.#ears) {
      try {
        ear.hear(packet);
      } catch {
        // One who cannot hear is nobody else's trouble.
        this.#leave(ear);
      }
    }
  }

  close(): void {
    const all = [...this.#ears];
    this.#ears.clear();
    for (const ear of all) ear.over();
  }

  #leave(ear: Ear): void {
    if (this.#ears.delete(ear) && this.#ears.size === 0) this.#wanted(false);
  }
}
