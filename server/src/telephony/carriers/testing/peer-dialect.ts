/** What the peers that play telephone companies have each of their own. */

export type PeerName = "twilio" | "plivo";

export interface PeerNumber {
  number: string;
  ref: string;
  voiceUrl: string;
}

/** What becomes of an order. */
export type PeerAnswer = { status: number; json?: unknown };

/** How a company writes what all of them do. */
export interface PeerDialect {
  accountId: string;
  newRef(kind: "number" | "call"): string;
  /** Undefined: it knows no such address. */
  does(peer: PeerState, asked: PeerRequest): PeerAnswer | undefined;
  signed(secret: string, url: string, fields: Record<string, string>): Record<string, string>;
  /** What it says of a call. */
  fields(call: CallFacts, status: string): Record<string, string>;
  /** What it is to do, from XML; undefined: it hangs up. */
  streamIn(xml: string): { url: string; token: string } | undefined;
}

export interface PeerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  fields: Record<string, string>;
}

export interface CallFacts {
  ref: string;
  accountId: string;
  from: string;
  to: string;
  direction: "inbound" | "outbound";
}

export interface PeerState {
  numbers: Map<string, PeerNumber>;
  forSale: string[];
  applications: Map<string, string>;
  dialled(order: { from: string; to: string; xml?: string; answerUrl?: string; statusUrl: string }): string;
  endCall(ref: string): boolean;
}
