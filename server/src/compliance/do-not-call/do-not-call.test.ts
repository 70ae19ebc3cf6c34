import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createDoNotCallStore, hashingNumbers } from "./store.ts";
import { recordOptOuts } from "./after-call.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

const number = (n: number): string => `+2547120${String(n).padStart(5, "0")}`;

test("a list is a workspace's own, holds a number once, is read page by page and searched by digits", async () => {
  const store = createDoNotCallStore(database, hashingNumbers("a secret"));
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const all = Array.from({ length: 25 }, (_, n) => ({ number: number(n) }));
  expect(await store.add(database.of(mine), mine, "added", all)).toBe(25);
  expect(await store.add(database.of(mine), mine, "added", all.slice(0, 3))).toBe(0);
  expect(await store.has(mine, number(7))).toBe(true);
  expect(await store.has(theirs, number(7))).toBe(false);
  const first = await store.list(mine, { limit: 20 });
  const second = await store.list(mine, { limit: 20, cursor: first.next ?? "" });
  expect(new Set([...first.data, ...second.data].map((row) => row.number)).size).toBe(25);
  expect(second.next).toBeNull();
  expect((await store.list(mine, { limit: 20, q: "0712 000 07" })).data).toEqual([]);
  expect((await store.list(mine, { limit: 20, q: "00007" })).data.map((row) => row.number)).toEqual([number(7)]);
  await expect(store.list(mine, { limit: 20, cursor: "x" })).rejects.toThrow("That page no longer exists");
  expect(await store.remove(theirs, number(7))).toBe(false);
  expect(await store.remove(mine, number(7))).toBe(true);
  expect(await store.has(mine, number(7))).toBe(false);
});

test("who asks not to be called again and hangs up is on the list with the call's end, whichever way it went, and once; who answered no is not", async () => {
  const store = createDoNotCallStore(database, hashingNumbers("a secret"));
  const workspaceId = await openTestWorkspace(database);
  const call = { id: randomUUID(), fromNumber: null, toNumber: null, transcript: "user: Usinipigie tena." };
  const inbound = { ...call, direction: "inbound" as const, fromNumber: number(1), toNumber: "1001" };
  const outbound = { ...call, direction: "outbound" as const, fromNumber: "1001", toNumber: number(2) };
  const browser = { ...call, direction: "inbound" as const, fromNumber: "browser" };
  const friendly = { ...inbound, fromNumber: number(3), transcript: "user: Nipigie kesho." };
  const named = { ...inbound, fromNumber: number(4), transcript: "user: Please don't call me Mrs Wanjiru." };
  const refused = { ...inbound, fromNumber: number(5), transcript: "user: don't call me\nassistant: Shall I?\nuser: no" };
  for (let times = 0; times < 2; times++)
    await recordOptOuts(store)(database.of(workspaceId), workspaceId, [inbound, outbound, browser, friendly, named, refused]);
  const { data } = await store.list(workspaceId, { limit: 10 });
  expect(
    data
      .map(({ number: listed, source, callId }) => [listed, source, callId])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  ).toEqual([
    [number(1), "asked", call.id],
    [number(2), "asked", call.id],
  ]);
});
