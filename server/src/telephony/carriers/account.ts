/** A workspace's account at a telephone company, whichever it is: the port that numbers and calls use. */
import type { StreamCarrier } from "@ongea/channels";

export type CarrierName = StreamCarrier;

export interface OfferedNumber {
  /** E.164 */
  number: string;
  region: string;
  /** What the company asks for it, as it says it. */
  price: MonthlyPrice | undefined;
}

export interface MonthlyPrice {
  /** A decimal, such as "1.15". */
  amount: string;
  /** ISO 4217 */
  currency: string;
}

export interface OwnedNumber {
  number: string;
  /** As the company knows it. */
  ref: string;
}

export interface NumberQuery {
  /** ISO 3166 */
  country: string;
  /** Digits that stand in the number. */
  pattern?: string | undefined;
}

/** Where a company asks what to do with a call to a number. */
export interface Lead {
  voiceUrl: string;
  statusUrl: string;
}

export interface OutgoingCall {
  from: string;
  to: string;
  /** The company asks it, or is told right away, what to do when somebody answers. */
  answerUrl: string;
  statusUrl: string;
  /** What it is to do then, in its own XML. */
  xml: string;
  ringSeconds: number;
}

/** Each method rejects with a {@link RestFailure} and nothing else. */
export interface CarrierAccount {
  readonly carrier: CarrierName;
  readonly workspaceId: string;
  /** As the company names it. */
  readonly id: string;
  /** What its webhooks are signed with. */
  readonly secret: string;
  search(wanted: NumberQuery): Promise<OfferedNumber[]>;
  /** One of the account's own; undefined: it is not. */
  find(number: string): Promise<OwnedNumber | undefined>;
  /** Its first hundred. */
  owned(): Promise<OwnedNumber[]>;
  /** Returns the company's name for it. */
  rent(number: string): Promise<string>;
  /** Done also when it was released before. */
  release(ref: string): Promise<void>;
  lead(ref: string, lead: Lead): Promise<void>;
  /** Returns the company's name for the call. */
  place(call: OutgoingCall): Promise<string>;
  /** Done also when it is over already. */
  hangUp(callRef: string): Promise<void>;
}
