import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestAccess, PASSWORD, type TestAccess, type TestResponse } from "../../platform/testing/access.ts";
import { createKeyUse } from "../workspaces/keys/use/store.ts";

let access: TestAccess;
let owner: string;

beforeAll(async () => {
  access = await openTestAccess();
  const amina = { name: "Amina", email: "amina@example.com", password: PASSWORD };
  owner = (await access.ask("POST", "/api/sign-up", { body: { ...amina, setup: access.setupToken } })).cookie;
});
afterAll(() => access.close());

interface Key {
  id: string;
  key: string;
  prefix: string;
  last_four: string;
  status: string;
  owner: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  calls_30_days: number;
}

const make = async (body: object, by: { cookie?: string; key?: string } = { cookie: owner }): Promise<Key> =>
  (await access.ask("POST", "/api/keys", { ...by, body })).body as unknown as Key;
const listed = async (id: string): Promise<Key | undefined> =>
  ((await access.ask("GET", "/api/keys", { cookie: owner })).body["data"] as Key[]).find((key) => key.id === id);
const figures = async (): Promise<TestResponse["body"]> => (await access.ask("GET", "/api/keys/figures", { cookie: owner })).body;

test("a key is told once: afterwards its first letters, its last four, its owner and what it was used for are known", async () => {
  const { key, ...made } = await make({ name: "Export", role: "viewer" });
  expect(key).toMatch(/^ong_[\w-]{43}$/);
  expect(made).toMatchObject({ prefix: key.slice(0, 10), last_four: key.slice(-4), status: "active", owner: "Amina" });
  const told = (await access.ask("GET", "/api/keys", { cookie: owner })).body;
  expect(JSON.stringify(told)).not.toContain(key);
  expect(await listed(made.id)).toEqual({ ...made, expires_at: null, last_used_at: null, calls_30_days: 0 });
});

test("every request that a key may make is counted, and one that it may not is not", async () => {
  const { id, key } = await make({ name: "Counted", role: "viewer" });
  const before = await figures();
  for (let n = 0; n < 3; n++) expect((await access.ask("GET", "/api/members", { key })).status).toBe(200);
  expect((await access.ask("GET", "/api/keys", { key })).status).toBe(403);
  expect(await listed(id)).toMatchObject({ calls_30_days: 3, last_used_at: expect.any(String) as string });
  const after = await figures();
  expect(Number(after["calls_today"]) - Number(before["calls_today"])).toBe(3);
  expect(Number(after["calls_30_days"]) - Number(before["calls_30_days"])).toBe(3);
  expect(after["rate_limit"]).toEqual({ requests: 1_000, seconds: 60 });
});

test("a key that is over is refused and said to be over; a revoked one is gone, and its requests stay counted", async () => {
  const { id, key, expires_at: until } = await make({ name: "For a day", role: "viewer", expires_in_days: 1 });
  expect(Date.parse(String(until)) - Date.now()).toBeGreaterThan(86_000_000);
  expect((await access.ask("GET", "/api/members", { key })).status).toBe(200);
  await access.database.asOwner(`update api_keys set expires_at = now() - interval '1 second' where id = '${id}'`);
  const { active_keys: active, calls_today: calls } = await figures();
  const refused = await access.ask("GET", "/api/members", { key });
  expect([refused.status, refused.body["code"]]).toEqual([403, "access.bad_key"]);
  expect(await listed(id)).toMatchObject({ status: "expired" });
  expect((await access.ask("DELETE", `/api/keys/${id}`, { cookie: owner })).status).toBe(200);
  expect(await listed(id)).toBeUndefined();
  expect(await figures()).toMatchObject({ active_keys: active, calls_today: calls });
});

test("a key makes no key that outlives it", async () => {
  const short = await make({ name: "A week", role: "admin", expires_in_days: 7 });
  const endless = await make({ name: "Child", role: "viewer" }, { key: short.key });
  const long = await make({ name: "Child", role: "viewer", expires_in_days: 30 }, { key: short.key });
  const brief = await make({ name: "Child", role: "viewer", expires_in_days: 1 }, { key: short.key });
  expect([endless.expires_at, long.expires_at]).toEqual([short.expires_at, short.expires_at]);
  expect(Date.parse(String(brief.expires_at))).toBeLessThan(Date.parse(String(short.expires_at)));
});

test("what was counted while the database was away is written when it is back, each on its day", async () => {
  const { id } = await make({ name: "Patient", role: "viewer" });
  let isAway = true;
  let at = new Date(Date.now() - 86_400_000);
  const { database } = access;
  const { workspaces } = access;
  const tenancy = {
    ...database,
    of: (workspaceId: string) => database.of(workspaceId),
    get everywhere() {
      if (isAway) throw new Error("away");
      return database.everywhere;
    },
  };
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const use = createKeyUse({ tenancy, log, now: () => at });
  use.count(id);
  use.count(randomUUID());
  await expect(use.flush()).rejects.toThrow("away");
  at = new Date();
  use.count(id);
  isAway = false;
  const { today, month } = await use.figures((await workspaces.home()).id);
  await use.stop();
  expect(await use.figures((await workspaces.home()).id)).toMatchObject({ today: today + 1, month: month + 2 });
  expect(await listed(id)).toMatchObject({ calls_30_days: 2 });
});

test("a key that is asked for by a role, as older programs do, has the scope that comes to", async () => {
  const scopes = { viewer: "read", agent_manager: "write", admin: "admin", owner: "admin" };
  for (const [role, scope] of Object.entries(scopes)) expect(await make({ name: "Old", role })).toMatchObject({ role, scope });
  expect(await make({ name: "Old" })).toMatchObject({ role: "agent_manager", scope: "write", agent_ids: null });
  expect(await make({ name: "New", scope: "admin" })).toMatchObject({ role: "owner", scope: "admin" });
});

test("a key tells what it may", async () => {
  const { key } = await make({ name: "Calls", scope: "call" });
  const { body } = await access.ask("GET", "/api/reach", { key });
  expect(body).toEqual({ scope: "call", role: "agent_manager", agent_ids: null });
});
