import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AgentDocument } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addSeededAgents } from "../../agents/documents/seeded/store.ts";
import { createAgents } from "../../agents/documents/agents.ts";
import { MIGRATIONS } from "../../schema.ts";
import { fetchOutside, type FetchOutside } from "../../platform/fetch/outside.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createCallStore, type CallRow } from "../../calls/records/store.ts";
import { createCallWebhooks, type CallWebhooks } from "../../calls/webhooks/call-webhooks.ts";
import { exampleExecution } from "../../calls/webhooks/example-call.ts";
import { startDelivering } from "../../accounts/webhooks/deliver.ts";
import { newWebhookSecret } from "../../accounts/webhooks/signature.ts";
import { createTryWebhook } from "./try-webhook.ts";
import { createWebhookStore, type WebhookStore } from "../../accounts/webhooks/store.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

const PUBLIC_URL = "https://ongea.example";
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const SECRET = `whsec_${Buffer.from("twenty-four bytes of key").toString("base64")}`;
const hmac = (key: Buffer | string, signed: string) => createHmac("sha256", key).update(signed);

interface Received {
  headers: IncomingMessage["headers"];
  body: string;
}

let database: TestDatabase;
let store: WebhookStore;
let receiver: Server;
let answers: (answer: ServerResponse) => void;
let received: Received[];
let workspaceId: string;
let agentId: string;
let jobs: JobsByHand;
let webhooks: Webhooks;
/** What calls tell of themselves. */
let told: CallWebhooks;
let gone: string[];
let now: Date;
let mostPatienceMs: number;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createWebhookStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  received = [];
  answers = (answer) => answer.writeHead(204).end();
  receiver = createServer(async (request, answer) => {
    let body = "";
    for await (const part of request) body += String(part);
    received.push({ headers: request.headers, body });
    answers(answer);
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  workspaceId = await openTestWorkspace(database);
  agentId = randomUUID();
  gone = [];
  now = new Date();
  mostPatienceMs = 10_000;
  jobs = createJobsByHand();
  webhooks = createWebhooks({ tenancy: database, store, jobs });
  told = createCallWebhooks({ tenancy: database, deliver: webhooks.deliver, log: silent, publicUrl: PUBLIC_URL });
  deliverWith(["127.0.0.1"]);
  await agentWith(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/calls`);
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test("each status of a call is told once, signed, with the wire's execution as its body", async () => {
  await store.keepSecret(workspaceId, { sealed: SECRET, ends: "test" }, new Date());
  const call = await begun();
  for (const status of ["ringing", "ringing", "in-progress"] as const)
    await told.changed({ ...call, status }, Promise.resolve(true));
  await jobs.attemptAll();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { id: call.id, execution_id: call.id, status: "ringing", agent_id: agentId, transcript: null },
    { id: call.id, status: "in-progress" },
  ]);
  for (const { headers, body } of received) {
    const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    expect(headers["webhook-signature"]).toBe(`v1,${hmac(Buffer.from("twenty-four bytes of key"), signed).digest("base64")}`);
    expect(headers["x-webhook-signature"]).toBe(`v1=${hmac(SECRET, signed).digest("hex")}`);
    expect([headers["x-webhook-id"], headers["x-webhook-timestamp"]]).toEqual([
      headers["webhook-id"],
      headers["webhook-timestamp"],
    ]);
  }
  expect(await states()).toEqual(["delivered", "delivered"]);
});

test("a test is sent once, signed, as a real call would be, and its answer is told; nothing is kept of it", async () => {
  await store.keepSecret(workspaceId, { sealed: SECRET, ends: "test" }, new Date());
  answers = (answer) => answer.writeHead(503, { "content-type": "text/plain" }).end("no such table".repeat(200));
  const answer = await trying();
  expect(answer).toMatchObject({ ok: false, answer_status: 503, problem: "answered" });
  expect(answer.answer).toHaveLength(1_000);
  answers = (answer) => answer.writeHead(410).end();
  expect(await trying()).toMatchObject({ ok: false, problem: "gone" });
  answers = (answer) => answer.writeHead(200).end("taken");
  expect(await trying()).toMatchObject({ ok: true, answer_status: 200, problem: null, answer: "taken" });
  const { headers, body } = received[2]!;
  expect(JSON.parse(body)).toMatchObject({ agent_id: agentId, status: "completed", is_test: true });
  const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  expect(headers["webhook-signature"]).toBe(`v1,${hmac(Buffer.from("twenty-four bytes of key"), signed).digest("base64")}`);
  expect([received.length, await states(), jobs.waiting]).toEqual([3, [], 0]);
});

test("a test of a webhook without an address, with a private one or a silent one says so; a stranger has none", async () => {
  await agentWith("");
  expect(await trying()).toMatchObject({ ok: false, problem: "no_address" });
  await agentWith("http://10.0.0.1/calls");
  expect(await trying()).toMatchObject({ ok: false, problem: "private", answer: "" });
  mostPatienceMs = 50;
  answers = () => undefined;
  await agentWith(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/calls`);
  expect(await trying()).toMatchObject({ ok: false, problem: "not_reached" });
  await expect(trying(await openTestWorkspace(database))).rejects.toMatchObject({ code: "agent.not_found" });
});

