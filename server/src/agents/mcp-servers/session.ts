/** One connection with one MCP server: it lists tools and calls them, and refuses whatever the server asks of its client. */
import { createHash } from "node:crypto";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { MOST_MCP_TOOLS, type McpProblem, type McpTool } from "@ongea/contract";
import { OutsideFailure, type OutsideProblem } from "../../platform/fetch/outside.ts";
import { canonicalJson } from "../../platform/canonical-json.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import { createBoundedFetch } from "./bounded-fetch.ts";
import type { McpProgram } from "./operator-servers.ts";

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

export class McpFailure extends Error {
  readonly problem: McpProblem;
  /** The server no longer knows this connection: nothing was done. */
  readonly isForgotten: boolean;
  constructor(problem: McpProblem, options: ErrorOptions & { isForgotten?: boolean } = {}) {
    super(`An MCP server could not be used: ${problem}`, options);
    this.name = "McpFailure";
    this.problem = problem;
    this.isForgotten = options.isForgotten === true;
  }
}

export const MOST_MCP_BYTES = 1_048_576;
const MOST_PAGES = 10;
const MOST_SCHEMA_CHARACTERS = 20_000;
const MOST_LIST_CHARACTERS = 200_000;
const MOST_DESCRIPTION_CHARACTERS = 4_000;
const MOST_NAME_CHARACTERS = 128;
const FINGERPRINT_CHARACTERS = 16;
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

type RequestOptions = NonNullable<Parameters<Client["request"]>[2]>;
type ListSchema = (typeof import("@modelcontextprotocol/sdk/types.js"))["ListToolsResultSchema"];

async function listAll(client: Client, schema: ListSchema, options: RequestOptions): Promise<McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && tools.length < MOST_MCP_TOOLS; page++) {
    const found = await client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } }, schema, options);
    for (const tool of found.tools) tools.push(...usable(tool));
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  const first = new Map<string, McpTool>();
  let characters = 0;
  for (const tool of tools) {
    if (first.has(tool.name)) continue;
    characters += JSON.stringify(tool).length;
    if (characters > MOST_LIST_CHARACTERS) break;
    first.set(tool.name, tool);
  }
  return [...first.values()].slice(0, MOST_MCP_TOOLS);
}

interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  annotations?: { title?: string | undefined; readOnlyHint?: boolean | undefined } | undefined;
}

/** One whose name or schema is too long is left out. */
function usable({ name, title, description = "", inputSchema, annotations }: ListedTool): McpTool[] {
  const schema = canonicalJson(inputSchema);
  if (name === "" || name.length > MOST_NAME_CHARACTERS || schema.length > MOST_SCHEMA_CHARACTERS) return [];
  const isReadOnly = annotations?.readOnlyHint === true;
  const fingerprint = createHash("sha256").update(`${schema} ${isReadOnly}`).digest("hex").slice(0, FINGERPRINT_CHARACTERS);
  const tool = {
    name,
    title: (title ?? annotations?.title ?? "").slice(0, MOST_NAME_CHARACTERS),
    description: description.slice(0, MOST_DESCRIPTION_CHARACTERS),
    parameters: inputSchema,
    read_only: isReadOnly,
    fingerprint,
  };
  return [sanitizeForPostgres(tool)];
}

const OF_OUTSIDE: Readonly<Record<OutsideProblem, McpProblem>> = {
  "not-reached": "unreachable",
  private: "private",
  "too-large": "too_large",
  "too-many-redirects": "not_mcp",
  "not-http": "not_mcp",
};
const REQUEST_TIMEOUT = -32_001;
const CONNECTION_CLOSED = -32_000;
/** Codes of the client itself. */
const OWN_CODES: ReadonlySet<number> = new Set([CONNECTION_CLOSED, REQUEST_TIMEOUT]);
/** It has ended, or there is no such program. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([CONNECTION_CLOSED, "ENOENT", "EACCES"]);
const UNAUTHORIZED: ReadonlySet<unknown> = new Set([401, 403]);

function failureOf(error: unknown): McpFailure {
  if (error instanceof OutsideFailure) return new McpFailure(OF_OUTSIDE[error.problem], { cause: error });
  const name = error instanceof Error ? error.name : "";
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (name === "TimeoutError" || name === "AbortError" || code === REQUEST_TIMEOUT)
    return new McpFailure("timeout", { cause: error });
  if (UNREACHABLE.has(code)) return new McpFailure("unreachable", { cause: error });
  if (UNAUTHORIZED.has(code)) return new McpFailure("unauthorized", { cause: error });
  return new McpFailure(typeof code === "number" && code >= 500 ? "unreachable" : "not_mcp", {
    cause: error,
    isForgotten: code === 404 && name !== "McpError",
  });
}
