/** Those who listen in to one call. */
import type { RefusalCode } from "@ongea/contract";

export interface SoundListener {
  /** A piece of one side's sound; borrowed by nobody, kept by nobody. */
  hear(packet: ArrayBuffer): void;
  /** The call is over, or cannot be heard any more, and `why`. Once, and not after one has stopped listening. */
  over(why?: RefusalCode): void;
}

const MOST_EARS = 8;

export class SoundListeners {
  readonly #listeners = new Set<SoundListener>();
  readonly #wanted: (isHeard: boolean) => void;

  /** @param wanted told when the first one listens, and when nobody does any more */
  constructor(wanted: (isHeard: boolean) => void) {
    this.#wanted = wanted;
  }

  /** Returns the way to stop; undefined: there are as many as there may be. */
  add(listener: SoundListener): (() => void) | undefined {
    if (this.#listeners.size >= MOST_EARS) return undefined;
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#wanted(true);
    return () => this.#leave(listener);
  }

  hear(packet: ArrayBuffer): void {
    for (const listener of this.#listeners) {
      try {
        listener.hear(packet);
      } catch {
        // One who cannot hear is nobody else's trouble.
        this.#leave(listener);
      }
    }
  }

  close(): void {
    const all = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of all) listener.over();
  }

  #leave(listener: SoundListener): void {
    if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#wanted(false);
  }
}
