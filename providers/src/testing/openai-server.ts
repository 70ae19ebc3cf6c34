import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicRefusal } from "./strict/anthropic-rules.ts";
import { geminiRefusal } from "./strict/gemini-rules.ts";
import { ollamaRefusal } from "./strict/ollama-rules.ts";
import { openAiRefusal } from "./strict/openai-rules.ts";
import type { WireRefusal } from "./strict/refusal.ts";

/** A server that speaks the protocols of vendors, refuses what their published schemas do not allow, and misbehaves when told to. */
export interface OpenAiServer {
  baseUrl: string;
  /** What was asked, newest last. */
  readonly requests: { path: string; headers: IncomingMessage["headers"]; body: Buffer }[];
  /** Connections that the client closed before the answer was complete. */
  readonly brokenOff: number;
  /** Requests that the vendor's schema or its rules do not allow. */
  readonly refused: WireRefusal[];
  /** How the next requests that it understands are answered. */
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
      void answered(response, body, request.url ?? "").catch((error: unknown) => {
        if (request.method !== "GET" || response.headersSent) throw error;
        response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
      });
    });
  });
  const answered = async (response: ServerResponse, body: Buffer, path: string): Promise<void> => {
    const refusal = refusalOf(path, body);
    if (!refusal) return facade.answer(response, body);
    facade.refused.push(refusal);
    response.writeHead(refusal.status, { "content-type": "application/json" }).end(JSON.stringify(refusal.body));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const facade: OpenAiServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    refused: [],
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

const RULES: readonly (readonly [RegExp, (request: unknown, path: string) => WireRefusal | undefined])[] = [
  [/\/chat\/completions(?:\?|$)/, (request) => openAiRefusal(request)],
  [/\/v1\/messages$/, anthropicRefusal],
  [/:streamGenerateContent\?alt=sse$/, geminiRefusal],
  [/\/api\/chat$/, ollamaRefusal],
];

/** Of a language model's request; undefined: it may be answered. */
export function refusalOf(path: string, body: Buffer): WireRefusal | undefined {
  const rules = RULES.find(([pattern]) => pattern.test(path))?.[1];
  if (!rules) return undefined;
  try {
    return rules(JSON.parse(body.toString("utf8")), path);
  } catch {
    return {
      status: 400,
      body: {
        error: {
          message: "We could not parse the JSON body of your request.",
          type: "invalid_request_error",
          param: null,
          code: null,
        },
      },
    };
  }
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
