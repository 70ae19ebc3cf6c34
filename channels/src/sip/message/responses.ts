import { Headers } from "./headers.ts";
import type { SipRequest, SipResponse } from "./message.ts";
import { tagOf } from "./message.ts";
import type { Malformed } from "./parse.ts";
import { reasonOf } from "./reasons.ts";

/** The answer to a request (RFC 3261 section 8.2.6). `toTag` is added where the request has none. */
export function responseTo(request: SipRequest, status: number, options: { reason?: string; toTag?: string } = {}): SipResponse {
  const headers = copyForAnswer(request.headers);
  const to = request.headers.get("to") ?? "";
  headers.add("to", options.toTag !== undefined && tagOf(request, "to") === undefined ? `${to};tag=${options.toTag}` : to);
  return { kind: "response", status, reason: oneLine(options.reason) ?? reasonOf(status), headers, body: "" };
}

/** The answer to what could not be read: whatever of the five headers was found goes back as it came. Undefined: it can't be answered. */
export function responseToMalformed(malformed: Malformed): SipResponse | undefined {
  if (malformed.status === undefined || malformed.headers.count("via") === 0) return undefined;
  const headers = copyForAnswer(malformed.headers);
  for (const to of malformed.headers.all("to").slice(0, 1)) headers.add("to", to);
  const reason = malformed.status === 400 ? `Bad Request - ${malformed.problem}` : reasonOf(malformed.status);
  return { kind: "response", status: malformed.status, reason, headers, body: "" };
}

function copyForAnswer(source: Headers): Headers {
  const headers = new Headers();
  for (const via of source.all("via")) headers.add("via", via);
  for (const name of ["from", "call-id", "cseq"]) {
    const value = source.get(name);
    if (value !== undefined) headers.add(name, value);
  }
  return headers;
}

function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/[^\x20-\x7e]/g, " ").slice(0, 100);
}
