import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimingAccount, clientWith, cookiesOf, firstAccount, invitedAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

async function post(path: string, body: object, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", ...(cookie === "" ? {} : { cookie }) };
  return fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

const refusedWith = (code: string) => expect.objectContaining({ code });

test("the first start prints a link that makes the first account, once", async () => {
  expect(server.output()).toMatch(/Make your account: http:\S+\/sign-up\?setup=\S+/);
  const token = readFileSync(join(dataDir, "setup-token"), "utf8").trim();
  owner = await firstAccount(server);
  const me = await owner.client.call(contract.readMe);
  expect(me.workspace.name).toBe("Amina Yusuf");
  expect(me).toMatchObject({ kind: "person", operator: true, workspace: { role: "owner", demo: false } });
  const again = await post("/api/sign-up", { name: "B", email: "b@example.com", password: "0123456789", setup: token });
  expect(await again.json()).toEqual(refusedWith("access.bad_link"));
  const uninvited = await post("/api/sign-up", { name: "B", email: "b@example.com", password: "0123456789" });
  expect(await uninvited.json()).toEqual(refusedWith("access.sign_up_closed"));
  const weak = await post("/api/sign-up", { name: "B", email: "b@example.com", password: "short", setup: token });
  expect(weak.status).toBe(422);
});

test("who is not signed in gets nothing, and the cookie cannot be read by a script", async () => {
  expect((await fetch(`${server.url}/api/me`)).status).toBe(401);
  const answer = await post("/api/sign-in", { email: owner.email, password: owner.password });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^ongea_session=.*HttpOnly.*SameSite=Lax/i);
  const wrong = await post("/api/sign-in", { email: owner.email, password: "not the password" });
  const nobody = await post("/api/sign-in", { email: "nobody@example.com", password: "not the password" });
  const words = [await wrong.json(), await nobody.json()];
  expect(words[0]).toEqual(refusedWith("access.bad_password"));
  expect(words[1]).toEqual(words[0]);
  expect((await post("/api/sign-out", {}, cookiesOf(answer))).status).toBe(200);
  expect((await fetch(`${server.url}/api/me`, { headers: { cookie: cookiesOf(answer) } })).status).toBe(401);
});

test("an invitation is for one person, makes them what it says, and is used up", async () => {
  const { link, letter } = await owner.client.call(contract.inviteMember, {
    body: { email: "baraka@example.com", role: "viewer" },
  });
  expect(letter).toBe("none");
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(await letterTo("baraka@example.com", "invites you")).toContain(token);
  const stranger = await post("/api/sign-up", { name: "C", email: "c@example.com", password: "0123456789", invitation: token });
  expect(await stranger.json()).toEqual(refusedWith("access.wrong_person"));
  const answer = await post("/api/sign-up", {
    name: "Baraka",
    email: "Baraka@example.com",
    password: "0123456789",
    invitation: token,
  });
  const baraka = clientWith(server, cookiesOf(answer));
  expect((await baraka.call(contract.readMe)).workspace.role).toBe("viewer");
  await expect(baraka.call(contract.inviteMember, { body: { email: "d@example.com", role: "viewer" } })).rejects.toMatchObject({
    code: "access.forbidden",
  });
  const { data } = await owner.client.call(contract.listMembers);
  expect(data.map(({ email, role }) => [email, role])).toEqual([
    ["amina@example.com", "owner"],
    ["baraka@example.com", "viewer"],
  ]);
  await expect(baraka.call(contract.acceptInvitation, { body: { token } })).rejects.toMatchObject({ code: "access.bad_link" });
});

test("the last owner stays, an admin makes no owner, and who is removed is out at once", async () => {
  const admin = await invitedAccount(server, owner, "chidi@example.com", "admin");
  const members = (await owner.client.call(contract.listMembers)).data;
  const idOf = (email: string): string => members.find((member) => member.email === email)?.id ?? "";
  const change = (client: contract.Client, email: string, role: contract.Role) =>
    client.call(contract.changeMember, { params: { member_id: idOf(email) }, body: { role } });
  await expect(change(owner.client, owner.email, "admin")).rejects.toMatchObject({ code: "member.last_owner" });
  await expect(change(admin.client, admin.email, "owner")).rejects.toMatchObject({ code: "member.above_you" });
  await expect(change(admin.client, owner.email, "viewer")).rejects.toMatchObject({ code: "member.above_you" });
  expect(await change(owner.client, admin.email, "agent_manager")).toMatchObject({ role: "agent_manager" });
  await owner.client.call(contract.removeMember, { params: { member_id: idOf(admin.email) } });
  const { workspace } = await admin.client.call(contract.readMe);
  expect(workspace).toMatchObject({ role: "owner", name: "chidi" });
  expect(workspace.id).not.toBe((await owner.client.call(contract.readMe)).workspace.id);
});

