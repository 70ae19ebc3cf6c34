import { isIP } from "node:net";
import { formatCrypto, readCrypto, SRTP_SUITES, type SrtpKey } from "./sdp-crypto.ts";

/** What a peer offers or answers for sound (RFC 4566, RFC 3264). Plain data. */
export interface RemoteMedia {
  host: string;
  port: number;
  codecs: readonly { name: string; payloadType: number; clockRateHz: number }[];
  dtmfPayloadType: number | undefined;
  ptimeMs: number;
  /** As the peer sees it. */
  direction: Direction;
  /** The media lines as they came, to be mirrored in an answer. */
  lines: readonly { type: string; protocol: string; formats: string; isOurs: boolean }[];
  /** The sound is to be encrypted, with one of these keys; undefined: it is not. */
  crypto: readonly SrtpKey[] | undefined;
}

const DIRECTIONS = ["sendrecv", "sendonly", "recvonly", "inactive"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What both sides have agreed on, as the RTP side needs it. Plain data that may cross to a worker. */
export interface AgreedMedia {
  host: string;
  port: number;
  codec: "PCMU" | "PCMA";
  payloadType: number;
  dtmfPayloadType: number | undefined;
  /** How much the peer would like in one packet. */
  ptimeMs: number;
  /** As we see it. */
  direction: Direction;
  /** What the peer encrypts with; undefined: nothing is encrypted. */
  srtp: SrtpKey | undefined;
}

/** Our end of the sound: where the peer shall send it. */
export interface LocalMedia {
  host: string;
  port: number;
  /** What we encrypt with, 30 bytes in base64; absent: we cannot. */
  srtpKey?: string;
}

const MAX_BYTES = 16_384;
const MAX_LINES = 16;
const STATIC: Readonly<Record<number, string>> = { 0: "PCMU", 8: "PCMA" };
const DTMF_TYPE = 101;
/** By protocol: with feedback or without. */
const PLAIN = new Set(["RTP/AVP", "RTP/AVPF"]);
const SECURE = new Set(["RTP/SAVP", "RTP/SAVPF"]);

/** Reads a description; undefined when it is malformed or has no sound over RTP. */
export function parseSdp(text: string): RemoteMedia | undefined {
  if (text.length > MAX_BYTES) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  if (lines[0] !== "v=0" || lines.some((line) => !/^[a-z]=/.test(line))) return undefined;
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith("m=")) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const [session = [], ...media] = sections;
  if (media.length > MAX_LINES) return undefined;
  let ours = -1;
  const mirrored = media.map((section, index) => {
    const [, type = "", port = "", protocol = "", formats = ""] =
      /^m=(\S+) (\d{1,5})(?:\/\d+)? (\S+) (.+)$/.exec(section[0] ?? "") ?? [];
    const fits = type === "audio" && (PLAIN.has(protocol) || SECURE.has(protocol)) && Number(port) > 0;
    if (fits && ours < 0) ours = index;
    return { type, protocol, formats, isOurs: fits && ours === index };
  });
  const section = media[ours];
  if (!section || mirrored.some(({ type }) => type === "")) return undefined;
  return readAudio(session, section, mirrored);
}

/** What we can do with it: the first codec of the peer's order that we speak. Undefined: nothing (488). */
export function agree(remote: RemoteMedia): AgreedMedia | undefined {
  const found = remote.codecs.find(({ name, clockRateHz }) => (name === "PCMU" || name === "PCMA") && clockRateHz === 8_000);
  const srtp = remote.crypto?.[0];
  // Encrypted in a way that we don't know.
  if (!found || (remote.crypto && !srtp)) return undefined;
  const isHeld = remote.host === "0.0.0.0";
  return {
    host: remote.host,
    port: remote.port,
    codec: found.name === "PCMA" ? "PCMA" : "PCMU",
    payloadType: found.payloadType,
    dtmfPayloadType: remote.dtmfPayloadType,
    ptimeMs: remote.ptimeMs,
    direction: isHeld ? "inactive" : MIRRORED[remote.direction],
    srtp,
  };
}

export interface SdpSession {
  id: string;
  /** Counts our descriptions of this call. */
  version: number;
}

/** Our answer to an offer, line for line (RFC 3264 section 6). */
export function formatAnswer(remote: RemoteMedia, agreed: AgreedMedia, local: LocalMedia, session: SdpSession): string {
  const sound = (protocol: string): string =>
    audioLines({
      protocol,
      local,
      types: [[agreed.payloadType, agreed.codec]],
      dtmf: agreed.dtmfPayloadType,
      direction: agreed.direction,
      srtp: agreed.srtp,
    });
  const media = remote.lines.map((line) =>
    line.isOurs ? sound(line.protocol) : `m=${line.type} 0 ${line.protocol} ${line.formats}\r\n`,
  );
  return head(local, session) + media.join("");
}

