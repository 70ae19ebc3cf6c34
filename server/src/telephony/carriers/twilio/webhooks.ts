/** Twilio's webhooks: X-Twilio-Signature, the fields of calls, TwiML (twilio.com/docs/usage/security, /voice/twiml). */
import { createHmac } from "node:crypto";
import { XML, xmlText, type CallNews, type WebhookDialect } from "../webhooks.ts";
import { isSame } from "../../../platform/secrets/is-same.ts";

export const twilioWebhooks: WebhookDialect = {
  isSigned({ url, fields, header }, secret) {
    const given = header("x-twilio-signature") ?? "";
    return waysToWrite(url).some((one) => isSame(given, twilioSignature(secret, one, fields)));
  },
  read(fields) {
    const callRef = fields.get("CallSid") ?? "";
    if (!/^CA[0-9a-fA-F]{32}$/.test(callRef)) return undefined;
    const of = (name: string): string => (fields.get(name) ?? "").slice(0, 100);
    return { callRef, account: of("AccountSid"), from: of("From"), to: of("To"), news: newsIn(fields) };
  },
  connect: ({ url, token }) =>
    `${XML}<Response><Connect><Stream url="${xmlText(url)}"><Parameter name="token" value="${xmlText(token)}"/></Stream></Connect></Response>`,
  reject: (why) => `${XML}<Response><Reject reason="${why}"/></Response>`,
};

/** base64(HMAC-SHA1(token, address + each name and its values, sorted)). */
export function twilioSignature(secret: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].toSorted();
  const text = names.map((name) =>
    [...new Set(fields.getAll(name))]
      .toSorted()
      .map((value) => name + value)
      .join(""),
  );
  return createHmac("sha1", secret)
    .update(url + text.join(""))
    .digest("base64");
}

/** It signs the address with its port or without, as it likes. */
function waysToWrite(address: string): string[] {
  const { protocol, host, hostname, port } = new URL(address);
  const start = `${protocol}//${host}`;
  if (!address.startsWith(start)) return [address];
  const rest = address.slice(start.length);
  const other = port === "" ? `${hostname}:${protocol === "https:" ? 443 : 80}` : hostname;
  return [address, `${protocol}//${other}${rest}`];
}

/** Of a call that failed: the SIP status that Twilio tells, or none in particular. */
const NO_REASON = 500;
const CAUSES: Readonly<Record<string, number>> = { completed: NO_REASON, busy: 486, "no-answer": 408, canceled: 487 };

function newsIn(fields: URLSearchParams): CallNews | undefined {
  const status = fields.get("CallStatus") ?? "";
  if (status === "queued" || status === "initiated") return { kind: "placed" };
  if (status === "ringing") return { kind: "ringing" };
  if (status === "in-progress") return { kind: "answered" };
  const sipCause = CAUSES[status];
  if (sipCause !== undefined) return { kind: "over", sipCause };
  if (status !== "failed") return undefined;
  const told = Number(fields.get("SipResponseCode"));
  return { kind: "over", sipCause: told >= 400 && told < 700 ? told : NO_REASON };
}