test("a key acts in its role until it is revoked", async () => {
  const made = await owner.client.call(contract.createKey, { body: { name: "Nightly export", role: "viewer" } });
  const client = contract.createClient(server.url, fetch, { authorization: `Bearer ${made.key}` });
  expect(await client.call(contract.readMe)).toMatchObject({
    kind: "key",
    name: "Nightly export",
    workspace: { role: "viewer" },
  });
  await expect(client.call(contract.listKeys)).rejects.toMatchObject({ code: "access.scope" });
  await expect(client.call(contract.listSessions)).rejects.toMatchObject({ code: "access.person_only" });
  expect(JSON.stringify(await owner.client.call(contract.listKeys))).not.toContain(made.key);
  await owner.client.call(contract.revokeKey, { params: { key_id: made.id } });
  await expect(client.call(contract.readMe)).rejects.toMatchObject({ code: "access.bad_key", status: 403 });
});

test("a sign-in is written down once, and a new password leaves people where they are", async () => {
  const signedIn = await post("/api/sign-in", { email: owner.email, password: owner.password });
  const browser = clientWith(server, cookiesOf(signedIn));
  const home = await browser.call(contract.readMe);
  const atOnce = clientWith(server, cookiesOf(await post("/api/sign-in", { email: owner.email, password: owner.password })));
  const before = (await actsOf(owner)).length;
  await Promise.all(Array.from({ length: 8 }, () => atOnce.call(contract.readMe)));
  const acts = await actsOf(owner);
  expect(acts.length - before).toBe(1);
  expect(acts[0]).toMatchObject({ act: "member.signed_in", actor: owner.email, details: { address: "127.0.0.1" } });

  const workspace = await browser.call(contract.createWorkspace, { body: { name: "Second" } });
  expect(workspace.id).not.toBe(home.workspace.id);
  const change = { password: owner.password, new_password: "another long password" };
  const changed = await post("/api/password", change, cookiesOf(signedIn));
  expect(changed.status).toBe(200);
  const after = clientWith(server, cookiesOf(changed));
  expect((await after.call(contract.readMe)).workspace.id).toBe(workspace.id);
  expect((await actsOf({ client: after })).map(({ act }) => act)).toEqual(["account.password_changed", "workspace.created"]);
  await post("/api/password", { password: change.new_password, new_password: owner.password }, cookiesOf(changed));
  owner = { ...owner, ...(await signInAgain(owner)) };
});

async function actsOf({ client }: Pick<Account, "client">): Promise<contract.AuditEntry[]> {
  return (await client.call(contract.listAudit, { query: {} })).data;
}

async function signInAgain({ email, password }: Account): Promise<Pick<Account, "cookie" | "client">> {
  const cookie = cookiesOf(await post("/api/sign-in", { email, password }));
  return { cookie, client: clientWith(server, cookie) };
}

test("a forgotten password: the link of the letter works once, and ends every session", async () => {
  const person = await invitedAccount(server, owner, "dede@example.com", "viewer");
  expect((await post("/api/password/forgotten", { email: "nobody@example.com" })).status).toBe(200);
  expect((await post("/api/password/forgotten", { email: person.email })).status).toBe(200);
  const letter = await letterTo(person.email, "new password");
  const token = /reset-password\?token=([\w-]+)/.exec(letter)?.[1] ?? "";
  const reset = { token, password: "quite another password" };
  expect((await post("/api/password/reset", reset)).status).toBe(200);
  expect(await (await post("/api/password/reset", reset)).json()).toEqual(refusedWith("access.bad_link"));
  await expect(person.client.call(contract.readMe)).rejects.toMatchObject({ code: "access.missing" });
  expect((await post("/api/sign-in", { email: person.email, password: reset.password })).status).toBe(200);
});

test("with a second factor a password alone opens nothing; a backup code opens once", async () => {
  const person = await invitedAccount(server, owner, "efua@example.com", "viewer");
  const factor = await person.client.call(contract.beginSecondFactor, { body: { password: person.password } });
  const secret = new URL(factor.otpauth).searchParams.get("secret") ?? "";
  expect((await post("/api/second-factor/confirm", { code: "000000" }, person.cookie)).status).toBe(401);
  const confirmed = await post("/api/second-factor/confirm", { code: await totp(secret) }, person.cookie);
  expect(confirmed.status).toBe(200);
  const half = await post("/api/sign-in", { email: person.email, password: person.password });
  expect(await half.json()).toEqual({ success: true, second_factor: true });
  expect((await fetch(`${server.url}/api/me`, { headers: { cookie: cookiesOf(half) } })).status).toBe(401);
  const whole = await post("/api/sign-in/second-factor", { code: factor.backup_codes[0] }, cookiesOf(half));
  expect((await clientWith(server, cookiesOf(whole)).call(contract.readMe)).second_factor).toBe(true);
  const next = cookiesOf(await post("/api/sign-in", { email: person.email, password: person.password }));
  const used = await post("/api/sign-in/second-factor", { code: factor.backup_codes[0] }, next);
  expect(await used.json()).toEqual(refusedWith("access.bad_code"));
});

