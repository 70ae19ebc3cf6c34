import { isIP } from "node:net";
import { resolveHost } from "../transport/resolve.ts";

/** An operator or PBX that calls go out through and come in from. */
export interface Trunk {
  name: string;
  /** Address or name of its SIP server. */
  host: string;
  port?: number;
  transport?: "udp" | "tcp" | "tls";
  /** Tried in their order where the first does not answer. */
  others?: readonly TrunkPlace[];
  /** For trunks that ask who we are. Others know us by our address. */
  username?: string;
  password?: string;
  /** Further IP addresses that its calls come from. */
  addresses?: readonly string[];
  /** Whether this address of the network may be sent to, whatever a name resolves to; absent: any. */
  mayReach?(address: string): boolean;
  /** What is offered, best first; absent: all that is spoken here. */
  codecs?: readonly ("PCMU" | "PCMA")[];
  /** Sound to and from it is encrypted (SRTP), or there is no call. */
  isSecure?: boolean;
}

export interface TrunkPlace {
  host: string;
  port?: number;
}

/** Names are resolved again after this time: operators move. */
const FRESH_MS = 60_000;

/** Tells by its source address whether a request comes from a trunk. */
export class TrunkBook {
  readonly #trunks: () => readonly Trunk[];
  readonly #resolved = new Map<string, { address: string | undefined; atMs: number }>();

  constructor(trunks: () => readonly Trunk[]) {
    this.#trunks = trunks;
    for (const trunk of trunks()) this.#addressOf(trunk.host);
  }

  of(sourceHost: string): Trunk | undefined {
    return this.#trunks().find(
      (trunk) => (trunk.addresses ?? []).includes(sourceHost) || this.#addressOf(trunk.host) === sourceHost,
    );
  }

  /** What is known now; a name that was not asked for lately is asked for in passing. */
  #addressOf(host: string): string | undefined {
    if (isIP(host)) return host;
    const known = this.#resolved.get(host);
    const nowMs = performance.now();
    if (!known || nowMs - known.atMs > FRESH_MS) {
      this.#resolved.set(host, { address: known?.address, atMs: nowMs });
      resolveHost(host, (address) => {
        if (address !== undefined) this.#resolved.set(host, { address, atMs: nowMs });
      });
    }
    return known?.address;
  }
}
