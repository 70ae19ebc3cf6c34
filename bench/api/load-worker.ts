/** Asks one address over and over from a thread of its own, over connections that stay open, and measures each answer. */
import { Agent, request } from "node:http";
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
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const { hostname, port } = new URL(url);
const took: number[] = [];
const others: Record<string, number> = {};
let asked = 0;

async function ask(): Promise<void> {
  const n = asked++;
  const text = body?.replaceAll("#", String(n));
  const beganMs = performance.now();
  const status = await new Promise<string>((resolve) => {
    const headers = {
      authorization: `Bearer ${keys[n % keys.length]}`,
      ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    };
    const asking = request({ hostname, port, method, path: paths[n % paths.length], agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(String(answer.statusCode)));
    });
    asking.on("error", (error) => resolve(error.message));
    asking.end(text);
  });
  took.push(performance.now() - beganMs);
  if (!status.startsWith("2")) others[status] = (others[status] ?? 0) + 1;
}

const untilMs = performance.now() + seconds * 1_000;
const beganMs = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < untilMs) await ask();
  }),
);
const { p50, p99, n } = figures(took);
const loaded: Loaded = { perSecond: Math.round(n / ((performance.now() - beganMs) / 1_000)), p50, p99, n, others };
parentPort?.postMessage(loaded);
agent.destroy();
