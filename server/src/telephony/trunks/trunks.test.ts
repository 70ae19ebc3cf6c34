/** Trunks of workspaces against an operator that speaks real SIP. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSipEndpoint, type InboundCall, type SipEndpoint } from "@ongea/channels";
import type { NewTrunk, TrunkChange } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { createTrunkNumbers } from "../numbers/of-trunks/store.ts";
import type { Log } from "../../platform/log/log.ts";
import { mayReachWith } from "../../platform/fetch/private.ts";
import { openKeyRing } from "../../platform/secrets/key-ring.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createTrunkCheck } from "./check.ts";
import { createTrunkDirectory, type TrunkDirectory } from "./directory.ts";
import { createTrunkKeeping } from "./keeping.ts";
import { createTrunkStore } from "./store.ts";
import { createTrunks, type Trunks } from "./trunks.ts";

const OURS = "127.0.0.2";
const OPERATOR = "127.0.0.3";
const NUMBER = "+254711000001";
const log = { warn: () => undefined } as unknown as Log;
const actor = (workspaceId: string) => ({ workspaceId, kind: "person", id: "amina", name: "Amina" }) as const;

let database: TestDatabase;
let folder: string;
let workspaceId: string;
let closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  folder = mkdtempSync(join(tmpdir(), "trunks-"));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.query("delete from numbers");
  await database.query("delete from sip_trunks");
  workspaceId = await openTestWorkspace(database);
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

interface Server {
  trunks: Trunks;
  directory: TrunkDirectory;
  endpoint: SipEndpoint;
  calls: InboundCall[];
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** What the account of a trunk's orders says of its key. */
let ordersAre: "taken" | "refused" | "silent" = "taken";

/** As one server of the installation has it. */
async function serve({ host = OURS, allowed = ["127.0.0.0/8"] } = {}): Promise<Server> {
  const store = createTrunkStore(database);
  const numbers = createTrunkNumbers(database);
  const ring = openKeyRing({ given: [], folder: join(folder, "keys"), purpose: "connections" });
  const mayReach = mayReachWith(allowed);
  const directory = createTrunkDirectory({ store, numbers, ring, mayReach, log, nowMs: () => performance.now() });
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host,
    port: 0,
    trunkOf: (source, called) => directory.proof(source, called),
    onCall: (call) => (calls.push(call), call.reject(486)),
  });
  const keeping = createTrunkKeeping({ store, directory, endpoint, ring, mayReach, log, now: () => new Date() });
  const audit = { act: async <T>(_: unknown, work: (write: () => Promise<void>) => Promise<T>) => work(async () => undefined) };
  const isDemo = async (): Promise<boolean> => false;
  const check = createTrunkCheck({ orders: async () => ordersAre, endpoint, ring, mayReach, now: () => new Date() });
  const trunks = createTrunks({ store, numbers, ring, audit, isDemo, mayReach, changed: () => undefined, check });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await keeping.stop();
    await endpoint.close();
  };
  closers.push(stop);
  return { trunks, directory, endpoint, calls, look: () => keeping.changed(), stop };
}

/** A telephone company, where `amina` may register. */
async function operator(password = "siri-yangu"): Promise<{ endpoint: SipEndpoint; calls: InboundCall[] }> {
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host: OPERATOR,
    port: 0,
    password: (user) => (user === "amina" ? password : undefined),
    answers: () => true,
    onCall: (call) => (calls.push(call), call.reject(486)),
  });
  closers.push(() => endpoint.close());
  return { endpoint, calls };
}

function wanted(port: number, change: Partial<NewTrunk> = {}): NewTrunk {
  return {
    name: "Prod",
    provider: "Safari Telecom",
    description: "",
    auth_type: "userpass",
    auth_username: "amina",
    auth_password: "siri-yangu",
    gateways: [{ gateway_address: OPERATOR, port, priority: 1 }],
    ip_identifiers: [],
    transfer: "bridge",
    africastalking: null,
    lines: null,
    calls_per_second: null,
    allow: "ulaw,alaw",
    disallow: "all",
    transport: "transport-udp",
    media_encryption: "no",
    media_encryption_optimistic: false,
    direct_media: false,
    rtp_symmetric: true,
    force_rport: true,
    qualify_frequency: 60,
    inbound_enabled: true,
    outbound_leading_plus_enabled: true,
    phone_numbers: [{ phone_number: NUMBER, name: "Desk", e164_check_enabled: false }],
    ...change,
  };
}

const standing = async ({ trunks }: Server) => (await trunks.list(workspaceId))[0]?.row.state;