test("a visitor's demo workspace is theirs alone, and an account takes it over with everything in it", async () => {
  const codes = /Invitations\s+(\S+)\s+(\S+)/.exec(server.output()) ?? [];
  const visits = await Promise.all(
    codes.slice(1, 3).map(async (code) => cookiesOf(await post("/api/invitations/verify", { code }))),
  );
  const [first, second] = visits.map((cookie) => clientWith(server, cookie));
  const calls = await Promise.all(
    [first!, second!].map(async (client) => (await client.call(contract.listCalls, { query: {} })).data),
  );
  expect(calls[0]).toHaveLength(20);
  expect(calls[0]!.filter(({ id }) => calls[1]!.some((call) => call.id === id))).toEqual([]);
  const id = calls[0]![0]!.id;
  await expect(second!.call(contract.readCall, { params: { execution_id: id } })).rejects.toMatchObject({
    code: "call.not_found",
  });
  await expect(first!.call(contract.inviteMember, { body: { email: "x@example.com", role: "viewer" } })).rejects.toMatchObject({
    code: "member.demo",
  });

  const account = await claimingAccount(server, visits[0]!, "gugu@example.com");
  const me = await account.client.call(contract.readMe);
  expect(me).toMatchObject({ kind: "person", operator: false, workspace: { demo: false, role: "owner" } });
  expect(await account.client.call(contract.readCall, { params: { execution_id: id } })).toMatchObject({ id });
  await expect(first!.call(contract.readMe)).rejects.toMatchObject({ code: "access.missing" });
  expect((await account.client.call(contract.readHome)).total_calls).toBe(1_248);
  expect((await second!.call(contract.readHome)).total_calls).toBe(1_248);
});

test("a password is guessed at a limited rate; who knows it signs in as often as they like", async () => {
  const person = await invitedAccount(server, owner, "halima@example.com", "viewer");
  const attempt = async (password: string): Promise<number> =>
    (await post("/api/sign-in", { email: person.email, password })).status;
  for (let n = 0; n < 15; n++) expect(await attempt(person.password)).toBe(200);
  const guesses: number[] = [];
  for (let n = 0; n < 14; n++) guesses.push(await attempt(`guess number ${n}`));
  expect(guesses[0]).toBe(401);
  expect(guesses.at(-1)).toBe(429);
});

test("signing out everywhere ends every session", async () => {
  const person = await invitedAccount(server, owner, "fatou@example.com", "viewer");
  const other = cookiesOf(await post("/api/sign-in", { email: person.email, password: person.password }));
  const { data } = await person.client.call(contract.listSessions);
  expect(data.filter(({ current }) => current)).toHaveLength(1);
  expect(data).toHaveLength(2);
  await person.client.call(contract.signOutEverywhere);
  for (const cookie of [person.cookie, other])
    expect((await fetch(`${server.url}/api/me`, { headers: { cookie } })).status).toBe(401);
});

test("what people did stands in the audit log, newest first", async () => {
  const { data } = await owner.client.call(contract.listAudit, { query: { limit: 100 } });
  const acts = data.map(({ act }) => act);
  for (const act of ["member.joined", "member.invited", "member.changed", "member.removed", "key.created", "key.revoked"])
    expect(acts).toContain(act);
  expect(JSON.stringify(data)).not.toMatch(/ong_[\w-]{7}/);
  expect(data.map(({ position }) => position)).toEqual(data.map((_, index) => data.length - index));
});

async function letterTo(address: string, words: string): Promise<string> {
  const find = (): string | undefined => letters().find((one) => one.includes(`To: ${address}`) && one.includes(words));
  await expect.poll(find).toBeDefined();
  return find()!;
}

/** What was sent, with quoted-printable undone. */
function letters(): string[] {
  const folder = join(dataDir, "mail");
  if (!existsSync(folder)) return [];
  const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return written.map((letter) => letter.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
}

/** RFC 6238, with SHA-1 and six digits, as authenticator apps do it. */
async function totp(base32: string): Promise<string> {
  const { createHmac } = await import("node:crypto");
  const bits = [...base32]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
