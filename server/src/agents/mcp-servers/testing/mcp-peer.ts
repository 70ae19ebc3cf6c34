/** A server of the protocol, made with its own library, over streamable HTTP on this machine; on demand it misbehaves. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  CreateMessageResultSchema,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";

export type McpFault =
  | "none"
  /** Accepts and never answers. */
  | "hangs"
  /** Every request meets another page. */
  | "nonsense"
  | "redirects"
  | "unauthorized"
  /** Tools are listed and never answer. */
  | "tool hangs"
  /** The connection breaks while a tool runs. */
  | "tool dies"
  | "tool of 10 MB"
  | "list of 10 MB"
  /** Before it answers, it wants the client's model to say something. */
  | "asks for sampling";

export interface McpPeer {
  url: string;
  tools: Tool[];
  fault: McpFault;
  /** What the tools were called with. */
  calls: { name: string; given: unknown; session: string | undefined; authorization: string | undefined }[];
  /** What the client answered to what it was asked. */
  refused: string[];
  result: CallToolResult;
  sessions: number;
  /** As after a restart: no session is known any more. */
  forgetSessions(): void;
  close(): Promise<void>;
}

export const FIND_ORDER: Tool = {
  name: "find_order",
  description: "Looks up an order.",
  inputSchema: { type: "object", properties: { order: { type: "string", description: "Order number" } }, required: ["order"] },
  annotations: { readOnlyHint: true },
};
export const CANCEL_ORDER: Tool = {
  name: "cancel.order",
  description: "Cancels an order.",
  inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
};

export async function openMcpPeer(): Promise<McpPeer> {
  const open = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => void answer(request, response));
  const peer: McpPeer = {
    url: "",
    tools: [FIND_ORDER, CANCEL_ORDER],
    fault: "none",
    calls: [],
    refused: [],
    result: { content: [{ type: "text", text: '{"status":"sent"}' }] },
    get sessions() {
      return open.size;
    },
    forgetSessions: () => open.clear(),
    close: () => closed(http),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (peer.fault === "hangs") return;
    if (peer.fault === "nonsense") return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
    if (peer.fault === "redirects") return void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
    if (peer.fault === "unauthorized") return void response.writeHead(401).end("Who are you?");
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? open.get(id) : undefined;
    if (id !== undefined && !known) return void response.writeHead(404).end();
    const transport = known ?? (await begin());
    await transport.handleRequest(request, response);
  };

  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void open.set(id, transport),
      onsessionclosed: (id) => void open.delete(id),
    });
    const server = new Server({ name: "shop", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: peer.fault === "list of 10 MB" ? [{ ...FIND_ORDER, description: "x".repeat(10_000_000) }] : peer.tools,
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const authorization = extra.requestInfo?.headers["authorization"];
      peer.calls.push({
        name: params.name,
        given: params.arguments,
        session: extra.sessionId,
        authorization: typeof authorization === "string" ? authorization : undefined,
      });
      if (peer.fault === "tool hangs") return new Promise<never>(() => {});
      if (peer.fault === "tool dies") http.closeAllConnections();
      if (peer.fault === "tool of 10 MB") return { content: [{ type: "text", text: "x".repeat(10_000_000) }] };
      if (peer.fault === "asks for sampling") {
        const wanted = { messages: [], maxTokens: 10 };
        await extra
          .sendRequest({ method: "sampling/createMessage", params: wanted }, CreateMessageResultSchema)
          .catch((error: unknown) => peer.refused.push(String(error)));
      }
      return peer.result;
    });
    await server.connect(transport);
    return transport;
  };

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = http.address();
  if (typeof address !== "object" || address === null) throw new Error("The peer has no port");
  peer.url = `http://127.0.0.1:${address.port}/mcp`;
  return peer;
}

async function closed(http: HttpServer): Promise<void> {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
}
