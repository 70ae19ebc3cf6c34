/** Keys with a scope, and keys that are held to some assistants: every route of the OpenAPI description is asked with them. */
import { randomUUID } from "node:crypto";
import * as contract from "@ongea/contract";
import { createClient, describeContract, KEY_SCOPES, type KeyScope, reaches } from "@ongea/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

interface Operation {
  "x-who": string;
  "x-scope"?: KeyScope;
  "x-of-agents"?: boolean;
}

const { paths } = describeContract("0") as unknown as { paths: Record<string, Record<string, Operation>> };
const ROUTES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => {
    const { "x-scope": scope, "x-of-agents": ofAgents = false } = operation;
    return scope ? [{ method: method.toUpperCase(), path, scope, ofAgents }] : [];
  }),
);
type Asked = (typeof ROUTES)[number];

/** One assistant with what belongs to it. */
interface Things {
  agent_id: string;
  execution_id: string;
  batch_id: string;
  phone_number_id: string;
  widget_id: string;
}

const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
let keys: Record<KeyScope, string>;
/** Held to `ours`, with every scope there is. */
let held: string;
let ours: Things;
let theirs: Things;
let free: string;

beforeAll(async () => {
  // Each request comes from somewhere else: a network whose requests are refused may ask some hundred times only.
  server = await startServer({ dataDir, settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  owner = await firstAccount(server);
  const [first, second] = await owner.client.call(contract.listAgents);
  ours = await thingsOf(first?.id ?? "");
  theirs = await thingsOf(second?.id ?? "");
  const [offered] = await owner.client.call(contract.searchPhoneNumbers, { query: { country: "NG" } });
  free = (await buy("NG", offered?.phone_number ?? "")).replaceAll("-", "");
  const made = await Promise.all(KEY_SCOPES.map((scope) => makeKey({ scope })));
  keys = Object.fromEntries(KEY_SCOPES.map((scope, at) => [scope, made[at]])) as Record<KeyScope, string>;
  held = await makeKey({ scope: "admin", agent_ids: [ours.agent_id] });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

async function makeKey(body: object): Promise<string> {
  return (await owner.client.call(contract.createKey, { body: { name: "Story", ...body } })).key;
}

async function buy(country: "KE" | "NG", number: string): Promise<string> {
  return (await owner.client.call(contract.buyPhoneNumber, { body: { country, phone_number: number } })).id;
}

async function thingsOf(agentId: string): Promise<Things> {
  const { client } = owner;
  const started = await client.call(contract.startBrowserCall, { body: { agent_id: agentId } });
  const form = new FormData();
  form.set("agent_id", agentId);
  form.set("file", new Blob(["contact_number\n+254711000001\n"]), "people.csv");
  const batch = await (
    await fetch(`${server.url}/batches`, { method: "POST", headers: { cookie: owner.cookie }, body: form })
  ).json();
  const [offered] = await client.call(contract.searchPhoneNumbers, { query: { country: "KE" } });
  const id = (await buy("KE", offered?.phone_number ?? "")).replaceAll("-", "");
  await client.call(contract.setUpInbound, { body: { agent_id: agentId, phone_number_id: id } });
  const widget = { agent_id: agentId, name: "Story", origins: ["https://www.example.com"] };
  return {
    agent_id: agentId,
    execution_id: started.execution_id,
    batch_id: (batch as { batch_id: string }).batch_id,
    phone_number_id: id,
    widget_id: (await client.call(contract.createWidget, { body: widget })).id,
  };
}

let places = 0;

function elsewhere(): string {
  places++;
  return `198.18.${places >> 8}.${places & 255}`;
}

interface Told {
  status: number;
  text: string;
  code: string | undefined;
}

async function ask(key: string, method: string, path: string, body?: object): Promise<Told> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "x-forwarded-for": elsewhere(),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  let code: string | undefined;
  if (answer.status >= 400) ({ code } = JSON.parse(text) as { code: string });
  return { status: answer.status, text, code };
}

function addressOf({ path }: Asked, things: Things): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => (things as unknown as Record<string, string>)[name] ?? randomUUID());
}

test("the description says of every route what a key needs, and those of agents are known one by one", () => {
  expect(ROUTES.length).toBeGreaterThan(100);
  const counted = (wanted: (route: Asked) => boolean): number => ROUTES.filter(wanted).length;
  for (const scope of KEY_SCOPES) expect(counted((route) => route.scope === scope)).toBeGreaterThan(5);
  // What is about members, money, keys and providers is nobody's who is held to an assistant.
  const about = /keys|members|invitations|credits|providers|connections|workspace|audit|trunks|dial-limits|knowledge|voice/;
  expect(ROUTES.filter(({ path, ofAgents }) => ofAgents && about.test(path))).toEqual([]);
});

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_name, route) => {
  test("is refused to a key with less than it needs", async () => {
    for (const scope of KEY_SCOPES.filter((one) => !reaches(one, route.scope))) {
      const { status, code, text } = await ask(keys[scope], route.method, addressOf(route, ours));
      expect({ scope, status, code }).toEqual({ scope, status: 403, code: "access.scope" });
      expect(text).toContain(`\\"${route.scope}\\"`);
    }
  });

  test("shows and does nothing of another assistant's to a key that is held to one", async () => {
    const { status, text, code } = await ask(held, route.method, addressOf(route, theirs));
    for (const id of Object.values(theirs)) expect(text).not.toContain(id);
    // Where an id of theirs is asked for, it is as if nothing were there; a body that is missing may be refused before.
    const isOfTheirs = /\{(agent|execution|batch|widget)_id\}/.test(route.path);
    const isKept = isOfTheirs ? [404, 422, 400].includes(status) : status < 500;
    const isRight = route.ofAgents ? isKept : status === 403 && code === "access.agents_only";
    expect({ status, code, isRight }).toEqual({ status, code, isRight: true });
  });
});

