import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { removeRecording } from "../../engines/recording/recordings.ts";
import { createCallStore, type CallStore, type NewCall } from "../records/store.ts";

let database: TestDatabase;
let store: CallStore;
const folder = mkdtempSync(join(tmpdir(), "ongea-recordings-"));

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCallStore(database);
});

afterAll(() => database.close());

const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
const nothingMore = async () => () => undefined;
const fresh = (workspaceId: string, change: Partial<NewCall> = {}): NewCall => ({
  id: randomUUID(),
  workspaceId,
  agentName: "Front desk",
  status: "in-progress",
  provider: "sip",
  direction: "inbound",
  cost,
  ...change,
});

test("a call that still runs is not deleted; when it has ended it goes with its journal", async () => {
  const call = fresh(await openTestWorkspace(database));
  await store.apply(call, { begin: call }, nothingMore);
  await store.apply(call, { entries: [{ position: 0, entry: { kind: "opened", atMs: 0, epochMs: 0 } }] }, nothingMore);
  await expect(store.remove(call)).rejects.toMatchObject({ code: "call.running" });
  await store.apply(call, { finish: { status: "completed", endedAt: new Date() } }, async () => () => undefined);
  await store.remove(call);
  expect(await store.read(call)).toBeUndefined();
  expect(await store.entries(call)).toEqual([]);
  await expect(store.remove(call)).rejects.toMatchObject({ code: "call.not_found" });
});

test("nobody deletes a call of another workspace", async () => {
  const call = fresh(await openTestWorkspace(database), { endedAt: new Date() });
  await store.apply(call, { begin: call }, nothingMore);
  const workspaceId = await openTestWorkspace(database);
  await expect(store.remove({ id: call.id, workspaceId })).rejects.toMatchObject({ code: "call.not_found" });
  expect(await store.read(call)).toBeDefined();
});

test("what follows from a call's end is stored with it or not at all", async () => {
  const call = fresh(await openTestWorkspace(database));
  await store.apply(call, { begin: call }, nothingMore);
  let told = 0;
  const broken = store.apply(call, { finish: { status: "completed", endedAt: new Date() } }, async () => {
    throw new Error("The disk is full");
  });
  await expect(broken).rejects.toThrow("The disk is full");
  expect((await store.read(call))?.status).toBe("in-progress");
  await store.apply(call, { finish: { status: "completed", endedAt: new Date() } }, async () => () => void told++);
  expect(told).toBe(1);
});

test("a recording of one call is taken away, one that demo workspaces share stays", () => {
  for (const name of ["2026/01/02/call.wav", "demo/spoken.wav"]) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), "sound");
    removeRecording(folder, name);
  }
  expect(existsSync(join(folder, "2026/01/02/call.wav"))).toBe(false);
  expect(existsSync(join(folder, "demo/spoken.wav"))).toBe(true);
  removeRecording(folder, "2026/01/02/call.wav");
  expect(() => removeRecording(folder, "../outside.wav")).toThrow();
});
