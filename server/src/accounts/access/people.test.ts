import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oneTimeCode } from "../../platform/testing/one-time-code.ts";
import { openTestAccess, PASSWORD, type TestAccess, type TestResponse } from "../../platform/testing/access.ts";

let access: TestAccess;
let owner: string;
let lastAddress = 0;

beforeAll(async () => {
  access = await openTestAccess();
});
afterAll(() => access.close());

/** Everybody comes from an address of their own, so that no limit is met. */
const address = (): string => `10.0.${++lastAddress >> 8}.${lastAddress & 255}`;
const post = (url: string, body: object, cookie = ""): Promise<TestResponse> =>
  access.ask("POST", url, { body, cookie, address: address() });
const get = (url: string, cookie: string): Promise<TestResponse> => access.ask("GET", url, { cookie });
const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const rows = async (statement: string): Promise<Record<string, unknown>[]> =>
  (await access.database.everywhere.execute(sql.raw(statement))).rows;
const person = (email: string, more: object = {}): object => ({ name: email.split("@")[0], email, password: PASSWORD, ...more });
const visit = async (): Promise<string> => (await post("/api/invitations/verify", { code: access.codes[0] })).cookie;
const invite = async (email: string, role = "viewer"): Promise<{ link: string; letter: string }> => {
  const { body } = await post("/api/member-invitations", { email, role }, owner);
  const text = access.letters.findLast(({ to, subject }) => to === email && subject.includes("invitation"))?.text ?? "";
  return { link: tokenIn(String(body["link"])), letter: tokenIn(text) };
};
const tokenIn = (text: string): string => /token=([\w.-]+)/.exec(text)?.[1] ?? "";

test("a stranger is told that the first account is still to be made, and no more, until it is made", async () => {
  expect(await get("/api/first-account", "")).toMatchObject({ status: 200, body: { wanted: true } });
  expect(Object.keys((await get("/api/first-account", "")).body)).toEqual(["wanted"]);
});

test("a setup link makes one operator, also when it is used five times at once", async () => {
  const told = await atOnce(5, (n) => post("/api/sign-up", person(`first${n}@example.com`, { setup: access.setupToken })));
  expect(told.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403, 403, 403, 403]);
  expect(await rows("select email from users")).toHaveLength(1);
  expect(await rows("select user_id from members")).toHaveLength(1);
  expect(told.filter(({ status, cookie }) => status === 403 && cookie !== "")).toEqual([]);
  owner = told.find(({ status }) => status === 201)!.cookie;
  expect((await get("/api/me", owner)).body).toMatchObject({ operator: true });
  expect((await get("/api/first-account", "")).body).toEqual({ wanted: false });
});

test("an invitation makes one member, also when it is used five times at once", async () => {
  const { link } = await invite("baraka@example.com");
  const body = person("baraka@example.com", { invitation: link });
  const told = await atOnce(5, () => post("/api/sign-up", body));
  expect(told.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect(told.filter(({ status }) => status >= 500)).toEqual([]);
  const cookie = told.find(({ status }) => status === 201)!.cookie;
  const again = await invite("baraka@example.com");
  const accepted = await atOnce(5, () => post("/api/member-invitations/accept", { token: again.link }, cookie));
  expect(accepted.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403, 403, 403, 403]);
});

test("a visit's workspace is claimed by one account, also when five claim it at once", async () => {
  const cookie = await visit();
  const told = await atOnce(5, (n) => post("/api/sign-up", person(`claims${n}@example.com`), cookie));
  expect(told.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403, 403, 403, 403]);
  expect(await rows("select id from users where email like 'claims%'")).toHaveLength(1);
});

test("a workspace is switched for the session that asks, not for the person's other ones", async () => {
  const { link } = await invite("chidi@example.com");
  const first = (await post("/api/sign-up", person("chidi@example.com", { invitation: link }))).cookie;
  const second = (await post("/api/sign-in", { email: "chidi@example.com", password: PASSWORD })).cookie;
  const before = (await get("/api/me", second)).body["workspace"];
  await post("/api/workspaces", { name: "Second" }, first);
  expect((await get("/api/me", first)).body["workspace"]).toMatchObject({ name: "Second" });
  expect((await get("/api/me", second)).body["workspace"]).toEqual(before);
});

