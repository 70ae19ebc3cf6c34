import type { AgreedMedia } from "../message/sdp.ts";
import type { IncomingReferral, ReferralEnd, ReferralPatience } from "./referral.ts";

/** How a call, or an attempt at one, came to its end. */
export interface CallEnd {
  by: "remote" | "us" | "network";
  /** The SIP status that tells the cause: 200 for a call that was answered and ended in the usual way. */
  sipCause: number;
  reason: string;
  answered: boolean;
}

/** What both kinds of call have in common. */
export interface SipCall {
  /** Unique in this process and short enough for logs. */
  readonly id: string;
  /** Resolves once, when the call is over whatever the reason. Never rejects. */
  readonly ended: Promise<CallEnd>;
  /** The other side changed the sound (hold, another address), or said only now what it wants. */
  onMedia: ((media: AgreedMedia) => void) | undefined;
  /** The far end refers us to somebody else; where nobody listens, it is declined. */
  onReferred: ((asked: IncomingReferral) => void) | undefined;
  /** Refers the far end to this address: it is to call there instead of us. "gone" where there is no call. Never rejects. */
  refer(address: string, patience?: ReferralPatience): Promise<ReferralEnd>;
  /** Ends the call, or the attempt, from our side. */
  hangUp(): void;
}

/** A promise of the end that can be kept from outside, once. */
export class Ending {
  readonly promise: Promise<CallEnd>;
  #resolve!: (end: CallEnd) => void;
  #isOver = false;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** False when it was over before. */
  come(end: CallEnd): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#resolve(end);
    return true;
  }
}

/** Passes a referral on to whoever listens. */
export function referredTo({ onReferred }: Pick<SipCall, "onReferred">, asked: IncomingReferral): boolean {
  onReferred?.(asked);
  return onReferred !== undefined;
}