test.each(["transport-udp", "transport-tcp"] as const)(
  "a trunk is registered at over %s, its number is reached through it, and the registration is given back at the end",
  async (transport) => {
    const { endpoint: theirs } = await operator();
    const server = await serve();
    await server.trunks.create(actor(workspaceId), wanted(theirs.port, { transport }));
    await server.look();
    await expect.poll(() => standing(server)).toMatchObject({ kind: "registered", problem: null, sip_status: 200 });
    const [binding] = theirs.bindings("amina");
    expect(binding?.contact).toContain(OURS);

    const media = { host: OPERATOR, port: 6_000 };
    const called = theirs.place({ to: "amina", from: { user: "+254722000000" }, via: { registered: "amina" }, media });
    expect(await called.ended).toMatchObject({ sipCause: 486 });
    expect(server.calls[0]).toMatchObject({ number: NUMBER, proof: { kind: "own trunk" } });

    await server.stop();
    expect(theirs.bindings("amina")).toEqual([]);
  },
);

test("a wrong password is told as such, and the right one that is entered next is used at once", async () => {
  const { endpoint: theirs } = await operator("nyingine");
  const server = await serve();
  const { row } = await server.trunks.create(actor(workspaceId), wanted(theirs.port));
  await server.look();
  await expect.poll(() => standing(server)).toMatchObject({ kind: "failing", problem: "wrong_password" });
  expect(row.sealed).not.toContain("siri-yangu");
  await server.trunks.change(actor(workspaceId), row.id, { auth_password: "nyingine" });
  expect((await server.trunks.read(workspaceId, row.id)).row.state).toBeNull();
  await server.look();
  await expect.poll(() => standing(server)).toMatchObject({ kind: "registered" });
});

test("the test says what is wrong: the password, the port, the name; and when nothing is, that it works", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const as = actor(workspaceId);
  const { row } = await server.trunks.create(as, wanted(theirs.port, { transport: "transport-tcp" }));
  const found = async (change: TrunkChange) => {
    await server.trunks.change(as, row.id, change);
    return server.trunks.test(as, row.id);
  };
  expect(await found({})).toMatchObject({ kind: "reachable", problem: null });
  expect(theirs.bindings("amina").length).toBeLessThanOrEqual(1);
  expect(await found({ auth_password: "nyingine" })).toMatchObject({ problem: "wrong_password", sip_status: 401 });
  expect(await found({ gateways: [{ gateway_address: OPERATOR, port: 9, priority: 1 }] })).toMatchObject({
    problem: "not_reached",
  });
  expect(
    await found({ transport: "transport-tls", gateways: [{ gateway_address: OPERATOR, port: theirs.port, priority: 1 }] }),
  ).toMatchObject({ problem: "no_tls" });
  expect(await found({ gateways: [{ gateway_address: "nobody.invalid", port: 5061, priority: 1 }] })).toMatchObject({
    problem: "name_unknown",
  });
});

test("of two servers on one database one registers, and the other follows when that one is gone", async () => {
  const { endpoint: theirs } = await operator();
  const [first, second] = [await serve(), await serve({ host: "127.0.0.4" })];
  await first.trunks.create(actor(workspaceId), wanted(theirs.port));
  await first.look();
  await expect.poll(() => theirs.bindings("amina").map(({ contact }) => contact.includes(OURS))).toEqual([true]);
  await second.look();
  expect(theirs.bindings("amina")).toHaveLength(1);
  await first.stop();
  // The next look is soon: the first server's connection may end after this one.
  const binding = async (): Promise<boolean[]> => {
    await second.look();
    return theirs.bindings("amina").map(({ contact }) => contact.includes("127.0.0.4"));
  };
  // At the latest when the first server's time is over; its own binding may end after that.
  await expect.poll(binding, { timeout: 45_000 }).toContain(true);
});

test("a trunk that is removed, or switched off, is registered at no longer", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const { row } = await server.trunks.create(actor(workspaceId), wanted(theirs.port));
  await server.look();
  await expect.poll(() => theirs.bindings("amina")).toHaveLength(1);
  await server.trunks.change(actor(workspaceId), row.id, { is_active: false });
  await server.look();
  expect(theirs.bindings("amina")).toEqual([]);
  await server.trunks.change(actor(workspaceId), row.id, { is_active: true });
  await server.look();
  await expect.poll(() => theirs.bindings("amina")).toHaveLength(1);
  expect(await server.trunks.remove(actor(workspaceId), row.id)).toBe(1);
  await server.look();
  expect(theirs.bindings("amina")).toEqual([]);
});

test("a trunk by address is asked whether it is there, and says where its calls come from", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const byAddress = wanted(theirs.port, { auth_type: "ip-based", auth_username: "", auth_password: "" });
  await server.trunks.create(actor(workspaceId), byAddress);
  await server.look();
  await expect.poll(() => standing(server)).toMatchObject({ kind: "reachable", sip_status: 200 });
  const call = (to: string, host: string) => server.directory.proof({ host }, { number: to, to });
  expect(call("0711000001", OPERATOR)).toMatchObject({ number: NUMBER });
  expect(call("+254799999999", OPERATOR)).toBeUndefined();
  expect(call(NUMBER, "203.0.113.9")).toBeUndefined();
});

