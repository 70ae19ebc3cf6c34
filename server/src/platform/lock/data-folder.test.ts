import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeDataFolder } from "./data-folder.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a data folder belongs to one server, and a second one is told its process", () => {
  const taken = takeDataFolder(folder);
  expect(() => takeDataFolder(folder)).toThrow(`in use by a running server, process ${process.pid}.`);
  taken.release();
  takeDataFolder(folder).release();
});

test("the lock of a killed server does not stop the next one", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  writeFileSync(join(folder, "server.lock"), `${child.pid} 12345\n`);
  const taken = takeDataFolder(folder);
  expect(readFileSync(join(folder, "server.lock"), "utf8")).toContain(`${process.pid} `);
  taken.release();
});

test("a lock whose number has gone to another program since does not stop a server", () => {
  writeFileSync(join(folder, "server.lock"), `${process.pid} 1\n`);
  const taken = takeDataFolder(folder);
  expect(readFileSync(join(folder, "server.lock"), "utf8")).not.toContain(" 1\n");
  taken.release();
});

test("where the system makes no folders it is told at once", () => {
  expect(() => takeDataFolder("/proc/ongea/data")).toThrow("The data folder /proc/ongea/data cannot be made");
});

test("a folder that cannot be made is named in a sentence", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => takeDataFolder(join(folder, "file", "data"))).toThrow(/^The data folder .* cannot be made: /);
});
