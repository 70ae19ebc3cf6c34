/** Takes TLS of phones and trunks, with a certificate that may be renewed while calls go on. */
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";

/** In PEM; `cert` with those between it and an authority. */
export interface Certificate {
  key: string;
  cert: string;
}

export interface TlsListener {
  readonly port: number;
  /** From now on for new connections. Throws when the key does not belong to the certificate. */
  renew(certificate: Certificate): void;
  close(): Promise<void>;
}

const HANDSHAKE_TIMEOUT_MS = 5_000;
/** Of one address, that have not said in whose name they come. */
const MOST_HANDSHAKES_PER_HOST = 20;
const MOST_HANDSHAKES = 500;

export interface TlsListening {
  host: string;
  port: number;
  certificate: Certificate;
  /** A connection whose handshake is done. */
  connected(socket: TLSSocket): void;
}

/** Rejects when the port is taken or the certificate cannot be used. */
export async function listenTls({ host, port, certificate, connected }: TlsListening): Promise<TlsListener> {
  /** By address and port: those whose handshake goes on, with their address. */
  const shaking = new Map<string, string>();
  const server = createServer({ ...certificate, minVersion: "TLSv1.2" });
  server.prependListener("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const ofHost = [...shaking.values()].filter((one) => one === remoteAddress).length;
    if (shaking.size >= MOST_HANDSHAKES || ofHost >= MOST_HANDSHAKES_PER_HOST) return void socket.destroy();
    const key = keyOf(socket);
    shaking.set(key, remoteAddress);
    const late = setTimeout(() => shaking.has(key) && socket.destroy(), HANDSHAKE_TIMEOUT_MS);
    socket.once("close", () => {
      clearTimeout(late);
      shaking.delete(key);
    });
  });
  server.on("secureConnection", (socket) => {
    shaking.delete(keyOf(socket));
    connected(socket);
  });
  // Whoever speaks something else, or believes somebody else, is gone by now.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", () => undefined);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    renew: (renewed) => server.setSecureContext({ ...renewed, minVersion: "TLSv1.2" }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}|${remotePort}`;
}