test("after a new secret was made deliveries are signed with both, and then with the new one alone", async () => {
  const newer = newWebhookSecret();
  await store.keepSecret(workspaceId, { sealed: SECRET, ends: "test" }, new Date());
  await store.keepSecret(workspaceId, { sealed: newer, ends: "test" }, new Date(now.getTime() + 60_000));
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  now = new Date(now.getTime() + 60_001);
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  const signatures = received.map(({ headers, body }) => {
    const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    const by = (secret: string) => `v1,${hmac(Buffer.from(secret.slice("whsec_".length), "base64"), signed).digest("base64")}`;
    return String(headers["webhook-signature"])
      .split(" ")
      .map((one) => (one === by(newer) ? "new" : one === by(SECRET) ? "former" : one));
  });
  expect(signatures).toEqual([["new", "former"], ["new"]]);
});

test("a receiver that wants to hear no more is told nothing until its address changes or a person sends something again", async () => {
  answers = (answer) => answer.writeHead(410).end();
  for (let n = 0; n < 3; n++) await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  await jobs.attemptAll();
  expect([received.length, await states(), gone]).toEqual([1, ["failed", "failed", "failed"], ["Front desk"]]);
  const [last] = await store.list(workspaceId, agentId, 9);
  expect(last).toMatchObject({ problem: "gone" });
  answers = (answer) => answer.writeHead(204).end();
  await webhooks.resend({ id: last!.id, workspaceId });
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  expect((await states()).toSorted()).toEqual(["delivered", "delivered", "failed", "failed"]);
});

test("a receiver that refuses gets the same body and id again, then it is given up, and told once more when a person says so", async () => {
  answers = (answer) => answer.writeHead(503).end("not now");
  await told.changed(await begun(), Promise.resolve(true));
  for (let time = 0; time < 12; time++) await jobs.attemptAll();
  expect(received).toHaveLength(10);
  expect(new Set(received.map(({ headers, body }) => [headers["webhook-id"], body].join(" "))).size).toBe(1);
  const [given] = await store.list(workspaceId, agentId, 9);
  expect(given).toMatchObject({ state: "failed", attempts: 10, answer: 503, problem: "answered" });
  answers = (answer) => answer.writeHead(200).end();
  expect(await webhooks.resend({ id: given!.id, workspaceId })).toBe(true);
  await jobs.attemptAll();
  expect(received).toHaveLength(11);
  expect(await states()).toEqual(["delivered"]);
  const elsewhere = { id: given!.id, workspaceId: await openTestWorkspace(database) };
  expect(await webhooks.resend(elsewhere)).toBe(false);
  expect(await store.read(elsewhere)).toBeUndefined();
});

test("a redirect is not followed", async () => {
  answers = (answer) => answer.writeHead(307, { location: "/elsewhere" }).end();
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  expect(received).toHaveLength(1);
  expect((await store.list(workspaceId, agentId, 9))[0]).toMatchObject({ state: "waiting", answer: 307, problem: "answered" });
});

