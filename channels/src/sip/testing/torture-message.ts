/** How the torture messages of RFC 4475 are written down: `\n` stands for CRLF. */
export interface TortureMessage {
  section: string;
  name: string;
  text: string;
  answer: "ok" | "none" | number;
}

export const VIA = "Via: SIP/2.0/UDP 192.0.2.5;branch=z9hG4bK-tort";
export const SDP =
  "v=0\no=mhandley 29739 7272939 IN IP4 192.0.2.3\ns=-\nc=IN IP4 192.0.2.4\nt=0 0\nm=audio 49217 RTP/AVP 0 12\na=rtpmap:31 LPC\n";

/** A request with the usual headers, of which some are replaced (by name) or left out (empty). */
export function request(start: string, id: string, change: Record<string, string> = {}, body = ""): string {
  const method = start.split(" ")[0] ?? "";
  const headers: Record<string, string> = {
    Via: VIA,
    "Max-Forwards": "Max-Forwards: 70",
    From: `From: <sip:caller@example.net>;tag=${id}`,
    To: "To: <sip:user@example.com>",
    "Call-ID": `Call-ID: ${id}.kl24ahsd546folnyt2vbak9sad98u23naodiunzds09a3bqw0sdfbsk34poouymnae0043nsed09mfkvc74bd0cuwnms05dknw87hjpobd76f`,
    CSeq: `CSeq: 8 ${method}`,
    Contact: "Contact: <sip:caller@host5.example.net>",
    ...(body === "" ? {} : { "Content-Type": "Content-Type: application/sdp" }),
    "Content-Length": `Content-Length: ${Buffer.byteLength(body.replaceAll("\n", "\r\n"))}`,
    ...change,
  };
  return `${[start, ...Object.values(headers).filter((line) => line !== "")].join("\n")}\n\n${body}`;
}

export const INVITE = "INVITE sip:user@example.com SIP/2.0";
export const OPTIONS = "OPTIONS sip:user@example.com SIP/2.0";
export const REGISTER = "REGISTER sip:example.com SIP/2.0";

/** A response with the usual headers. */
export function response(status: string, id: string, change: Record<string, string> = {}): string {
  return request(`SIP/2.0 ${status}`, id, { CSeq: "CSeq: 8 INVITE", ...change });
}
