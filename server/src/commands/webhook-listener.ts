/** A receiver of webhooks for a developer's terminal: verifies, prints, hands on. */
import { isRecord } from "@ongea/contract";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isSigned } from "../accounts/index.ts";
import { CannotStart } from "../platform/cannot-start.ts";

export interface ListenerParts {
  /** 0: any free one. */
  port: number;
  forward: string | undefined;
  secret: string | undefined;
  tell(line: string): void;
  /** For tests of old deliveries. */
  now?: () => Date;
}

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

const MOST_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 10_000;
/** The server itself waits no longer for an answer. */
const FORWARD_TIMEOUT_MS = 9_000;

export async function startListener(parts: ListenerParts): Promise<Listener> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: 16_384 }, (request, response) => {
    void receive(request, response, parts).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new CannotStart(`Port ${parts.port} is in use: say --port with another.`) : error);
    });
    server.listen(parts.port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, parts: ListenerParts): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) return answer(response, 413);
  if (request.method !== "POST") return answer(response, 405);
  const { secret, tell, now = () => new Date() } = parts;
  const id = headerOf(request, "webhook-id");
  const signed = secret === undefined ? undefined : isSigned({ ...signatureIn(request), body }, secret, now());
  const verdict = signed === undefined ? "signature not checked" : signed ? "signature right" : "SIGNATURE WRONG, answered 401";
  tell(printable(`\n${now().toISOString()}  ${statusIn(body)}  ${id}  (${verdict})`));
  tell(pretty(body));
  if (signed === false) return answer(response, 401);
  if (parts.forward === undefined) return answer(response, 204);
  const { status, told } = await handOn(parts.forward, request, body);
  tell(printable(`→ ${parts.forward}: ${told}`));
  answer(response, status);
}

/** As it came: the same bytes, the same signature. */
async function handOn(to: string, { headers }: IncomingMessage, body: string): Promise<{ status: number; told: string }> {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    /^(content-type$|(x-)?webhook-)/.test(name) && typeof value === "string" ? [[name, value] as const] : [],
  );
  try {
    const answered = await fetch(to, {
      method: "POST",
      headers: Object.fromEntries(passed),
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    await answered.body?.cancel();
    return { status: answered.status, told: String(answered.status) };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { status: isLate ? 504 : 502, told: isLate ? "no answer in time" : "not reached" };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: "close" }).end();
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

function signatureIn(request: IncomingMessage) {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((part) => headerOf(request, `webhook-${part}`));
  return { id: id ?? "", timestamp: timestamp ?? "", signatures: signatures ?? "" };
}

function statusIn(body: string): string {
  try {
    const told: unknown = JSON.parse(body);
    const what = isRecord(told) ? (told["type"] ?? told["status"]) : undefined;
    return typeof what === "string" ? what : "?";
  } catch {
    return "not JSON";
  }
}

/** On lines of its own, so that it can be copied. */
function pretty(body: string): string {
  try {
    return printable(JSON.stringify(JSON.parse(body), null, 2));
  } catch {
    return printable(body);
  }
}

/** What a caller said may hold what moves a terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
