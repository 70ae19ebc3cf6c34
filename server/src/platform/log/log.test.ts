import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openLog } from "./log.ts";

const dataDir = mkdtempSync(join(tmpdir(), "ongea-log-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

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
