import type { CallEnd } from "./call.ts";
import type { OutboundCall, OutboundPlan } from "./outbound-call.ts";
import { createOutboundCall } from "./outbound-call.ts";
import { reasonOf } from "../message/reasons.ts";
import type { Binding } from "./registrar.ts";
import { resolveHost } from "../transport/resolve.ts";
import type { LocalMedia } from "../message/sdp.ts";
import type { Peer } from "../transport/peer.ts";
import type { Trunk } from "./trunk.ts";
import { formatUri, sipUri } from "../message/uri.ts";
import type { UserAgent } from "../user-agent.ts";
import { newTag } from "../user-agent.ts";

export interface PlaceOrder {
  /** The number, or the name of the registered phone, that is called. */
  to: string;
  /** The number that is shown, and perhaps a name. */
  from: { user: string; displayName?: string };
  via: { registered: string } | { trunk: Trunk };
  /** Where the other side shall send its sound. */
  media: LocalMedia;
  ringTimeoutMs?: number;
}

const RING_TIMEOUT_MS = 60_000;

/** Places calls: to registered phones by the way they registered, to numbers through a trunk. */
export class OutboundInvites {
  readonly #ua: UserAgent;
  readonly #from: { bindings(user: string): readonly Binding[]; addressTowards(peer: Peer): { host: string } };
  readonly #calls = new Set<OutboundCall>();
  #count = 0;

  constructor(ua: UserAgent, from: { bindings(user: string): readonly Binding[]; addressTowards(peer: Peer): { host: string } }) {
    this.#ua = ua;
    this.#from = from;
  }

  get calls(): OutboundCall[] {
    return [...this.#calls];
  }

  place(order: PlaceOrder): OutboundCall {
    const call = "trunk" in order.via ? this.#throughTrunk(order, order.via.trunk) : this.#toPhone(order, order.via.registered);
    this.#calls.add(call);
    void call.ended.then(() => this.#calls.delete(call));
    return call;
  }

  #toPhone(order: PlaceOrder, user: string): OutboundCall {
    const binding = this.#from.bindings(user).find(({ peer }) => this.#ua.isReachable(peer));
    if (!binding) return failedCall(this.#id(), 480, "The phone is not registered");
    return createOutboundCall(this.#ua, {
      ...this.#plan(order, binding.peer),
      target: binding.contact,
      to: { uriText: formatUri(sipUri(user, this.#from.addressTowards(binding.peer).host)) },
      keepPeer: true,
      account: undefined,
    });
  }

  #throughTrunk(order: PlaceOrder, trunk: Trunk): OutboundCall {
    const transport = trunk.transport ?? "udp";
    const port = trunk.port ?? 5060;
    const target = formatUri(sipUri(order.to, trunk.host, trunk.port, transport === "tcp" ? { transport } : {}));
    const { username: user, password } = trunk;
    const start = (host: string): OutboundCall => {
      const peer: Peer = { transport, host, port };
      return createOutboundCall(this.#ua, {
        ...this.#plan(order, peer),
        target,
        to: { uriText: formatUri(sipUri(order.to, trunk.host)) },
        keepPeer: transport === "tcp",
        account: user !== undefined && password !== undefined ? { user, password } : undefined,
      });
    };
    return new ResolvedCall(this.#id(), trunk.host, start);
  }

  #plan(order: PlaceOrder, peer: Peer): Omit<OutboundPlan, "target" | "to" | "keepPeer" | "account"> {
    const { host } = this.#from.addressTowards(peer);
    return {
      id: this.#id(),
      from: { displayName: order.from.displayName, uriText: formatUri(sipUri(order.from.user, host)) },
      peer,
      local: order.media,
      ringTimeoutMs: order.ringTimeoutMs ?? RING_TIMEOUT_MS,
    };
  }

  #id(): string {
    return `out-${++this.#count}-${newTag().slice(0, 6)}`;
  }
}

/** A call whose peer's name has to be resolved first; for an IP address that is at once. */
class ResolvedCall implements OutboundCall {
  readonly id: string;
  readonly ended: Promise<CallEnd>;
  onRinging: OutboundCall["onRinging"];
  onAnswered: OutboundCall["onAnswered"];
  onMedia: OutboundCall["onMedia"];
  onConfirmed: OutboundCall["onConfirmed"];
  #call: OutboundCall | undefined;
  #isGivenUp = false;

  constructor(id: string, host: string, start: (host: string) => OutboundCall) {
    this.id = id;
    this.ended = new Promise((resolve) => {
      resolveHost(host, (address) => {
        if (address === undefined)
          return resolve({ by: "network", sipCause: 503, reason: "The trunk's name is unknown", answered: false });
        if (this.#isGivenUp) return resolve({ by: "us", sipCause: 487, reason: "Cancelled", answered: false });
        const call = start(address);
        call.onRinging = () => this.onRinging?.();
        call.onAnswered = (media) => this.onAnswered?.(media);
        call.onMedia = (media) => this.onMedia?.(media);
        call.onConfirmed = () => this.onConfirmed?.();
        this.#call = call;
        resolve(call.ended);
      });
    });
  }

  hangUp(): void {
    this.#isGivenUp = true;
    this.#call?.hangUp();
  }
}

function failedCall(id: string, sipCause: number, reason: string): OutboundCall {
  const end: CallEnd = { by: "network", sipCause, reason: reason || reasonOf(sipCause), answered: false };
  return {
    id,
    ended: Promise.resolve(end),
    onRinging: undefined,
    onAnswered: undefined,
    onMedia: undefined,
    onConfirmed: undefined,
    hangUp: () => undefined,
  };
}