test("lists hold an assistant's own things, and numbers that nobody answers", async () => {
  const ids = async (path: string): Promise<string> => (await ask(held, "GET", path)).text;
  expect((JSON.parse(await ids("/v2/agent/all")) as { id: string }[]).map(({ id }) => id)).toEqual([ours.agent_id]);
  expect(await ids("/api/calls")).toContain(ours.execution_id);
  expect(await ids(`/batches/${ours.agent_id}/all`)).toContain(ours.batch_id);
  expect(await ids("/api/widgets")).toContain(ours.widget_id);
  const numbers = await ids("/phone-numbers/all");
  expect([ours.phone_number_id, free, theirs.phone_number_id].map((id) => numbers.includes(id))).toEqual([true, true, false]);
  const file = await ids("/api/calls/export");
  expect([file.includes(ours.execution_id), file.includes(theirs.execution_id)]).toEqual([true, false]);
});

test("ids of another assistant in a body are not there either, and nothing of it has changed", async () => {
  const asked: [string, string, object][] = [
    ["POST", "/call", { agent_id: theirs.agent_id, recipient_phone_number: "+254711000001" }],
    ["POST", "/api/calls/check", { agent_id: theirs.agent_id, recipient_phone_number: "+254711000001" }],
    ["POST", "/api/browser-calls", { agent_id: theirs.agent_id }],
    ["POST", "/inbound/setup", { agent_id: theirs.agent_id, phone_number_id: ours.phone_number_id }],
    ["POST", "/inbound/setup", { agent_id: ours.agent_id, phone_number_id: theirs.phone_number_id }],
    ["POST", "/inbound/unlink", { phone_number_id: theirs.phone_number_id }],
    ["PATCH", `/v2/agent/${theirs.agent_id}`, { agent_config: { agent_name: "Taken" } }],
    ["POST", "/api/widgets", { agent_id: theirs.agent_id, name: "Taken", origins: ["https://www.example.com"] }],
    ["PATCH", `/api/widgets/${theirs.widget_id}`, { is_active: false }],
    ["POST", `/call/${theirs.execution_id}/stop`, {}],
    ["POST", `/batches/${theirs.batch_id}/run`, {}],
  ];
  for (const [method, path, body] of asked) {
    const { status } = await ask(held, method, path, body);
    expect({ method, path, status }).toEqual({ method, path, status: 404 });
  }
  // As of a call that nobody knows.
  for (const id of [theirs.execution_id, randomUUID()])
    expect(await ask(held, "POST", `/api/calls/${id}/text`, { text: "Hello" })).toMatchObject({ code: "call.not_found" });
  const form = new FormData();
  form.set("agent_id", theirs.agent_id);
  form.set("file", new Blob(["contact_number\n+254711000001\n"]), "people.csv");
  const headers = { authorization: `Bearer ${held}` };
  expect((await fetch(`${server.url}/batches`, { method: "POST", headers, body: form })).status).toBe(404);

  const numbers = await owner.client.call(contract.listPhoneNumbers);
  expect(numbers.find(({ id }) => id === theirs.phone_number_id)?.agent_id).toBe(theirs.agent_id);
  const batch = await owner.client.call(contract.readBatch, { params: { batch_id: theirs.batch_id } });
  expect(batch.status).toBe("created");
});

