import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestAccess, PASSWORD, type TestResponse, type TestAccess } from "../../platform/testing/access.ts";
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
