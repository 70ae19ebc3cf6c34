import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** Between two turns of a call, and longer: a handshake from far away takes as long as a model thinks. */
const KEPT_MS = 90_000;
/** What was not read to its end may still be, so that the connection can be used again. */
const LINGER_MS = 250;
const LINGER_BYTES = 64 * 1024;
const WARM_TIMEOUT_MS = 4_000;
const KEPT = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 64, scheduling: "lifo", timeout: KEPT_MS } as const;

interface Agents {
  "http:": PlainAgent;
  "https:": SecureAgent;
}

const ANYWHERE: Agents = { "http:": new PlainAgent(KEPT), "https:": new SecureAgent(KEPT) };
/** By the private addresses that may be reached all the same: an installation has one such list. */
const OUTSIDE = new Map<string, Agents>();
const MOST_LISTS = 8;

/** Each connection is looked at when it is made, whatever a name resolves to by then. */
function agentsOf(allowed: readonly string[] | undefined): Agents {
  if (!allowed) return ANYWHERE;
  const list = allowed.join();
  const known = OUTSIDE.get(list);
  if (known) return known;
  const options = { ...KEPT, allowIPAddressList: [...allowed] };
  const agents = { "http:": new RequestFilteringHttpAgent(options), "https:": new RequestFilteringHttpsAgent(options) };
  if (OUTSIDE.size >= MOST_LISTS) OUTSIDE.clear();
  OUTSIDE.set(list, agents);
  return agents;
}

/** For a WebSocket to an address that a person gave; absent: any address is reached. */
export function socketAgent(url: URL, allowedPrivate: readonly string[] | undefined): PlainAgent | undefined {
  if (!allowedPrivate) return undefined;
  const agents = agentsOf(allowedPrivate);
  return url.protocol === "ws:" ? agents["http:"] : agents["https:"];
}

/** Hosts to which a connection is being opened. */
const warming = new Set<string>();

export interface Post {
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  signal: AbortSignal;
  /** The address was given by a person: of private ones only these are reached. Absent: any is. */
  allowedPrivate?: readonly string[] | undefined;
}

/** Posts over a connection that is kept. One that the other side has closed meanwhile is replaced. */
export async function post(url: URL, { headers, body, signal, allowedPrivate }: Post): Promise<IncomingMessage> {
  for (;;) {
    const request = open(url, { method: "POST", headers, signal, agents: agentsOf(allowedPrivate) });
    try {
      return await answerOf(request, body);
    } catch (error) {
      // Nothing of it was answered, and the connection is an old one: the next is another.
      if (!request.reusedSocket || signal.aborted || !isClosed(error)) throw error;
    }
  }
}

/** Opens a connection where none waits, so that the next question need not. Fails quietly; asks nothing that needs a key. */
export function warm(url: URL, allowedPrivate?: readonly string[]): void {
  const agents = agentsOf(allowedPrivate);
  const { freeSockets } = agents[protocolOf(url)];
  const place = `${url.hostname}:${portOf(url)}:`;
  if (warming.has(place) || Object.keys(freeSockets).some((name) => name.startsWith(place))) return;
  warming.add(place);
  const request = open(new URL("/", url), {
    method: "HEAD",
    headers: {},
    signal: AbortSignal.timeout(WARM_TIMEOUT_MS),
    agents,
  });
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

interface Opening extends Pick<Post, "headers" | "signal"> {
  method: string;
  agents: Agents;
}

function open(url: URL, { method, headers, signal, agents }: Opening): ClientRequest {
  const protocol = protocolOf(url);
  const ask = protocol === "http:" ? plainRequest : secureRequest;
  return ask(url, { method, headers, signal, agent: agents[protocol] });
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
