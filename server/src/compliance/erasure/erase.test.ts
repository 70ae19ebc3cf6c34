/** One person is erased: on a real database, from real files. */
import { randomUUID } from "node:crypto";
import { readIdentity } from "../../contacts/people/identity.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../accounts/index.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { erasePerson, finishErasures } from "./erase.ts";
import { testParts, type TestParts } from "./testing/on-database.ts";
import { remnantsOf, seedPerson, type SeededPerson } from "./testing/person.ts";

let database: TestDatabase;
let workspaceId: string;
let parts: TestParts;
let actor: Actor;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  workspaceId = await openTestWorkspace(database);
  parts = testParts(database, { homeId: workspaceId, now: () => new Date() });
  actor = { workspaceId, kind: "person", id: "7", name: "asha@example.com" };
});
afterAll(async () => {
  await parts.close();
  await database.close();
});

let people = 0;
const seeded = (change: { calls?: number; workspaceId?: string } = {}): Promise<SeededPerson> => {
  people++;
  return seedPerson(database, {
    workspaceId,
    number: `+2547119990${String(people).padStart(2, "0")}`,
    mark: `canary${people}x`,
    ...change,
  });
};
const phone = (value: string) => ({ kind: "phone" as const, value });
const leftOf = ({ mark, number }: SeededPerson) => remnantsOf(database, [mark, number, number.slice(4)]);
const failed = (error: unknown): void => {
  throw error;
};

test("nothing is left of a person in any column of any table or on disk, and another person is as they were", async () => {
  const [one, other, elsewhere] = [
    await seeded(),
    await seeded(),
    await seeded({ workspaceId: await openTestWorkspace(database) }),
  ];
  const before = [await leftOf(other), await leftOf(elsewhere)];
  const known = await leftOf(one);
  expect(known.length).toBeGreaterThan(30);
  expect(known).toContain("call_words.words");
  for (const id of one.callIds) parts.record(`${id}.wav`);
  parts.record(`${other.callIds[0]}.wav`);
  const id = await erasePerson(parts.erasing, actor, phone(one.number));
  expect(await leftOf(one)).toEqual([]);
  expect([await leftOf(other), await leftOf(elsewhere)]).toEqual(before);
  expect(one.callIds.filter((call) => parts.recordings.path(`${call}.wav`) !== undefined)).toEqual([]);
  expect(parts.recordings.path(`${other.callIds[0]}.wav`)).toBeDefined();
  const row = await parts.store.readDeletion(workspaceId, id);
  expect(row).toMatchObject({
    reason: "erasure",
    counts: { calls: 4, audio: 3, contacts: 1, messages: 2, appointments: 2, threads: 1, leads: 1 },
  });
  const [entry] = (await parts.audit.list(workspaceId, { limit: 1 })).data;
  expect(entry).toMatchObject({ act: "person.erased", subject: id, actor: actor.name });
  expect((await parts.audit.verify()).broken).toEqual([]);
});

test("their number is still not called: the list knows it by its hash, and shows it to nobody", async () => {
  const one = await seeded();
  await erasePerson(parts.erasing, actor, phone(one.number));
  expect(await parts.doNotCall.has(workspaceId, one.number)).toBe(true);
  const listed = (await parts.doNotCall.list(workspaceId, { limit: 100 })).data.map(({ number }) => number);
  expect(listed).not.toContain(one.number);
  expect(await parts.doNotCall.remove(workspaceId, one.number)).toBe(true);
  expect(await parts.doNotCall.has(workspaceId, one.number)).toBe(false);
});

test("six ways of writing a number, and an e-mail address, are the same person", async () => {
  const one = await seeded();
  const rest = one.number.slice(4);
  const ways = [
    one.number,
    `00254${rest}`,
    `254${rest}`,
    `0${rest}`,
    `+254 ${rest.slice(0, 3)} ${rest.slice(3)}`,
    `(0${rest.slice(0, 3)}) ${rest.slice(3)}`,
  ];
  for (const value of ways) {
    const found = await parts.people.find(workspaceId, readIdentity(phone(value), ["KE"]));
    expect(found.contactId).toBe(one.contactId);
  }
  await erasePerson(parts.erasing, actor, { kind: "email", value: `${one.mark}@example.com` });
  expect(await leftOf(one)).toEqual([]);
});

test("somebody who is erased twice, at once too, is erased, and somebody whom nobody knows as well", async () => {
  const one = await seeded({ calls: 450 });
  await Promise.all([1, 2].map(() => erasePerson(parts.erasing, actor, phone(one.number))));
  expect(await leftOf(one)).toEqual([]);
  const again = await erasePerson(parts.erasing, actor, phone(one.number));
  expect((await parts.store.readDeletion(workspaceId, again))?.counts).toEqual({});
});

test("nobody is erased while a call with them runs, or while they or one of their calls are on legal hold", async () => {
  const one = await seeded();
  const asked = (): Promise<string> => erasePerson(parts.erasing, actor, phone(one.number));
  await database.asOwner(`update executions set ended_at = null, status = 'in-progress' where id = '${one.callIds[1]}'`);
  await expect(asked()).rejects.toMatchObject({ code: "privacy.call_running" });
  await database.asOwner(`update executions set ended_at = now(), status = 'completed' where id = '${one.callIds[1]}'`);
  for (const held of [{ callId: one.callIds[1] }, { contactId: one.contactId, numbers: [one.number] }]) {
    const hold = await parts.store.placeHold({ workspaceId, reason: "a case", placedBy: "asha", ...held });
    await expect(asked()).rejects.toMatchObject({ code: "privacy.on_hold" });
    await parts.store.liftHold(workspaceId, hold.id);
  }
  await asked();
  expect(await leftOf(one)).toEqual([]);
});

