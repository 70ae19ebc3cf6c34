import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

/** Between two turns of a call, and longer: a handshake from far away takes as long as a model thinks. */
const KEPT_MS = 90_000;
/** What was not read to its end may still be, so that the connection can be used again. */
const LINGER_MS = 250;
const LINGER_BYTES = 64 * 1024;
const WARM_TIMEOUT_MS = 4_000;
const KEPT = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 64, scheduling: "lifo", timeout: KEPT_MS } as const;
const AGENTS = { "http:": new PlainAgent(KEPT), "https:": new SecureAgent(KEPT) };

/** Hosts to which a connection is being opened. */
const warming = new Set<string>();

export interface Post {
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  signal: AbortSignal;
}

/** Posts over a connection that is kept. One that the other side has closed meanwhile is replaced. */
export async function post(url: URL, { headers, body, signal }: Post): Promise<IncomingMessage> {
  for (;;) {
    const request = open(url, "POST", headers, signal);
    try {
      return await answerOf(request, body);
    } catch (error) {
      // Nothing of it was answered, and the connection is an old one: the next is another.
      if (!request.reusedSocket || signal.aborted || !isClosed(error)) throw error;
    }
  }
}

/** Opens a connection where none waits, so that the next question need not. Fails quietly; asks nothing that needs a key. */
export function warm(url: URL): void {
  const { freeSockets } = AGENTS[protocolOf(url)];
  const place = `${url.hostname}:${portOf(url)}:`;
  if (warming.has(place) || Object.keys(freeSockets).some((name) => name.startsWith(place))) return;
  warming.add(place);
  const request = open(new URL("/", url), "HEAD", {}, AbortSignal.timeout(WARM_TIMEOUT_MS));
  request.on("error", () => {});
  request.on("response", (response) => response.resume());
  request.on("close", () => warming.delete(place));
  request.end();
}

/** Nobody takes more of this answer: its short rest is read for the connection's sake, a long one ends with it. */
export function linger(response: IncomingMessage): void {
  if (response.complete || response.destroyed) return void response.resume();
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  timer.unref();
  let bytes = 0;
  response.on("error", () => {});
  response.on("close", () => clearTimeout(timer));
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES) response.destroy();
  });
}

function open(url: URL, method: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): ClientRequest {
  const protocol = protocolOf(url);
  const ask = protocol === "http:" ? plainRequest : secureRequest;
  return ask(url, { method, headers, signal, agent: AGENTS[protocol] });
}

function answerOf(request: ClientRequest, body: string | Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", resolve);
    request.end(body);
  });
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function protocolOf(url: URL): "http:" | "https:" {
  return url.protocol === "http:" ? "http:" : "https:";
}

function portOf(url: URL): string {
  return url.port || (url.protocol === "http:" ? "80" : "443");
}
