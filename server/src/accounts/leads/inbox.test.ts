import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestAccess, PASSWORD, type TestResponse, type TestAccess } from "../../platform/testing/access.ts";
import { createLeadMails } from "./lead-mails.ts";
import { createLeadStore, type LeadStore } from "./store.ts";

const WRITER = { name: "Asha", email: "asha@example.com" };
let access: TestAccess;
let store: LeadStore;
let owner = "";

beforeAll(async () => {
  access = await openTestAccess();
  store = createLeadStore(access.database.everywhere);
  const amina = { name: "Amina", email: "amina@example.com", password: PASSWORD, setup: access.setupToken };
  owner = (await access.ask("POST", "/api/sign-up", { body: amina })).cookie;
});
beforeEach(() => access.database.everywhere.execute("delete from leads"));
afterAll(() => access.close());

const inbox = (query = "", cookie = owner): Promise<TestResponse> => access.ask("GET", `/api/operator/leads${query}`, { cookie });
const handle = (id: string, handled: unknown): Promise<TestResponse> =>
  access.ask("PUT", `/api/operator/leads/${id}`, { cookie: owner, body: { handled } });
const answer = (id: string, body: object): Promise<TestResponse> =>
  access.ask("POST", `/api/operator/leads/${id}/answer`, { cookie: owner, body });
const rowsOf = ({ body }: TestResponse) => body["data"] as { id: string; name: string; delivery: { state: string } }[];

test("the operator reads what people left, newest first, a page at a time", async () => {
  for (const name of ["First", "Second", "Third"]) await write(name);
  const page = await inbox("?limit=2");
  expect([page.status, page.body["open"], rowsOf(page).map(({ name }) => name)]).toEqual([200, 3, ["Third", "Second"]]);
  const rest = await inbox(`?limit=2&cursor=${String(page.body["next"])}`);
  expect([rowsOf(rest).map(({ name }) => name), rest.body["next"]]).toEqual([["First"], null]);
  expect(rowsOf(page)[0]).toMatchObject({ kind: "contact", email: WRITER.email, message: "Hello from Third", handled_at: null });
  expect((await inbox("?cursor=nonsense")).status).toBe(422);
  expect((await inbox("?state=odd")).status).toBe(422);
});

test("a lead is marked as handled, opened again and deleted; its visitor stays", async () => {
  const demo = { ...WRITER, company: "Imani", position: "Matron" };
  const { cookie } = await access.ask("POST", "/api/zapier/demo-request", { body: demo });
  const [lead] = rowsOf(await inbox());
  const id = lead?.id ?? "";
  expect((await handle(id, true)).body["handled_at"]).toEqual(expect.any(String));
  expect([rowsOf(await inbox("?state=open")), rowsOf(await inbox("?state=handled")).length]).toEqual([[], 1]);
  expect((await handle(id, false)).body["handled_at"]).toBe(null);
  expect((await handle(id, "perhaps")).status).toBe(422);
  const remove = (): Promise<TestResponse> => access.ask("DELETE", `/api/operator/leads/${id}`, { cookie: owner });
  expect((await remove()).status).toBe(200);
  expect([(await remove()).body["code"], (await handle(id, true)).body["code"]]).toEqual(["lead.not_found", "lead.not_found"]);
  const { rows } = await access.database.everywhere.execute("select act, subject from audit_log order by at desc limit 1");
  expect(rows[0]).toEqual({ act: "lead.deleted", subject: id });
  const code = access.codes[0] ?? "";
  expect((await access.ask("POST", "/api/invitations/verify", { body: { code }, cookie })).status).toBe(200);
});

test("a lead is answered by e-mail; the answer stands in the inbox, and goes with the lead", async () => {
  const id = await write("Asha");
  const before = access.letters.length;
  const body = { subject: "Your\r\nBcc: all@example.com message", text: "We open at eight.\nKaribu." };
  const answered = await answer(id, body);
  expect([answered.status, answered.body["answers"]]).toMatchObject([
    200,
    [{ by: "Amina", state: "sent", text: body.text, subject: "Your Bcc: all@example.com message" }],
  ]);
  expect(access.letters.slice(before)).toMatchObject([
    { to: WRITER.email, replyTo: "amina@example.com", text: `${body.text}\n\n> Hello from Asha\n` },
  ]);
  const [lead] = rowsOf(await inbox());
  expect(lead).toMatchObject({ answers: [{ state: "sent" }], handled_at: null });
  expect((await inbox()).body["has_mail"]).toBe(true);
  for (const odd of [{}, { subject: " ", text: "x" }, { subject: "x", text: "y".repeat(5_001) }])
    expect((await answer(id, odd)).status).toBe(422);
  expect((await answer(randomUUID(), body)).body["code"]).toBe("lead.not_found");
  expect(access.letters).toHaveLength(before + 1);
});

