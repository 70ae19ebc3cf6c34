import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LiveEvent } from "@ongea/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { createLive } from "../../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createRunningCallStore } from "../records/running/store.ts";
import { createCallStore, type CallRow, type NewCall } from "../records/store.ts";
import { CallRecord } from "./call-record.ts";
import { createCallWriter } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As no door has checked it. */
const BAD = "a\0b \ud83d";
const KEPT = "ab \uFFFD";

test("a call in which a service, a model and a telephone send what no database takes is stored to its end", async () => {
  const store = createCallStore(database);
  const ended = async () => () => undefined;
  const writer = createCallWriter({ store, ended, dataDir: folder, log: pino({ level: "silent" }) });
  const workspaceId = await openTestWorkspace(database);
  const begun: NewCall = {
    id: "3f1c2b5e-0000-4000-8000-000000000001",
    workspaceId,
    agentName: "Front desk",
    status: "in-progress",
    provider: "sip",
    direction: "inbound",
    fromNumber: BAD,
    userData: { [BAD]: [BAD] },
    traits: {},
    cost,
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const live = createLive<LiveEvent>();
  const heard: LiveEvent[] = [];
  live.subscribe(workspaceId, (event) => void heard.push(event));
  const record = new CallRecord(begun as CallRow, { writer, live, publicUrl: "https://ongea.example", nowMs: () => 0 });
  record.note({ kind: "tool", name: "lookup", arguments: BAD, result: BAD, ok: true, startMs: 1, endMs: 2 });
  record.note({ kind: "failure", atMs: 2, stage: "think", problem: { code: "away", message: BAD }, recovery: "none", by: BAD });
  record.change({ hangupReason: BAD });
  await record.finish({ status: "completed", endedAt: new Date(), transcript: BAD, errorMessage: BAD });
  await expect.poll(() => writer.waiting).toBe(0);
  const key = { id: begun.id, workspaceId };
  expect(await store.read(key)).toMatchObject({
    status: "completed",
    fromNumber: KEPT,
    userData: { [KEPT]: [KEPT] },
    hangupReason: KEPT,
    transcript: KEPT,
    errorMessage: KEPT,
  });
  const entries = await store.entries(key);
  expect(entries).toMatchObject([
    { kind: "tool", arguments: KEPT, result: KEPT },
    { kind: "failure", problem: { message: KEPT }, by: KEPT },
  ]);
  expect(heard.flatMap((event) => (event.event === "entry" ? event.entry : []))).toEqual(entries);
  await writer.stop();
});

test("a call that is held says so in its row, whether or not anybody watches, and its journal does not", async () => {
  const store = createCallStore(database);
  const writer = createCallWriter({ store, ended: async () => () => undefined, dataDir: folder, log: pino({ level: "silent" }) });
  const workspaceId = await openTestWorkspace(database);
  const id = "3f1c2b5e-0000-4000-8000-000000000002";
  const [createdAt, updatedAt] = [new Date(), new Date()];
  const traits = { agentName: "Front desk", status: "in-progress", provider: "sip", direction: "inbound", cost } as const;
  const begun: NewCall = { id, workspaceId, ...traits, createdAt, updatedAt };
  const record = new CallRecord(begun as CallRow, {
    writer,
    live: createLive<LiveEvent>(),
    publicUrl: "https://ongea.example",
    nowMs: () => 0,
  });
  const board = async () => (await createRunningCallStore(database).running(workspaceId, 10)).map(({ line }) => line);
  await record.stored;
  expect(await board()).toEqual([null]);
  record.note({ kind: "line", atMs: 900.5, state: "held" });
  await expect.poll(board).toEqual([{ state: "held", atMs: 901 }]);
  record.note({ kind: "line", atMs: 1_200, state: "open" });
  await expect.poll(board).toEqual([{ state: "open", atMs: 1_200 }]);
  expect(await store.entries({ id, workspaceId })).toEqual([]);
  await writer.stop();
});
