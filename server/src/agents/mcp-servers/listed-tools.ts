/** The tools that an MCP server lists, as far as they can be used. */
import { createHash } from "node:crypto";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { MOST_MCP_TOOLS, type McpTool } from "@ongea/contract";
import { canonicalJson } from "../../platform/canonical-json.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";

const MOST_PAGES = 10;
const MOST_SCHEMA_CHARACTERS = 20_000;
const MOST_LIST_CHARACTERS = 200_000;
const MOST_DESCRIPTION_CHARACTERS = 4_000;
const MOST_NAME_CHARACTERS = 128;
const FINGERPRINT_CHARACTERS = 16;

export type RequestOptions = NonNullable<Parameters<Client["request"]>[2]>;

type ListSchema = (typeof import("@modelcontextprotocol/sdk/types.js"))["ListToolsResultSchema"];

export async function listAll(client: Client, schema: ListSchema, options: RequestOptions): Promise<McpTool[]> {
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
