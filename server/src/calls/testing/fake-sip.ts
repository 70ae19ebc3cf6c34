/** SIP calls without a network, which remember what they were told. */
import type { IncomingReferral, CallEnd, InboundCall, OutboundCall, ReferralEnd, SipCall } from "@ongea/channels";

interface FakeCall {
  /** The other side, or the network, ends it. */
  end(end: Omit<CallEnd, "reason">): void;
  readonly isOver: boolean;
  /** What it was asked to call instead of us, and how that goes. */
  readonly referrals: FakeReferral[];
  /** The far end refers us to somebody else; what it is told, in order. */
  refersTo(to: string): string[];
}

interface FakeReferral {
  address: string;
  ends(end: ReferralEnd): void;
}

export interface FakeInbound extends FakeCall {
  readonly call: InboundCall;
  /** Final answers, and BYEs of ours. */
  readonly said: string[];
  ack(): void;
}

export interface FakeOutbound extends FakeCall {
  readonly call: OutboundCall;
  answer(): void;
}

const MEDIA = { host: "192.0.2.1", port: 4_000, codec: "PCMU", payloadType: 0, direction: "sendrecv" } as never;

/** `trunk`: it comes by this one of a workspace. */
export function fakeInbound(trunk?: string): FakeInbound {
  const { promise, settle, isOver } = endOnce();
  const { referrals, refer } = fakeReferrals(promise);
  const said: string[] = [];
  let isAnswered = false;
  const end: FakeCall["end"] = (how) => settle({ ...how, reason: "", answered: isAnswered });
  const call = {
    id: "in-1",
    ended: promise,
    number: "1001",
    proof: trunk === undefined ? { kind: "anyone" } : { kind: "own trunk", trunk },
    from: { user: "0712345678" },
    source: { host: "192.0.2.1" },
    media: MEDIA,
    onMedia: undefined,
    onConfirmed: undefined,
    onReferred: undefined,
    refer,
    ring: () => undefined,
    answer() {
      if (isAnswered || isOver()) return;
      isAnswered = true;
      said.push("200");
    },
    reject(status: number) {
      if (isAnswered || isOver()) return;
      said.push(String(status));
      end({ by: "us", sipCause: status, answered: false });
    },
    hangUp() {
      if (!isAnswered) return call.reject(603);
      if (isOver()) return;
      said.push("BYE");
      end({ by: "us", sipCause: 200, answered: true });
    },
  };
  return {
    call: call as unknown as InboundCall,
    said,
    end,
    referrals,
    refersTo: (to) => ask(call as unknown as InboundCall, to),
    ack: () => isAnswered && !isOver() && (call as unknown as InboundCall).onConfirmed?.(),
    get isOver() {
      return isOver();
    },
  };
}

export function fakeOutbound(): FakeOutbound {
  const { promise, settle, isOver } = endOnce();
  const { referrals, refer } = fakeReferrals(promise);
  let isAnswered = false;
  const end: FakeCall["end"] = (how) => settle({ ...how, reason: "", answered: isAnswered });
  const call: OutboundCall = {
    id: "out-1",
    ended: promise,
    onRinging: undefined,
    onAnswered: undefined,
    onMedia: undefined,
    onConfirmed: undefined,
    onReferred: undefined,
    refer,
    hangUp: () => end({ by: "us", sipCause: isAnswered ? 200 : 487, answered: isAnswered }),
  };
  return {
    call,
    end,
    referrals,
    refersTo: (to) => ask(call, to),
    answer() {
      if (isAnswered || isOver()) return;
      isAnswered = true;
      call.onRinging?.();
      call.onAnswered?.(MEDIA);
    },
    get isOver() {
      return isOver();
    },
  };
}

function endOnce(): { promise: Promise<CallEnd>; settle(end: CallEnd): void; isOver(): boolean } {
  let isOver = false;
  let resolve!: (end: CallEnd) => void;
  const promise = new Promise<CallEnd>((done) => (resolve = done));
  return {
    promise,
    settle(end) {
      isOver = true;
      resolve(end);
    },
    isOver: () => isOver,
  };
}

/** Of a far end that answers when a test says so; a call that is over refers nobody. */
function fakeReferrals(over: Promise<CallEnd>): { referrals: FakeReferral[]; refer: SipCall["refer"] } {
  const referrals: FakeReferral[] = [];
  const refer: SipCall["refer"] = (address) =>
    new Promise((resolve) => {
      referrals.push({ address, ends: resolve });
      void over.then(() => resolve({ kind: "gone" }));
    });
  return { referrals, refer };
}

function ask(call: Pick<SipCall, "onReferred">, to: string): string[] {
  const told: string[] = [];
  let isAccepted = false;
  const asked: IncomingReferral = {
    to,
    accept: () => (isAccepted ||= told.push("202") > 0),
    refuse: (status) => told.length === 0 && told.push(String(status)),
    over: (status) => isAccepted && told.push(`NOTIFY ${status}`),
  };
  call.onReferred?.(asked);
  return told;
}