test("what is split off somebody on legal hold is held, too, and one hold is left when they are merged again", async () => {
  const one = await seeded();
  await parts.store.placeHold({
    workspaceId,
    reason: "a case",
    placedBy: "asha",
    contactId: one.contactId,
    numbers: [one.number],
  });
  const to = randomUUID();
  await database.of(workspaceId).execute(sql`insert into contacts (id, workspace_id) values (${to}, ${workspaceId})`);
  await parts.store.copyHold(workspaceId, to, one.contactId);
  await expect(database.asOwner(`delete from contacts where id = '${to}'`)).rejects.toThrow("This is on legal hold");
  await parts.store.moveHold(workspaceId, one.contactId, to);
  await database.asOwner(`delete from contacts where id = '${to}'`);
  const { data } = await parts.store.holds(workspaceId, { limit: 100 });
  expect(data.filter(({ contactId }) => contactId === one.contactId || contactId === to)).toMatchObject([{ reason: "a case" }]);
});

test("what is on legal hold is deleted by nobody: neither the call, nor the contact, nor what they have written", async () => {
  const one = await seeded();
  const { id } = await parts.store.placeHold({
    workspaceId,
    reason: "a case",
    placedBy: "asha",
    contactId: one.contactId,
    numbers: [one.number],
  });
  for (const statement of [
    `delete from executions where id = '${one.callIds[0]}'`,
    `delete from executions where id = '${one.callIds[1]}'`,
    `update executions set redacted_at = now() where id = '${one.callIds[0]}'`,
    `delete from contacts where id = '${one.contactId}'`,
    `delete from contact_notes where contact_id = '${one.contactId}'`,
    `delete from threads where contact_id = '${one.contactId}'`,
    `delete from thread_messages where text = 'I am ${one.mark}'`,
  ])
    await expect(database.asOwner(statement)).rejects.toMatchObject({ code: "OH001" });
  await parts.store.liftHold(workspaceId, id);
  await database.asOwner(`delete from contacts where id = '${one.contactId}'`);
});

test("an erasure that a kill has interrupted is finished by whoever comes next", async () => {
  const one = await seeded({ calls: 250 });
  let batches = 0;
  const calls: TestParts["calls"] = {
    ...parts.calls,
    async erase(id, ids) {
      if (++batches === 2) throw new Error("killed");
      return parts.calls.erase(id, ids);
    },
  };
  await expect(erasePerson({ ...parts.erasing, calls }, actor, phone(one.number))).rejects.toThrow("killed");
  expect(await leftOf(one)).not.toEqual([]);
  expect(await finishErasures(parts.erasing, failed)).toBe(1);
  expect(await leftOf(one)).toEqual([]);
  expect(await finishErasures(parts.erasing, failed)).toBe(0);
});

test("a database that is brought back from an older copy erases again whom it still knows", async () => {
  const one = await seeded();
  await erasePerson(parts.erasing, actor, phone(one.number));
  // The older copy: no erasure, and the same person once more.
  await database.asOwner("delete from erasures");
  const { number, mark } = one;
  const back = await seedPerson(database, { workspaceId, number, mark });
  expect(await parts.store.bringBack(parts.tombstones.all())).toBeGreaterThan(0);
  await finishErasures(parts.erasing, failed);
  expect(await leftOf(back)).toEqual([]);
  expect(await parts.store.bringBack(parts.tombstones.all())).toBe(0);
  expect(await parts.store.bringBack([{ id: randomUUID(), workspaceId: randomUUID(), hashes: [], actor }])).toBe(0);
});

test("an older copy that knows somebody as no contact, by calls and files of batches alone, forgets them too", async () => {
  const one = await seeded();
  await erasePerson(parts.erasing, actor, phone(one.number));
  await database.asOwner("delete from erasures");
  const back = await seedPerson(database, { workspaceId, number: one.number, mark: one.mark });
  await database.asOwner(`delete from contacts where id = '${back.contactId}'; delete from leads`);
  await parts.store.bringBack(parts.tombstones.all());
  await finishErasures(parts.erasing, failed);
  expect(await leftOf(back)).toEqual([]);
});

test("a workspace that goes as a whole takes what is on hold with it", async () => {
  const going = await openTestWorkspace(database);
  const one = await seeded({ workspaceId: going });
  await parts.store.placeHold({
    workspaceId: going,
    reason: "a case",
    placedBy: "asha",
    contactId: one.contactId,
    numbers: [one.number],
  });
  await database.asOwner(`delete from leads; delete from workspaces where id = '${going}'`);
  expect(await leftOf(one)).toEqual([]);
});

test("a recording whose server was killed between the row and the file is removed later", async () => {
  const one = await seeded();
  const name = `${one.callIds[0]}.wav`;
  parts.record(name);
  await erasePerson({ ...parts.erasing, removeFiles: async () => undefined }, actor, phone(one.number));
  expect(parts.recordings.path(name)).toBeDefined();
  await parts.erasing.removeFiles();
  expect(parts.recordings.path(name)).toBeUndefined();
});

test("a thousand calls are erased within a minute", { timeout: 90_000 }, async () => {
  const one = await seeded({ calls: 1_000 });
  const startMs = performance.now();
  await erasePerson(parts.erasing, actor, phone(one.number));
  const tookMs = performance.now() - startMs;
  console.log(`1,000 calls erased in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(60_000);
  expect(await leftOf(one)).toEqual([]);
});
