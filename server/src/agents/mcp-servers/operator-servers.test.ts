/** Programs of the operator as MCP servers: whose they are, that nobody changes them, and what becomes of one that fails. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createMcpServers, type McpServers } from "./mcp-servers.ts";
import { OPERATOR_FILE, readOperatorServers, withOperatorServers } from "./operator-servers.ts";
import type { McpServerRow, McpServerStore } from "./store.ts";

/** A server of the protocol's own library: it tells its environment, or dies. */
const PROGRAM = `
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "files", version: "1" }, { capabilities: { tools: {} } });
const inputSchema = { type: "object" };
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: "tell", inputSchema }, { name: "die", inputSchema }] }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  if (params.name === "die") process.exit(1);
  return { content: [{ type: "text", text: process.env.ROOT + " " + process.pid + " " + (process.env.AUTH_SECRET ?? "no secret") }] };
});
await server.connect(new StdioServerTransport());
`;
const FILES = { command: process.execPath, args: ["--input-type=module", "-e", PROGRAM], env: { ROOT: "/srv/files" } };
const HERE = new AbortController().signal;
const HOME = randomUUID();
const NONE: McpServerStore = {
  all: async () => [],
  count: async () => 0,
  read: async () => undefined,
  named: async () => undefined,
  add: async () => undefined,
  change: async () => undefined,
  remove: async () => undefined,
  found: async () => undefined,
};

let dataDir: string;
let servers: McpServers | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "ongea-mcp-"));
});
afterEach(() => {
  servers?.stop();
  servers = undefined;
  rmSync(dataDir, { recursive: true });
});

function write(mcpServers: object): void {
  writeFileSync(join(dataDir, OPERATOR_FILE), JSON.stringify({ mcpServers }));
}

function open(): { store: McpServerStore; servers: McpServers } {
  const operators = readOperatorServers(dataDir, HOME);
  const store = withOperatorServers(NONE, operators);
  const log = { warn: () => {} };
  servers = createMcpServers({ store, seal: createSeal("s", "s"), allowed: [], operators, log, nowMs: () => 0 });
  return { store, servers };
}

async function only(store: McpServerStore, workspaceId = HOME): Promise<McpServerRow> {
  const [row] = await store.all(workspaceId);
  return row!;
}

test("a program belongs to the home workspace, unless the file names others", async () => {
  const other = randomUUID();
  write({ files: FILES, shared: { ...FILES, workspaces: "all" }, theirs: { ...FILES, workspaces: [other] } });
  const { store } = open();
  const names = async (workspaceId: string) => (await store.all(workspaceId)).map(({ name }) => name);
  expect(await names(HOME)).toEqual(["files", "shared"]);
  expect(await names(other)).toEqual(["shared", "theirs"]);
  expect(await names(randomUUID())).toEqual(["shared"]);
  expect(await store.named(other, "files")).toBeUndefined();
});

test("without a file there is none, and a file that is wrong is refused with its path", () => {
  expect(readOperatorServers(dataDir, HOME)).toEqual([]);
  write({ files: { args: [] } });
  expect(() => readOperatorServers(dataDir, HOME)).toThrow(/mcp-servers\.json cannot be read/);
  writeFileSync(join(dataDir, OPERATOR_FILE), "{");
  expect(() => readOperatorServers(dataDir, HOME)).toThrow(/mcp-servers\.json cannot be read/);
});

test("nobody changes it, deletes it, or takes its name", async () => {
  write({ files: FILES });
  const { store } = open();
  const row = await only(store);
  const { id, workspaceId } = row;
  const address = { url: "https://x.example/", header: "A", sealed: null };
  const ofOperator = { code: "mcp_server.of_operator" };
  await expect(store.change(row, address)).rejects.toMatchObject(ofOperator);
  await expect(store.remove(row)).rejects.toMatchObject(ofOperator);
  expect(await store.add({ ...address, id: randomUUID(), workspaceId, name: "files" })).toBeUndefined();
  expect(await store.read({ workspaceId, id })).toMatchObject({ name: "files" });
});

test("a call has a process of its own with the file's environment and none of the server's secrets", async () => {
  process.env["AUTH_SECRET"] = "a secret of tests";
  write({ files: FILES });
  const { store, servers } = open();
  const checked = await servers.check(await only(store), HERE);
  expect(checked).toMatchObject({ state: "connected", tools: [{ name: "tell" }, { name: "die" }] });
  const { fingerprint } = checked!.tools[0]!;
  const tell = async (callId: string) => {
    const request = { server: "files", tool: "tell", fingerprint };
    return (await servers.run({ workspaceId: HOME, callId, request, given: {}, hasEffect: false }, HERE)).result;
  };
  const [first, again, other] = [await tell("1"), await tell("1"), await tell("2")];
  expect(first).toMatch(/^\/srv\/files \d+ no secret$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  delete process.env["AUTH_SECRET"];
});

test("a program that dies in a call, or that is not there, is said to be unreachable", async () => {
  write({ files: FILES, gone: { command: join(dataDir, "nothing") } });
  const { store, servers } = open();
  const [files, gone] = await store.all(HOME);
  expect(await servers.check(gone!, HERE)).toMatchObject({ state: "failed", problem: "unreachable" });
  const { fingerprint } = (await servers.check(files!, HERE))!.tools[1]!;
  const request = { server: "files", tool: "die", fingerprint };
  const use = { workspaceId: HOME, callId: "1", request, given: {}, hasEffect: false };
  expect(await servers.run(use, HERE)).toEqual({ ok: false, result: "The service could not be reached." });
  expect(await only(store)).toMatchObject({ state: "failed", problem: "unreachable", tools: [{}, {}] });
});
