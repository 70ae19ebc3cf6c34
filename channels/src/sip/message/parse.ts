import { Headers } from "./headers.ts";
import type { SipMessage, SipRequest, SipResponse } from "./message.ts";
import { parseNameAddress } from "./name-address.ts";
import { parseUri } from "./uri.ts";
import { parseVia } from "./via.ts";

/** What could not be read. `headers` holds what was found of it, for an answer. */
export interface Malformed {
  kind: "malformed";
  /** What a request is answered with; undefined for what can't be answered (responses, ACK, noise). */
  status: 400 | 505 | undefined;
  problem: string;
  headers: Headers;
}

/** Headers of one message; more are noise. */
const MAX_HEADERS = 256;
const MAX_CSEQ = 2 ** 31 - 1;
const MAX_SECONDS = 2 ** 32 - 1;
const ONCE = ["from", "to", "call-id", "cseq"] as const;
const AT_MOST_ONCE = ["max-forwards", "content-length", "content-type", "expires", "date"] as const;
const METHOD = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
const START = /^(\S+) (\S+) (SIP\/\d+\.\d+)$/i;
/** A line that does not end where it seems to, or control characters outside a quoted pair. */
// oxlint-disable-next-line no-control-regex -- it is about control characters
const CONTROL = /[\r\n]|(?<!\\)[\u0000-\u0008\u000b-\u001f\u007f]/;

/**
 * Reads one whole message (RFC 3261 section 7 and 25, strictly; folded lines and short names included). Bytes beyond Content-Length
 * are dropped, fewer make it malformed (section 18.3). Never throws.
 */
export function parseMessage(bytes: Buffer): SipMessage | Malformed {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const start = lines.shift() ?? "";
  const headers = new Headers();
  const isResponse = /^SIP\//i.test(start);
  const ack = /^ACK\s/.test(start);
  const malformed = (problem: string, status: 400 | 505 = 400): Malformed => {
    const looksLikeRequest = !isResponse && !ack && / SIP\/\d/i.test(start);
    return { kind: "malformed", status: looksLikeRequest ? status : undefined, problem, headers };
  };

  let lineProblem: string | undefined = end < 0 ? "The header does not end." : undefined;
  for (const line of lines.slice(0, MAX_HEADERS)) lineProblem = addLine(headers, line) ?? lineProblem;
  if (lines.length > MAX_HEADERS) lineProblem = "Too many headers.";

  const message = isResponse ? readStatusLine(start, headers) : readRequestLine(start, headers);
  if (message === "version") return malformed("Only SIP/2.0 is spoken here.", 505);
  const problem = lineProblem ?? (typeof message === "string" ? message : checkHeaders(message));
  if (problem !== undefined || typeof message === "string") return malformed(problem ?? "Malformed.");

  const body = bytes.subarray(end + 4);
  const length = headers.get("content-length");
  if (length !== undefined && (!/^\d{1,10}$/.test(length) || Number(length) > body.length)) {
    return malformed("Content-Length does not fit.");
  }
  message.body = body.toString("utf8", 0, length === undefined ? body.length : Number(length));
  return message;
}

function addLine(headers: Headers, line: string): string | undefined {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(0, colon)).trimEnd();
  if (!METHOD.test(name)) return "A header has no name.";
  const value = line.slice(colon + 1).trim();
  if (CONTROL.test(value)) return "A header has control characters in it.";
  headers.add(name, value);
  return undefined;
}

function readRequestLine(start: string, headers: Headers): SipRequest | string {
  const [, method = "", uriText = "", version = ""] = START.exec(start) ?? [];
  if (version === "" || !METHOD.test(method)) return "The request line is malformed.";
  if (version.toUpperCase() !== "SIP/2.0") return "version";
  if (/^sips?:/i.test(uriText)) {
    const uri = parseUri(uriText);
    if (!uri || uri.headers !== undefined) return "The Request-URI is malformed.";
  } else if (!/^[A-Za-z][A-Za-z0-9+.-]*:[^<>"]+$/.test(uriText)) return "The Request-URI is malformed.";
  return { kind: "request", method, uriText, headers, body: "" };
}

function readStatusLine(start: string, headers: Headers): SipResponse | string {
  const [, status = "", reason = ""] = /^SIP\/2\.0 ([1-6]\d\d) (.*)$/i.exec(start) ?? [];
  if (status === "" || CONTROL.test(reason)) return "The status line is malformed.";
  return { kind: "response", status: Number(status), reason, headers, body: "" };
}

/** What is wrong with the headers that every message needs, and with those whose syntax decides what is done. */
function checkHeaders(message: SipMessage): string | undefined {
  const { headers } = message;
  for (const name of ONCE) if (headers.count(name) !== 1) return `There must be one ${name}.`;
  for (const name of AT_MOST_ONCE) if (headers.count(name) > 1) return `There must be at most one ${name}.`;
  const vias = headers.all("via");
  if (vias.length === 0 || !vias.every((via) => parseVia(via))) return "Via is missing or malformed.";
  if (!/^[^\s]+$/.test(headers.get("call-id") ?? "")) return "Call-ID is malformed.";
  for (const name of ["from", "to", "contact", "route", "record-route"] as const) {
    for (const value of headers.all(name)) {
      if (name === "contact" && value === "*") continue;
      const address = parseNameAddress(value);
      if (!address || !isSeconds(address.parameters["expires"])) return `${name} is malformed.`;
    }
  }
  const [, number = "", method = ""] = /^(\d{1,10})\s+(\S+)$/.exec(headers.get("cseq") ?? "") ?? [];
  if (!METHOD.test(method) || Number(number) > MAX_CSEQ) return "CSeq is malformed.";
  if (message.kind === "request" && method !== message.method) return "CSeq is of another method.";
  const maxForwards = headers.get("max-forwards");
  if (maxForwards !== undefined && !(/^\d{1,8}$/.test(maxForwards) && Number(maxForwards) <= 255))
    return "Max-Forwards is malformed.";
  if (!isSeconds(headers.get("expires"))) return "Expires is malformed.";
  const date = headers.get("date");
  if (date !== undefined && !/^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date))
    return "Date is malformed.";
  return undefined;
}

function isSeconds(text: string | undefined): boolean {
  return text === undefined || (/^\d{1,10}$/.test(text) && Number(text) <= MAX_SECONDS);
}