test("an e-mail that is not accepted, or of a server that was killed meanwhile, is shown as such", async () => {
  const id = await write("Asha");
  const lead = await store.read(id);
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const mailsBy = (send: () => Promise<void>, isDelivered = true) =>
    createLeadMails({ mail: { description: "", isDelivered, send }, store, log });
  const sent = { subject: "Hello", text: "Karibu." };
  const from = { name: "Amina", email: undefined };
  const refused = mailsBy(() => Promise.reject(new Error("550")));
  expect(lead && (await refused.answer(lead, sent, from))).toBe(false);
  const never = mailsBy(() => new Promise(() => {}));
  void (lead && never.answer(lead, sent, from));
  await expect.poll(async () => (await store.read(id))?.answers.map(({ state }) => state)).toEqual(["failed", "sending"]);
  const without = mailsBy(() => Promise.resolve(), false);
  await expect(lead && without.answer(lead, sent, from)).rejects.toMatchObject({ code: "lead.no_mail" });
});

test("a lead is assigned to a member, who is told, and to nobody again; not to a stranger", async () => {
  const id = await write("Asha");
  const assign = (userId: string | null): Promise<TestResponse> =>
    access.ask("PUT", `/api/operator/leads/${id}/assignee`, { cookie: owner, body: { user_id: userId } });
  const email = "juma@example.com";
  const invited = await access.ask("POST", "/api/member-invitations", { cookie: owner, body: { email, role: "viewer" } });
  const invitation = new URL(String(invited.body["link"])).searchParams.get("token");
  await access.ask("POST", "/api/sign-up", { body: { name: "Juma", email, password: PASSWORD, invitation } });
  const people = (await inbox()).body["people"] as { id: string; name: string }[];
  const [juma, amina] = ["Juma", "Amina"].map((name) => people.find((one) => one.name === name)?.id ?? "");
  const before = access.letters.length;
  expect((await assign(juma ?? "")).body["assigned_to"]).toEqual({ id: juma, name: "Juma" });
  await assign(juma ?? "");
  expect(access.letters.slice(before)).toMatchObject([{ to: email, replyTo: WRITER.email, subject: "Assigned to you: Asha" }]);
  expect((await assign(amina ?? "")).body["assigned_to"]).toEqual({ id: amina, name: "Amina" });
  expect((await assign(randomUUID())).body["code"]).toBe("member.not_found");
  expect((await assign(null)).body["assigned_to"]).toBe(null);
  expect(access.letters).toHaveLength(before + 1);
});

test("delivery is told as it went", async () => {
  const [waiting, failing, delivered] = [await write("Waiting"), await write("Failing"), await write("Delivered")];
  await store.notForwarded(failing, "Failed to send data to Zapier: 500", 4);
  await store.forwarded(delivered);
  const states = rowsOf(await inbox()).map(({ id, delivery }) => [id, delivery.state]);
  expect(states).toEqual([
    [delivered, "delivered"],
    [failing, "failing"],
    [waiting, "waiting"],
  ]);
});

test("nobody but the operator reads leads", async () => {
  const id = await write("Secret");
  const body = { name: "Brian", email: "brian@example.com", password: PASSWORD };
  const { cookie: stranger } = await access.ask("POST", "/api/sign-up", { body });
  for (const cookie of ["", stranger]) {
    expect((await inbox("", cookie)).status).toBeGreaterThanOrEqual(401);
    expect((await access.ask("DELETE", `/api/operator/leads/${id}`, { cookie })).status).toBeGreaterThanOrEqual(401);
    const assigning = { cookie, body: { user_id: null } };
    expect((await access.ask("PUT", `/api/operator/leads/${id}/assignee`, assigning)).status).toBeGreaterThanOrEqual(401);
    const answering = { cookie, body: { subject: "x", text: "y" } };
    expect((await access.ask("POST", `/api/operator/leads/${id}/answer`, answering)).status).toBeGreaterThanOrEqual(401);
  }
  expect(rowsOf(await inbox())).toHaveLength(1);
});

async function write(name: string): Promise<string> {
  const id = randomUUID();
  const nothing = { company: null, position: null };
  const lead = { id, kind: "contact" as const, ...WRITER, ...nothing, name, message: `Hello from ${name}`, sentAt: new Date() };
  await store.add({ ...lead, source: "Contact form" }, true);
  return id;
}
