import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { createCallWriter, type WriterParts } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
const log = pino({ level: "silent" });
const key = { id: "3f1c2b5e-0000-4000-8000-000000000001", workspaceId: "3f1c2b5e-0000-4000-8000-000000000002" };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the last transaction of a call is tried again until the database takes it, behind everything before it", async () => {
  const stored: string[] = [];
  let isAway = true;
  const attempt = async (what: string): Promise<void> => {
    if (isAway) throw Object.assign(new Error("terminating connection"), { code: "57P01" });
    stored.push(what);
  };
  const store: WriterParts["store"] = {
    add: () => attempt("begin"),
    change: (_call, change) => attempt(`change to ${change.status}`),
    addEntry: (_call, position) => attempt(`entry ${position}`),
    finish: (_call, change) => attempt(`end at ${change.endedAt?.toISOString()}`),
  };
  const writer = createCallWriter({ store, ended: async () => () => undefined, dataDir: folder, log });
  await writer.write(key, { kind: "change", change: { status: "in-progress" } });
  await writer.write(key, { kind: "entry", position: 0, entry: { kind: "opened", atMs: 0, epochMs: 0 } });
  await writer.write(key, { kind: "finish", change: { status: "completed", endedAt: new Date(0) } });
  expect(writer.waiting).toBe(3);
  isAway = false;
  await expect.poll(() => writer.waiting).toBe(0);
  expect(stored).toEqual(["change to in-progress", "entry 0", "end at 1970-01-01T00:00:00.000Z"]);
  await writer.stop();
});
