import type { SipMessage } from "./message.ts";

/** The session description that a message carries; null when its body is of a kind we don't read (415). */
export function sdpOf(message: SipMessage): string | undefined | null {
  if (message.body === "") return undefined;
  const type = message.headers.get("content-type") ?? "";
  const encoding = message.headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") return null;
  if (/^application\s*\/\s*sdp\b/i.test(type)) return message.body;
  const boundary = /^multipart\s*\/\s*(?:mixed|alternative)\s*;.*?boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/is.exec(type);
  return boundary ? sdpPart(message.body, boundary[1] ?? boundary[2] ?? "") : null;
}

/** Operators send other parts beside the description (SIP-I). */
function sdpPart(body: string, boundary: string): string | null {
  for (const part of body.split(`--${boundary}`).slice(1)) {
    const gap = part.indexOf("\r\n\r\n");
    if (gap >= 0 && /^content-type\s*:\s*application\s*\/\s*sdp\b/im.test(part.slice(0, gap))) return part.slice(gap + 4);
  }
  return null;
}
