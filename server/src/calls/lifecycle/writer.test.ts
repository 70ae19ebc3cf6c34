import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import type { CallWrite } from "../records/store.ts";
import { createCallWriter, type WriterParts } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
const log = pino({ level: "silent" });
const key = { id: "3f1c2b5e-0000-4000-8000-000000000001", workspaceId: "3f1c2b5e-0000-4000-8000-000000000002" };
const opened = { position: 0, entry: { kind: "opened", atMs: 0, epochMs: 0 } } as const;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the last transaction of a call is tried again until the database takes it, behind everything before it", async () => {
  const stored: CallWrite[] = [];
  let isAway = true;
  const store: WriterParts["store"] = {
    async applyAll(_workspaceId, writes) {
      if (isAway) throw Object.assign(new Error("terminating connection"), { code: "57P01" });
      stored.push(...writes.map(({ write }) => write));
    },
  };
  const writer = createCallWriter({ store, ended: async () => () => undefined, dataDir: folder, log });
  await writer.write(key, { change: { status: "in-progress" } });
  await writer.write(key, { entries: [opened] });
  await writer.write(key, { finish: { status: "completed", endedAt: new Date(0) } });
  expect(writer.waiting).toBe(3);
  isAway = false;
  await expect.poll(() => writer.waiting).toBe(0);
  expect(stored).toMatchObject([
    { change: { status: "in-progress" } },
    { entries: [opened] },
    { finish: { status: "completed", endedAt: new Date(0) } },
  ]);
  await writer.stop();
});

test("what happens in a call at the same time is stored at once; its end takes along what came just before", async () => {
  const stored: CallWrite[] = [];
  const store: WriterParts["store"] = {
    applyAll: async (_workspaceId, writes) => void stored.push(...writes.map(({ write }) => write)),
  };
  const writer = createCallWriter({ store, ended: async () => () => undefined, dataDir: folder, log });
  await Promise.all([
    writer.write(key, { change: { status: "in-progress" } }),
    writer.write(key, { entries: [opened] }),
    writer.write(key, { change: { recording: "a.wav" } }),
    writer.write(key, { finish: { status: "completed" } }),
  ]);
  expect(stored).toEqual([
    {
      begin: undefined,
      change: { status: "in-progress", recording: "a.wav" },
      entries: [opened],
      finish: { status: "completed" },
    },
  ]);
  void writer.write(key, { entries: [opened] });
  await writer.stop();
  expect(stored).toHaveLength(2);
});
