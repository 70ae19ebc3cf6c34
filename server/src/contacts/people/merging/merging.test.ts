import type { ContactIdentity } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePhoneNumber, type PhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { type ContactKey, type ContactStore, createContactStore } from "../store.ts";
import { createMergingStore, type MergingStore } from "./store.ts";

let database: TestDatabase;
let store: ContactStore;
let merging: MergingStore;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createContactStore(database);
  merging = createMergingStore(database);
});
afterAll(() => database.close());

const number = (n: number): PhoneNumber => parsePhoneNumber(`+2547120${String(n).padStart(5, "0")}`)!;
const phone = (n: number): ContactIdentity => ({ kind: "phone", value: number(n) });
const email: ContactIdentity = { kind: "email", value: "amina@example.com" };
const all = async (workspaceId: string) => (await store.list(workspaceId, { limit: 100 })).data;
const draft = { name: "", language: "" as const, tags: [], fields: {} };
const merge = (into: ContactKey, other: ContactKey): Promise<void> =>
  database.together(into.workspaceId, async () => {
    const [to, from] = await merging.hold(into.workspaceId, [into.id, other.id]);
    await merging.merge(to!, from!);
  });
const split = ({ workspaceId, id }: ContactKey, identities: readonly ContactIdentity[], name = ""): Promise<ContactKey> =>
  database.together(workspaceId, async () => {
    const [from] = await merging.hold(workspaceId, [id]);
    return merging.split(from!, { name, identities });
  });

test("two become one with all that both have, and a call from either is theirs", async () => {
  const workspaceId = await openTestWorkspace(database);
  const to = await store.add(workspaceId, { ...draft, tags: ["vip"], fields: { account: "12" }, identities: [phone(1)] });
  const known = { name: "Amina", language: "sw" as const, tags: ["vip", "new"], fields: { account: "99", town: "Nakuru" } };
  const from = await store.add(workspaceId, { ...known, identities: [phone(2)] });
  await store.addNote(from, { text: "Calls in the morning", author: "Juma" });
  await merge(to, from);
  const merged = await store.read(to);
  expect(merged).toMatchObject({ ...known, fields: { account: "12", town: "Nakuru" } });
  expect(await store.numbersOf(to)).toEqual([number(1), number(2)]);
  expect((await store.notes(to, 10)).map(({ text }) => text)).toEqual(["Calls in the morning"]);
  expect(await store.read(from)).toBeUndefined();
  await store.met(database.of(workspaceId), workspaceId, [{ number: number(2), at: new Date() }]);
  expect(await all(workspaceId)).toHaveLength(1);
});

test("two who are merged into each other at once are one, and nothing of them is lost", async () => {
  const workspaceId = await openTestWorkspace(database);
  for (let times = 0; times < 10; times++) {
    const [a, b] = [
      await store.add(workspaceId, { ...draft, identities: [phone(2 * times)] }),
      await store.add(workspaceId, { ...draft, identities: [phone(2 * times + 1)] }),
    ];
    const done = await Promise.allSettled([merge(a, b), merge(b, a)]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const people = await all(workspaceId);
    expect(people).toHaveLength(times + 1);
    expect(people[0]?.identities).toHaveLength(2);
  }
});

test("some numbers of one become another, which a merge undoes; what was noted stays", async () => {
  const workspaceId = await openTestWorkspace(database);
  const known = { name: "Amina", language: "sw" as const, tags: ["vip"], fields: { account: "12" } };
  const from = await store.add(workspaceId, { ...known, identities: [phone(1), phone(2), email] });
  await store.addNote(from, { text: "Calls in the morning", author: "Juma" });
  const to = await split(from, [phone(2), email], "Juma");
  expect(await store.read(to)).toMatchObject({ ...draft, name: "Juma", country: "KE", identities: [phone(2), email] });
  expect(await store.read(from)).toMatchObject({ ...known, country: "KE", identities: [phone(1)] });
  expect([await store.countNotes(from), await store.countNotes(to)]).toEqual([1, 0]);
  expect(await database.together(workspaceId, () => store.metBy(workspaceId, email))).toBe(to.id);
  await merge(from, to);
  expect(await all(workspaceId)).toMatchObject([{ ...known, identities: [phone(1), phone(2), email] }]);
});

test("the last number is not split off, nor what is another's, nor anything of another workspace", async () => {
  const workspaceId = await openTestWorkspace(database);
  const from = await store.add(workspaceId, { ...draft, identities: [phone(1), phone(2)] });
  await store.add(workspaceId, { ...draft, identities: [phone(3)] });
  await expect(split(from, [phone(1), phone(2)])).rejects.toMatchObject({ code: "contact.last_identity" });
  await expect(split(from, [phone(3)])).rejects.toMatchObject({ code: "contact.identity_not_theirs" });
  await expect(split(from, [phone(1), phone(3)])).rejects.toMatchObject({ code: "contact.identity_not_theirs" });
  const elsewhere = { workspaceId: await openTestWorkspace(database), id: from.id };
  await expect(split(elsewhere, [phone(1)])).rejects.toMatchObject({ code: "contact.not_found" });
  expect((await all(workspaceId)).map(({ identities }) => identities.length)).toEqual([1, 2]);
});

test("of many who split the same contact at once one does, and its last number stays", async () => {
  const workspaceId = await openTestWorkspace(database);
  const from = await store.add(workspaceId, { ...draft, identities: [phone(1), phone(2), phone(3)] });
  const done = await Promise.allSettled([1, 2, 3, 1, 2, 3, 1, 2].map((n) => split(from, [phone(n)])));
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect((await all(workspaceId)).map(({ identities }) => identities.length)).toEqual([1, 1, 1]);
});

test("a split and a merge of the same contacts at once leave each number with one contact", async () => {
  const workspaceId = await openTestWorkspace(database);
  for (let times = 0; times < 10; times++) {
    const numbers = [0, 1, 2].map((n) => phone(3 * times + n));
    const one = await store.add(workspaceId, { ...draft, identities: numbers.slice(0, 2) });
    const other = await store.add(workspaceId, { ...draft, identities: numbers.slice(2) });
    await Promise.all([split(one, numbers.slice(0, 1)), merge(one, other)]);
    const held = (await all(workspaceId)).flatMap(({ identities }) => identities.map(({ value }) => value));
    expect(new Set(held).size).toBe(3 * (times + 1));
    expect(held).toHaveLength(3 * (times + 1));
  }
});

test("a split that is not finished has done nothing", async () => {
  const workspaceId = await openTestWorkspace(database);
  const from = await store.add(workspaceId, { ...draft, identities: [phone(1), phone(2)] });
  const killed = database.together(workspaceId, async () => {
    const [held] = await merging.hold(workspaceId, [from.id]);
    await merging.split(held!, { name: "", identities: [phone(1)] });
    await database.query("select pg_terminate_backend(pg_backend_pid())");
  });
  await expect(killed).rejects.toThrow();
  expect(await all(workspaceId)).toMatchObject([{ id: from.id, identities: [phone(1), phone(2)] }]);
});