const OFFERED: readonly AgreedMedia["codec"][] = ["PCMU", "PCMA"];
const TYPES: Readonly<Record<AgreedMedia["codec"], number>> = { PCMU: 0, PCMA: 8 };

/** What we would like; `isSecure`: encrypted or not at all. */
export function formatOffer(
  local: LocalMedia,
  session: SdpSession,
  { codecs = OFFERED, isSecure = false }: { codecs?: readonly AgreedMedia["codec"][] | undefined; isSecure?: boolean } = {},
): string {
  const types = codecs.map((codec): [number, string] => [TYPES[codec], codec]);
  const srtp = isSecure ? { tag: 1, suite: SRTP_SUITES[0] } : undefined;
  const protocol = isSecure ? "RTP/SAVP" : "RTP/AVP";
  return head(local, session) + audioLines({ protocol, local, types, dtmf: DTMF_TYPE, direction: "sendrecv", srtp });
}

const MIRRORED: Readonly<Record<Direction, Direction>> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};

function readAudio(session: string[], section: string[], lines: RemoteMedia["lines"]): RemoteMedia | undefined {
  const [, port = "", formats = ""] = /^m=\S+ (\d+)\S* \S+ (.+)$/.exec(section[0] ?? "") ?? [];
  const connection = section.find((line) => line.startsWith("c=")) ?? session.find((line) => line.startsWith("c="));
  const host = /^c=IN IP[46] ([^\s/]+)/.exec(connection ?? "")?.[1] ?? "";
  if (!/^[A-Za-z0-9.:-]{1,255}$/.test(host) || Number(port) > 65_535) return undefined;
  const maps = new Map<number, { name: string; clockRateHz: number }>();
  for (const line of section) {
    const [, type = "", name = "", rate = ""] = /^a=rtpmap:(\d{1,3}) ([^/\s]+)\/(\d{1,6})/.exec(line) ?? [];
    if (type !== "") maps.set(Number(type), { name: name.toUpperCase(), clockRateHz: Number(rate) });
  }
  const codecs = formats.split(/\s+/).flatMap((format) => {
    const payloadType = Number(format);
    if (!/^\d{1,3}$/.test(format) || payloadType > 127) return [];
    const map = maps.get(payloadType) ?? (STATIC[payloadType] ? { name: STATIC[payloadType], clockRateHz: 8_000 } : undefined);
    return map ? [{ ...map, payloadType }] : [];
  });
  const ptime = Number(section.map((line) => /^a=ptime:(\d{1,3})/.exec(line)?.[1]).find((value) => value) ?? 20);
  const dtmf = codecs.find(({ name, clockRateHz }) => name === "TELEPHONE-EVENT" && clockRateHz === 8_000);
  return {
    host: isIP(host) ? host : host.toLowerCase(),
    port: Number(port),
    codecs,
    dtmfPayloadType: dtmf?.payloadType,
    ptimeMs: ptime >= 10 && ptime <= 200 ? ptime : 20,
    direction: directionOf(section) ?? directionOf(session) ?? "sendrecv",
    lines,
    crypto: lines.some(({ isOurs, protocol }) => isOurs && SECURE.has(protocol)) ? readCrypto(section) : undefined,
  };
}

function directionOf(lines: string[]): Direction | undefined {
  for (const line of lines) {
    const found = DIRECTIONS.find((one) => line.trim() === `a=${one}`);
    if (found) return found;
  }
  return undefined;
}

function head(local: LocalMedia, session: SdpSession): string {
  const address = `IN ${local.host.includes(":") ? "IP6" : "IP4"} ${local.host}`;
  return `v=0\r\no=- ${session.id} ${session.version} ${address}\r\ns=-\r\nc=${address}\r\nt=0 0\r\n`;
}

function audioLines(sound: {
  protocol: string;
  local: LocalMedia;
  types: readonly [number, string][];
  dtmf: number | undefined;
  direction: Direction;
  srtp: Pick<SrtpKey, "tag" | "suite"> | undefined;
}): string {
  const formats = [...sound.types.map(([type]) => type), ...(sound.dtmf === undefined ? [] : [sound.dtmf])];
  const key = sound.srtp && sound.local.srtpKey;
  let text = `m=audio ${sound.local.port} ${sound.protocol} ${formats.join(" ")}\r\n`;
  if (sound.srtp && key !== undefined) text += formatCrypto({ ...sound.srtp, key });
  for (const [type, name] of sound.types) text += `a=rtpmap:${type} ${name}/8000\r\n`;
  if (sound.dtmf !== undefined) text += `a=rtpmap:${sound.dtmf} telephone-event/8000\r\na=fmtp:${sound.dtmf} 0-15\r\n`;
  return `${text}a=ptime:20\r\na=${sound.direction}\r\n`;
}
