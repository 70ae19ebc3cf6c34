/** The tools for language models, used by the protocol's own client over both transports, with keys of different roles. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createKey, type Role } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
const clients: Client[] = [];

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await stopServers();
  removeDataDir(dataDir);
});

type Transport = Parameters<Client["connect"]>[0];
type Way = "http" | "stdio";

async function keyOf(role: Role): Promise<string> {
  return (await owner.client.call(createKey, { body: { name: `Model ${role}`, role } })).key;
}

async function connect(way: Way, key: string): Promise<Client> {
  const client = new Client({ name: "story", version: "1" });
  const transport =
    way === "http"
      ? new StreamableHTTPClientTransport(new URL("/mcp", server.url), {
          requestInit: { headers: { authorization: `Bearer ${key}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: ["scripts/command.mjs", "mcp"],
          cwd: ROOT,
          env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ONGEA_URL: server.url, ONGEA_KEY: key },
          stderr: "pipe",
        });
  await client.connect(transport as Transport);
  clients.push(client);
  return client;
}

async function use(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content as { text: string }[];
  return { isError, told: JSON.parse(first?.text ?? "null") as never };
}

test.each<Way>(["http", "stdio"])("a model works with assistants, calls, batches, numbers and knowledge over %s", async (way) => {
  const client = await connect(way, await keyOf("admin"));
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(25);
  expect(JSON.stringify(tools).length).toBeLessThan(70_000);
  const [template] = (await use(client, "agents_templates")).told["data"] as { document: Record<string, unknown> }[];
  const once = { ...template!.document, idempotency_key: `story-${way}` };
  const { agent_id } = (await use(client, "agents_create", once)).told as { agent_id: string };
  expect((await use(client, "agents_create", once)).told).toMatchObject({ agent_id });
  await use(client, "agents_change", { agent_id, agent_config: { agent_name: `Amara ${way}` } });
  expect((await use(client, "agents_list")).told).toContainEqual(
    expect.objectContaining({ id: agent_id, agent_name: `Amara ${way}` }),
  );

  const rows = "contact_number,name\n+254711000001,Asha\n";
  const { batch_id } = (await use(client, "batches_create", { agent_id, contacts_csv: rows })).told as { batch_id: string };
  expect((await use(client, "batches_contacts", { batch_id })).told).toMatchObject({ data: [{ variables: { name: "Asha" } }] });
  expect((await use(client, "batches_delete", { batch_id })).told).toMatchObject({ state: "deleted" });

  const [free] = (await use(client, "numbers_search", { country: "KE" })).told as { phone_number: string }[];
  const { id } = (await use(client, "numbers_buy", { country: "KE", ...free })).told as { id: string };
  expect((await use(client, "numbers_assign", { phone_number_id: id, agent_id })).isError).toBe(false);
  expect((await use(client, "numbers_release", { phone_number_id: id })).isError).toBe(false);

  const text = { title: `Hours ${way}`, content: "The clinic opens at eight." };
  expect((await use(client, "knowledge_add_text", text)).told).toMatchObject({ type: "text", title: text.title });
  expect((await use(client, "knowledge_list", { search: way })).told).toMatchObject({ data: [{ title: text.title }] });
  expect((await use(client, "executions_list", { limit: 1 })).told).toHaveProperty("next");

  // What the server refuses, the model reads.
  const emergency = await use(client, "calls_place", { agent_id, recipient_phone_number: "112" });
  expect(emergency).toMatchObject({ isError: true, told: { code: "call.emergency" } });
  expect(await use(client, "agents_read", { agent_id: "nonsense" })).toMatchObject({
    isError: true,
    told: { code: "request.invalid" },
  });
});

test("a key that only reads is shown no tool that changes anything, and may use none", async () => {
  const key = await keyOf("viewer");
  for (const way of ["http", "stdio"] as const) {
    const client = await connect(way, key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("agents_list");
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const { isError } = await client.callTool({ name: "agents_delete", arguments: { agent_id: "x" } });
    expect(isError).toBe(true);
  }
});

test("without a key, or with one that is revoked, nobody is let in", async () => {
  await expect(connect("http", "ong_made-up")).rejects.toThrow(/Invalid API key/);
  await expect(connect("stdio", "ong_made-up")).rejects.toThrow();
  const bare = await fetch(`${server.url}/mcp`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(bare.status).toBe(401);
  // No stream is offered, and there is no session to end.
  for (const method of ["GET", "DELETE"]) expect((await fetch(`${server.url}/mcp`, { method })).status).toBe(405);
});
