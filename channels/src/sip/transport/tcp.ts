import type { Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { Framing } from "../message/framing.ts";
import type { Peer } from "./peer.ts";
import { listenTls, type Certificate } from "./tls-listener.ts";
import { tlsOptions } from "./tls-options.ts";

export interface TcpSide {
  send(bytes: Buffer, peer: Peer, failed?: () => void): void;
  isConnected(peer: Peer): boolean;
  /** Where TLS is taken; undefined: nowhere. */
  readonly tlsPort: number | undefined;
  renewCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 2_000;
/** Those that nobody has proved to need … */
const MAX_UNPROVED_PER_HOST = 20;
/** … and all, unless it is told otherwise. */
const MAX_CONNECTIONS_PER_HOST = 200;
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that carries no registration and no call is closed when it has been idle for so long. */
const UNPROVED_IDLE_MS = 55_000;
/** A message that has begun is whole by then: one byte at a time keeps no connection open. */
const MESSAGE_TIMEOUT_MS = 10_000;
/** Longer than phones wait between two registrations or keep-alives. */
const IDLE_TIMEOUT_MS = 65 * 60_000;
/** A peer that does not read what we send is cut off. */
const MAX_UNSENT_BYTES = 1024 * 1024;

export interface TcpUse {
  receive(bytes: Buffer, peer: Peer, whole?: boolean): void;
  /** A phone is registered over this connection, or a call goes on over it. */
  isNeeded(peer: Peer): boolean;
  /** Connections that one address may hold at a time. */
  maxPerHost?: number | undefined;
  tlsAuthorities?: readonly string[];
  /** Where TLS is taken, and in whose name. */
  tls?: { port: number; certificate: Certificate } | undefined;
}

/** Listens, and connects where there is no connection to a peer yet. Both sides' connections are used in both directions. */
export async function listenTcp(host: string, port: number, use: TcpUse): Promise<TcpSide> {
  const { receive, isNeeded } = use;
  const sockets = new Map<string, Socket>();
  /** We have connected them, to trunks and phones. */
  const ours = new WeakSet<Socket>();
  const adopt = (socket: Socket, peer: Peer): void => {
    const key = keyOf(peer);
    sockets.set(key, socket);
    carry(socket, {
      message: (bytes, whole) => receive(bytes, peer, whole),
      isNeeded: () => ours.has(socket) || isNeeded(peer),
    });
    socket.on("close", () => {
      if (sockets.get(key) === socket) sockets.delete(key);
    });
  };

  const take = (socket: Socket, transport: "tcp" | "tls"): void => {
    const { remoteAddress, remotePort } = socket;
    if (!remoteAddress || !remotePort || isFull(sockets, use, remoteAddress)) return void socket.destroy();
    adopt(socket, { transport, host: remoteAddress, port: remotePort });
  };
  const server = createServer((socket) => take(socket, "tcp"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", () => undefined);
      resolve();
    });
  });

  const tls =
    use.tls && (await listenTls({ ...use.tls, host, connected: (socket) => take(socket, "tls") }).catch(closing(server)));
  return {
    tlsPort: tls?.port,
    renewCertificate: (certificate) => tls?.renew(certificate),
    isConnected: (peer) => sockets.get(keyOf(peer))?.writable === true,
    send(bytes, peer, failed) {
      let socket = sockets.get(keyOf(peer));
      if (!socket?.writable) {
        if (sockets.size >= MAX_CONNECTIONS) return failed?.();
        socket = dial(host, peer, use.tlsAuthorities ?? []);
        ours.add(socket);
        adopt(socket, peer);
      }
      if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
      if (ours.has(socket)) write(socket, bytes, failed);
      else socket.write(bytes, writtenOr(failed));
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const tlsClosed = tls?.close();
      for (const socket of sockets.values()) socket.destroy();
      await closed;
      await tlsClosed;
    },
  };
}

function closing(server: Server) {
  return (error: unknown): never => {
    server.close();
    throw error;
  };
}

function writtenOr(failed: (() => void) | undefined) {
  return failed && ((error?: Error | null) => error && failed());
}

/** To those that we have connected: nothing leaves before the other side has proved who it is; where it does not, whoever waits is told. */
function write(socket: Socket, bytes: Buffer, failed: (() => void) | undefined): void {
  const written = writtenOr(failed);
  if (!(socket instanceof TLSSocket) || socket.authorized) return void socket.write(bytes, written);
  const refused = (): void => failed?.();
  socket.once("close", refused);
  socket.once("secureConnect", () => {
    socket.off("close", refused);
    socket.write(bytes, written);
  });
}

interface Carried {
  message(bytes: Buffer, whole?: boolean): void;
  isNeeded(): boolean;
}

/** Cuts what comes into messages, and closes a connection that stalls or that nobody needs. */
function carry(socket: Socket, { message, isNeeded }: Carried): void {
  let deadline: NodeJS.Timeout | undefined;
  const framing = new Framing({
    message: (bytes) => {
      clearTimeout(deadline);
      deadline = undefined;
      message(bytes);
    },
    ping: () => socket.write("\r\n"),
    broken: (bytes) => {
      if (bytes) message(bytes, false);
      socket.end();
    },
  });
  socket.setNoDelay(true);
  // Many requests may wait for one connection.
  socket.setMaxListeners(0);
  let idleSinceMs = performance.now();
  socket.setTimeout(UNPROVED_IDLE_MS, () => {
    const isIdleTooLong = performance.now() - idleSinceMs > IDLE_TIMEOUT_MS;
    if (isIdleTooLong || !isNeeded()) socket.destroy();
    else socket.setTimeout(UNPROVED_IDLE_MS);
  });
  socket.on("data", (chunk) => {
    idleSinceMs = performance.now();
    deadline ??= setTimeout(() => socket.destroy(), MESSAGE_TIMEOUT_MS);
    framing.push(chunk);
    if (!framing.isWaiting) {
      clearTimeout(deadline);
      deadline = undefined;
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => clearTimeout(deadline));
}

function dial(localHost: string, peer: Peer, authorities: readonly string[]): Socket {
  const place = {
    host: peer.host,
    port: peer.port,
    ...(localHost.startsWith("127.") ? { localAddress: localHost } : {}),
  };
  const isTls = peer.transport === "tls";
  const socket = isTls ? connectTls({ ...place, ...tlsOptions(peer, authorities) }) : connect(place);
  const timer = setTimeout(() => socket.destroy(new Error("timeout")), CONNECT_TIMEOUT_MS);
  socket.once(isTls ? "secureConnect" : "connect", () => clearTimeout(timer));
  socket.once("close", () => clearTimeout(timer));
  return socket;
}

function isFull(sockets: ReadonlyMap<string, Socket>, { isNeeded, maxPerHost }: TcpUse, host: string): boolean {
  if (sockets.size >= MAX_CONNECTIONS) return true;
  let ofHost = 0;
  let unproved = 0;
  for (const key of sockets.keys()) {
    const [ofPeer, port, transport] = key.split("|");
    if (ofPeer !== host) continue;
    ofHost++;
    if (!isNeeded({ transport: transport === "tls" ? "tls" : "tcp", host, port: Number(port) })) unproved++;
  }
  return ofHost >= (maxPerHost ?? MAX_CONNECTIONS_PER_HOST) || unproved >= MAX_UNPROVED_PER_HOST;
}

function keyOf(peer: Peer): string {
  return `${peer.host}|${peer.port}|${peer.transport}|${peer.name ?? ""}`;
}
