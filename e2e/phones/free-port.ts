/** Ports for programs that a test starts. */
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Below those that the system gives to outgoing connections (32768 and up), which come and go at any moment. */
const LOWEST = 12_000;
const HIGHEST = 19_999;
const TRIES = 200;
/** One empty file for each port that was handed out, seen by every process of the machine. */
const HANDED_OUT = join(tmpdir(), "ongea-ports");
/** Longer than any program takes from being told its port to listening there. */
const HELD_MS = 180_000;

/**
 * A port that is free at this moment, for UDP and for TCP, and that no connection of another program happens upon. Two tests
 * that look for one at the same time, in whatever processes, are never given the same.
 */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  await mkdir(HANDED_OUT, { recursive: true });
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if ((await isOurs(port)) && (await udpIsFree(host, port)) && (await tcpIsFree(host, port))) return port;
  }
  throw new Error("No port is free");
}

async function isOurs(port: number): Promise<boolean> {
  const path = join(HANDED_OUT, String(port));
  const handedOut = await stat(path).catch(() => undefined);
  if (handedOut !== undefined) {
    if (Date.now() - handedOut.mtimeMs < HELD_MS) return false;
    await rm(path, { force: true });
  }
  return writeFile(path, "", { flag: "wx" }).then(
    () => true,
    () => false,
  );
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
