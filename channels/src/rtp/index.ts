import { randomBytes } from "node:crypto";
import type { Clock } from "@ongea/conversation";
import type { AgreedMedia } from "../sip/message/sdp.ts";
import { RtpCallLine } from "./line.ts";
import type { RtpLine, RtpLineOptions } from "./line.ts";
import type { PortRange } from "./socket.ts";
import { bindRtp } from "./socket.ts";

export { g711 } from "./g711.ts";
export type { AgreedMedia } from "../sip/message/sdp.ts";
export type { LineStats, RtpLine, RtpLineOptions } from "./line.ts";
export type { PortRange } from "./socket.ts";

/** A master key of AES-128 and its salt (RFC 3711 section 8.2). */
const SRTP_KEY_BYTES = 30;

export interface RtpOptions {
  host: string;
  /** Even ports of it are used. Default: 20000–32767, below those that the system gives away. */
  portRange?: PortRange;
  /** Reports on the next port. */
  rtcp?: boolean;
  clock: Clock;
}

export interface RtpPort {
  readonly host: string;
  /** What the peer is told in SDP. */
  readonly port: number;
  /** And, where the sound shall be encrypted, what we encrypt with: 30 bytes in base64. */
  readonly srtpKey: string;
  /** The line on this port; once. Without media it becomes a two-way line as soon as `update` says where the peer is. */
  line(media: AgreedMedia | undefined, options?: RtpLineOptions): RtpLine;
  /** For a call that comes to nothing before it had a line. */
  close(): void;
}

/** Opens a port for a call's sound, before the peer is told of it. On a media thread. Rejects when none is free. */
export async function openRtp(options: RtpOptions): Promise<RtpPort> {
  const sockets = await bindRtp(options.host, { portRange: options.portRange, rtcp: options.rtcp ?? false });
  const srtpKey = randomBytes(SRTP_KEY_BYTES).toString("base64");
  let line: RtpCallLine | undefined;
  return {
    host: options.host,
    port: sockets.port,
    srtpKey,
    line(media, lineOptions = {}) {
      if (line) throw new Error("A port has one line.");
      line = new RtpCallLine(options.clock, sockets, media, { ...lineOptions, srtpKey });
      return line;
    },
    close() {
      if (line) return line.end("we-hung-up");
      sockets.rtp.close();
      sockets.rtcp?.close();
    },
  };
}
