/** Servers of the Model Context Protocol, whose tools an agent may use in its calls. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { McpServerName } from "./agent-tools.ts";

export const MOST_MCP_SERVERS = 20;
/** Of one server; further ones are left out. */
export const MOST_MCP_TOOLS = 100;

const OWN_HEADERS =
  /^(?:host|connection|content-length|content-type|accept|transfer-encoding|upgrade|te|trailer|expect|mcp-.*|proxy-.*)$/i;

const McpServerFields = z.strictObject({
  /** Where it speaks streamable HTTP: begins with https:// or http:// and the name of a server. */
  url: z.string().trim().min(1).max(2_000),
  /** The header that carries the secret. */
  header: z
    .string()
    .trim()
    .max(200)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be the name of a header")
    .refine((name) => !OWN_HEADERS.test(name), "is a header that is set by the server")
    .default("Authorization"),
  /** The value of that header, such as `Bearer …`. Never shown again. Absent: it stays while the server's address stays; empty: none. */
  secret: z
    .string()
    .max(8_000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "must be printable characters")
    .optional(),
});

export const NewMcpServer = McpServerFields.extend({ name: McpServerName });
export type NewMcpServer = z.output<typeof NewMcpServer>;
export type McpServerDraft = z.output<typeof McpServerFields>;

/**
 * Why a server could not be used. `private`: its address is in a private network. `unauthorized`: it wants another secret. `not_mcp`: what
 * it answers is not the protocol, or it sends elsewhere. `too_large`: an answer was longer than 1 MB.
 */
export const MCP_PROBLEMS = ["unreachable", "private", "unauthorized", "timeout", "not_mcp", "too_large"] as const;
export const McpProblem = z.enum(MCP_PROBLEMS);
export type McpProblem = z.output<typeof McpProblem>;

export const McpTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** JSON Schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()),
  /** The server says that it changes nothing. */
  read_only: z.boolean(),
  /** Of its schema and of whether it only reads: an agent uses a tool only while it is the one that was chosen. */
  fingerprint: z.string(),
});
export type McpTool = z.output<typeof McpTool>;

export const McpServer = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  header: z.string(),
  has_secret: z.boolean(),
  /** A program on the server itself, from the operator's file: nobody changes it here. Its `url` is `stdio`. */
  of_operator: z.boolean(),
  /** `new`: it was not connected yet, or not since it was changed. */
  state: z.enum(["new", "connected", "failed"]),
  problem: McpProblem.nullable(),
  /** As it listed them last. */
  tools: z.array(McpTool),
  /** When it was connected, or failed to be, last. */
  checked_at: Moment.nullable(),
  created_at: Moment,
});
export type McpServer = z.output<typeof McpServer>;

const OneServer = z.object({ server_id: z.uuid() });

export const listMcpServers = route({
  method: "GET",
  path: "/api/mcp-servers",
  who: "viewer",
  does: "Lists the MCP servers of the workspace with the tools that each listed last, by name. Secrets are never shown.",
  answer: z.object({ data: z.array(McpServer) }),
});

export const createMcpServer = route({
  method: "POST",
  path: "/api/mcp-servers",
  who: "agent_manager",
  does: "Adds an MCP server (streamable HTTP). It is connected by the check that follows. At most 20; private addresses are refused when it connects.",
  body: NewMcpServer,
  status: 201,
  answer: McpServer,
});

export const changeMcpServer = route({
  method: "PUT",
  path: "/api/mcp-servers/:server_id",
  who: "agent_manager",
  does: "Changes the address or the secret of an MCP server. For another address its secret must be given again.",
  params: OneServer,
  body: McpServerFields,
  answer: McpServer,
});

export const deleteMcpServer = route({
  method: "DELETE",
  path: "/api/mcp-servers/:server_id",
  who: "agent_manager",
  does: "Deletes an MCP server. Its tools fail in agents that still name them.",
  params: OneServer,
  answer: z.object({ success: z.literal(true) }),
});

export const checkMcpServer = route({
  method: "POST",
  path: "/api/mcp-servers/:server_id/check",
  who: "agent_manager",
  does: "Connects to an MCP server and lists its tools. A server that fails is answered with its problem and the tools that are known.",
  params: OneServer,
  answer: McpServer,
});
