/** What companies tell us by webhooks, and how they are answered: the same for all of them. */
export interface SignedRequest {
  /** As the company called it: with our public address and the query. */
  url: string;
  fields: URLSearchParams;
  header(name: string): string | undefined;
}

/** What has become of a call. `over`: the SIP status that tells why (RFC 3261 section 21). */
export type CallNews = { kind: "placed" } | { kind: "ringing" } | { kind: "answered" } | { kind: "over"; sipCause: number };

export interface CarrierEvent {
  callRef: string;
  account: string;
  from: string;
  to: string;
  news: CallNews | undefined;
}

export interface WebhookDialect {
  isSigned(request: SignedRequest, secret: string): boolean;
  /** What makes each signed request another one; undefined: this carrier signs no such thing. */
  nonceOf?(request: Pick<SignedRequest, "header">): string | undefined;
  /** Undefined: it is about no call. */
  read(fields: URLSearchParams): CarrierEvent | undefined;
  /** The call's sound goes both ways over a WebSocket; when that ends, so does the call. */
  connect(stream: { url: string; token: string }): string;
  reject(why: "busy" | "rejected"): string;
}

export function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export const XML = '<?xml version="1.0" encoding="UTF-8"?>';