test("its own assistant it changes, calls and gives a number to; new ones it makes none", async () => {
  const client = createClient(server.url, fetch, { authorization: `Bearer ${held}` });
  const params = { agent_id: ours.agent_id };
  await client.call(contract.changeAgent, { params, body: { agent_config: { agent_name: "Renamed by its key" } } });
  expect((await client.call(contract.readAgent, { params })).agent_name).toBe("Renamed by its key");
  const { execution_id } = await client.call(contract.startBrowserCall, { body: params });
  expect((await client.call(contract.readCall, { params: { execution_id } })).agent_id).toBe(ours.agent_id);
  await client.call(contract.stopCall, { params: { execution_id } });
  await client.call(contract.setUpInbound, { body: { ...params, phone_number_id: free } });
  await client.call(contract.unlinkInbound, { body: { phone_number_id: free } });
  const document = await client.call(contract.readAgent, { params });
  const body = { agent_config: document, agent_prompts: document.agent_prompts };
  expect(await ask(held, "POST", "/v2/agent", body)).toMatchObject({ status: 403, code: "access.agents_only" });
});

test("tools for models are those of the key, and hold to its assistant", async () => {
  const tools = async (key: string): Promise<string[]> => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "x-forwarded-for": elsewhere(),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
    return result.tools.map(({ name }) => name);
  };
  expect(await tools(keys.read)).not.toContain("calls_place");
  expect(await tools(keys.call)).toEqual(expect.arrayContaining(["calls_place", "batches_run"]));
  expect(await tools(keys.call)).not.toContain("agents_change");
  expect(await tools(held)).toEqual(expect.arrayContaining(["agents_change", "calls_place"]));
  for (const name of ["agents_create", "knowledge_list", "numbers_buy"]) expect(await tools(held)).not.toContain(name);
});

test("a key makes no key with more than its own reach; one that is held makes none", async () => {
  const make = (key: string, body: object) => ask(key, "POST", "/api/keys", { name: "Child", ...body });
  expect(await make(held, { scope: "read", agent_ids: [ours.agent_id] })).toMatchObject({ code: "access.agents_only" });
  expect(await make(keys.write, { scope: "read" })).toMatchObject({ code: "access.scope" });
  expect((await make(keys.admin, { scope: "call", agent_ids: [ours.agent_id] })).status).toBe(201);
  expect(await make(keys.admin, { scope: "read", agent_ids: [randomUUID()] })).toMatchObject({ code: "agent.not_found" });
  expect(await make(keys.admin, { scope: "read", agent_ids: [] })).toMatchObject({ status: 422 });
});

test("a key whose assistant is deleted sees nothing, and not everything", async () => {
  const key = await makeKey({ scope: "write", agent_ids: [theirs.agent_id] });
  await owner.client.call(contract.stopCall, { params: { execution_id: theirs.execution_id } });
  await owner.client.call(contract.deleteAgent, { params: { agent_id: theirs.agent_id } });
  expect((await ask(key, "GET", "/v2/agent/all")).text).toBe("[]");
});

test("a key made for a role does no more than that role, whatever scope comes with it", async () => {
  const make = (body: object) => ask(keys.admin, "POST", "/api/keys", { name: "Child", ...body });
  expect(await make({ role: "viewer", scope: "admin" })).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await make({ role: "viewer", scope: "call" })).toMatchObject({ status: 422 });
  const { key } = JSON.parse((await make({ role: "agent_manager", scope: "read" })).text) as { key: string };
  const reach = await ask(key, "GET", "/api/reach");
  expect(JSON.parse(reach.text)).toMatchObject({ scope: "read", role: "viewer" });
});

test("nobody reads the secrets of functions: not keys, exports, older routes, versions or tools for models", async () => {
  const secret = "Bearer correct-horse-battery";
  const headers = { "X-Api-Key": "staple-4711" };
  const value = { url: "https://crm.example/look", api_token: secret, headers };
  const tools = [{ key: "custom_task", name: "look_up", description: "", value }];
  const task = { tools_config: { api_tools: { tools, tools_params: {} } } };
  const made = { agent_config: { agent_name: "Clerk", tasks: [task] }, agent_prompts: {} };
  const { agent_id } = await owner.client.call(contract.createAgent, { body: contract.AgentDocument.parse(made) });
  const params = { agent_id };
  const body = { agent_config: { agent_name: "Saved again" }, agent_prompts: {} };
  const { version } = await owner.client.call(contract.changeAgent, { params, body });
  for (const path of [
    "/v2/agent/all",
    `/v2/agent/${agent_id}`,
    "/agent/all",
    `/agent/${agent_id}`,
    `/v2/agent/${agent_id}/versions/${version}`,
    `/v2/agent/${agent_id}/versions/${version - 1}`,
  ])
    for (const key of [keys.read, keys.admin]) {
      const { status, text } = await ask(key, "GET", path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain("hidden:");
      expect(text).not.toMatch(/correct-horse|staple/);
    }
});
