/** MCP servers that run as programs on this machine: from the operator's file in the data folder alone, never from a workspace. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { McpServerName } from "@ongea/contract";
import { z } from "zod";
import { refuse } from "../../platform/http/refuse.ts";
import type { McpFinding, McpServerRow, McpServerStore } from "./store.ts";

export const OPERATOR_FILE = "mcp-servers.json";

const Program = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  /** Which may use it; absent: the home workspace. */
  workspaces: z.union([z.literal("all"), z.array(z.uuid())]).optional(),
});
export type McpProgram = z.output<typeof Program>;

const OperatorFile = z.strictObject({ mcpServers: z.record(McpServerName, Program) });

export interface OperatorServer {
  id: string;
  name: string;
  program: McpProgram;
  isFor(workspaceId: string): boolean;
}

/** Throws where the file is there and cannot be read: an operator who wrote it wants to know. */
export function readOperatorServers(dataDir: string, homeId: string): OperatorServer[] {
  const path = join(dataDir, OPERATOR_FILE);
  if (!existsSync(path)) return [];
  const { mcpServers } = parsed(path);
  return Object.entries(mcpServers).map(([name, program]) => {
    const { workspaces = [homeId] } = program;
    return { id: idOf(name), name, program, isFor: (id) => workspaces === "all" || workspaces.includes(id) };
  });
}

function parsed(path: string): z.output<typeof OperatorFile> {
  try {
    return OperatorFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`${path} cannot be read: ${reason}`, { cause });
  }
}

/** The same on every server, whenever it starts. */
function idOf(name: string): string {
  const hex = createHash("sha256").update(`operator ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const STARTED = new Date();

/** The store of a workspace's own servers with the operator's beside them, which nobody changes there. */
export function withOperatorServers(store: McpServerStore, servers: readonly OperatorServer[]): McpServerStore {
  if (servers.length === 0) return store;
  /** How they were found last, by server and workspace. */
  const found = new Map<string, Pick<McpServerRow, "state" | "problem" | "tools" | "checkedAt">>();
  const rowOf = ({ id, name }: OperatorServer, workspaceId: string): McpServerRow => ({
    id,
    workspaceId,
    name,
    url: "stdio",
    header: "",
    sealed: null,
    revision: 1,
    createdAt: STARTED,
    ...(found.get(`${id}/${workspaceId}`) ?? { state: "new", problem: null, tools: [], checkedAt: null }),
  });
  const those = (workspaceId: string): McpServerRow[] =>
    servers.filter((one) => one.isFor(workspaceId)).map((one) => rowOf(one, workspaceId));
  const isOperators = (id: string): boolean => servers.some((one) => one.id === id);
  return {
    ...store,
    all: async (workspaceId) =>
      [...(await store.all(workspaceId)), ...those(workspaceId)].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    read: async (key) => those(key.workspaceId).find(({ id }) => id === key.id) ?? store.read(key),
    named: async (workspaceId, name) => those(workspaceId).find((one) => one.name === name) ?? store.named(workspaceId, name),
    add: async (row) => (those(row.workspaceId).some(({ name }) => name === row.name) ? undefined : store.add(row)),
    async change(row, address) {
      if (isOperators(row.id)) throw refuse("mcp_server.of_operator");
      return store.change(row, address);
    },
    async remove(key) {
      if (those(key.workspaceId).some(({ id }) => id === key.id)) throw refuse("mcp_server.of_operator");
      return store.remove(key);
    },
    async found(row, { problem, tools = row.tools }: McpFinding) {
      if (!isOperators(row.id)) return store.found(row, tools === row.tools ? { problem } : { problem, tools });
      const state = problem === null ? ("connected" as const) : ("failed" as const);
      found.set(`${row.id}/${row.workspaceId}`, { state, problem, tools, checkedAt: new Date() });
      return { ...row, state, problem, tools, checkedAt: new Date() };
    },
  };
}
