import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProviderId } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAnchor } from "../../accounts/audit/anchor.ts";
import { createAudit, type Actor, type Audit } from "../../accounts/audit/audit.ts";
import { MIGRATIONS } from "../../schema.ts";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import { openKeyRing, type KeyRing } from "../../platform/secrets/key-ring.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createChecks, type CheckProvider } from "./check.ts";
import { createConnections, type Connections } from "./connections.ts";
import { openCredentials } from "./credentials.ts";
import { resealAll } from "./rotation.ts";
import { createConnectionStore, type ConnectionStore } from "./store.ts";

const CANARY = "canary-0123456789abcdef-wxyz";
let database: TestDatabase;
let audit: Audit;
let store: ConnectionStore;
let ring: KeyRing;
let connections: Connections;
/** What the provider says, and what it was asked. */
let answer: CheckProvider;
let asked: { id: ProviderId; key: string }[];
let actor: Actor;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  audit = createAudit({ tenancy: database, secret: "a secret", anchor: createAnchor(database.dataDir, "a secret") });
  store = createConnectionStore(database);
  ring = openKeyRing({ given: [], folder: join(database.dataDir, "connection-keys"), purpose: "connections" });
  const provider: CheckProvider = (id, key, options) => {
    asked.push({ id, key });
    return answer(id, key, options);
  };
  const checks = createChecks({ provider, fetch: fetchOutside, allowed: [] });
  connections = createConnections({ store, ring, checks, audit, changed: () => undefined });
});
afterAll(() => database.close());
beforeEach(async () => {
  asked = [];
  answer = async () => ({ ok: true, account: { name: "Front desk Ltd", status: "active", type: "trial" } });
  actor = { workspaceId: await openTestWorkspace(database), kind: "person", id: randomUUID(), name: "Amina" };
});

const rows = () => store.all(actor.workspaceId);
const acts = async () => (await audit.list(actor.workspaceId, { limit: 50 })).data.map(({ act }) => act).toReversed();
const opened = async () => (await rows()).map((row) => openCredentials(ring, row));

test("a key that the provider takes is kept, with what it said of the account, and is seen by nobody again", async () => {
  const made = await connections.connect(actor, "elevenlabs", { key: CANARY });
  expect(made).toMatchObject({ state: "ok", account: { name: "Front desk Ltd", status: "active", type: "trial" } });
  expect(made.given).toMatchObject([{ part: "key", name: "elevenlabs", lastFour: "wxyz" }]);
  expect(await opened()).toEqual([{ key: CANARY }]);
  const everything = JSON.stringify([await rows(), await audit.list(actor.workspaceId, { limit: 50 })]);
  expect(everything).not.toContain(CANARY.slice(0, -4));
  expect(await acts()).toEqual(["provider.connected"]);
});

test("a key that the provider refuses is not kept, and the one before stays", async () => {
  answer = async () => ({ ok: false, problem: "refused" });
  await expect(connections.connect(actor, "deepgram", { key: "wrong-key-1" })).rejects.toMatchObject({
    code: "provider.key_refused",
  });
  expect(await rows()).toEqual([]);
  answer = async () => ({ ok: true });
  await connections.connect(actor, "deepgram", { key: CANARY });
  answer = async () => ({ ok: false, problem: "refused" });
  await expect(connections.connect(actor, "deepgram", { key: "wrong-key-2" })).rejects.toMatchObject({
    code: "provider.key_refused",
  });
  expect(await opened()).toEqual([{ key: CANARY }]);
  expect(await acts()).toEqual(["provider.refused", "provider.connected", "provider.refused"]);
});

test.each(["unreachable", "limited"] as const)(
  "a key of a provider that is %s is kept, and checked when it can be",
  async (problem) => {
    answer = async () => ({ ok: false, problem });
    const { id } = await connections.connect(actor, "cartesia", { key: CANARY });
    expect((await rows())[0]).toMatchObject({ state: "unchecked", problem, checkedAt: null });
    answer = async () => ({ ok: true });
    expect(await connections.check(actor, id)).toMatchObject({ state: "ok", problem: null });
    answer = async () => ({ ok: false, problem: "refused" });
    expect(await connections.check(actor, id)).toMatchObject({ state: "refused" });
    expect(await acts()).toEqual(["provider.connected", "provider.checked", "provider.checked"]);
  },
);

test("a provider that never answers keeps nobody waiting for ever", { timeout: 20_000 }, async () => {
  answer = () => new Promise(() => undefined);
  await connections.connect(actor, "cal", { key: CANARY });
  expect((await rows())[0]).toMatchObject({ state: "unchecked", problem: "unreachable" });
});

