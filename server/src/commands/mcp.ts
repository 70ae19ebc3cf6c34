/** `npm run mcp`: the tools for language models over standard input and output, at the server beside it or at another. */
import { readReach } from "@ongea/contract";
import { createToolServer, type Send } from "../platform/mcp/index.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import { clientOn, type ServerAccess } from "./server-access.ts";

const ASK_TIMEOUT_MS = 60_000;

/** Ends when whoever started it closes its input. */
export async function mcp(way: ServerAccess): Promise<void> {
  const {
    role,
    scope,
    agent_ids: agentIds,
  } = await clientOn(way)
    .call(readReach)
    .catch((error: Error) => {
      throw new CannotStart(`No server at ${way.url} takes this key: ${error.message} Set ONGEA_URL and ONGEA_KEY.`);
    });
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = await createToolServer({ who: { role, scope, agentIds }, send: askingAt(way) });
  const over = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await over;
}

function askingAt({ url, credentials }: ServerAccess): Send {
  return async ({ method, path, headers, body }) => {
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, ...credentials },
        signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      return { status: 503, text: `The server cannot be reached: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
}
