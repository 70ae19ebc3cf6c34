import type { Headers } from "./headers.ts";

export interface SipRequest {
  kind: "request";
  method: string;
  uriText: string;
  headers: Headers;
  body: string;
}

export interface SipResponse {
  kind: "response";
  status: number;
  reason: string;
  headers: Headers;
  body: string;
}

export type SipMessage = SipRequest | SipResponse;

/** The message as it goes over the wire, with its Content-Length. */
export function formatMessage(message: SipMessage): Buffer {
  const start =
    message.kind === "request"
      ? `${message.method} ${message.uriText} SIP/2.0\r\n`
      : `SIP/2.0 ${message.status} ${message.reason}\r\n`;
  const length = Buffer.byteLength(message.body);
  return Buffer.from(`${start}${message.headers.toString()}Content-Length: ${length}\r\n\r\n${message.body}`);
}

/** The number and method of CSeq. Only for messages that passed the parser. */
export function cseqOf(message: SipMessage): { number: number; method: string } {
  const [number = "0", method = ""] = (message.headers.get("cseq") ?? "").split(/\s+/);
  return { number: Number(number), method };
}

const TAG = /;\s*tag\s*=\s*([^\s;,>]+)\s*(?:;|$)/i;

/** The tag of From or To, which stands behind the address. */
export function tagOf(message: SipMessage, header: "from" | "to"): string | undefined {
  const value = message.headers.get(header) ?? "";
  return TAG.exec(value.slice(value.lastIndexOf(">") + 1))?.[1];
}
