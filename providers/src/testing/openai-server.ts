import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that speaks OpenAI's protocol, and misbehaves when told to. */
export interface OpenAiServer {
  baseUrl: string;
  /** What was asked, newest last. */
  readonly requests: { path: string; headers: IncomingMessage["headers"]; body: Buffer }[];
  /** Connections that the client closed before the answer was complete. */
  readonly brokenOff: number;
  /** How the next requests are answered. */
  answer: (response: ServerResponse, body: Buffer) => void | Promise<void>;
  close(): Promise<void>;
}

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const state = { brokenOff: 0 };
  const requests: OpenAiServer["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on("close", () => {
      if (!response.writableFinished) state.brokenOff++;
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      // Whether it is there is asked now and then, too; a test tells only how questions with a body are answered.
      void answered(response, body).catch((error: unknown) => {
        if (request.method !== "GET" || response.headersSent) throw error;
        response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
      });
    });
  });
  const answered = async (response: ServerResponse, body: Buffer): Promise<void> => facade.answer(response, body);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const facade: OpenAiServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get brokenOff() {
      return state.brokenOff;
    },
    answer: (response) => void response.writeHead(404).end(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return facade;
}

/** Streams chat deltas as server-sent events, then `[DONE]`. */
export function chat(deltas: readonly object[], finish = "stop"): OpenAiServer["answer"] {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const delta of deltas) response.write(chunkOf(delta, null));
    response.write(chunkOf({}, finish));
    response.end(`data: {"choices":[],"usage":{"total_tokens":9}}\n\ndata: [DONE]\n\n`);
  };
}

export function chunkOf(delta: object, finish: string | null): string {
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

/** Refuses with a status as the real service does. */
export function refuses(status: number, message: string, param: string | null = null): OpenAiServer["answer"] {
  return (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message, param } }));
}
