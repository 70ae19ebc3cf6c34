/** A referral of ours, from REFER to the last word of what came of it (RFC 3515, the transferor of RFC 5589 section 6). */
import type { SipRequest } from "../message/message.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { UserAgent } from "../user-agent.ts";
import { answerTo } from "../user-agent.ts";
import { type ReferralEnd, type ReferralPatience, statusInFragment } from "./referral.ts";

export class SentReferral {
  readonly ended: Promise<ReferralEnd>;
  readonly #ua: UserAgent;
  readonly #patience: ReferralPatience;
  #resolve!: (end: ReferralEnd) => void;
  #isOver = false;
  #hasWord = false;
  #timer: NodeJS.Timeout;

  constructor(ua: UserAgent, patience: ReferralPatience) {
    this.#ua = ua;
    this.#patience = patience;
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
    this.#timer = this.#within(patience.answerMs);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** What REFER was answered. */
  answered(status: number): void {
    if (status < 200) return;
    if (status >= 300) return this.over({ kind: "refused", status });
    // The first word may have been quicker.
    if (!this.#hasWord) this.#wait(this.#patience.firstWordMs);
  }

  /** A NOTIFY of how it goes. */
  told(transaction: ServerTransaction): void {
    const { request } = transaction;
    transaction.respond(answerTo(this.#ua, request, 200));
    const status = statusInFragment(request.body);
    if (status !== undefined && status >= 200) return this.over(status < 300 ? { kind: "reached" } : { kind: "failed", status });
    if (isTerminated(request)) return this.over({ kind: "silent" });
    if (!this.#hasWord) this.#wait(this.#patience.endMs);
    this.#hasWord = true;
  }

  over(end: ReferralEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#resolve(end);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = this.#within(ms);
  }

  #within(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.over({ kind: "silent" }), ms);
  }
}

function isTerminated(request: SipRequest): boolean {
  return /^\s*terminated\b/i.test(request.headers.get("subscription-state") ?? "");
}
