import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { mountSmallDisk } from "../testing/small-disk.ts";
import { openLog } from "./log.ts";

const dataDir = mkdtempSync(join(tmpdir(), "ongea-log-"));
const disk = mountSmallDisk(4_096);
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
  disk?.remove();
});

test("neither a field under pii nor the values of a query that failed stand in the log", async () => {
  const log = openLog({ to: "file", level: "info", dataDir });
  const cause = new Error("duplicate key value");
  const error = new DrizzleQueryError("insert into leads values ($1)", ["wanjiru@imani.example\nand more of Wanjiru"], cause);
  log.error({ err: error, path: "/api/leads" }, "A request failed");
  log.info({ pii: { to: "wanjiru@imani.example" }, subject: "Karibu" }, "A letter was handed over");
  const read = (): string => readFileSync(join(dataDir, "ongea.log"), "utf8");
  await expect.poll(read).toContain("A letter was handed over");
  const written = read();
  expect(written).toContain("insert into leads values ($1)");
  expect(written).toContain("duplicate key value");
  expect(written).toContain("log.test.ts");
  expect(written).not.toMatch(/wanjiru/i);
});

test.skipIf(!disk)("a full disk ends nothing, holds nothing up, and the log goes on when there is room", async () => {
  const log = openLog({ to: "file", level: "info", dataDir: disk!.folder });
  const read = (): string => readFileSync(join(disk!.folder, "ongea.log"), "utf8");
  log.info("There is room");
  await expect.poll(read).toContain("There is room");
  disk!.fill();
  const startedMs = performance.now();
  for (let line = 0; line < 5_000; line++) log.info({ line, more: "x".repeat(400) }, "There is none");
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let line = 0; line < 100; line++) log.info({ line }, "Still none");
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  disk!.makeRoom();
  await expect
    .poll(() => {
      log.info("There is room again");
      return read();
    })
    .toContain("There is room again");
});
