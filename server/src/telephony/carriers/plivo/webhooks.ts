/** Plivo's webhooks: X-Plivo-Signature-V3, the fields of calls, its XML (plivo.com/docs/voice). */
import { createHmac } from "node:crypto";
import { XML, xmlText, type CallNews, type WebhookDialect } from "../webhooks.ts";
import { isSame } from "../../../platform/secrets/is-same.ts";
import { withPlus } from "../../../platform/phone-number/phone-number.ts";

const LONGEST_STREAM_SECONDS = 86_400;

export const plivoWebhooks: WebhookDialect = {
  isSigned({ url, fields, header }, secret) {
    const nonce = header("x-plivo-signature-v3-nonce") ?? "";
    const expected = plivoSignature(secret, { url, nonce, fields });
    // While an account changes its token it signs with both.
    const given = (header("x-plivo-signature-v3") ?? "").split(",").slice(0, 5);
    return nonce !== "" && given.some((one) => isSame(one.trim(), expected));
  },
  nonceOf: ({ header }) => header("x-plivo-signature-v3-nonce"),
  read(fields) {
    const callRef = fields.get("CallUUID") ?? "";
    if (!/^[0-9a-fA-F-]{32,36}$/.test(callRef)) return undefined;
    const of = (name: string): string => (fields.get(name) ?? "").slice(0, 100);
    // It names its account in no webhook of all; the address and the signature say whose it is.
    return { callRef, account: "", from: withPlus(of("From")), to: withPlus(of("To")), news: newsIn(fields) };
  },
  connect: ({ url, token }) =>
    `${XML}<Response><Stream bidirectional="true" keepCallAlive="true" audioTrack="inbound" contentType="audio/x-mulaw;rate=8000" ` +
    `streamTimeout="${LONGEST_STREAM_SECONDS}" extraHeaders="token=${xmlText(token)}">${xmlText(url)}</Stream></Response>`,
  reject: (why) => `${XML}<Response><Hangup reason="${why}"/></Response>`,
};

/** base64(HMAC-SHA256(token, address?sorted query.each name and its value, sorted.nonce)), for what is posted. */
export function plivoSignature(
  secret: string,
  { url, nonce, fields }: { url: string; nonce: string; fields: URLSearchParams },
): string {
  const { origin, pathname, searchParams } = new URL(url);
  const query = pairs(searchParams, "=").join("&");
  const posted = pairs(fields, "").join("");
  const between = query === "" ? "" : `?${query}`;
  const base = `${origin}${pathname}${between}${posted === "" ? "" : query === "" ? `?${posted}` : `.${posted}`}`;
  return createHmac("sha256", secret).update(`${base}.${nonce}`).digest("base64");
}

function pairs(of: URLSearchParams, sign: string): string[] {
  const names = [...new Set(of.keys())].toSorted();
  return names.flatMap((name) =>
    of
      .getAll(name)
      .toSorted()
      .map((value) => `${name}${sign}${value}`),
  );
}

const NO_REASON = 500;
const CAUSES: Readonly<Record<string, number>> = {
  completed: NO_REASON,
  failed: NO_REASON,
  busy: 486,
  "no-answer": 408,
  timeout: 408,
  cancel: 487,
  canceled: 487,
};

function newsIn(fields: URLSearchParams): CallNews | undefined {
  const status = fields.get("CallStatus") ?? "";
  if (fields.get("Event") === "Ring" || status === "ringing") return { kind: "ringing" };
  if (status === "in-progress") return { kind: "answered" };
  const sipCause = CAUSES[status];
  return sipCause === undefined ? undefined : { kind: "over", sipCause };
}
