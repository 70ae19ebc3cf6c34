/**
 * Asks one address over and over from a thread of its own, over connections that stay open, and measures each answer. It reads of an answer
 * only its status and its length: it shares the cores with the server, whose answers are large.
 */
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { figures } from "../driver/figures.ts";

export interface Load {
  url: string;
  method: "GET" | "PATCH";
  /** Asked in turn. */
  paths: readonly string[];
  /** Written anew for each request: `#` becomes its number. */
  body?: string;
  /** Each may ask a thousand times a minute. */
  keys: readonly string[];
  connections: number;
  seconds: number;
}

export interface Loaded {
  perSecond: number;
  p50: number;
  p99: number;
  n: number;
  /** Answers that were not 2xx, by status. */
  others: Record<string, number>;
}

const { url, method, paths, body, keys, connections, seconds } = workerData as Load;
const { hostname, port, host } = new URL(url);
const took: number[] = [];
const others: Record<string, number> = {};
let asked = 0;

function written(n: number): string {
  const text = body?.replaceAll("#", String(n));
  const sent = text === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const head = `${method} ${paths[n % paths.length]} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${keys[n % keys.length]}\r\n`;
  return `${head}${sent}\r\n${text ?? ""}`;
}

/** One answer after the other: all of them say how long they are. */
function answersOf(socket: Socket): () => Promise<string> {
  let told: (status: string) => void = () => undefined;
  let head = Buffer.alloc(0);
  let status = "";
  let left = 0;
  socket.on("data", (chunk) => {
    if (left > 0) left -= chunk.length;
    else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) return;
      const text = head.toString("latin1", 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) return void socket.destroy(new Error("no length"));
      status = text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
      left = Number(length) - (head.length - end - 4);
      head = Buffer.alloc(0);
    }
    if (left === 0) told(status);
  });
  socket.on("error", (error) => told(error.message));
  socket.on("close", () => told("closed"));
  return () => new Promise((resolve) => (told = resolve));
}

async function askOn(socket: Socket, untilMs: number): Promise<void> {
  const answer = answersOf(socket);
  while (performance.now() < untilMs && !socket.destroyed) {
    const beganMs = performance.now();
    const answered = answer();
    socket.write(written(asked++));
    const status = await answered;
    took.push(performance.now() - beganMs);
    if (!status.startsWith("2")) others[status] = (others[status] ?? 0) + 1;
  }
}

const beganMs = performance.now();
const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay(true));
await Promise.all(sockets.map((socket) => askOn(socket, beganMs + seconds * 1_000)));
const { p50, p99, n } = figures(took);
const loaded: Loaded = { perSecond: Math.round(n / ((performance.now() - beganMs) / 1_000)), p50, p99, n, others };
for (const socket of sockets) socket.destroy();
parentPort?.postMessage(loaded);
