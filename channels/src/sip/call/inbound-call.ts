import type { CallEnd, SipCall } from "./call.ts";
import { Ending, referredTo } from "./call.ts";
import type { Dialog } from "./dialog.ts";
import { type Accepting, Established, type EstablishedListener, takesUpdate } from "./established.ts";
import { termsFor } from "./session-timer.ts";
import { reasonOf } from "../message/reasons.ts";
import type { AgreedMedia, LocalMedia, RemoteMedia } from "../message/sdp.ts";
import { formatAnswer, formatOffer } from "../message/sdp.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { Peer } from "../transport/peer.ts";
import type { DialogOwner, UserAgent } from "../user-agent.ts";
import { answerTo } from "../user-agent.ts";

/** Who calls, as far as it was proved. */
export type CallerProof = { kind: "anyone" } | { kind: "user"; user: string } | { kind: "trunk"; trunk: string } | TrunkProof;

/** Of a trunk that belongs to somebody here: which, and which of its numbers was called. */
export interface TrunkProof {
  kind: "own trunk";
  trunk: string;
  number: string;
  mayReach(address: string): boolean;
  /** Its sound is encrypted, or there is no call. */
  isSecure: boolean;
}

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
  made: { dialog: Dialog; tag: string; facts: InboundFacts; confirmed(): void },
): InboundCall {
  const { dialog, tag, facts, confirmed } = made;
  const ending = new Ending();
  const isSecure = facts.media ? facts.media.srtp !== undefined : wantsSecure(facts.proof);
  let established: Established | undefined;

  const { reply, makingDialog } = answersTo(ua, transaction, { tag, number: facts.number });
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

  const givenUp = (reason: string): void => refuse(487, { by: "remote", sipCause: 487, reason, answered: false });
  ua.adopt(dialog, whileRinging(ua, dialog, givenUp));
  transaction.onCancel = () => givenUp("Cancelled by the caller");
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
    onReferred: undefined,
    refer: (address, patience) => established?.refer(address, patience) ?? Promise.resolve({ kind: "gone" }),
    ring() {
      if (established || ending.isOver) return;
      transaction.respond(makingDialog(180));
    },
    answer(local) {
      if (established || ending.isOver) return;
      if (isSecure && local.srtpKey === undefined) return call.reject(488);
      clearTimeout(timer);
      const session = { id: String(Date.now()), version: 1 };
      established = new Established(
        ua,
        dialog,
        { local, session, media: facts.media, isSecure, takesUpdate: takesUpdate(transaction.request) },
        listenerOf(call, { confirmed, over }),
      );
      const ok = makingDialog(200);
      ok.headers.add("content-type", "application/sdp");
      const { offer, media } = facts;
      ok.body = offer && media ? formatAnswer(offer, media, local, session) : formatOffer(local, session, { isSecure });
      established.accept(transaction, ok, { offered: !media, terms: termsOf(transaction) });
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

/** Whoever has the call hears what happens in it. */
function listenerOf(
  call: InboundCall,
  { confirmed, over }: Pick<EstablishedListener, "over"> & { confirmed(): void },
): EstablishedListener {
  return {
    media: (media) => call.onMedia?.(media),
    confirmed: () => (confirmed(), call.onConfirmed?.()),
    referred: (asked) => referredTo(call, asked),
    over,
  };
}

function termsOf({ request }: ServerTransaction): Accepting["terms"] {
  const terms = termsFor(request);
  return terms === "too small" ? undefined : terms;
}

export function wantsSecure(proof: CallerProof): boolean {
  return proof.kind === "own trunk" && proof.isSecure;
}

type Response = ReturnType<typeof answerTo>;

interface Answers {
  reply(status: number, rejection?: Rejection): Response;
  /** It carries the way the request took (RFC 3261 section 12.1.1). */
  makingDialog(status: number): Response;
}

function answersTo(ua: UserAgent, transaction: ServerTransaction, { tag, number }: { tag: string; number: string }): Answers {
  const reply = (status: number, { reason, retryAfterSeconds }: Rejection = {}): Response => {
    const answer = answerTo(ua, transaction.request, status, reason === undefined ? { toTag: tag } : { toTag: tag, reason });
    if (retryAfterSeconds !== undefined) answer.headers.add("retry-after", String(retryAfterSeconds));
    return answer;
  };
  const makingDialog = (status: number): Response => {
    const answer = reply(status);
    answer.headers.add("contact", `<${ua.contactTowards(transaction.source, number)}>`);
    for (const route of transaction.request.headers.all("record-route")) answer.headers.add("record-route", route);
    return answer;
  };
  return { reply, makingDialog };
}

/** A dialog that is not established takes a BYE and nothing else. */
function whileRinging(ua: UserAgent, dialog: Dialog, givenUp: (reason: string) => void): DialogOwner {
  return {
    request(other) {
      if (!dialog.takes(other.request)) return other.respond(answerTo(ua, other.request, 500));
      const isBye = other.request.method === "BYE";
      other.respond(answerTo(ua, other.request, isBye ? 200 : 491));
      if (isBye) givenUp("Hung up while ringing");
    },
    ack: () => undefined,
  };
}
