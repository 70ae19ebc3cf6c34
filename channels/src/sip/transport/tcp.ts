import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { Framing } from "../message/framing.ts";
import type { Peer } from "./peer.ts";

export interface TcpSide {
  send(bytes: Buffer, peer: Peer, failed?: () => void): void;
  isConnected(peer: Peer): boolean;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 2_000;
const MAX_CONNECTIONS_PER_HOST = 200;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than phones wait between two registrations or keep-alives. */
const IDLE_TIMEOUT_MS = 65 * 60_000;
/** A peer that does not read what we send is cut off. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Listens, and connects where there is no connection to a peer yet. Both sides' connections are used in both directions. */
export async function listenTcp(
  host: string,
  port: number,
  receive: (bytes: Buffer, peer: Peer, whole?: boolean) => void,
): Promise<TcpSide> {
  const sockets = new Map<string, Socket>();
  const adopt = (socket: Socket, peer: Peer): void => {
    const key = keyOf(peer);
    sockets.set(key, socket);
    const framing = new Framing({
      message: (bytes) => receive(bytes, peer),
      ping: () => socket.write("\r\n"),
      broken: (bytes) => {
        if (bytes) receive(bytes, peer, false);
        socket.end();
      },
    });
    socket.setNoDelay(true);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    socket.on("data", (chunk) => framing.push(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      if (sockets.get(key) === socket) sockets.delete(key);
    });
  };

  const server = createServer((socket) => {
    const { remoteAddress, remotePort } = socket;
    if (!remoteAddress || !remotePort || isFull(sockets, remoteAddress)) return socket.destroy();
    adopt(socket, { transport: "tcp", host: remoteAddress, port: remotePort });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", () => undefined);
      resolve();
    });
  });

  return {
    isConnected: (peer) => sockets.get(keyOf(peer))?.writable === true,
    send(bytes, peer, failed) {
      let socket = sockets.get(keyOf(peer));
      if (!socket?.writable) {
        if (sockets.size >= MAX_CONNECTIONS) return failed?.();
        socket = dial(host, peer);
        adopt(socket, peer);
      }
      if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
      socket.write(bytes, failed && ((error) => error && failed()));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

function dial(localHost: string, peer: Peer): Socket {
  const socket = connect({
    host: peer.host,
    port: peer.port,
    ...(localHost.startsWith("127.") ? { localAddress: localHost } : {}),
  });
  const timer = setTimeout(() => socket.destroy(new Error("timeout")), CONNECT_TIMEOUT_MS);
  socket.once("connect", () => clearTimeout(timer));
  socket.once("close", () => clearTimeout(timer));
  return socket;
}

function isFull(sockets: ReadonlyMap<string, Socket>, host: string): boolean {
  if (sockets.size >= MAX_CONNECTIONS) return true;
  let ofHost = 0;
  for (const key of sockets.keys()) if (key.startsWith(`${host}|`)) ofHost++;
  return ofHost >= MAX_CONNECTIONS_PER_HOST;
}

function keyOf(peer: Peer): string {
  return `${peer.host}|${peer.port}`;
}
