/** One leg on its way out, by SIP or by a telephone company: what line it needs, and what its far end does. */
import type { SipEndpoint, Trunk } from "@ongea/channels";
import type { Admitted } from "../../compliance/index.ts";
import type { CarrierAccount } from "../carriers/account.ts";
import type { Signalling } from "../../calls/index.ts";
import type { LineRequest } from "../lines/store.ts";
import type { LineOrder, CallListener, OpenedSlot } from "../../engines/index.ts";
import type { CarrierLegs } from "../legs/carrier-legs.ts";
import type { CallingSender, ChannelLegs } from "../legs/channel/channel-legs.ts";
import type { LegLine, PlacedLeg } from "../legs/placed-leg.ts";
import type { RequestedCalls, Orders } from "../legs/africastalking/requested-calls.ts";

export interface DialParts {
  endpoint: Pick<SipEndpoint, "bindings" | "place">;
  carrierLegs: CarrierLegs;
  /** Calls that are asked for by HTTP and come by a trunk. */
  asked: RequestedCalls;
  /** Calls on messaging channels. */
  channelLegs: Pick<ChannelLegs, "open">;
  mediaHost: string;
  addressTowards(remoteHost: string): string;
}

export interface DialRoute {
  via: { registered: string } | ByTrunk | { account: CarrierAccount } | { channel: CallingSender };
  from: string;
  to: string;
  /** Of a workspace's own trunk. */
  line?: LineRequest;
  /** What the gate has said of whom it reaches. */
  admitted: Admitted;
}

interface ByTrunk {
  trunk: Trunk;
  writesPlus: boolean;
  takesRefer?: boolean;
  /** Its calls are asked for by HTTP. */
  orders?: Orders | undefined;
}

/** A leg before it rings. */
export interface Dial {
  /** The line that it needs, and what that line is to be given besides. */
  order: LineOrder;
  out: Pick<CallListener, "packet" | "closeSocket" | "connected">;
  /** The telephone rings. */
  place(opened: OpenedSlot, line: LegLine, ringTimeoutMs?: number): PlacedLeg;
}

/** How this leg is reached from its answer on. */
export function signallingOf(leg: PlacedLeg, { via }: Pick<DialRoute, "via">): Signalling {
  const [hangUp, { refer }] = [() => leg.hangUp(), leg];
  const takes = refer !== undefined && "trunk" in via && via.takesRefer === true;
  return { refuse: hangUp, hangUp, refer: takes ? (to) => refer(addressAt(via, to)) : undefined };
}

/** This number, as the trunk has it. */
export function addressAt(
  { trunk, writesPlus }: { trunk: Pick<Trunk, "host" | "port">; writesPlus: boolean },
  to: string,
): string {
  const user = writesPlus ? to : to.replace(/^\+/, "");
  return `sip:${user}@${trunk.host}${trunk.port === undefined ? "" : `:${trunk.port}`}`;
}

/** `callId`: of the call that it is for. */
export function dialBy(parts: DialParts, way: DialRoute, callId: string): Dial {
  if ("channel" in way.via) return byChannel(parts.channelLegs.open(way.via.channel, callId), way.to);
  if ("account" in way.via) return byCarrier(parts, way, way.via.account);
  const orders = "trunk" in way.via ? way.via.orders : undefined;
  return orders ? byOrder(parts, way, orders) : bySip(parts, way, way.via);
}

function byOrder({ asked, mediaHost }: DialParts, { from, to }: DialRoute, orders: Orders): Dial {
  return {
    order: { kind: "rtp", host: mediaHost },
    out: {},
    place: (opened, line, ringMs) => asked.place({ orders, from, to, ringMs }, opened, line),
  };
}

type BySip = { registered: string } | ByTrunk;

function bySip({ endpoint, mediaHost, addressTowards }: DialParts, { from, to }: DialRoute, via: BySip): Dial {
  const host = "trunk" in via ? via.trunk.host : (endpoint.bindings(via.registered)[0]?.peer.host ?? "");
  const written = (number: string): string => ("trunk" in via && !via.writesPlus ? number.replace(/^\+/, "") : number);
  return {
    order: { kind: "rtp", host: mediaHost },
    out: {},
    place({ answer }, line, ringTimeoutMs) {
      if (answer.kind !== "rtp") throw new Error("A leg by SIP has a line by RTP");
      const media = { ...answer, host: addressTowards(host) };
      const rings = ringTimeoutMs === undefined ? {} : { ringTimeoutMs };
      const sip = endpoint.place({ to: written(to), from: { user: written(from) }, via, media, ...rings });
      sip.onRinging = () => line.ringing?.();
      sip.onMedia = (agreed) => line.media(agreed);
      sip.onConfirmed = () => line.confirmed();
      sip.onAnswered = (agreed) => line.answered(agreed);
      return sip;
    },
  };
}

function byChannel(leg: ReturnType<ChannelLegs["open"]>, to: string): Dial {
  return {
    order: { kind: "webrtc-call" },
    out: { connected: () => leg.connected(), closeSocket: () => leg.hangUp() },
    place({ answer }, line, ringMs) {
      if (answer.kind !== "webrtc-call") throw new Error("A leg of a channel has a line by WebRTC");
      return leg.place({ to, offer: answer.offer, ringMs }, line);
    },
  };
}

function byCarrier({ carrierLegs }: DialParts, { from, to }: DialRoute, account: CarrierAccount): Dial {
  const leg = carrierLegs.open(account);
  return {
    order: { kind: "stream", carrier: account.carrier },
    out: leg.out,
    place(_, line, ringMs) {
      leg.onRinging = () => line.ringing?.();
      leg.onAnswered = () => line.answered();
      leg.onPacket = (text) => line.packet(text);
      carrierLegs.place(leg, { from, to, ringMs });
      return leg;
    },
  };
}
