import type { CallEnd, SipCall } from "./call.ts";
import { Ending, referredTo } from "./call.ts";
import type { ClientTransaction } from "../transaction/client-transaction.ts";
import { dialogOfAnswer } from "./dialog.ts";
import { answerChallenges } from "../auth/digest.ts";
import { mediaIn } from "./described.ts";
import { acknowledge, Established, sendBye, takesUpdate } from "./established.ts";
import { Headers } from "../message/headers.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { tagOf } from "../message/message.ts";
import { formatNameAddress } from "../message/name-address.ts";
import { reasonOf } from "../message/reasons.ts";
import { askTerms, leastIn, termsIn } from "./session-timer.ts";
import type { AgreedMedia, LocalMedia } from "../message/sdp.ts";
import { formatOffer } from "../message/sdp.ts";
import type { Peer } from "../transport/peer.ts";
import type { UserAgent } from "../user-agent.ts";
import { ALLOWED, newCallId, newTag } from "../user-agent.ts";

/** A call that we make. Set the callbacks in the same turn that it was placed in. */
export interface OutboundCall extends SipCall {
  /** The other side's phone rings. */
  onRinging: (() => void) | undefined;
  onAnswered: ((media: AgreedMedia) => void) | undefined;
  /** Sound before the answer (announcements, a ring tone of the network) and every later change. */
  onMedia: ((media: AgreedMedia) => void) | undefined;
  /** A later change has been acknowledged: the far end wants its sound there. */
  onConfirmed: (() => void) | undefined;
}

/** An attempt at one place. */
export interface PlacedCall extends OutboundCall {
  /** The other side has said its first word: it is there. */
  onTrying: (() => void) | undefined;
}

/** Everything that is known before the first packet. */
export interface OutboundPlan {
  id: string;
  /** The Request-URI, and the addresses of both sides as they are shown. */
  target: string;
  from: { displayName: string | undefined; uriText: string };
  to: { uriText: string };
  peer: Peer;
  /** Requests inside the call go to `peer` too, not where the answer says: the peer stands behind address translation. */
  keepPeer: boolean;
  account: { user: string; password: string } | undefined;
  local: LocalMedia;
  ringTimeoutMs: number;
  /** Requests inside the call go nowhere else, whatever the other side names; absent: anywhere. */
  mayReach?(address: string): boolean;
  /** What is offered, best first; absent: all that is spoken here. */
  codecs?: readonly AgreedMedia["codec"][];
  /** Sound is encrypted, or there is no call. */
  isSecure: boolean;
}

/** Asking again with credentials: once, and once more when the nonce was stale. */
const MAX_CHALLENGES = 2;

export function createOutboundCall(ua: UserAgent, plan: OutboundPlan): PlacedCall {
  const attempt = new Attempt(ua, plan);
  attempt.start();
  return attempt;
}

