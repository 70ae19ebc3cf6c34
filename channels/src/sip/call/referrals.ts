/** Referrals of one established call: at most one of ours and one of the far end's at a time. */
import type { SipRequest } from "../message/message.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { UserAgent } from "../user-agent.ts";
import { answerTo } from "../user-agent.ts";
import { createIncomingReferral, whomIn } from "./incoming-referral.ts";
import { REFERRAL_PATIENCE, type IncomingReferral, type ReferralEnd, type ReferralPatience } from "./referral.ts";
import { SentReferral } from "./sent-referral.ts";

export interface ReferralsParts {
  ua: UserAgent;
  /** Sends a request inside the dialog. */
  send(sending: {
    method: "REFER" | "NOTIFY";
    dress(request: SipRequest): void;
    answered(status: number): void;
    failed(): void;
  }): void;
  /** Somebody takes referrals of the far end's. False: nobody does. */
  asked(referral: IncomingReferral): boolean;
}

export class Referrals {
  readonly #parts: ReferralsParts;
  #sent: SentReferral | undefined;
  #isAsked = false;
  #count = 0;
  #isOver = false;

  constructor(parts: ReferralsParts) {
    this.#parts = parts;
  }

  /** Asks the far end to call this address instead of us. Never rejects. */
  refer(address: string, patience: ReferralPatience = REFERRAL_PATIENCE): Promise<ReferralEnd> {
    if (this.#isOver) return Promise.resolve({ kind: "gone" });
    if (this.#sent && !this.#sent.isOver) return Promise.resolve({ kind: "refused", status: 491 });
    const referral = new SentReferral(this.#parts.ua, patience);
    this.#sent = referral;
    this.#parts.send({
      method: "REFER",
      dress: (request) => void request.headers.add("refer-to", `<${address}>`),
      answered: (status) => referral.answered(status),
      failed: () => referral.over({ kind: "refused", status: 408 }),
    });
    return referral.ended;
  }

  /** NOTIFY of the far end. */
  told(transaction: ServerTransaction): void {
    const { ua } = this.#parts;
    const { request } = transaction;
    const answer = (status: number): void => transaction.respond(answerTo(ua, request, status));
    if (!/^\s*refer\s*(?:;|$)/i.test(request.headers.get("event") ?? "")) return answer(489);
    if (!this.#sent || this.#sent.isOver) return answer(481);
    this.#sent.told(transaction);
  }

  /** REFER of the far end. */
  asked(transaction: ServerTransaction): void {
    const { ua, send, asked } = this.#parts;
    const answer = (status: number): void => transaction.respond(answerTo(ua, transaction.request, status));
    const to = whomIn(transaction.request);
    if (typeof to === "number") return answer(to);
    if (this.#isAsked) return answer(491);
    this.#isAsked = true;
    const referral = createIncomingReferral({
      ua,
      transaction,
      to,
      isFurther: this.#count++ > 0,
      notify: (dress, done) => {
        if (!this.#isOver) send({ method: "NOTIFY", dress, answered: (status) => status >= 200 && done(), failed: done });
      },
      over: () => (this.#isAsked = false),
    });
    if (!asked(referral)) referral.refuse(603);
  }

  /** The call is over. */
  close(): void {
    this.#isOver = true;
    this.#sent?.over({ kind: "gone" });
  }
}
