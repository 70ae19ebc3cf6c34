/** One connection with one MCP server: it lists tools and calls them, and refuses whatever the server asks of its client. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { McpTool } from "@ongea/contract";
import { createBoundedFetch } from "./bounded-fetch.ts";
import type { McpProgram } from "./operator-servers.ts";
import { OWN_CODES, failureOf } from "./failures.ts";
import { type RequestOptions, listAll } from "./listed-tools.ts";

/** Over streamable HTTP, or a program that is started for this connection and speaks over its standard streams. */
export type McpTarget =
  | {
      url: string;
      /** With the secret. */
      headers: Readonly<Record<string, string>>;
      allowed: readonly string[];
    }
  | McpProgram;

export interface McpSession {
  /** Rejects with a {@link McpFailure}. */
  listTools(signal: AbortSignal): Promise<McpTool[]>;
  /** Rejects with a {@link McpFailure}. */
  callTool(name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CallToolResult>;
  /** Ends what runs. */
  close(): void;
}

export const MOST_MCP_BYTES = 1_048_576;
/** The asker's signal comes first. */
const TIMEOUT_MS = 60_000;
/** For the server to forget the connection. */
const FAREWELL_MS = 2_000;

/** Rejects with a {@link McpFailure}. */
export async function openMcpSession(target: McpTarget, signal: AbortSignal): Promise<McpSession> {
  // Loaded when an agent wants it: most servers never do.
  const [{ Client }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const end = new AbortController();
  const broken = new AbortController();
  const { transport, farewell } = "command" in target ? await programOf(target) : await httpOf(target, { end, broken });
  // Without capabilities: sampling, elicitation and roots are answered "method not found".
  const client = new Client({ name: "ongea", version: "0.1.0" }, { capabilities: {} });
  const close = (): void => {
    const over = setTimeout(() => end.abort(), FAREWELL_MS).unref();
    void farewell()
      .catch(() => {})
      .then(() => client.close())
      .catch(() => {})
      .finally(() => {
        clearTimeout(over);
        end.abort();
      });
  };
  const attempt = async <Answer>(signals: AbortSignal, work: (options: RequestOptions) => Promise<Answer>): Promise<Answer> => {
    const either = AbortSignal.any([signals, broken.signal]);
    try {
      return await work({ signal: either, timeout: TIMEOUT_MS });
    } catch (error) {
      throw failureOf(broken.signal.aborted ? broken.signal.reason : either.aborted ? either.reason : error);
    }
  };
  try {
    await attempt(signal, (options) => client.connect(transport, options));
  } catch (error) {
    end.abort();
    await client.close().catch(() => {});
    throw error;
  }
  return {
    listTools: (signals) => attempt(signals, (options) => listAll(client, types.ListToolsResultSchema, options)),
    callTool: (name, given, signals) =>
      attempt(signals, async (options) => {
        try {
          // Not by `callTool`: it would compile schemas of the server's for its results.
          const params = { name, arguments: given };
          return await client.request({ method: "tools/call", params }, types.CallToolResultSchema, options);
        } catch (error) {
          if (!(error instanceof types.McpError) || OWN_CODES.has(error.code)) throw error;
          return { content: [{ type: "text" as const, text: error.message }], isError: true };
        }
      }),
    close,
  };
}

interface OpenTransport {
  transport: Transport;
  /** Says to the server that this connection is over. */
  farewell(): Promise<void>;
}

async function httpOf(
  { url, headers, allowed }: Exclude<McpTarget, McpProgram>,
  { end, broken }: { end: AbortController; broken: AbortController },
): Promise<OpenTransport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: createBoundedFetch({
      allowed,
      mostBytes: MOST_MCP_BYTES,
      signal: end.signal,
      broken: (error) => broken.abort(error),
    }),
    requestInit: { headers: { ...headers } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  return { transport, farewell: () => transport.terminateSession() };
}

async function programOf({ command, args, env }: McpProgram): Promise<OpenTransport> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const transport = new StdioClientTransport({ command, args, env, stderr: "ignore", maxBufferSize: MOST_MCP_BYTES });
  return { transport, farewell: async () => {} };
}
