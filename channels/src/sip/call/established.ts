import { sdpOf } from "../message/body.ts";
import type { CallEnd } from "./call.ts";
import type { Dialog } from "./dialog.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { answerChallenges } from "../auth/digest.ts";
import { cseqOf } from "../message/message.ts";
import { resolvePeer } from "../transport/resolve.ts";
import type { AgreedMedia, LocalMedia, SdpSession } from "../message/sdp.ts";
import { agree, formatAnswer, formatOffer, parseSdp } from "../message/sdp.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import { Retransmission } from "../transaction/timing.ts";
import type { Peer } from "../transport/peer.ts";
import type { DialogOwner, UserAgent } from "../user-agent.ts";
import { answerTo } from "../user-agent.ts";

export interface EstablishedListener {
  media(media: AgreedMedia): void;
  /** An answer of ours has been acknowledged: the far end really is there. */
  confirmed?(): void;
  over(end: CallEnd): void;
}

export interface EstablishedGiven {
  local: LocalMedia;
  session: SdpSession;
  /** For a trunk that asks who we are inside the call, too. */
  account?: { user: string; password: string } | undefined;
}

/** A call that has been answered, by whichever side: its BYE, its re-INVITEs, and our 2xx until they are acknowledged. */
export class Established implements DialogOwner {
  readonly #ua: UserAgent;
  readonly #dialog: Dialog;
  readonly #local: LocalMedia;
  readonly #session: SdpSession;
  readonly #account: EstablishedGiven["account"];
  readonly #listener: EstablishedListener;
  readonly #retransmission = new Retransmission();
  #ackDeadline: NodeJS.Timeout | undefined;
  /** The INVITE whose 2xx waits for its ACK; `offered` when the 2xx carried our offer. */
  #unacknowledged: { sequence: number; offered: boolean } | undefined;
  #byeSent = false;
  /** We have hung up before the ACK of our first answer: the BYE leaves when that has come (RFC 3261 section 15). */
  #byeWaits: CallEnd | undefined;
  #isOver = false;

  constructor(ua: UserAgent, dialog: Dialog, given: EstablishedGiven, listener: EstablishedListener) {
    this.#ua = ua;
    this.#dialog = dialog;
    this.#local = given.local;
    this.#session = given.session;
    this.#account = given.account;
    this.#listener = listener;
    ua.adopt(dialog, this);
  }

  /** Answers an INVITE with 200 and sees to it that the answer arrives. Without `description` an offer of ours goes out. */
  accept(transaction: ServerTransaction, response: SipResponse, offered: boolean): void {
    const { t1Ms, t2Ms } = this.#ua.timing;
    this.#unacknowledged = { sequence: cseqOf(transaction.request).number, offered };
    transaction.respond(response);
    this.#retransmission.start(t1Ms, t2Ms, () => transaction.resendAccepted());
    clearTimeout(this.#ackDeadline);
    this.#ackDeadline = setTimeout(
      () => this.#bye(this.#byeWaits ?? { by: "network", sipCause: 408, reason: "No ACK came", answered: true }),
      64 * t1Ms,
    );
  }