test("existing clients give two credentials one after the other, replace one, and take them away by name in any case", async () => {
  await connections.give(actor, "TWILIO_ACCOUNT_SID", "AC0123456789");
  expect((await rows())[0]).toMatchObject({ state: "incomplete" });
  expect(asked).toEqual([]);
  await connections.give(actor, "twilio_auth_token", CANARY);
  expect((await rows())[0]).toMatchObject({ provider: "twilio", state: "ok" });
  expect(asked).toEqual([{ id: "twilio", key: `AC0123456789:${CANARY}` }]);
  await connections.replace(actor, "Twilio_Auth_Token", "another-token-9");
  expect(await opened()).toEqual([{ account: "AC0123456789", key: "another-token-9" }]);
  await connections.take(actor, "TWILIO_AUTH_TOKEN");
  expect(await opened()).toEqual([{ account: "AC0123456789" }]);
  await connections.take(actor, "twilio");
  expect(await rows()).toEqual([]);
  await expect(connections.take(actor, "twilio")).rejects.toMatchObject({ code: "provider.not_found" });
});

test("two who give the two credentials at the same moment lose neither", async () => {
  await Promise.all([
    connections.give(actor, "PLIVO_AUTH_ID", "MA0123456789"),
    connections.give(actor, "PLIVO_AUTH_TOKEN", CANARY),
  ]);
  expect(await opened()).toEqual([{ account: "MA0123456789", key: CANARY }]);
  expect((await rows())[0]).toMatchObject({ state: "ok" });
});

test.each([
  ["OPENAI", "openai"],
  ["OPENAI_API_KEY", "openai"],
  ["azure_openai_api_key", "azure-openai"],
  ["Azure-OpenAI", "azure-openai"],
  ["ELEVENLABS", "elevenlabs"],
  ["SARVAM", "sarvam"],
])("%s means %s", async (name, provider) => {
  await connections.give(actor, name, provider === "azure-openai" ? `https://a.openai.azure.com|${CANARY}` : CANARY);
  expect((await rows())[0]).toMatchObject({ provider, state: "ok" });
});

test("a name that nobody has heard of, and an address that is not the provider's, are refused", async () => {
  await expect(connections.give(actor, "EXOTEL_API_KEY", CANARY)).rejects.toMatchObject({ code: "provider.unknown" });
  const elsewhere = { key: CANARY, base_url: "https://collector.example.com" };
  await expect(connections.connect(actor, "azure-openai", elsewhere)).rejects.toMatchObject({ code: "provider.bad_address" });
  expect(asked).toEqual([]);
});

test.each([
  "http://127.0.0.1:11434/v1",
  "http://127.0.0.1:11434/api",
  "http://10.0.0.8/v1",
  "http://[::1]/v1",
  "http://169.254.169.254/v1",
])("a service of one's own at %s is refused: it leads into a private network", async (base_url) => {
  const service = { name: "Our model", base_url, key: CANARY, lends: ["llm" as const] };
  await expect(connections.connectOwn(actor, service)).rejects.toMatchObject({ code: "provider.bad_address" });
  expect(await rows()).toEqual([]);
});

test("nobody sees, opens or takes another workspace's connection", async () => {
  const { id } = await connections.connect(actor, "groq", { key: CANARY });
  const stranger = { ...actor, workspaceId: await openTestWorkspace(database) };
  expect(await connections.list(stranger.workspaceId)).toEqual([]);
  for (const attempt of [connections.check, connections.remove, connections.take])
    await expect(attempt(stranger, id)).rejects.toMatchObject({ code: "provider.not_found" });
  const [row] = await rows();
  expect(() => openCredentials(ring, { ...row!, workspaceId: stranger.workspaceId })).toThrow();
  expect(() => openCredentials(ring, { ...row!, id: randomUUID() })).toThrow();
});

test("an act that cannot be written into the log is undone", async () => {
  const checks = createChecks({ provider: answer, fetch: fetchOutside, allowed: [] });
  const act: Audit["act"] = (who, work) =>
    audit.act(who, (write) =>
      work(async (deed) => {
        await write(deed);
        throw new Error("The log is full");
      }),
    );
  const without = createConnections({ store, ring, checks, audit: { ...audit, act }, changed: () => undefined });
  await expect(without.connect(actor, "openai", { key: CANARY })).rejects.toThrow("The log is full");
  expect(await rows()).toEqual([]);
  expect(await acts()).toEqual([]);
});

