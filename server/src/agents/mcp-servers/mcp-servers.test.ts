/** Tools of a real server of the protocol on a real database, and what becomes of a call when that server misbehaves. */
import { randomUUID } from "node:crypto";
import type { McpRequest } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSeal } from "../../platform/secrets/seal.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createMcpServers, type McpServers } from "./mcp-servers.ts";
import { createMcpServerStore, type McpServerRow, type McpServerStore } from "./store.ts";
import { CANCEL_ORDER, FIND_ORDER, openMcpPeer, type McpPeer } from "./testing/mcp-peer.ts";

const seal = createSeal("a secret of tests", "mcp-servers");
const HERE = new AbortController().signal;

let database: TestDatabase;
let store: McpServerStore;
let peer: McpPeer;
let servers: McpServers;
let row: McpServerRow;
let nowMs: number;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createMcpServerStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  nowMs = 0;
  peer = await openMcpPeer();
  servers = open();
  row = await add(peer.url, "Bearer shop-key");
});
afterEach(async () => {
  servers.stop();
  await peer.close();
});

function open(allowed = ["127.0.0.1"]): McpServers {
  return createMcpServers({ store, seal, allowed, log: { warn: () => {} }, nowMs: () => nowMs });
}

async function add(url: string, secret?: string): Promise<McpServerRow> {
  const [id, workspaceId] = [randomUUID(), await openTestWorkspace(database)];
  const sealed = secret === undefined ? null : servers.sealed(id, secret);
  return (await store.add({ id, workspaceId, name: "shop", url, header: "Authorization", sealed }))!;
}

/** As an agent names it that was set up after the last check. */
async function chosen(tool: string): Promise<McpRequest> {
  const { tools } = (await store.read(row))!;
  return { server: "shop", tool, fingerprint: tools.find(({ name }) => name === tool)!.fingerprint };
}

function use(request: McpRequest, { callId = "call-1" as string | null, hasEffect = false, signal = HERE } = {}) {
  return servers.run({ workspaceId: row.workspaceId, callId, request, given: { order: "A-7" }, hasEffect }, signal);
}

