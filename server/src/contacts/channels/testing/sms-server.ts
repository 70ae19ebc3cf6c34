/** The HTTP side that peers of providers of text messages share: who may ask, and what they do wrong when they are told to. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchOutside } from "../../../platform/fetch/outside.ts";
import type { SmsMood } from "./sms-peer.ts";

export interface SmsRequest {
  method: string;
  url: URL;
  form: Record<string, string>;
  /** As it was written. */
  body: string;
}

export interface SmsAnswer {
  status: number;
  said: unknown;
}

export interface SmsServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface SmsServerParts {
  mood(): SmsMood;
  mayAsk(request: IncomingMessage): boolean;
  /** A message is to be sent. */
  isSending(asked: SmsRequest): boolean;
  /** What it does, in any mood that is not about the connection. */
  does(asked: SmsRequest): SmsAnswer;
  /** How it says that it takes no more for now, where that differs. */
  tooMany?: SmsAnswer;
}

const SLOW_MS = 150;
const PATIENCE_MS = 400;
const AT_ONCE: Partial<Record<SmsMood, SmsAnswer>> = {
  fault: { status: 500, said: "<html>Internal Server Error</html>" },
  unavailable: { status: 503, said: "Service Unavailable" },
  "too many requests": { status: 429, said: { code: 20429, message: "Too Many Requests" } },
  nonsense: { status: 201, said: "<Nothing/>" },
};

export async function startSmsServer({ mood, mayAsk, isSending, does, tooMany }: SmsServerParts): Promise<SmsServer> {
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const asked: SmsRequest = {
        method: request.method ?? "",
        url: new URL(request.url ?? "/", "http://peer"),
        form: Object.fromEntries(new URLSearchParams(body)),
        body,
      };
      if (!mayAsk(request) || mood() === "wrong key") return answer(response, { status: 401, said: "Not authenticated" });
      if (!isSending(asked)) return answer(response, does(asked));
      if (mood() === "silent") return void held.add(response);
      const atOnce = (mood() === "too many requests" && tooMany) || AT_ONCE[mood()];
      if (atOnce) return answer(response, atOnce);
      const told = does(asked);
      if (mood() === "takes it and breaks off") return void response.destroy();
      setTimeout(() => answer(response, told), mood() === "slow" ? SLOW_MS : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const response of held) response.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Waits for nobody long: what is silent is tested in a moment. */
export const REST_OF_TESTS = {
  fetch: ((url, limits, signal) =>
    fetchOutside(url, { ...limits, timeoutMs: PATIENCE_MS }, signal)) satisfies typeof fetchOutside,
  allowed: ["127.0.0.1"],
};

function answer(response: ServerResponse, { status, said }: SmsAnswer): void {
  if (Buffer.isBuffer(said)) return void response.writeHead(status, { "content-type": "application/octet-stream" }).end(said);
  const isText = typeof said === "string";
  response
    .writeHead(status, { "content-type": isText ? "text/plain" : "application/json" })
    .end(isText ? said : JSON.stringify(said));
}