test("a new master key seals everything anew while others work, and the old one still opens what it sealed", async () => {
  for (const id of ["openai", "groq", "deepgram", "cal"] as const)
    await connections.connect(actor, id, { key: `${CANARY}-${id}` });
  const before = await rows();
  const version = ring.add();
  const [resealed] = await Promise.all([
    resealAll(store, ring),
    connections.connect(actor, "openai", { key: "changed-meanwhile-1" }),
    connections.remove(actor, before[1]!.id),
  ]);
  expect(resealed).toMatchObject({ version, closed: [] });
  const after = await rows();
  expect(after.map(({ keyVersion }) => keyVersion)).toEqual([version, version, version]);
  expect((await opened()).map(({ key }) => key)).toEqual(["changed-meanwhile-1", `${CANARY}-deepgram`, `${CANARY}-cal`]);
  expect(openCredentials(ring, before[3]!)).toEqual({ key: `${CANARY}-cal` });
  const other = openKeyRing({ given: [], folder: mkdtempSync(join(tmpdir(), "ongea-keys-")), purpose: "connections" });
  expect(() => openCredentials(other, after[0]!)).toThrow();
  expect((await resealAll(store, other)).closed.length).toBeGreaterThan(0);
  expect((await opened())[0]).toEqual({ key: "changed-meanwhile-1" });
});

test("master keys stand in files that only the server's own user reads, and two who make one at once make one", () => {
  const folder = mkdtempSync(join(tmpdir(), "ongea-keys-"));
  const rings = [0, 1].map(() => openKeyRing({ given: [], folder, purpose: "connections" }));
  expect(readdirSync(folder)).toEqual(["1"]);
  expect(rings.map((one) => one.add())).toEqual([2, 3]);
  expect(rings.map((one) => one.newest())).toEqual([3, 3]);
  expect(readFileSync(join(folder, "2"), "utf8")).not.toBe(readFileSync(join(folder, "3"), "utf8"));
  const given = openKeyRing({ given: [{ version: 7, key: "k".repeat(32) }], folder, purpose: "connections" });
  expect(given.newest()).toBe(7);
  expect(given.add()).toBeUndefined();
  expect(given.seal(2)).toBeDefined();
});

test("a connection whose key of the installation is lost is replaced whole or in part, and removed", async () => {
  await connections.connect(actor, "elevenlabs", { key: CANARY });
  await connections.connect(actor, "deepgram", { key: CANARY });
  await connections.connect(actor, "twilio", { account: "AC0123456789", key: CANARY });
  const folder = mkdtempSync(join(tmpdir(), "ongea-other-keys-"));
  const others = openKeyRing({ given: [], folder, purpose: "connections" });
  const provider: CheckProvider = async () => ({ ok: true });
  const checks = createChecks({ provider, fetch: fetchOutside, allowed: [] });
  const after = createConnections({ store, ring: others, checks, audit, changed: () => undefined });
  const fresh = "another-key-0123456789";
  await expect(after.check(actor, (await rows())[0]!.id)).rejects.toMatchObject({ code: "provider.unreadable" });
  await after.connect(actor, "elevenlabs", { key: fresh });
  await after.replace(actor, "TWILIO_AUTH_TOKEN", fresh);
  await after.take(actor, "deepgram");
  const left = (await rows()).map((row) => [row.provider, openCredentials(others, row)]);
  expect(left).toEqual([
    ["elevenlabs", { key: fresh }],
    ["twilio", { key: fresh }],
  ]);
  // Its account was sealed with the same key.
  expect((await rows())[1]).toMatchObject({ state: "incomplete", given: [{ part: "key" }] });
  await after.give(actor, "TWILIO_ACCOUNT_SID", "AC0123456789");
  expect((await rows())[1]).toMatchObject({ state: "ok" });
  await after.remove(actor, (await rows())[1]!.id);
  expect(await rows()).toHaveLength(1);
});

test("how a connection failed in a call stays until its key is replaced, and holds up nobody who changes it", async () => {
  const { id, workspaceId, revision } = await connections.connect(actor, "deepgram", { key: CANARY });
  const failed = { by: "deepgram nova-3", message: "It is late", at: new Date().toISOString() };
  await store.failed({ id, workspaceId }, failed);
  const other = await openTestWorkspace(database);
  await store.failed({ id, workspaceId: other }, { ...failed, message: "of another workspace" });
  expect(await rows()).toMatchObject([{ failed, revision }]);
  await connections.check(actor, id);
  expect(await rows()).toMatchObject([{ failed }]);
  await connections.connect(actor, "deepgram", { key: `${CANARY}-2` });
  expect(await rows()).toMatchObject([{ failed: null }]);
});