test("a check lists the tools with their schemas, and says which only read", async () => {
  const checked = await servers.check(row, HERE);
  expect(checked).toMatchObject({ state: "connected", problem: null });
  expect(checked?.tools).toMatchObject([
    { name: "find_order", parameters: FIND_ORDER.inputSchema, read_only: true },
    { name: "cancel.order", description: "Cancels an order.", read_only: false },
  ]);
  expect(new Set(checked?.tools.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test("a call uses a tool with the server's secret, over one connection for the whole call and another for the next", async () => {
  await servers.check(row, HERE);
  const request = await chosen("find_order");
  expect(await use(request)).toEqual({ ok: true, result: '{"status":"sent"}' });
  await use(request);
  await use(request, { callId: "call-2" });
  expect(peer.calls.map(({ given, authorization }) => ({ given, authorization }))).toEqual(
    Array.from({ length: 3 }, () => ({ given: { order: "A-7" }, authorization: "Bearer shop-key" })),
  );
  const [first, again, other] = peer.calls.map(({ session }) => session);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("a conversation in writing leaves no connection behind", async () => {
  await servers.check(row, HERE);
  await expect.poll(() => peer.sessions).toBe(0);
  await use(await chosen("find_order"), { callId: null });
  await expect.poll(() => peer.sessions).toBe(0);
});

test("results that are no text are described, and fields come before words", async () => {
  await servers.check(row, HERE);
  const request = await chosen("find_order");
  peer.result = {
    content: [
      { type: "text", text: "The map:" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource_link", uri: "file:///map", name: "Map" },
    ],
  };
  expect((await use(request)).result).toBe('The map:\n(A picture that cannot be told in words.)\n(A link to "Map".)');
  peer.result = { content: [{ type: "text", text: "It was sent on Monday." }], structuredContent: { status: "sent" } };
  expect((await use(request)).result).toBe('{"status":"sent","text":"It was sent on Monday."}');
  peer.result = { content: [] };
  expect((await use(request)).result).toBe("Done.");
  peer.result = { content: [{ type: "text", text: "y".repeat(50_000) }] };
  expect((await use(request)).result).toHaveLength(8_000);
  peer.result = { content: [{ type: "text", text: "No such order" }], isError: true };
  expect(await use(request)).toEqual({ ok: false, result: "The service answered with an error. No such order" });
});

test("a tool that vanished or changed is shown and not called", async () => {
  await servers.check(row, HERE);
  const [find, cancel] = [await chosen("find_order"), await chosen("cancel.order")];
  peer.tools = [{ ...FIND_ORDER, annotations: { readOnlyHint: false } }];
  nowMs += 60_000;
  expect(await use(find)).toMatchObject({ ok: false, result: expect.stringContaining("has changed this tool") });
  expect(await use(cancel, { hasEffect: true })).toEqual({ ok: false, result: "The service no longer has this tool." });
  expect(peer.calls).toEqual([]);
  expect((await store.read(row))?.tools).toMatchObject([{ name: "find_order", read_only: false }]);
});

test("within a call the list is read again before an effect", async () => {
  await servers.check(row, HERE);
  const cancel = await chosen("cancel.order");
  expect(await use(cancel, { hasEffect: true })).toMatchObject({ ok: true });
  peer.tools = [FIND_ORDER, { ...CANCEL_ORDER, inputSchema: { type: "object", properties: { all: { type: "boolean" } } } }];
  nowMs += 5_000;
  expect(await use(cancel, { hasEffect: true })).toMatchObject({ ok: false });
  expect(peer.calls).toHaveLength(1);
});

test("a server that has forgotten the connection is connected again, once, and nothing is done twice", async () => {
  await servers.check(row, HERE);
  const cancel = await chosen("cancel.order");
  await use(cancel, { hasEffect: true });
  peer.forgetSessions();
  expect(await use(cancel, { hasEffect: true })).toMatchObject({ ok: true });
  expect(peer.calls).toHaveLength(2);
});

test.each([
  ["hangs", "timeout", "The service did not answer in time."],
  ["nonsense", "not_mcp", "The service answered with something that cannot be read."],
  ["redirects", "not_mcp", "The service answered with something that cannot be read."],
  ["unauthorized", "unauthorized", "The service refused the request."],
  ["list of 10 MB", "too_large", "The answer of the service is too long."],
] as const)("of a server that %s the problem is kept, and a call goes on", async (fault, problem, says) => {
  await servers.check(row, HERE);
  const request = { ...(await chosen("find_order")), timeout_seconds: 1 };
  peer.fault = fault;
  nowMs += 60_000;
  expect(await use(request, { callId: "another" })).toEqual({ ok: false, result: says });
  expect(await store.read(row)).toMatchObject({ state: "failed", problem, tools: [{ name: "find_order" }, {}] });
  peer.fault = "none";
  expect(await use(request, { callId: "another" })).toMatchObject({ ok: true });
  expect(await store.read(row)).toMatchObject({ state: "connected", problem: null });
});

test.each([
  ["tool hangs", "The service did not answer in time."],
  ["tool dies", "The service could not be reached."],
  ["tool of 10 MB", "The answer of the service is too long."],
] as const)("of an effect whose answer is lost (%s) nobody says that it was done, or that it was not", async (fault, says) => {
  await servers.check(row, HERE);
  const request = { ...(await chosen("cancel.order")), timeout_seconds: 1 };
  peer.fault = fault;
  const result = `${says} Whether it did what it was asked to is not known.`;
  expect(await use(request, { hasEffect: true })).toEqual({ ok: false, result });
  expect(peer.calls).toHaveLength(1);
});

test("a server that wants the client's own model is refused and answers all the same", async () => {
  await servers.check(row, HERE);
  peer.fault = "asks for sampling";
  expect(await use(await chosen("find_order"))).toEqual({ ok: true, result: '{"status":"sent"}' });
  expect(peer.refused).toEqual([expect.stringMatching(/not support sampling|Method not found/)]);
});

test("a caller who hangs up ends the request, and the server is not said to have failed", async () => {
  await servers.check(row, HERE);
  peer.fault = "tool hangs";
  const call = new AbortController();
  const running = use(await chosen("find_order"), { signal: call.signal });
  await expect.poll(() => peer.calls.length).toBe(1);
  call.abort();
  expect(await running).toMatchObject({ ok: false });
  expect(await store.read(row)).toMatchObject({ state: "connected", problem: null });
});

test("private addresses are refused, by name too, and no secret leaves", async () => {
  servers = open([]);
  expect(await servers.check(row, HERE)).toMatchObject({ state: "failed", problem: "private" });
  const named = await add(peer.url.replace("127.0.0.1", "localhost"));
  expect(await servers.check(named, HERE)).toMatchObject({ state: "failed", problem: "private" });
  expect(peer.calls).toEqual([]);
});

test("a server of another workspace is not connected here, nor one that was changed under a check", async () => {
  await servers.check(row, HERE);
  const request = await chosen("find_order");
  const workspaceId = await openTestWorkspace(database);
  const elsewhere = { workspaceId, callId: null, request, given: {}, hasEffect: false };
  expect(await servers.run(elsewhere, HERE)).toEqual({ ok: false, result: "The service is not connected here." });
  await store.change(row, { url: peer.url, header: "Authorization", sealed: null });
  expect(await servers.check(row, HERE)).toBeNull();
});
