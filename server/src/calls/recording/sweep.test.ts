/** What killed servers leave in the folder of recordings, on a real folder and a real database. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createSweepStore } from "../lifecycle/store.ts";
import { createRecordings, type Recordings } from "../../engines/recording/recordings.ts";
import { sweepRecordings } from "./sweep.ts";

const log = pino({ level: "silent" });
const NOW = new Date("2026-11-23T09:00:00Z");
let database: TestDatabase;
let folder: string;
let recordings: Recordings;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  folder = mkdtempSync(join(tmpdir(), "ongea-sweep-"));
  recordings = createRecordings({ folder, log });
});
afterAll(async () => {
  await recordings.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), "RIFF");
  return name;
}

async function call(workspaceId: string, day: string, { isOver = true, isNamed = false }): Promise<string> {
  const id = randomUUID();
  const name = file(`${day}/${id}.wav`);
  await database.asOwner(`insert into executions (id, workspace_id, agent_name, status, provider, direction, cost, ended_at, recording)
    values ('${id}', '${workspaceId}', 'Desk', 'error', 'sip', 'inbound', '{}', ${isOver ? "now()" : "null"}, ${isNamed ? `'${name}'` : "null"})`);
  return name;
}

test("a file that its call does not name goes; what is named, goes on, is nobody's, is old or is shared stays", async () => {
  const workspaceId = await openTestWorkspace(database);
  const gone = [await call(workspaceId, "2026/11/23", {}), await call(workspaceId, "2026/11/01", {})];
  const kept = [
    await call(workspaceId, "2026/11/23", { isNamed: true }),
    await call(workspaceId, "2026/11/23", { isOver: false }),
    await call(workspaceId, "2026/09/01", {}),
    file(`2026/11/22/${randomUUID()}.wav`),
    file("2026/11/22/notes.txt"),
    file("demo/clinic.wav"),
  ];
  await sweepRecordings({ store: createSweepStore(database), recordings, now: () => NOW, log });
  const there = readdirSync(folder, { recursive: true }).map(String);
  expect(kept.filter((name) => !there.includes(name))).toEqual([]);
  expect(gone.filter((name) => there.includes(name))).toEqual([]);
});

test("a database that is away, and a folder that cannot be read, keep no server from starting, and nothing goes", async () => {
  const name = file(`2026/11/23/${randomUUID()}.wav`);
  const away = { unrecorded: () => Promise.reject(new Error("away")) };
  await sweepRecordings({ store: away, recordings, now: () => NOW, log });
  const broken = { recent: () => [name, "/../x.wav"], remove: () => Promise.reject(new Error("no")) as never };
  const store = { unrecorded: async () => new Set<string>() };
  await sweepRecordings({ store, recordings: broken, now: () => NOW, log });
  expect(recordings.path(name)).toBeDefined();
});

test("a thousand files and more are looked at in parts, each once", async () => {
  const names = Array.from({ length: 2_500 }, () => `2026/11/23/${randomUUID()}.wav`);
  const asked: number[] = [];
  const removed: string[] = [];
  await sweepRecordings({
    store: { unrecorded: async (ids) => (asked.push(ids.length), new Set(ids)) },
    recordings: { recent: () => names, remove: (name) => void removed.push(name) },
    now: () => NOW,
    log,
  });
  expect([asked, removed]).toEqual([[1_000, 1_000, 500], names]);
});