test("a receiver that dies in the middle is tried again", async () => {
  answers = (answer) => answer.destroy();
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  expect((await store.list(workspaceId, agentId, 9))[0]).toMatchObject({ state: "waiting", problem: "not_reached", attempts: 1 });
  answers = (answer) => answer.writeHead(200).end();
  await jobs.attemptAll();
  expect(await states()).toEqual(["delivered"]);
});

test("a receiver that never answers is given up when its time is over, and tried again", async () => {
  answers = () => undefined;
  mostPatienceMs = 150;
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  expect(received).toHaveLength(1);
  expect((await store.list(workspaceId, agentId, 9))[0]).toMatchObject({ state: "waiting", problem: "not_reached" });
});

test.each([
  ["a private address", "http://10.0.0.7/calls", "private", "waiting"],
  ["this machine by another name", "http://[::ffff:127.0.0.1]:1/calls", "private", "waiting"],
  ["no address at all", "ftp://crm.example", "not_http", "waiting"],
  ["an address that was taken out meanwhile", "", "no_address", "failed"],
])("%s is not asked", async (_what, url, problem, state) => {
  await agentWith(url);
  deliverWith([]);
  await told.changed(await begun(), Promise.resolve(true));
  await jobs.attemptAll();
  expect(received).toEqual([]);
  expect((await store.list(workspaceId, agentId, 9))[0]).toMatchObject({ problem, state });
});

test("a call whose row is not there, or that goes, tells nobody", async () => {
  const call = await begun();
  await told.changed({ ...call, status: "ringing" }, Promise.resolve(false));
  await told.changed({ ...call, id: randomUUID() }, Promise.resolve(true));
  expect(jobs.waiting).toBe(0);
  await told.changed(call, Promise.resolve(true));
  await database.query("delete from executions where id = $1", [call.id]);
  await jobs.attemptAll();
  expect([received, await states()]).toEqual([[], []]);
});

test("of an agent's deliveries the newest are kept, and all that wait", async () => {
  for (let n = 0; n < 5; n++) await told.changed(await begun(), Promise.resolve(true));
  await store.prune(workspaceId, agentId, 3);
  expect(await states()).toHaveLength(5);
  await jobs.attemptAll();
  await store.prune(workspaceId, agentId, 3);
  expect(await states()).toHaveLength(3);
  await store.prune(workspaceId, agentId, 3);
  expect(await states()).toHaveLength(3);
});

function deliverWith(allowed: readonly string[]): void {
  startDelivering({
    ...postingTo(allowed),
    jobs,
    gone: async (_workspaceId, { name }) => void gone.push(name),
  });
}

function postingTo(allowed: readonly string[]) {
  return {
    store,
    agents: createAgents(database, "a secret of tests"),
    fetch: ((url, limits, signal) =>
      fetchOutside(url, { ...limits, timeoutMs: Math.min(limits.timeoutMs, mostPatienceMs) }, signal)) satisfies FetchOutside,
    allowed,
    open: (sealed: string) => sealed,
    now: () => now,
  };
}

async function trying(asker = workspaceId) {
  const tried = createTryWebhook({
    ...postingTo(["127.0.0.1"]),
    exampleCall: (whose, at) => exampleExecution(whose, at, PUBLIC_URL),
  });
  return tried(asker, agentId, new AbortController().signal);
}

async function agentWith(webhook_url: string): Promise<void> {
  await database.query("delete from agents where id = $1", [agentId]);
  const document = AgentDocument.parse({ agent_config: { agent_name: "Front desk", webhook_url } });
  await addSeededAgents(database.of(workspaceId), workspaceId, [{ id: agentId, document, createdAt: new Date() }]);
}

async function begun(): Promise<CallRow> {
  const key = { id: randomUUID(), workspaceId };
  const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
  const what = { status: "initiated", provider: "sip", direction: "inbound", agentName: "Front desk" } as const;
  const calls = createCallStore(database);
  await calls.apply(key, { begin: { ...key, ...what, agentId, cost } }, async () => () => undefined);
  return (await calls.read(key))!;
}

async function states(): Promise<string[]> {
  return (await store.list(workspaceId, agentId, 99)).map(({ state }) => state);
}