test("a second factor's code opens once, also when it is sent five times at once", async () => {
  const { link } = await invite("efua@example.com");
  const { cookie } = await post("/api/sign-up", person("efua@example.com", { invitation: link }));
  const { body } = await post("/api/second-factor", { password: PASSWORD }, cookie);
  const secret = new URL(String(body["otpauth"])).searchParams.get("secret") ?? "";
  const backup = (body["backup_codes"] as string[])[0];
  expect((await post("/api/second-factor/confirm", { code: oneTimeCode(secret) }, cookie)).status).toBe(200);
  await rows("delete from used_codes");
  const half = await atOnce(5, () => post("/api/sign-in", { email: "efua@example.com", password: PASSWORD }));
  const code = oneTimeCode(secret);
  const told = await Promise.all(half.map((one) => post("/api/sign-in/second-factor", { code }, one.cookie)));
  expect(told.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401, 401]);
  expect(told.filter(({ status, cookie: given }) => status === 401 && given.includes("ongea_session"))).toEqual([]);
  const again = await atOnce(5, () => post("/api/sign-in", { email: "efua@example.com", password: PASSWORD }));
  const backups = await Promise.all(again.map((one) => post("/api/sign-in/second-factor", { code: backup }, one.cookie)));
  expect(backups.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401, 401]);
});

test("who proves an address by a new password ends what somebody else had set up with it", async () => {
  const squatter = (await post("/api/sign-up", person("victim@example.com"), await visit())).cookie;
  await givePasskey("victim@example.com");
  const factor = await post("/api/second-factor", { password: PASSWORD }, squatter);
  const secret = new URL(String(factor.body["otpauth"])).searchParams.get("secret") ?? "";
  const confirmed = await post("/api/second-factor/confirm", { code: oneTimeCode(secret) }, squatter);
  await post("/api/password/forgotten", { email: "victim@example.com" });
  const token = tokenIn(access.letters.findLast(({ to }) => to === "victim@example.com")?.text ?? "");
  expect((await post("/api/password/reset", { token, password: "the victim's own password" })).status).toBe(200);
  expect((await get("/api/me", confirmed.cookie)).status).toBe(401);
  expect(await rows("select id from passkeys")).toEqual([]);
  const signedIn = await post("/api/sign-in", { email: "victim@example.com", password: "the victim's own password" });
  expect(signedIn.body).toEqual({ success: true, second_factor: false });
  // From now on it is theirs: what they set up themselves stays.
  await givePasskey("victim@example.com");
  await post("/api/password/forgotten", { email: "victim@example.com" });
  const next = tokenIn(access.letters.findLast(({ to }) => to === "victim@example.com")?.text ?? "");
  await post("/api/password/reset", { token: next, password: "another of the victim's" });
  expect(await rows("select id from passkeys")).toHaveLength(1);
});

test("an invitation's letter proves the address: an account that somebody else had made with it changes hands", async () => {
  const squatter = (await post("/api/sign-up", person("zawadi@example.com"), await visit())).cookie;
  await givePasskey("zawadi@example.com");
  const { letter, link } = await invite("zawadi@example.com");
  // The inviter knows the link as well: it proves nothing.
  expect((await post("/api/sign-up", person("zawadi@example.com", { invitation: link }))).status).toBe(409);
  const own = person("zawadi@example.com", { invitation: letter, password: "zawadi's own password" });
  const told = await post("/api/sign-up", own);
  expect(told.status).toBe(201);
  expect((await get("/api/me", told.cookie)).body["workspace"]).toMatchObject({ role: "viewer" });
  expect((await get("/api/me", squatter)).status).toBe(401);
  expect((await post("/api/sign-in", { email: "zawadi@example.com", password: PASSWORD })).status).toBe(401);
  expect(await keysOf("zawadi@example.com")).toEqual([]);
  // Proven: nobody signs up with it a second time.
  const second = await invite("zawadi@example.com");
  expect((await post("/api/sign-up", person("zawadi@example.com", { invitation: second.letter }))).status).toBe(409);
});

test("who accepts an invitation by its letter ends the other sessions and passkeys of an unproven address", async () => {
  const here = (await post("/api/sign-up", person("halima@example.com"), await visit())).cookie;
  const elsewhere = (await post("/api/sign-in", { email: "halima@example.com", password: PASSWORD })).cookie;
  await givePasskey("halima@example.com");
  const { letter } = await invite("halima@example.com");
  expect((await post("/api/member-invitations/accept", { token: letter }, here)).status).toBe(200);
  expect((await get("/api/me", here)).status).toBe(200);
  expect((await get("/api/me", elsewhere)).status).toBe(401);
  expect(await keysOf("halima@example.com")).toEqual([]);
});

async function givePasskey(email: string): Promise<void> {
  await rows(`insert into passkeys (public_key, user_id, credential_id, counter, device_type, backed_up)
    select 'k', id, gen_random_uuid()::text, 0, 'singleDevice', false from users where email = '${email}'`);
}

function keysOf(email: string): Promise<Record<string, unknown>[]> {
  return rows(`select k.id from passkeys k join users u on u.id = k.user_id where u.email = '${email}'`);
}
