/** Ports for programs that a test starts. */
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** Below those that the system gives to outgoing connections (32768 and up), which come and go at any moment. */
const LOWEST = 12_000;
const HIGHEST = 19_999;
const TRIES = 200;

/** A port that is free at this moment, for UDP and for TCP, and that no connection of another program happens upon. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if ((await udpIsFree(host, port)) && (await tcpIsFree(host, port))) return port;
  }
  throw new Error("No port is free");
}

function udpIsFree(host: string, port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  return new Promise((resolve) => {
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.bind(port, host, () => socket.close(() => resolve(true)));
  });
}

function tcpIsFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
