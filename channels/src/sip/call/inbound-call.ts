import type { CallEnd, SipCall } from "./call.ts";
import { Ending } from "./call.ts";
import type { Dialog } from "./dialog.ts";
import { Established } from "./established.ts";
import type { SipRequest } from "../message/message.ts";
import { reasonOf } from "../message/reasons.ts";
import type { AgreedMedia, LocalMedia, RemoteMedia } from "../message/sdp.ts";
import { formatAnswer, formatOffer } from "../message/sdp.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { Peer } from "../transport/peer.ts";
import type { DialogOwner, UserAgent } from "../user-agent.ts";
import { answerTo } from "../user-agent.ts";

/** Who calls, as far as it was proved. */
export type CallerProof = { kind: "anyone" } | { kind: "user"; user: string } | { kind: "trunk"; trunk: string };

export interface Party {
  displayName: string | undefined;
  /** The part before `@`: mostly a number. */
  user: string | undefined;
  host: string;
}

/** A call that rings here. It is answered or rejected once; whatever comes too late is dropped. */
export interface InboundCall extends SipCall {
  readonly callId: string;
  readonly proof: CallerProof;
  /** As the caller says: not proved. */
  readonly from: Party;
  /** The number or name that was called: the user part of the Request-URI. */
  readonly number: string;
  readonly to: Party;
  readonly source: Peer;
  readonly userAgent: string | undefined;
  /** What the caller offered; undefined when it leaves the offer to us. */
  readonly offer: RemoteMedia | undefined;
  /** What follows from the offer; for a call without one it comes by `onMedia`. */
  readonly media: AgreedMedia | undefined;
  ring(): void;
  answer(local: LocalMedia): void;
  /** Our answer has been acknowledged. */
  onConfirmed: (() => void) | undefined;
  /** `status` 400–699, for example 404, 486, 488, 603. */
  reject(status: number, options?: Rejection): void;
}

export interface Rejection {
  reason?: string;
  /** When it may be worth while to call again (RFC 3261 section 20.33). */
  retryAfterSeconds?: number;
}

export interface InboundFacts {
  id: string;
  callId: string;
  proof: CallerProof;
  from: Party;
  to: Party;
  number: string;
  userAgent: string | undefined;
  offer: RemoteMedia | undefined;
  media: AgreedMedia | undefined;
}

/** How long a call may ring here before we give it up. */
const SETUP_TIMEOUT_MS = 180_000;

export function createInboundCall(
  ua: UserAgent,
  transaction: ServerTransaction,
  made: { dialog: Dialog; tag: string; facts: InboundFacts },
): InboundCall {
  const { dialog, tag, facts } = made;
  const ending = new Ending();
  let established: Established | undefined;

  const reply = (status: number, { reason, retryAfterSeconds }: Rejection = {}): ReturnType<typeof answerTo> => {
    const answer = answerTo(ua, transaction.request, status, reason === undefined ? { toTag: tag } : { toTag: tag, reason });
    if (retryAfterSeconds !== undefined) answer.headers.add("retry-after", String(retryAfterSeconds));
    return answer;
  };
  const over = (end: CallEnd): void => {
    clearTimeout(timer);
    ending.come(end);
  };
  const refuse = (status: number, end: CallEnd, rejection?: Rejection): void => {
    if (established || ending.isOver) return;
    transaction.respond(reply(status, rejection));
    ua.forget(dialog);
    over(end);
  };

  const early: DialogOwner = {
    request(other) {
      if (!dialog.takes(other.request)) return other.respond(answerTo(ua, other.request, 500));
      other.respond(answerTo(ua, other.request, other.request.method === "BYE" ? 200 : 491));
      if (other.request.method === "BYE")
        refuse(487, { by: "remote", sipCause: 487, reason: "Hung up while ringing", answered: false });
    },
    ack: () => undefined,
  };
  ua.adopt(dialog, early);
  transaction.onCancel = () => refuse(487, { by: "remote", sipCause: 487, reason: "Cancelled by the caller", answered: false });
  const timer = setTimeout(
    () => refuse(480, { by: "us", sipCause: 480, reason: "Nobody answered", answered: false }),
    SETUP_TIMEOUT_MS,
  );

  const call: InboundCall = {
    ...facts,
    source: transaction.source,
    ended: ending.promise,
    onMedia: undefined,
    onConfirmed: undefined,
    ring() {
      if (established || ending.isOver) return;
      const ringing = reply(180);
      ringing.headers.add("contact", `<${ua.contactTowards(transaction.source, facts.number)}>`);
      copyRoute(transaction.request, ringing);
      transaction.respond(ringing);
    },
    answer(local) {
      if (established || ending.isOver) return;
      clearTimeout(timer);
      const session = { id: String(Date.now()), version: 1 };
      established = new Established(
        ua,
        dialog,
        { local, session },
        { media: (media) => call.onMedia?.(media), confirmed: () => call.onConfirmed?.(), over },
      );
      const ok = reply(200);
      ok.headers
        .add("contact", `<${ua.contactTowards(transaction.source, facts.number)}>`)
        .add("content-type", "application/sdp");
      copyRoute(transaction.request, ok);
      const { offer, media } = facts;
      ok.body = offer && media ? formatAnswer(offer, media, local, session) : formatOffer(local, session);
      established.accept(transaction, ok, !media);
    },
    reject(status, rejection) {
      const sipCause = status >= 400 && status <= 699 ? status : 480;
      refuse(sipCause, { by: "us", sipCause, reason: rejection?.reason ?? reasonOf(sipCause), answered: false }, rejection);
    },
    hangUp() {
      if (established) established.hangUp();
      else call.reject(603);
    },
  };
  return call;
}

/** Answers that make a dialog carry the way the request took (RFC 3261 section 12.1.1). */
function copyRoute(request: SipRequest, response: { headers: SipRequest["headers"] }): void {
  for (const route of request.headers.all("record-route")) response.headers.add("record-route", route);
}