class Attempt implements PlacedCall {
  readonly id: string;
  onTrying: (() => void) | undefined;
  onRinging: (() => void) | undefined;
  onAnswered: ((media: AgreedMedia) => void) | undefined;
  onMedia: ((media: AgreedMedia) => void) | undefined;
  onConfirmed: (() => void) | undefined;
  onReferred: SipCall["onReferred"];
  readonly #ua: UserAgent;
  readonly #plan: OutboundPlan;
  readonly #ending = new Ending();
  readonly #session = { id: String(Date.now()), version: 1 };
  readonly #callId = newCallId();
  readonly #tag = newTag();
  readonly #contact: string;
  #sequence = 0;
  #challenges = 0;
  /** A 422 wanted the session's interval to be at least so long, seconds. */
  #leastSeconds: number | undefined;
  #invite: ClientTransaction | undefined;
  #established: { call: Established; tag: string | undefined } | undefined;
  #provisional = false;
  /** What the end will be when the cancelled INVITE comes back. */
  #givenUp: CallEnd | undefined;
  #earlyMedia: AgreedMedia | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(ua: UserAgent, plan: OutboundPlan) {
    this.#ua = ua;
    this.#plan = plan;
    this.id = plan.id;
    this.#contact = ua.contactTowards(plan.peer, undefined);
  }

  get ended(): Promise<CallEnd> {
    return this.#ending.promise;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#giveUp(408, "Nobody answered"), this.#plan.ringTimeoutMs);
    this.#sendInvite();
  }

  refer: SipCall["refer"] = (address, patience) =>
    this.#established?.call.refer(address, patience) ?? Promise.resolve({ kind: "gone" });

  hangUp(): void {
    if (this.#established) this.#established.call.hangUp();
    else this.#giveUp(487, "Cancelled");
  }

  #sendInvite(credentials?: { name: string; value: string }): void {
    const { plan, headers } = { plan: this.#plan, headers: new Headers() };
    headers.add("max-forwards", "70");
    headers.add("from", formatNameAddress({ ...plan.from, tag: this.#tag })).add("to", formatNameAddress(plan.to));
    headers.add("call-id", this.#callId).add("cseq", `${++this.#sequence} INVITE`);
    headers.add("contact", `<${this.#contact}>`).add("allow", ALLOWED);
    headers.add("user-agent", this.#ua.userAgent).add("content-type", "application/sdp");
    if (credentials) headers.add(credentials.name, credentials.value);
    const body = formatOffer(plan.local, this.#session, plan);
    const request: SipRequest = { kind: "request", method: "INVITE", uriText: plan.target, headers, body };
    askTerms(request, this.#leastSeconds);
    this.#provisional = false;
    const transaction = this.#ua.send(request, plan.peer, {
      response: (response) => this.#received(transaction, response),
      failed: (status) =>
        this.#over(this.#givenUp ?? { by: "network", sipCause: status, reason: reasonOf(status), answered: false }),
    });
    this.#invite = transaction;
  }

  #received(transaction: ClientTransaction, response: SipResponse): void {
    if (response.status >= 200 && response.status < 300) return this.#accepted(transaction, response);
    if (transaction !== this.#invite || this.#ending.isOver) return;
    if (response.status < 200) return this.#progress(transaction, response);
    const isChallenge = response.status === 401 || response.status === 407;
    if (isChallenge && !this.#givenUp && this.#authenticate(response)) return;
    if (response.status === 422 && !this.#givenUp && this.#askLonger(response)) return;
    this.#over(
      this.#givenUp ?? {
        by: "remote",
        sipCause: response.status,
        reason: response.reason || reasonOf(response.status),
        answered: false,
      },
    );
  }

  #progress(transaction: ClientTransaction, response: SipResponse): void {
    const isFirst = !this.#provisional;
    this.#provisional = true;
    this.onTrying?.();
    if (this.#givenUp) {
      if (isFirst) this.#ua.cancel(transaction);
      return;
    }
    if (response.status === 100) return;
    const media = mediaIn(response, this.#plan);
    if (media) {
      this.#earlyMedia = media;
      this.onMedia?.(media);
    }
    this.onRinging?.();
  }

  #accepted(transaction: ClientTransaction, response: SipResponse): void {
    const dialog = dialogOfAnswer(transaction.request, response, {
      contact: this.#contact,
      peer: isWayBack(this.#plan, response) ? this.#plan.peer : undefined,
      mayReach: this.#plan.mayReach,
    });
    acknowledge(this.#ua, dialog, transaction.request, response);
    const tag = tagOf(response, "to");
    if (this.#established?.tag === tag && this.#established) return;
    const media = mediaIn(response, this.#plan) ?? this.#earlyMedia;
    // Given up while the answer was on its way, answered by a second phone, or with sound that can't be used.
    if (this.#ending.isOver || this.#established || this.#givenUp || !media) {
      sendBye(this.#ua, dialog, this.#plan.account);
      if (!this.#established) this.#over(this.#givenUp ?? { by: "us", sipCause: 488, reason: reasonOf(488), answered: false });
      return;
    }
    clearTimeout(this.#timer);
    const call = new Established(
      this.#ua,
      dialog,
      {
        local: this.#plan.local,
        session: this.#session,
        account: this.#plan.account,
        media,
        isSecure: this.#plan.isSecure,
        takesUpdate: takesUpdate(response),
      },
      {
        media: (changed) => this.onMedia?.(changed),
        confirmed: () => this.onConfirmed?.(),
        referred: (asked) => referredTo(this, asked),
        over: (end) => this.#over(end),
      },
    );
    call.keep(termsIn(response));
    this.#established = { call, tag };
    this.onAnswered?.(media);
  }

  #authenticate(response: SipResponse): boolean {
    const { account, target } = this.#plan;
    const isProxy = response.status === 407;
    const challenges = response.headers.all(isProxy ? "proxy-authenticate" : "www-authenticate");
    if (!account || ++this.#challenges > MAX_CHALLENGES) return false;
    if (this.#challenges > 1 && !challenges.some((text) => /stale\s*=\s*"?true/i.test(text))) return false;
    const answer = answerChallenges(challenges, account, { method: "INVITE", uri: target });
    if (!answer) return false;
    this.#sendInvite({ name: isProxy ? "proxy-authorization" : "authorization", value: answer.value });
    return true;
  }

  /** Once more with the interval that the other side, or a proxy, wants at least. */
  #askLonger(response: SipResponse): boolean {
    const least = leastIn(response);
    if (least === undefined || this.#leastSeconds !== undefined) return false;
    this.#leastSeconds = least;
    this.#challenges = 0;
    this.#sendInvite();
    return true;
  }

  #giveUp(sipCause: number, reason: string): void {
    if (this.#ending.isOver || this.#established || this.#givenUp) return;
    this.#givenUp = { by: "us", sipCause, reason, answered: false };
    if (this.#provisional && this.#invite) this.#ua.cancel(this.#invite);
    clearTimeout(this.#timer);
  }

  #over(end: CallEnd): void {
    clearTimeout(this.#timer);
    this.#ending.come(end);
  }
}

/** Over TLS always: nothing of the call leaves in the clear. */
function isWayBack({ keepPeer, peer }: OutboundPlan, response: SipResponse): boolean {
  return peer.transport === "tls" || (keepPeer && response.headers.count("record-route") === 0);
}
