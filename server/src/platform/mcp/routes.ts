/** The tools over streamable HTTP. Each tool asks a route of this server as whoever came with the key: its role holds by itself. */
import { mcp } from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import type { Http } from "../http/http.ts";
import { serve } from "../http/serve.ts";
import { createToolServer, type Send } from "./tool-server.ts";

export function mcpRoutes(app: Http): void {
  serve(app, mcp, async ({ body }, { principal, request, reply }) => {
    const { WebStandardStreamableHTTPServerTransport: Transport } =
      await import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js");
    const server = await createToolServer({ who: principal, send: asking(app, request) });
    // Without sessions: each request stands for itself, on whichever server it meets.
    const transport = new Transport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      const answer = await transport.handleRequest(asRequest(request), { parsedBody: body });
      const type = answer.headers.get("content-type");
      if (type !== null) void reply.type(type);
      void reply.code(answer.status).header("cache-control", "no-store");
      return reply.send(await answer.text());
    } finally {
      await server.close();
    }
  });
}

function asking(app: Http, request: FastifyRequest): Send {
  const { authorization, cookie, host } = request.headers;
  return async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of the contract
      method: method as "GET",
      url: path,
      remoteAddress: request.ip,
      headers: { ...headers, ...known({ authorization, cookie, host }) },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : Buffer.from(body) }),
    });
    return { status: answer.statusCode, text: answer.body };
  };
}

/** What the transport looks at: the headers; the body is read already. */
function asRequest({ headers }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: new Headers(pairs.map(([name, value]) => [name, value])),
  });
}

function known(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