  request(transaction: ServerTransaction): void {
    const { request } = transaction;
    const answer = (status: number): void => transaction.respond(answerTo(this.#ua, request, status));
    if (!this.#dialog.takes(request)) return answer(500);
    if (request.method === "BYE") {
      answer(200);
      return this.#over({ by: "remote", sipCause: 200, reason: causeOf(request) ?? "Hung up", answered: true });
    }
    if (request.method === "INVITE") return this.#reInvite(transaction);
    answer(request.method === "OPTIONS" ? 200 : 405);
  }

  ack(request: SipRequest): void {
    if (cseqOf(request).number !== this.#unacknowledged?.sequence) return;
    const { offered } = this.#unacknowledged;
    this.#unacknowledged = undefined;
    this.#retransmission.stop();
    clearTimeout(this.#ackDeadline);
    if (this.#byeWaits) return this.#bye(this.#byeWaits);
    if (!offered) return this.#listener.confirmed?.();
    const sdp = sdpOf(request);
    const remote = typeof sdp === "string" ? parseSdp(sdp) : undefined;
    const agreed = remote && agree(remote);
    if (!agreed) return this.#bye({ by: "network", sipCause: 488, reason: "The answer in ACK can't be used", answered: true });
    this.#listener.media(agreed);
    this.#listener.confirmed?.();
  }

  hangUp(): void {
    const end: CallEnd = { by: "us", sipCause: 200, reason: "Hung up", answered: true };
    if (this.#unacknowledged) this.#byeWaits ??= end;
    else this.#bye(end);
  }

  #reInvite(transaction: ServerTransaction): void {
    const { request } = transaction;
    const refuse = (status: number): void => transaction.respond(answerTo(this.#ua, request, status));
    // Its answer of before is not acknowledged yet: both can't stand at a time.
    if (this.#unacknowledged) return refuse(491);
    const sdp = sdpOf(request);
    if (sdp === null) return refuse(415);
    const remote = sdp === undefined ? undefined : parseSdp(sdp);
    const agreed = remote && agree(remote);
    if (sdp !== undefined && !agreed) return refuse(488);
    this.#session.version++;
    const response = answerTo(this.#ua, request, 200);
    response.headers.add("contact", `<${this.#ua.contactTowards(transaction.source, undefined)}>`);
    response.headers.add("content-type", "application/sdp");
    response.body =
      remote && agreed ? formatAnswer(remote, agreed, this.#local, this.#session) : formatOffer(this.#local, this.#session);
    this.accept(transaction, response, !agreed);
    if (agreed) this.#listener.media(agreed);
  }

  #bye(end: CallEnd): void {
    if (this.#byeSent || this.#isOver) return;
    this.#byeSent = true;
    sendWithCredentials(this.#ua, this.#dialog, "BYE", this.#account);
    this.#over(end);
  }

  #over(end: CallEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#retransmission.stop();
    clearTimeout(this.#ackDeadline);
    this.#ua.forget(this.#dialog);
    this.#listener.over(end);
  }
}

/** Sends a request; where the other side asks who we are, once more with credentials (RFC 3261 section 22). */
export function sendWithCredentials(ua: UserAgent, dialog: Dialog, method: string, account: EstablishedGiven["account"]): void {
  const request = dialog.request(method);
  sendInDialog(ua, dialog, request, (response) => {
    if (!account || (response.status !== 401 && response.status !== 407)) return;
    const isProxy = response.status === 407;
    const challenges = response.headers.all(isProxy ? "proxy-authenticate" : "www-authenticate");
    const answer = answerChallenges(challenges, account, { method, uri: request.uriText });
    if (!answer) return;
    const again = dialog.request(method);
    again.headers.add(isProxy ? "proxy-authorization" : "authorization", answer.value);
    sendInDialog(ua, dialog, again);
  });
}

/** Sends a request the way of the dialog. An ACK goes outside any transaction. */
export function sendInDialog(
  ua: UserAgent,
  dialog: Dialog,
  request: SipRequest,
  answered: (response: SipResponse) => void = () => undefined,
): void {
  const to = (peer: Peer | undefined): void => {
    if (!peer || (peer !== dialog.peer && !dialog.mayReach(peer.host))) return;
    if (request.method === "ACK") ua.sendAck(request, peer);
    else ua.send(request, peer, { response: answered, failed: () => undefined });
  };
  if (dialog.peer && (dialog.peer.transport === "tls" || ua.isReachable(dialog.peer))) to(dialog.peer);
  else if (!dialog.isStranger) resolvePeer(dialog.nextHop, to);
}

/** Why, as the Reason header says it (RFC 3326). */
function causeOf(request: SipRequest): string | undefined {
  const reason = request.headers.get("reason");
  return reason?.slice(0, 100);
}
