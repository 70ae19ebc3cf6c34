/** How many calls one source may hold at a time, so that none takes all lines: an address that nobody knows, all of those, a trunk or a phone. */
import { HalfOpen } from "./half-open.ts";
import type { CallerProof } from "./inbound-call.ts";

export interface MostCalls {
  /** Of one address that nobody knows. */
  address: number;
  /** Of all addresses that nobody knows. */
  strangers: number;
  /** Of one trunk, or one registered phone. */
  known: number;
}

export class Shares {
  readonly #addresses: HalfOpen;
  readonly #strangers: HalfOpen;
  readonly #known: HalfOpen;

  constructor({ address, strangers, known }: MostCalls) {
    this.#addresses = new HalfOpen(address);
    this.#strangers = new HalfOpen(strangers);
    this.#known = new HalfOpen(known);
  }

  /** Returns the way to give it back; undefined: this source has its share. */
  take(proof: CallerProof, address: string): (() => void) | undefined {
    const places: readonly [HalfOpen, string][] =
      proof.kind === "anyone"
        ? [
            [this.#addresses, address],
            [this.#strangers, ""],
          ]
        : [[this.#known, nameOf(proof)]];
    if (!places.every(([share, name]) => share.hasRoom(name))) return undefined;
    const taken = places.map(([share, name]) => share.take(name));
    return () => taken.forEach((release) => release());
  }
}

function nameOf(proof: Exclude<CallerProof, { kind: "anyone" }>): string {
  return `${proof.kind} ${proof.kind === "user" ? proof.user : proof.trunk}`;
}
