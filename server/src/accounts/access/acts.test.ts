/** What people do to accounts, workspaces and codes, and the log of it: both or neither. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestAccess, PASSWORD, type TestRequest, type TestAccess, type TestResponse } from "../../platform/testing/access.ts";

let access: TestAccess;
let cookie: string;

beforeAll(async () => {
  access = await openTestAccess();
  const someone = { name: "Amina", email: "amina@example.com", password: PASSWORD };
  cookie = (await access.ask("POST", "/api/sign-up", { body: { ...someone, setup: access.setupToken } })).cookie;
  await ask("GET", "/api/me");
});
beforeEach(() => letLogWork());
afterAll(() => access.close());

const ask = (method: "GET" | "POST" | "DELETE", url: string, asked: TestRequest = {}): Promise<TestResponse> =>
  access.ask(method, url, { cookie, ...asked });
const signIn = (password: string): Promise<TestResponse> =>
  access.ask("POST", "/api/sign-in", { body: { email: "amina@example.com", password } });

/** From now on nothing can be written into the log. */
async function breakLog(): Promise<void> {
  await access.database.asOwner("alter table audit_log add constraint broken check (false) not valid");
}

async function letLogWork(): Promise<void> {
  await access.database.asOwner("alter table audit_log drop constraint if exists broken");
}

async function count(table: string): Promise<number> {
  const { rows } = await access.database.everywhere.execute(`select count(*)::int as n from ${table}`);
  return Number(rows[0]?.["n"]);
}

async function lastAct(): Promise<unknown> {
  const { rows } = await access.database.everywhere.execute("select act from audit_log order by at desc, position desc limit 1");
  return rows[0]?.["act"];
}

test("a workspace that cannot be written down is not made: no membership, and nobody has moved there", async () => {
  const before = [await count("workspaces"), await count("members")];
  await breakLog();
  expect((await ask("POST", "/api/workspaces", { body: { name: "Second", currency: "KES" } })).status).toBe(500);
  expect([await count("workspaces"), await count("members")]).toEqual(before);
  await letLogWork();
  const me = await ask("GET", "/api/me");
  expect(me.body["workspace"]).not.toMatchObject({ name: "Second" });
  expect((await ask("POST", "/api/workspaces", { body: { name: "Third", currency: "KES" } })).status).toBe(201);
  expect(await lastAct()).toBe("workspace.created");
});

test("a password that is changed without a word in the log stays what it was, and no session ends or begins", async () => {
  const change = { body: { password: PASSWORD, new_password: "another long enough password" } };
  const before = await count("sessions");
  await breakLog();
  const answer = await ask("POST", "/api/password", change);
  expect([answer.status, answer.cookie]).toEqual([500, ""]);
  expect(await count("sessions")).toBe(before);
  await letLogWork();
  expect((await signIn("another long enough password")).status).toBe(401);
  expect((await ask("GET", "/api/me")).status).toBe(200);
  const changed = await ask("POST", "/api/password", change);
  expect(changed.status).toBe(200);
  cookie = changed.cookie;
  expect(await lastAct()).toBe("account.password_changed");
  expect((await signIn("another long enough password")).status).toBe(200);
});

test("sessions that end, one or all, end with their entry or not at all", async () => {
  const other = await signIn("another long enough password");
  await access.ask("GET", "/api/me", { cookie: other.cookie });
  const { data } = (await ask("GET", "/api/sessions")).body as { data: { id: string; current: boolean }[] };
  const theirs = data.find(({ current }) => !current)?.id;
  const before = await count("sessions");
  await breakLog();
  expect((await ask("DELETE", `/api/sessions/${theirs}`)).status).toBe(500);
  expect((await ask("POST", "/api/sign-out-everywhere")).status).toBe(500);
  expect(await count("sessions")).toBe(before);
  await letLogWork();
  expect((await ask("DELETE", `/api/sessions/${theirs}`)).status).toBe(200);
  expect(await count("sessions")).toBe(before - 1);
});

test("invitation codes are issued and revoked with their entry or not at all", async () => {
  const before = await count("invitation_codes");
  await breakLog();
  expect((await ask("POST", "/api/operator/codes")).status).toBe(500);
  const prefix = access.codes[0]?.slice(0, 4);
  expect((await ask("DELETE", `/api/operator/codes/${prefix}`)).status).toBe(500);
  expect(await count("invitation_codes")).toBe(before);
  expect(await count("invitation_codes where revoked_at is not null")).toBe(0);
  await letLogWork();
  expect((await ask("DELETE", `/api/operator/codes/${prefix}`)).status).toBe(200);
  expect((await access.audit.verify()).broken).toEqual([]);
});

test("a sign-in that cannot be written down opens nothing; the next try is written down once", async () => {
  const fresh = await signIn("another long enough password");
  await breakLog();
  expect((await access.ask("GET", "/api/me", { cookie: fresh.cookie })).status).toBe(500);
  await letLogWork();
  const before = await count("audit_log where act = 'member.signed_in'");
  await Promise.all([1, 2, 3].map(() => access.ask("GET", "/api/me", { cookie: fresh.cookie })));
  expect(await count("audit_log where act = 'member.signed_in'")).toBe(before + 1);
});
