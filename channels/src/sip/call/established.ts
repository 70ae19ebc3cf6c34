import type { CallEnd } from "./call.ts";
import type { Dialog } from "./dialog.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { answerChallenges } from "../auth/digest.ts";
import { cseqOf } from "../message/message.ts";
import { resolvePeer } from "../transport/resolve.ts";
import type { AgreedMedia, LocalMedia, SdpSession } from "../message/sdp.ts";
import { formatAnswer, formatOffer } from "../message/sdp.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { ClientTransactionListener } from "../transaction/client-transaction.ts";
import { Retransmission } from "../transaction/timing.ts";
import type { Peer } from "../transport/peer.ts";
import type { DialogOwner, UserAgent } from "../user-agent.ts";
import { ALLOWED, answerTo } from "../user-agent.ts";
import { mediaIn, readDescription } from "./described.ts";
import type { SessionTerms } from "./session-timer.ts";
import type { IncomingReferral, ReferralEnd, ReferralPatience } from "./referral.ts";
import { Referrals } from "./referrals.ts";
import { addTerms, askTerms, LEAST_SECONDS, leastIn, SessionTimer, termsFor, termsIn } from "./session-timer.ts";

const SECOND_MS = 1_000;

export interface EstablishedListener {
  media(media: AgreedMedia): void;
  /** An answer of ours has been acknowledged: the far end really is there. */
  confirmed?(): void;
  /** The far end refers us to somebody else. False: nobody takes that. */
  referred?(asked: IncomingReferral): boolean;
  over(end: CallEnd): void;
}

export interface EstablishedInput {
  local: LocalMedia;
  session: SdpSession;
  /** For a trunk that asks who we are inside the call, too. */
  account?: { user: string; password: string } | undefined;
  /** As it was agreed on first; undefined while that waits for the ACK. */
  media?: AgreedMedia | undefined;
  /** Sound is encrypted. A call stays as it began. */
  isSecure: boolean;
  /** The other side takes UPDATE (RFC 3311). */
  takesUpdate?: boolean;
}

export interface Accepting {
  /** The answer carries our offer. */
  offered: boolean;
  terms: SessionTerms | undefined;
}

/** A call that has been answered, by whichever side: its BYE, its re-INVITEs, and our 2xx until they are acknowledged. */
export class Established implements DialogOwner {
  readonly #ua: UserAgent;
  readonly #dialog: Dialog;
  readonly #local: LocalMedia;
  readonly #session: SdpSession;
  readonly #isSecure: boolean;
  readonly #account: EstablishedInput["account"];
  readonly #listener: EstablishedListener;
  readonly #retransmission = new Retransmission();
  #ackDeadline: NodeJS.Timeout | undefined;
  /** The INVITE whose 2xx waits for its ACK; `offered` when the 2xx carried our offer. */
  #unacknowledged: { sequence: number; offered: boolean } | undefined;
  #byeSent = false;
  /** We have hung up before the ACK of our first answer: the BYE leaves when that has come (RFC 3261 section 15). */
  #byeWaits: CallEnd | undefined;
  #isOver = false;
  #takesUpdate: boolean;
  /** A re-INVITE of ours waits for its answer. */
  #isAsking = false;
  #media: AgreedMedia | undefined;
  readonly #timer: SessionTimer;
  readonly #referrals: Referrals;

