/** A referral that the far end asks of us: judged, answered, and told how it goes (RFC 3515, RFC 4488). */
import type { SipRequest } from "../message/message.ts";
import { cseqOf } from "../message/message.ts";
import { parseNameAddress } from "../message/name-address.ts";
import { reasonOf } from "../message/reasons.ts";
import type { ServerTransaction } from "../transaction/server-transaction.ts";
import type { UserAgent } from "../user-agent.ts";
import { answerTo } from "../user-agent.ts";
import type { IncomingReferral } from "./referral.ts";

const SUBSCRIBED_SECONDS = 180;
const FRAGMENT = "message/sipfrag;version=2.0";

/** Whom we are to call; a number: with which status that is refused. */
export function whomIn(request: SipRequest): string | number {
  const [text, ...others] = request.headers.all("refer-to");
  if (text === undefined || others.length > 0) return 400;
  const address = parseNameAddress(text);
  if (!address) return 400;
  const { uri, uriText } = address;
  if (!uri) return /^tel:[+0-9().-]+(?:;|$)/i.test(uriText) ? (uriText.slice(4).split(";")[0] ?? "") : 416;
  // Another call replaced (attended transfer), a request that is none, headers of the far end's choice: nothing of that is done.
  const { method = "INVITE" } = uri.parameters;
  if (uri.headers !== undefined || method.toUpperCase() !== "INVITE") return 403;
  return uri.user === undefined || uri.user === "" ? 404 : uri.user;
}

export interface IncomingReferralParts {
  ua: UserAgent;
  transaction: ServerTransaction;
  to: string;
  /** Of this call an earlier one came: each is told of by its own number. */
  isFurther: boolean;
  /** Sends a request inside the dialog; `done` when it was answered or was not. */
  notify(dress: (request: SipRequest) => void, done: () => void): void;
  over(): void;
}

export function createIncomingReferral({
  ua,
  transaction,
  to,
  isFurther,
  notify,
  over,
}: IncomingReferralParts): IncomingReferral {
  const { request } = transaction;
  const isSilent = /^\s*false\s*$/i.test(request.headers.get("refer-sub") ?? "");
  const event = isFurther ? `refer;id=${cseqOf(request).number}` : "refer";
  let state: "asked" | "accepted" | "over" = "asked";
  let isFirstTold = false;
  let last: (() => void) | undefined;

  const tell = (status: number, subscription: string, done: () => void): void => {
    if (isSilent) return;
    notify((sent) => {
      sent.headers.add("event", event).add("subscription-state", subscription).add("content-type", FRAGMENT);
      sent.body = `SIP/2.0 ${status} ${reasonOf(status)}\r\n`;
    }, done);
  };
  const end = (): void => {
    state = "over";
    over();
  };

  return {
    to,
    accept() {
      if (state !== "asked") return;
      state = "accepted";
      const response = answerTo(ua, request, 202);
      response.headers.add("contact", `<${ua.contactTowards(transaction.source, undefined)}>`);
      if (isSilent) response.headers.add("refer-sub", "false");
      transaction.respond(response);
      tell(100, `active;expires=${SUBSCRIBED_SECONDS}`, () => {
        isFirstTold = true;
        last?.();
      });
    },
    refuse(status) {
      if (state !== "asked") return;
      transaction.respond(answerTo(ua, request, status));
      end();
    },
    over(status) {
      if (state !== "accepted") return;
      const say = (): void => tell(status, "terminated;reason=noresource", () => undefined);
      // One behind the other: what arrives out of its order is refused.
      if (isFirstTold) say();
      else last = say;
      end();
    },
  };
}