test("a trunk leads to the numbers of its own workspace only, also where two stand at one address", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const other = await openTestWorkspace(database);
  const number = { name: "", e164_check_enabled: false };
  const byAddress = { auth_type: "ip-based", auth_username: "", auth_password: "" } as const;
  const first = await server.trunks.create(actor(workspaceId), wanted(theirs.port, byAddress));
  const second = await server.trunks.create(
    actor(other),
    wanted(theirs.port, { ...byAddress, phone_numbers: [{ ...number, phone_number: "254711000002" }] }),
  );
  await server.look();
  const at = (to: string) => server.directory.proof({ host: OPERATOR }, { number: to, to: undefined });
  expect(at("+254711000001")).toMatchObject({ trunk: first.row.id });
  expect(at("+254711000002")).toMatchObject({ trunk: second.row.id });
  await expect(
    server.trunks.addNumber(actor(other), second.row.id, { ...number, phone_number: "254711000001" }),
  ).rejects.toMatchObject({ code: "trunk.number_taken" });
  await expect(server.trunks.read(other, first.row.id)).rejects.toMatchObject({ code: "trunk.not_found" });
});

test("nobody is given another's calls by naming its operator and a number that ends like its own", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const thief = await openTestWorkspace(database);
  const number = { name: "", e164_check_enabled: false };
  const byAddress = { auth_type: "ip-based", auth_username: "", auth_password: "" } as const;
  const endsAlike = [{ ...number, phone_number: "+1254711000001" }];
  // The older of the two trunks: the whole number goes to its holder all the same.
  const theft = await server.trunks.create(
    actor(thief),
    wanted(theirs.port, { ...byAddress, phone_numbers: endsAlike, ip_identifiers: [{ ip_address: `${OPERATOR}/32` }] }),
  );
  const honest = await server.trunks.create(actor(workspaceId), wanted(theirs.port, byAddress));
  await server.look();
  const at = (to: string) => server.directory.proof({ host: OPERATOR }, { number: to, to: undefined });
  expect(at("254711000001")).toMatchObject({ trunk: honest.row.id, number: NUMBER });
  expect(at("1254711000001")).toMatchObject({ trunk: theft.row.id });
  await server.trunks.change(actor(workspaceId), honest.row.id, { is_active: false });
  await server.look();
  expect(at("254711000001")).toBeUndefined();
});

test("calls go out by the trunk whose number they show, with its password and its way of writing numbers", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const { row } = await server.trunks.create(actor(workspaceId), wanted(theirs.port, { outbound_leading_plus_enabled: false }));
  const way = await server.directory.wayOut(workspaceId, row.id);
  expect(way).toMatchObject({ writesPlus: false, number: NUMBER, trunk: { username: "amina", password: "siri-yangu" } });
  expect(await server.directory.wayOut(await openTestWorkspace(database))).toBeUndefined();
  await server.trunks.change(actor(workspaceId), row.id, { is_active: false });
  expect(await server.directory.wayOut(workspaceId, row.id)).toBeUndefined();
});

test("a trunk whose sound is encrypted is called so, and its calls have to be", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve();
  const encrypted = wanted(theirs.port, { media_encryption: "sdes" });
  const { row } = await server.trunks.create(actor(workspaceId), encrypted);
  await server.look();
  const proof = () => server.directory.proof({ host: OPERATOR }, { number: row.contact, to: NUMBER });
  expect([(await server.directory.wayOut(workspaceId))?.trunk.isSecure, proof()?.isSecure]).toEqual([true, true]);
  await server.trunks.change(actor(workspaceId), row.id, { media_encryption: "no" });
  await server.look();
  expect([(await server.directory.wayOut(workspaceId))?.trunk.isSecure, proof()?.isSecure]).toEqual([false, false]);
});

test("an address in a private network is refused, and a name that leads there is never sent to", async () => {
  const { endpoint: theirs } = await operator();
  const server = await serve({ allowed: [] });
  await expect(server.trunks.create(actor(workspaceId), wanted(theirs.port))).rejects.toMatchObject({
    code: "trunk.private_address",
  });
  const named = wanted(theirs.port, { gateways: [{ gateway_address: "localhost.localdomain", port: theirs.port, priority: 1 }] });
  const { row } = await server.trunks.create(actor(workspaceId), named);
  await server.look();
  await expect.poll(() => standing(server)).toMatchObject({ kind: "failing", sip_status: null });
  expect(["private_address", "name_unknown"]).toContain((await standing(server))?.problem);
  const out = await server.directory.wayOut(workspaceId, row.id);
  const via = { trunk: out!.trunk };
  const call = server.endpoint.place({ to: "1", from: { user: "2" }, via, media: { host: OURS, port: 6_000 } });
  expect(await call.ended).toMatchObject({ by: "network", sipCause: 503 });
});