  constructor(ua: UserAgent, dialog: Dialog, given: EstablishedInput, listener: EstablishedListener) {
    this.#ua = ua;
    this.#dialog = dialog;
    this.#local = given.local;
    this.#session = given.session;
    this.#isSecure = given.isSecure;
    this.#account = given.account;
    this.#listener = listener;
    this.#media = given.media;
    this.#takesUpdate = given.takesUpdate ?? false;
    this.#timer = new SessionTimer({
      secondMs: ua.timing.secondMs ?? SECOND_MS,
      refresh: () => this.#refresh(),
      expired: () => this.#bye({ by: "network", sipCause: 408, reason: "Nobody refreshed the call", answered: true }),
    });
    this.#referrals = new Referrals({
      ua,
      send: ({ answered, ...sending }) =>
        sendWithCredentials(ua, dialog, {
          ...sending,
          account: given.account,
          answered: (_request, { status }) => answered(status),
        }),
      asked: (asked) => listener.referred?.(asked) ?? false,
    });
    ua.adopt(dialog, this);
  }

  /** Refers the far end to this address (RFC 3515). Never rejects. */
  refer(address: string, patience?: ReferralPatience): Promise<ReferralEnd> {
    return this.#referrals.refer(address, patience);
  }

  /** From now on the call ends unless it is refreshed as was agreed. */
  keep(terms: SessionTerms | undefined): void {
    this.#timer.start(terms);
  }

  /** Answers an INVITE with 200 and sees to it that the answer arrives. Without `description` an offer of ours goes out. */
  accept(transaction: ServerTransaction, response: SipResponse, { offered, terms }: Accepting): void {
    const { t1Ms, t2Ms } = this.#ua.timing;
    addTerms(response, terms);
    this.keep(terms);
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
    if (request.method === "UPDATE") return this.#update(transaction);
    if (request.method === "REFER") return this.#referrals.asked(transaction);
    if (request.method === "NOTIFY") return this.#referrals.told(transaction);
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
    const agreed = mediaIn(request, { isSecure: this.#isSecure });
    if (!agreed) return this.#bye({ by: "network", sipCause: 488, reason: "The answer in ACK can't be used", answered: true });
    this.#tell(agreed);
    this.#listener.confirmed?.();
  }

  hangUp(): void {
    const end: CallEnd = { by: "us", sipCause: 200, reason: "Hung up", answered: true };
    if (this.#unacknowledged) this.#byeWaits ??= end;
    else this.#bye(end);
  }

  #reInvite(transaction: ServerTransaction): void {
    const { request } = transaction;
    const refuse = (status: number): void => transaction.respond(this.#refusal(request, status));
    // Its answer of before is not acknowledged yet, or ours waits for its answer: both can't stand at a time.
    if (this.#unacknowledged || this.#isAsking) return refuse(491);
    const terms = termsFor(request);
    if (terms === "too small") return refuse(422);
    const described = readDescription(request, this.#isSecure);
    if (typeof described === "number") return refuse(described);
    const { remote, media } = described;
    this.#session.version++;
    const response = answerTo(this.#ua, request, 200);
    response.headers.add("contact", `<${this.#ua.contactTowards(transaction.source, undefined)}>`);
    response.headers.add("content-type", "application/sdp");
    response.body =
      remote && media
        ? formatAnswer(remote, media, this.#local, this.#session)
        : formatOffer(this.#local, this.#session, { isSecure: this.#isSecure });
    this.accept(transaction, response, { offered: !media, terms });
    if (media) this.#tell(media);
  }

  /**
   * Refreshes the session (RFC 3311). Sound that goes elsewhere from now on needs an INVITE: nothing acknowledges this, and nobody is sent
   * sound who has not said that it wants it.
   */
  #update(transaction: ServerTransaction): void {
    const { request } = transaction;
    const refuse = (status: number): void => transaction.respond(this.#refusal(request, status));
    const terms = termsFor(request);
    if (terms === "too small") return refuse(422);
    const described = readDescription(request, this.#isSecure);
    if (typeof described === "number") return refuse(described);
    const { remote, media } = described;
    if (remote && (this.#unacknowledged || this.#isAsking)) return refuse(491);
    if (media && !isSame(media, this.#media)) return refuse(488);
    const response = answerTo(this.#ua, request, 200);
    response.headers.add("contact", `<${this.#ua.contactTowards(transaction.source, undefined)}>`);
    if (remote && media) {
      this.#session.version++;
      response.headers.add("content-type", "application/sdp");
      response.body = formatAnswer(remote, media, this.#local, this.#session);
    }
    addTerms(response, terms);
    transaction.respond(response);
    this.keep(terms);
  }

  #refusal(request: SipRequest, status: number): SipResponse {
    const response = answerTo(this.#ua, request, status);
    if (status === 422) response.headers.add("min-se", String(LEAST_SECONDS));
    return response;
  }

  #tell(media: AgreedMedia): void {
    this.#media = media;
    this.#listener.media(media);
  }

  /** It is ours to say that the call goes on. */
  #refresh(least = 0): void {
    const { seconds } = this.#timer;
    if (seconds === undefined || this.#isOver) return;
    if (this.#unacknowledged || this.#isAsking) return this.#timer.again();
    const method = this.#takesUpdate ? "UPDATE" : "INVITE";
    this.#isAsking = method === "INVITE";
    const interval = Math.max(least, seconds);
    sendWithCredentials(this.#ua, this.#dialog, {
      method,
      account: this.#account,
      dress: (request) => {
        askTerms(request, interval);
        request.headers.add("allow", ALLOWED).add("user-agent", this.#ua.userAgent);
        if (method === "UPDATE") return;
        request.headers.add("content-type", "application/sdp");
        request.body = formatOffer(this.#local, this.#session, { isSecure: this.#isSecure });
      },
      answered: (request, response) => this.#refreshed(request, response, least),
      failed: () => {
        this.#isAsking = false;
        this.#timer.again();
      },
    });
  }

  /** Both have asked at the same time: who asks again when is as RFC 3261 section 14.1 has it, in units of 10 ms. */
  #againAfterGlare(): void {
    const [least, most] = this.#dialog.ownsCallId ? [210, 400] : [0, 200];
    this.#timer.again((least + Math.floor(Math.random() * (most - least + 1))) / 100);
  }

  #refreshed(request: SipRequest, response: SipResponse, least: number): void {
    const { status } = response;
    if (status < 200) return;
    const wasAsking = this.#isAsking;
    this.#isAsking = false;
    const isAccepted = status < 300;
    if (isAccepted && request.method === "INVITE") acknowledge(this.#ua, this.#dialog, request, response);
    if (this.#isOver) return;
    if (isAccepted) {
      // The same answer again: it is acknowledged again, and says nothing new.
      if (request.method === "INVITE" && !wasAsking) return;
      const agreed = mediaIn(response, { isSecure: this.#isSecure });
      if (agreed && !isSame(agreed, this.#media)) this.#tell(agreed);
      return this.keep(termsIn(response));
    }
    if (status === 481 || status === 408)
      return this.#bye({ by: "network", sipCause: status, reason: "The far end knows the call no more", answered: true });
    if (request.method === "UPDATE" && (status === 405 || status === 501)) {
      this.#takesUpdate = false;
      return this.#refresh(least);
    }
    if (status === 491) return this.#againAfterGlare();
    const wanted = status === 422 ? leastIn(response) : undefined;
    if (wanted !== undefined && wanted > least) return this.#refresh(wanted);
    this.#timer.again();
  }

  #bye(end: CallEnd): void {
    if (this.#byeSent || this.#isOver) return;
    this.#byeSent = true;
    sendBye(this.#ua, this.#dialog, this.#account);
    this.#over(end);
  }

  #over(end: CallEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#retransmission.stop();
    this.#timer.stop();
    clearTimeout(this.#ackDeadline);
    this.#referrals.close();
    this.#ua.forget(this.#dialog);
    this.#listener.over(end);
  }
}

export interface Sending {
  method: string;
  account: EstablishedInput["account"];
  /** What the request says beside what every request in the dialog does. */
  dress?(request: SipRequest): void;
  answered?(request: SipRequest, response: SipResponse): void;
  /** 503: it could not be sent; 408: nobody answered. */
  failed?(status: 408 | 503): void;
}

/** Sends a request; where the other side asks who we are, once more with credentials (RFC 3261 section 22). */
export function sendWithCredentials(ua: UserAgent, dialog: Dialog, sending: Sending): void {
  const { method, account, dress, answered, failed } = sending;
  const send = (credentials?: { name: string; value: string }): void => {
    const request = dialog.request(method);
    dress?.(request);
    if (credentials) request.headers.add(credentials.name, credentials.value);
    const response = (response: SipResponse): void => {
      const isChallenge = response.status === 401 || response.status === 407;
      const again = isChallenge && account && !credentials ? credentialsFor(request, response, account) : undefined;
      if (again) send(again);
      else answered?.(request, response);
    };
    sendInDialog(ua, dialog, request, { response, failed: (status) => failed?.(status) });
  };
  send();
}

/** The last word of a call: what cannot be sent now is sent again as long as a request is (64*T1), and then it is said that it was not. */
export function sendBye(ua: UserAgent, dialog: Dialog, account: EstablishedInput["account"]): void {
  const { t1Ms, t2Ms } = ua.timing;
  const untilMs = performance.now() + 64 * t1Ms;
  const send = (): void =>
    sendWithCredentials(ua, dialog, {
      method: "BYE",
      account,
      failed(status) {
        if (status === 408) return;
        if (performance.now() + t2Ms < untilMs) setTimeout(send, t2Ms).unref();
        else ua.unsent("BYE");
      },
    });
  send();
}

function credentialsFor(
  { method, uriText }: SipRequest,
  response: SipResponse,
  account: NonNullable<EstablishedInput["account"]>,
): { name: string; value: string } | undefined {
  const isProxy = response.status === 407;
  const challenges = response.headers.all(isProxy ? "proxy-authenticate" : "www-authenticate");
  const answer = answerChallenges(challenges, account, { method, uri: uriText });
  return answer && { name: isProxy ? "proxy-authorization" : "authorization", value: answer.value };
}

/** The ACK of a 2xx, with the credentials that its INVITE had (RFC 3261 section 22.1). */
export function acknowledge(ua: UserAgent, dialog: Dialog, invite: SipRequest, response: SipResponse): void {
  dialog.retarget(response);
  const ack = dialog.request("ACK", cseqOf(invite).number);
  for (const name of ["authorization", "proxy-authorization"])
    for (const value of invite.headers.all(name)) ack.headers.add(name, value);
  sendInDialog(ua, dialog, ack);
}

/** Whether the sender of a message takes UPDATE, by its Allow. */
export function takesUpdate(message: SipRequest | SipResponse): boolean {
  return message.headers.all("allow").some((method) => method.trim().toUpperCase() === "UPDATE");
}

function isSame(one: AgreedMedia, other: AgreedMedia | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sends a request the way of the dialog. An ACK goes outside any transaction. */
export function sendInDialog(
  ua: UserAgent,
  dialog: Dialog,
  request: SipRequest,
  listener: ClientTransactionListener = { response: () => undefined, failed: () => undefined },
): void {
  const to = (peer: Peer | undefined): void => {
    // Whoever waits for an answer hears that there will be none.
    if (!peer || (peer !== dialog.peer && !dialog.mayReach(peer.host))) return listener.failed(503);
    if (request.method === "ACK") ua.sendAck(request, peer);
    else ua.send(request, peer, listener);
  };
  if (dialog.peer && (dialog.peer.transport === "tls" || ua.isReachable(dialog.peer))) to(dialog.peer);
  else if (dialog.isStranger) to(undefined);
  else resolvePeer(dialog.nextHop, to);
}

/** Why, as the Reason header says it (RFC 3326). */
function causeOf(request: SipRequest): string | undefined {
  const reason = request.headers.get("reason");
  return reason?.slice(0, 100);
}
