import { MOST_PRONUNCIATIONS } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createPronunciations } from "./pronunciations.ts";
import { createPronunciationStore, type PronunciationStore } from "./store.ts";

let database: TestDatabase;
let store: PronunciationStore;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createPronunciationStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
});

test("a word is kept once for each language, whatever its case, and never seen by another workspace", async () => {
  await store.keep(workspaceId, { word: "Nguyen", said: "nu yen", language: "" }, 5);
  await store.keep(workspaceId, { word: "NGUYEN", said: "win", language: "" }, 5);
  await store.keep(workspaceId, { word: "Nguyen", said: "ngouyène", language: "fr" }, 5);
  const rows = await store.all(workspaceId);
  expect(rows.map(({ word, said, language }) => [word, said, language])).toEqual([
    ["NGUYEN", "win", ""],
    ["Nguyen", "ngouyène", "fr"],
  ]);
  const other = await openTestWorkspace(database);
  expect(await store.all(other)).toEqual([]);
  expect(await store.remove(other, rows[0]?.id ?? "")).toBeUndefined();
  expect((await store.remove(workspaceId, rows[0]?.id ?? ""))?.word).toBe("NGUYEN");
});

test("a full list takes no further word, not even from ten people at once, but a word on it may be said anew", async () => {
  expect(MOST_PRONUNCIATIONS).toBeLessThanOrEqual(500);
  const words = Array.from({ length: 10 }, (_, i) => store.keep(workspaceId, { word: `w${i}`, said: "x", language: "" }, 3));
  const kept = (await Promise.all(words)).filter((row) => row !== undefined);
  expect(kept).toHaveLength(3);
  const [first] = kept;
  expect((await store.keep(workspaceId, { word: first?.word ?? "", said: "y", language: "" }, 3))?.said).toBe("y");
});

test("the next call knows what was changed, and a database that is away keeps no caller waiting", async () => {
  const pronunciations = createPronunciations({ store, log: { warn: vi.fn<() => void>() } });
  expect((await pronunciations.sayAs(workspaceId))("Ongea", "en")).toBe("Ongea");
  await store.keep(workspaceId, { word: "Ongea", said: "on gay ah", language: "" }, 5);
  pronunciations.changed(workspaceId);
  expect((await pronunciations.sayAs(workspaceId))("Ongea!", "sw")).toBe("on gay ah!");

  const warn = vi.fn<() => void>();
  const stuck = createPronunciations({ store: { all: () => new Promise(() => undefined) }, log: { warn }, patienceMs: 1 });
  stuck.expect(workspaceId);
  expect(await stuck.of(workspaceId)).toEqual([]);
  const away = createPronunciations({ store: { all: () => Promise.reject(new Error("away")) }, log: { warn } });
  away.expect(workspaceId);
  expect(await away.of(workspaceId)).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(2);
});
