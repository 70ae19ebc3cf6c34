/** A call through a trunk: where it is reached is found out first, and where one place is silent or out of service the next is tried. */
import type { AgreedMedia } from "../message/sdp.ts";
import type { Peer } from "../transport/peer.ts";
import { candidatesOf } from "../trunk/candidates.ts";
import type { Trunk } from "../trunk/trunk.ts";
import type { CallEnd } from "./call.ts";
import { referredTo } from "./call.ts";
import type { OutboundCall, PlacedCall } from "./outbound-call.ts";

/** Without a word for so long, the next place is tried; the last one has its whole time. */
const SILENCE_MS = 4_000;
const NAMES = {
  name_unknown: "The trunk's name is unknown",
  private_address: "The trunk's address is private",
} as const;

export class TrunkCall implements OutboundCall {
  readonly id: string;
  readonly ended: Promise<CallEnd>;
  onRinging: OutboundCall["onRinging"];
  onAnswered: OutboundCall["onAnswered"];
  onMedia: OutboundCall["onMedia"];
  onConfirmed: OutboundCall["onConfirmed"];
  onReferred: OutboundCall["onReferred"];
  readonly #trunk: Trunk;
  readonly #start: (peer: Peer) => PlacedCall;
  #call: OutboundCall | undefined;
  #isGivenUp = false;

  constructor(id: string, trunk: Trunk, start: (peer: Peer) => PlacedCall) {
    this.id = id;
    this.#trunk = trunk;
    this.#start = start;
    this.ended = this.#run();
  }

  refer: OutboundCall["refer"] = (address, patience) => this.#call?.refer(address, patience) ?? Promise.resolve({ kind: "gone" });

  hangUp(): void {
    this.#isGivenUp = true;
    this.#call?.hangUp();
  }

  async #run(): Promise<CallEnd> {
    const found = await candidatesOf(this.#trunk);
    if ("problem" in found) return { by: "network", sipCause: 503, reason: NAMES[found.problem], answered: false };
    let end: CallEnd = { by: "us", sipCause: 487, reason: "Cancelled", answered: false };
    for (const [at, peer] of found.peers.entries()) {
      if (this.#isGivenUp) return { by: "us", sipCause: 487, reason: "Cancelled", answered: false };
      end = await this.#attempt(peer, at === found.peers.length - 1);
      if (end.answered || !isOutOfService(end)) break;
    }
    return end;
  }

  #attempt(peer: Peer, isLast: boolean): Promise<CallEnd> {
    return new Promise((resolve) => {
      const call = this.#start(peer);
      const silence = isLast
        ? undefined
        : setTimeout(() => {
            // An answer that comes all the same is ended by the attempt itself.
            if (!this.#isGivenUp) resolve({ by: "network", sipCause: 408, reason: "No answer", answered: false });
            call.onRinging = call.onAnswered = call.onMedia = call.onConfirmed = undefined;
            call.hangUp();
          }, SILENCE_MS);
      call.onTrying = () => clearTimeout(silence);
      call.onRinging = () => this.onRinging?.();
      call.onAnswered = (media) => this.onAnswered?.(this.#reachable(media, peer));
      call.onMedia = (media) => this.onMedia?.(this.#reachable(media, peer));
      call.onConfirmed = () => this.onConfirmed?.();
      call.onReferred = (asked) => referredTo(this, asked) || asked.refuse(603);
      this.#call = call;
      void call.ended.then((end) => {
        clearTimeout(silence);
        resolve(end);
      });
    });
  }

  /** A PBX behind address translation names an address of its own network: sound goes to where its signalling is, until it is heard. */
  #reachable(media: AgreedMedia, { host }: Peer): AgreedMedia {
    const { mayReach } = this.#trunk;
    return media.host === "0.0.0.0" || !mayReach || mayReach(media.host) ? media : { ...media, host };
  }
}

function isOutOfService({ by, sipCause }: CallEnd): boolean {
  return by === "network" ? sipCause === 408 || sipCause === 503 : by === "remote" && sipCause === 503;
}
