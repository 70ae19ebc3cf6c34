import type { CallEnd } from "./call.ts";
import type { OutboundCall, OutboundPlan } from "./outbound-call.ts";
import { createOutboundCall } from "./outbound-call.ts";
import { reasonOf } from "../message/reasons.ts";
import type { Binding } from "./registrar.ts";
import type { LocalMedia } from "../message/sdp.ts";
import type { Peer } from "../transport/peer.ts";
import type { Trunk } from "../trunk/trunk.ts";
import { SecureFirstCall } from "./secure-first-call.ts";
import { ForkedCall } from "./forked-call.ts";
import { TrunkCall } from "./trunk-call.ts";
import { formatUri, sipUri, transportParameter } from "../message/uri.ts";
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
/** Of one name, that ring at the same time. */
const MOST_PHONES = 8;

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
    const bindings = this.#from.bindings(user).filter(({ peer }) => this.#ua.isReachable(peer));
    const calls = bindings.slice(0, MOST_PHONES).map((binding): OutboundCall => {
      const place = (isSecure: boolean): OutboundCall =>
        createOutboundCall(this.#ua, {
          ...this.#plan(order, binding.peer),
          target: binding.contact,
          to: { uriText: formatUri(sipUri(user, this.#from.addressTowards(binding.peer).host)) },
          keepPeer: true,
          account: undefined,
          isSecure,
        });
      return binding.peer.transport === "tls" ? new SecureFirstCall(this.#id(), place) : place(false);
    });
    const [only] = calls;
    if (!only) return failedCall(this.#id(), 480, "The phone is not registered");
    return calls.length === 1 ? only : new ForkedCall(this.#id(), calls);
  }

  #throughTrunk(order: PlaceOrder, trunk: Trunk): OutboundCall {
    const transport = trunk.transport ?? "udp";
    const target = formatUri(sipUri(order.to, trunk.host, trunk.port, transportParameter(transport)));
    const { username: user, password, mayReach, codecs, isSecure = false } = trunk;
    return new TrunkCall(this.#id(), trunk, (peer) =>
      createOutboundCall(this.#ua, {
        ...this.#plan(order, peer),
        target,
        to: { uriText: formatUri(sipUri(order.to, trunk.host)) },
        keepPeer: transport !== "udp" || mayReach !== undefined,
        account: user !== undefined && password !== undefined ? { user, password } : undefined,
        ...(mayReach && { mayReach: (address: string) => mayReach(address) }),
        ...(codecs && { codecs }),
        isSecure,
      }),
    );
  }

  #plan(order: PlaceOrder, peer: Peer): Omit<OutboundPlan, "target" | "to" | "keepPeer" | "account" | "isSecure"> {
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

function failedCall(id: string, sipCause: number, reason: string): OutboundCall {
  const end: CallEnd = { by: "network", sipCause, reason: reason || reasonOf(sipCause), answered: false };
  return {
    id,
    ended: Promise.resolve(end),
    onRinging: undefined,
    onAnswered: undefined,
    onMedia: undefined,
    onConfirmed: undefined,
    onReferred: undefined,
    refer: () => Promise.resolve({ kind: "gone" }),
    hangUp: () => undefined,
  };
}
