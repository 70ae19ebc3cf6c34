import type { Binding } from "@ongea/channels";
import { digestSecrets } from "@ongea/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createPhones, type PhonesParts } from "./phones.ts";
import { createPhoneStore } from "./store.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

const actorOf = (workspaceId: string) => ({ workspaceId }) as Parameters<ReturnType<typeof createPhones>["create"]>[0];

function server(bound: Set<string>, over: Partial<PhonesParts> = {}) {
  const binding = { peer: { transport: "udp", host: "192.0.2.7", port: 5_060 }, userAgent: "Desk", expiresAtMs: Infinity };
  const audit: PhonesParts["audit"] = { act: async (_actor, work) => work(async () => undefined) };
  return createPhones({
    store: createPhoneStore(database),
    audit,
    isDemo: async () => false,
    seal: createSeal("a secret of the test", "phones"),
    ownerId: randomUUID(),
    bindings: (user) =>
      bound.has(user) ? [{ ...binding, expiresAtMs: performance.now() + 60_000, user, contact: "" } as Binding] : [],
    signOut: (user) => void bound.delete(user),
    log: { warn: () => undefined },
    ...over,
  });
}

test("a phone is known by digests of its password, registered where it says, and reached by its name in its workspace alone", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const bound = new Set<string>();
  const here = server(bound);
  const { phone, password } = await here.create(actorOf(mine), "Réception");
  const { username: user } = phone;
  expect(await here.secretsOf(user)).toEqual(digestSecrets({ user, realm: "ongea", password }));
  expect(JSON.stringify(await here.list(mine))).not.toContain(password);
  await expect(here.reach(mine, "réception")).rejects.toMatchObject({ code: "call.phone_offline" });
  bound.add(user);
  await here.changed(user);
  expect(await here.list(mine)).toMatchObject([{ isRegistered: true, address: "192.0.2.7:5060 udp", userAgent: "Desk" }]);
  expect(await here.reach(mine, "RÉCEPTION")).toBe(user);
  expect(await here.reach(theirs, "Réception")).toBeUndefined();
  expect(await here.reach(mine, "+254711000001")).toBeUndefined();
  await expect(server(new Set()).reach(mine, "Réception")).rejects.toMatchObject({ code: "call.phone_elsewhere" });
  bound.delete(user);
  await here.changed(user);
  await expect(here.reach(mine, "Réception")).rejects.toMatchObject({ code: "call.phone_offline" });
});

test("what proved itself by a password that was replaced meanwhile is not registered, at no server", async () => {
  const workspaceId = await openTestWorkspace(database);
  const [boundHere, boundThere] = [new Set<string>(), new Set<string>()];
  const [here, there] = [server(boundHere), server(boundThere)];
  const { phone, password } = await here.create(actorOf(workspaceId), "Desk");
  const { username: user } = phone;
  boundHere.add(user);
  await here.changed(user);
  // The other server has read the phone before.
  expect(await there.secretsOf(user)).toEqual(digestSecrets({ user, realm: "ongea", password }));
  const renewed = await here.renew(actorOf(workspaceId), phone.id);
  expect([renewed.password === password, boundHere.size]).toEqual([false, 0]);
  boundThere.add(user);
  await there.changed(user);
  expect(await here.list(workspaceId)).toMatchObject([{ isRegistered: false }]);
  expect(await here.secretsOf(user)).toEqual(digestSecrets({ user, realm: "ongea", password: renewed.password }));
});

test("names are each workspace's own, once, and a workspace has a bound of them", async () => {
  const workspaceId = await openTestWorkspace(database);
  const here = server(new Set());
  await here.create(actorOf(workspaceId), "Desk");
  await expect(here.create(actorOf(workspaceId), "desk")).rejects.toMatchObject({ code: "phone.name_taken" });
  await here.create(actorOf(await openTestWorkspace(database)), "Desk");
  for (let at = 1; at < 50; at++) await here.create(actorOf(workspaceId), `Desk ${at}`);
  await expect(here.create(actorOf(workspaceId), "One more")).rejects.toMatchObject({ code: "phone.too_many" });
  await expect(here.remove(actorOf(workspaceId), randomUUID())).rejects.toMatchObject({ code: "phone.not_found" });
  const demo = server(new Set(), { isDemo: async () => true });
  await expect(demo.create(actorOf(workspaceId), "Visitor")).rejects.toMatchObject({ code: "phone.demo" });
});

test("a phone whose server is gone is not registered", async () => {
  const workspaceId = await openTestWorkspace(database);
  const store = createPhoneStore(database);
  const bound = new Set<string>();
  const ownerId = randomUUID();
  const here = server(bound, { ownerId });
  const { phone } = await here.create(actorOf(workspaceId), "Desk");
  bound.add(phone.username);
  await here.changed(phone.username);
  await store.confirm(ownerId, -1);
  await expect(here.reach(workspaceId, "Desk")).rejects.toMatchObject({ code: "call.phone_offline" });
  await here.confirm();
  expect(await here.reach(workspaceId, "Desk")).toBe(phone.username);
});
