/** What Africa's Talking asks and tells of a call, as a form, and its XML (docs.africastalking.com/voice/callhandler). It signs nothing. */
import { XML, xmlText } from "../webhooks.ts";
import { isSession } from "./account.ts";
import { isSame } from "../../../platform/secrets/is-same.ts";
import { withPlus } from "../../../platform/phone-number/phone-number.ts";

export interface SessionNews {
  sessionId: string;
  /** It asks what to do; else the call is over. */
  isActive: boolean;
  isInbound: boolean;
  /** The person, whoever has called whom. */
  person: string;
  /** The account's. */
  number: string;
  /** Ours, of a call that we have asked for. */
  requestId: string;
  over: SessionEnd | undefined;
}

export interface SessionEnd {
  /** The SIP status that tells why (RFC 3261 section 21). */
  sipCause: number;
  /** What the company takes; undefined: it does not say. */
  charge: { amount: number; currency: string } | undefined;
}

const DECLINED = 503;
const CAUSES: Readonly<Record<string, number>> = {
  USER_BUSY: 486,
  NO_ANSWER: 408,
  NO_USER_RESPONSE: 408,
  RECOVERY_ON_TIMER_EXPIRE: 408,
  SUBSCRIBER_ABSENT: 480,
  CALL_REJECTED: 603,
  UNALLOCATED_NUMBER: 404,
  NORMAL_CLEARING: 487,
  ORIGINATOR_CANCEL: 487,
};
const MOST_CHARGE = 100_000;
/** Phones that ring, one after another, and how long they may talk, are its own to bound. */
const LONGEST_SECONDS = 7_200;

/** Undefined: it is about no call. */
export function sessionIn(fields: URLSearchParams): SessionNews | undefined {
  const of = (name: string): string => (fields.get(name) ?? "").trim().slice(0, 120);
  const sessionId = of("sessionId");
  const active = of("isActive");
  if (!isSession(sessionId) || (active !== "0" && active !== "1")) return undefined;
  return {
    sessionId,
    isActive: active === "1",
    isInbound: of("direction").toLowerCase() !== "outbound",
    person: withPlus(of("callerNumber")),
    number: withPlus(of("destinationNumber")),
    requestId: of("clientRequestId"),
    over: active === "1" ? undefined : { sipCause: CAUSES[of("hangupCause").toUpperCase()] ?? DECLINED, charge: chargeIn(of) },
  };
}

function chargeIn(of: (name: string) => string): SessionEnd["charge"] {
  const [amount, currency] = [of("amount"), of("currencyCode").toUpperCase()];
  if (!/^\d{1,9}(\.\d{1,30})?$/.test(amount) || !/^[A-Z]{3}$/.test(currency)) return undefined;
  return Number(amount) <= MOST_CHARGE ? { amount: Number(amount), currency } : undefined;
}

/** The path of its address says that it is the company who asks. */
export function isHook(given: string, expected: string): boolean {
  return isSame(given, expected);
}

/** The call is put through to our SIP client there. */
export function dialXml(client: string): string {
  return `${XML}<Response><Dial phoneNumbers="${xmlText(client)}" record="false" sequential="true" maxDuration="${LONGEST_SECONDS}"/></Response>`;
}

export const REJECT_XML = `${XML}<Response><Reject/></Response>`;
/** To what needs no answer. */
export const EMPTY_XML = `${XML}<Response/>`;
