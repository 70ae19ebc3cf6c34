/** What passes between two ends of a call when one refers the other to somebody else (RFC 3515). */

/** What came of a referral of ours. */
export type ReferralEnd =
  /** The far end has reached them: this call is no longer needed. */
  | { kind: "reached" }
  /** It takes no referrals, or not this one: nothing was rung. */
  | { kind: "refused"; status: number }
  /** It rang them, and this came of it. */
  | { kind: "failed"; status: number }
  /** It said nothing of it in time; perhaps it rings them all the same. */
  | { kind: "silent" }
  /** The call is over. */
  | { kind: "gone" };

/** How long is waited, ms. */
export interface ReferralPatience {
  /** For the answer to REFER. */
  answerMs: number;
  /** For the first word of how it goes, once it was accepted. */
  firstWordMs: number;
  /** For the end, from then on. */
  endMs: number;
}

export const REFERRAL_PATIENCE: ReferralPatience = { answerMs: 8_000, firstWordMs: 8_000, endMs: 45_000 };

/** The far end refers us to somebody else. It is accepted or refused once; whatever comes too late is dropped. */
export interface IncomingReferral {
  /** The user part of the address that we are to call: mostly a number. */
  readonly to: string;
  /** 202; from now on the far end is told how it goes, unless it wanted not to be (RFC 4488). */
  accept(): void;
  /** `status` 400–699, for example 403 or 603. */
  refuse(status: number): void;
  /** The SIP status of our attempt. Only after `accept`. */
  over(status: number): void;
}

/** As the content of a NOTIFY says it (RFC 3420); undefined: it says nothing. */
export function statusInFragment(body: string): number | undefined {
  const status = /^SIP\/2\.0 ([1-6]\d\d)(?: |\r?\n|$)/.exec(body)?.[1];
  return status === undefined ? undefined : Number(status);
}
