import { createSocket } from "node:dgram";
import type { Socket as UdpSocket } from "node:dgram";
import { isIPv6 } from "node:net";
import { isWildcard, localAddressTowards } from "./local-address.ts";
import type { SipMessage } from "../message/message.ts";
import type { Malformed } from "../message/parse.ts";
import { parseMessage } from "../message/parse.ts";
import type { Peer } from "./peer.ts";
import type { TcpSide, TcpUse } from "./tcp.ts";
import { listenTcp } from "./tcp.ts";
import type { Certificate } from "./tls-listener.ts";

export interface TransportListener {
  received(message: SipMessage | Malformed, peer: Peer): void;
  /** A phone is registered over this connection, or a call goes on over it: it may be idle for long. */
  isNeeded(peer: Peer): boolean;
}

export interface Transport {
  readonly host: string;
  readonly port: number;
  /** What peers are told to answer to. */
  addressTowards(peer: Peer): { host: string; port: number };
  /** Where TLS is taken; undefined: nowhere. */
  readonly tlsPort: number | undefined;
  renewCertificate(certificate: Certificate): void;
  /** `failed` is called when the message certainly did not leave. */
  send(bytes: Buffer, peer: Peer, failed?: () => void): void;
  /** Over TCP: whether a connection to the peer stands already. */
  isConnected(peer: Peer): boolean;
  close(): Promise<void>;
}

export interface TransportOptions {
  host: string;
  /** 0: any port that is free for UDP and TCP alike. */
  port: number;
  advertisedHost?: string | undefined;
  /** TCP connections that one address may hold at a time. */
  connectionsPerHost?: number | undefined;
  /** Believed beside the usual authorities, in PEM. */
  tlsAuthorities?: readonly string[] | undefined;
  /** Where TLS is taken, and in whose name; absent: nowhere. */
  tls?: TcpUse["tls"];
}

/** Enough for a burst of several hundred calls a second while the thread is busy for a moment. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
const PORT_ATTEMPTS = 10;

/** Opens UDP and TCP on one port. Rejects when the port is taken. */
export async function openTransport(options: TransportOptions, listener: TransportListener): Promise<Transport> {
  const receive = (bytes: Buffer, peer: Peer, whole = true): void => {
    const message = parseMessage(bytes);
    if (whole || message.kind === "malformed") return listener.received(message, peer);
    const status = message.kind === "request" && message.method !== "ACK" ? 400 : undefined;
    listener.received({ kind: "malformed", status, problem: "Content-Length is missing.", headers: message.headers }, peer);
  };
  const { udp, tcp, port } = await openPair(options, {
    receive,
    isNeeded: (peer) => listener.isNeeded(peer),
    maxPerHost: options.connectionsPerHost,
    tlsAuthorities: options.tlsAuthorities ?? [],
    tls: options.tls,
  });
  let closing: Promise<unknown> | undefined;
  return {
    host: options.host,
    port,
    addressTowards: (peer) => ({
      host: options.advertisedHost ?? (isWildcard(options.host) ? localAddressTowards(peer.host) : options.host),
      port: peer.transport === "tls" ? (tcp.tlsPort ?? port) : port,
    }),
    tlsPort: tcp.tlsPort,
    renewCertificate: (certificate) => tcp.renewCertificate(certificate),
    send(bytes, peer, failed) {
      if (closing) return failed?.();
      if (peer.transport !== "udp") return tcp.send(bytes, peer, failed);
      udp.send(bytes, peer.port, peer.host, failed && ((error) => error && failed()));
    },
    isConnected: (peer) => peer.transport !== "udp" && tcp.isConnected(peer),
    async close() {
      closing ??= Promise.all([new Promise<void>((resolve) => udp.close(() => resolve())), tcp.close()]);
      await closing;
    },
  };
}

async function openPair(options: TransportOptions, use: TcpUse): Promise<{ udp: UdpSocket; tcp: TcpSide; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const udp = await openUdp(options, use.receive);
    const { port } = udp.address();
    try {
      return { udp, port, tcp: await listenTcp(options.host, port, use) };
    } catch (error) {
      udp.close();
      if (options.port !== 0 || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

function openUdp(options: TransportOptions, receive: (bytes: Buffer, peer: Peer) => void): Promise<UdpSocket> {
  const udp = createSocket({
    type: isIPv6(options.host) ? "udp6" : "udp4",
    // Names are resolved before; every address here is one already.
    lookup: (host, _options, done) => done(null, host, isIPv6(host) ? 6 : 4),
  });
  udp.on("message", (bytes, from) => {
    // Keep-alives of a few bytes (RFC 5626 and common practice).
    if (bytes.length > 4) receive(bytes, { transport: "udp", host: from.address, port: from.port });
  });
  return new Promise((resolve, reject) => {
    udp.once("error", reject);
    udp.bind(options.port, options.host, () => {
      udp.off("error", reject);
      // ICMP errors of peers that went away: the transactions notice by their timers.
      udp.on("error", () => undefined);
      try {
        udp.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
      } catch {
        // The system's limit is smaller: its default has to do.
      }
      resolve(udp);
    });
  });
}
