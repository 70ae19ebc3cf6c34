import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestAccess, PASSWORD, type TestAccess, type TestResponse } from "../../platform/testing/access.ts";

let access: TestAccess;
let owner: string;

beforeAll(async () => {
  access = await openTestAccess();
  owner = (await post("/api/sign-up", { ...someone("amina"), setup: access.setupToken })).cookie;
});
afterAll(() => access.close());

const post = (url: string, body: object, cookie = ""): Promise<TestResponse> => access.ask("POST", url, { body, cookie });
const someone = (name: string) => ({ name, email: `${name}@example.com`, password: PASSWORD });

async function member(name: string, role: string): Promise<{ cookie: string; id: string }> {
  const { body } = await post("/api/member-invitations", { email: `${name}@example.com`, role }, owner);
  const invitation = new URL(String(body["link"])).searchParams.get("token");
  const { cookie } = await post("/api/sign-up", { ...someone(name), invitation });
  const { data } = (await access.ask("GET", "/api/members", { cookie: owner })).body as {
    data: { id: string; email: string }[];
  };
  return { cookie, id: data.find(({ email }) => email === `${name}@example.com`)?.id ?? "" };
}

const keyFrom = async (asked: { cookie?: string; key?: string }, role = "viewer"): Promise<string> =>
  String((await access.ask("POST", "/api/keys", { ...asked, body: { name: "Export", role } })).body["key"]);
const withKey = async (key: string): Promise<number> => (await access.ask("GET", "/api/me", { key })).status;

test("the keys of a removed member end with them, those made by these keys too; the others stay", async () => {
  const leaving = await member("baraka", "admin");
  const theirs = await keyFrom(leaving, "admin");
  const grandchild = await keyFrom({ key: theirs });
  const ours = await keyFrom({ cookie: owner });
  expect(await Promise.all([theirs, grandchild, ours].map(withKey))).toEqual([200, 200, 200]);
  const pending = await post("/api/member-invitations", { email: "backdoor@example.com", role: "admin" }, leaving.cookie);
  expect((await access.ask("DELETE", `/api/members/${leaving.id}`, { cookie: owner })).status).toBe(200);
  expect(await Promise.all([theirs, grandchild, ours].map(withKey))).toEqual([403, 403, 200]);
  const invitation = new URL(String(pending.body["link"])).searchParams.get("token");
  expect((await post("/api/sign-up", { ...someone("backdoor"), invitation })).status).toBe(403);
});

test("who gets a lesser role keeps no key above it, and who leaves keeps none", async () => {
  const lesser = await member("chidi", "admin");
  const [strong, weak] = [await keyFrom(lesser, "admin"), await keyFrom(lesser, "viewer")];
  const change = { cookie: owner, body: { role: "agent_manager" } };
  expect((await access.ask("PATCH", `/api/members/${lesser.id}`, change)).status).toBe(200);
  expect(await Promise.all([strong, weak].map(withKey))).toEqual([403, 200]);
  expect((await post("/api/workspace/leave", {}, lesser.cookie)).status).toBe(200);
  expect(await withKey(weak)).toBe(403);
});

test("a revoked code ends the visits that it opened, and the keys that were made in their workspaces", async () => {
  const code = access.codes[0] ?? "";
  const { cookie } = await post("/api/invitations/verify", { code });
  const { cookie: other } = await post("/api/invitations/verify", { code: access.codes[1] });
  const key = await keyFrom({ cookie });
  expect(await withKey(key)).toBe(200);
  expect((await access.ask("DELETE", `/api/operator/codes/${code.slice(0, 4)}`, { cookie: owner })).status).toBe(200);
  expect((await access.ask("GET", "/api/me", { cookie })).status).toBe(401);
  expect(await withKey(key)).toBe(403);
  expect((await access.ask("GET", "/api/me", { cookie: other })).status).toBe(200);
});
