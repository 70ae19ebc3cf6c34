import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyRequest } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { MIGRATIONS } from "../../schema.ts";
import type { Letter } from "../../platform/mail/mail.ts";
import { createSlowHash } from "../../platform/secrets/slow-hash.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { createCodes } from "./codes/codes.ts";
import { createJobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { NO_WEBHOOK, startForwarding } from "./forwarding.ts";
import { createLeads } from "./leads.ts";
import { createContactEmail } from "./contact-email.ts";
import { leadRoutes } from "./routes.ts";
import { createLeadStore } from "./store.ts";
import { leads as leadTable, visits as visitTable } from "./tables.ts";

import { createWorkspaces } from "../workspaces/store.ts";
import { createVisits, type Visits } from "./visits/visits.ts";

const logged: string[] = [];
const note = (...words: unknown[]): void => void logged.push(String(words.at(-1)));
const log = { debug: note, info: note, warn: note, error: note };
const wanjiru = { name: " Wanjirũ Kamau ", email: " wanjiru@imani.example ", company: " Imani ", position: " Matron " };

let database: TestDatabase;
const hashing = createSlowHash();
let app: Http;
let webhook: Server | undefined;
/** How often the next demo workspace was prepared. */
let warmed = 0;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterEach(async () => {
  await app?.close();
  await new Promise((resolve) => (webhook ? webhook.close(resolve) : resolve(undefined)));
  webhook = undefined;
  await database.everywhere.delete(visitTable);
  await database.everywhere.delete(leadTable);
});
afterAll(async () => {
  await hashing.stop();
  await database.close();
});

test("a demo request is trimmed and kept, and its visitor gets a cookie that no script can read", async () => {
  await open();
  const reply = await post("/api/zapier/demo-request", { ...wanjiru, timestamp: "2026-11-21T10:00:00.000Z" });
  expect([reply.statusCode, reply.json()]).toEqual([201, { success: true, message: "Demo request submitted" }]);
  expect(reply.headers["set-cookie"]).toMatch(/^ongea_visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  const [kept] = await database.everywhere.select().from(leadTable);
  expect(kept).toMatchObject({
    kind: "demo-request",
    name: "Wanjirũ Kamau",
    email: "wanjiru@imani.example",
    company: "Imani",
    position: "Matron",
    source: "Website Demo Request",
    verifiedAt: null,
  });
});

test("a demo workspace is prepared when somebody asks for one, and for nobody who has one", async () => {
  const codes = await open();
  warmed = 0;
  const code = await codes.issue();
  const asked = await post("/api/zapier/demo-request", wanjiru);
  expect(warmed).toBe(1);
  const verified = await post("/api/invitations/verify", { code }, { cookie: cookieOf(asked) });
  expect(verified.statusCode).toBe(200);
  await post("/api/zapier/demo-request", wanjiru, { cookie: cookieOf(verified) });
  expect(warmed).toBe(1);
});

test("the landing page's dialog and the contact form are kept too", async () => {
  await open();
  const { name, email, company } = wanjiru;
  expect((await post("/api/leads", { name, email, company })).statusCode).toBe(201);
  expect((await post("/api/contact-messages", { name, email, message: "Do you speak Dholuo?" })).statusCode).toBe(201);
  const kept = await database.everywhere.select().from(leadTable).orderBy(leadTable.kind);
  expect(kept.map(({ kind, message }) => [kind, message])).toEqual([
    ["contact", "Do you speak Dholuo?"],
    ["landing", null],
  ]);
});

test("messages and demo requests are sent on by e-mail, with the writer as who gets the answer", async () => {
  const letters: Letter[] = [];
  const mail = { description: "", isDelivered: true, send: async (letter: Letter): Promise<void> => void letters.push(letter) };
  const sendOn = createContactEmail({ mail, to: "hello@ongea.example", log });
  const leads = createLeads((lead) => createLeadStore(database.everywhere).add(lead, true), sendOn);
  await leads.contact({ name: "Asha", email: "asha@example.com", message: "Do you speak Dholuo?" });
  await leads.askForDemo({ name: "Asha", email: "asha@example.com", company: "Imani" });
  expect(letters).toHaveLength(2);
  expect(letters[1]).toMatchObject({ subject: "A demo request from the landing page", replyTo: "asha@example.com" });
  expect(letters[1]?.text).toBe("Asha <asha@example.com> (Imani) writes:\n\n(no message)\n");
  expect(letters[0]).toMatchObject({ to: "hello@ongea.example", replyTo: "asha@example.com" });
  expect(letters[0]?.text).toContain("Do you speak Dholuo?");
});

test("the server checks what the page checks, and keeps nothing that is not whole", async () => {
  await open();
  const missing = await post("/api/zapier/demo-request", { ...wanjiru, company: "  " });
  expect(missing.statusCode).toBe(422);
  expect(missing.json()).toMatchObject({
    message: "Missing required fields",
    detail: [{ loc: ["body", "company"], msg: "Company is required" }],
  });
  const wrong = await post("/api/leads", { name: "A", email: "not an address", company: "B" });
  expect(wrong.json()).toMatchObject({ code: "lead.bad_email", message: "Please enter a valid email address" });
  expect((await post("/api/contact-messages", { name: "A", email: "a@b.example" })).json()).toMatchObject({
    code: "lead.missing_fields",
  });
  expect((await post("/api/leads", { name: "x".repeat(201), email: "a@b.example", company: "B" })).statusCode).toBe(422);
  expect(await database.everywhere.select().from(leadTable)).toEqual([]);
});

test("one address that sends form after form is asked to wait, and other addresses are not", async () => {
  await open();
  const { name, email, company } = wanjiru;
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent++) statuses.push((await post("/api/leads", { name, email, company })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
  expect((await post("/api/leads", { name, email, company }, {}, "10.0.0.9")).statusCode).toBe(201);
});

test("a good code marks the lead and opens a new visit; the old cookie and a wrong code open nothing", async () => {
  const codes = await open();
  const code = await codes.issue();
  const cookie = cookieOf(await post("/api/zapier/demo-request", wanjiru));
  const wrong = await post("/api/invitations/verify", { code: code.toLowerCase() }, { cookie });
  expect([wrong.statusCode, wrong.json().message]).toEqual([403, "Invalid invitation code. Please check and try again."]);
  const good = await post("/api/invitations/verify", { code: ` ${code} ` }, { cookie });
  expect([good.statusCode, good.json()]).toEqual([200, { success: true }]);
  const [lead] = await database.everywhere.select().from(leadTable);
  expect(lead?.verifiedAt).toBeInstanceOf(Date);
  const visitOf = (from: string): ReturnType<Visits["of"]> =>
    createVisits(database.everywhere, false).of({ headers: { cookie: from } } as FastifyRequest);
  expect(await visitOf(cookie)).toBeUndefined();
  expect(await visitOf(cookieOf(good))).toMatchObject({
    leadId: lead?.id,
    codeId: expect.any(String),
    workspaceId: expect.any(String),
    company: "Imani",
  });
});

test("guessing codes from one address ends after ten", async () => {
  await open();
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++)
    statuses.push((await post("/api/invitations/verify", { code: `GUES-${guess}` })).statusCode);
  expect(statuses.slice(-2)).toEqual([403, 429]);
});

test("without a webhook a lead is kept, only the operator's log says that it goes nowhere, and it is sent when there is one", async () => {
  const jobs = createJobsByHand();
  const store = createLeadStore(database.everywhere);
  const kept = await startForwarding({ tenancy: database, store, jobs, webhookUrl: undefined, log });
  await createLeads(kept.keep).requestDemo({ ...wanjiru, source: "Website Demo Request" });
  expect(logged).toContain(NO_WEBHOOK);
  expect(await database.everywhere.select().from(leadTable)).toHaveLength(1);
  const got: string[] = [];
  const webhookUrl = await listen((body) => {
    got.push(body);
    return 200;
  });
  await startForwarding({ tenancy: database, store, jobs, webhookUrl, log });
  await jobs.attemptAll();
  expect(got).toHaveLength(1);
});

test("a lead whose job cannot be kept is not kept either: the visitor is told, and sends it again", async () => {
  const store = createLeadStore(database.everywhere);
  const jobs = { ...createJobsByHand(), send: () => Promise.reject(new Error("The queue is away")) };
  const forwarding = await startForwarding({ tenancy: database, store, jobs, webhookUrl: "http://127.0.0.1:1/", log });
  await expect(createLeads(forwarding.keep).requestDemo({ ...wanjiru, source: "Website Demo Request" })).rejects.toThrow("away");
  expect(await database.everywhere.select().from(leadTable)).toEqual([]);
});

test("a webhook that fails is asked again later, and gets what the form was filled in with", async () => {
  const got: unknown[] = [];
  let status = 503;
  const webhookUrl = await listen((body) => {
    got.push(JSON.parse(body));
    return status;
  });
  const jobs = createJobsByHand();
  const store = createLeadStore(database.everywhere);
  const forwarding = await startForwarding({ tenancy: database, store, jobs, webhookUrl, log });
  const given = { name: "Wanjirũ", email: "w@imani.example", company: "Imani", position: "Matron" };
  const sent = { ...given, timestamp: "2026-11-21T10:00:00.000Z", source: "Website Demo Request" };
  await createLeads(forwarding.keep).requestDemo(sent);
  await jobs.attemptAll();
  const problem = { forwardProblem: "Failed to send data to Zapier: Service Unavailable", forwardedAt: null, forwardAttempts: 1 };
  expect((await database.everywhere.select().from(leadTable))[0]).toMatchObject(problem);
  await jobs.attemptAll();
  expect(await store.troubled()).toBe(0);
  await jobs.attemptAll();
  expect(await store.troubled()).toBe(1);
  status = 200;
  await jobs.attemptAll();
  const done = { forwardedAt: expect.any(Date), forwardProblem: null };
  expect((await database.everywhere.select().from(leadTable))[0]).toMatchObject(done);
  expect([got.length, jobs.waiting, await store.troubled()]).toEqual([4, 0, 0]);
  expect(got[3]).toEqual(sent);
});

async function open(): Promise<ReturnType<typeof createCodes>> {
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [] });
  const store = createLeadStore(database.everywhere);
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: async () => undefined });
  const visits = createVisits(database.everywhere, false);
  const workspaces = createWorkspaces(database);
  const openDemo = async ({ name }: { name: string }): Promise<string> =>
    (await workspaces.create({ name, kind: "demo", currency: "USD" })).id;
  leadRoutes(app, {
    leads: createLeads((lead) => store.add(lead, true)),
    store,
    codes,
    visits,
    openDemo,
    demos: () => workspaces.demos(),
    warmUp: async () => void warmed++,
    mostDemos: 100,
  });
  return codes;
}

function post(url: string, payload: object, headers: Record<string, string> = {}, remoteAddress = "10.0.0.1") {
  return app.inject({ method: "POST", url, payload, remoteAddress, headers: { host: "127.0.0.1", ...headers } });
}

function cookieOf(reply: { headers: Record<string, unknown> }): string {
  return String(reply.headers["set-cookie"]).split(";")[0] ?? "";
}

async function listen(answer: (body: string) => number): Promise<string> {
  webhook = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => response.writeHead(answer(body)).end());
  });
  await new Promise<void>((resolve) => webhook?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`;
}
