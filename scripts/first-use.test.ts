/** What the commands do on a machine where nothing is installed yet: copied sources of scripts/, and an npm that only notes that it ran. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MODELS_USAGE } from "@ongea/providers/hosts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../server/src/platform/config/config.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bare = mkdtempSync(join(tmpdir(), "ongea-bare-"));
const npmRan = join(bare, "npm-ran");
const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }).scripts;

beforeAll(() => {
  for (const path of ["package.json", "package-lock.json", "scripts", "server/src/commands/usage.json"])
    cpSync(join(root, path), join(bare, path), { recursive: true });
  mkdirSync(join(bare, "bin"));
  writeFileSync(join(bare, "bin/npm"), `#!/bin/sh\ntouch ${npmRan}\nexit 1\n`, { mode: 0o755 });
});
afterAll(() => rmSync(bare, { recursive: true, force: true }));

interface Done {
  code: number | null;
  out: string;
  error: string;
}

function run(script: string, settings: Record<string, string> = {}): Promise<Done> {
  const path = `${join(bare, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const child = spawn("/bin/sh", ["-c", script], { cwd: bare, env: { PATH: path, HOME: bare, ...settings } });
  const done: Done = { code: null, out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (done.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (done.error += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...done, code })));
}

async function takenPort(): Promise<{ port: number; free(): void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, free: () => void server.close() };
}

async function takenUdpPort(): Promise<{ port: number; free(): void }> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { port: socket.address().port, free: () => void socket.close() };
}

const start = (settings: Record<string, string>): Promise<Done> =>
  run(scripts["start"]!, { PORT: "0", SIP_PORT: "0", ...settings });

const COMMANDS = ["start", "test", "check", "settings", "doctor", "call", "audit", "codes", "mcp", "keys", "webhooks"];
const PROGRAMS = ["bench", "drill", "models", "prove-gates", "screenshots", "pictures"];

test.each([...COMMANDS, ...PROGRAMS])("npm run %s -- --help prints its usage before anything is installed", async (name) => {
  for (const flag of ["--help", "-h"]) {
    const { code, out, error } = await run(`${scripts[name]} ${flag}`);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toMatch(new RegExp(`^npm (?:run )?${name}\\b`));
  }
  expect(existsSync(npmRan)).toBe(false);
});

test("the usage of models is the one that the command itself prints", async () => {
  expect((await run(`${scripts["models"]} --help`)).out).toContain(MODELS_USAGE);
});

test("npm start refuses a port that is taken before it installs anything, by the environment and by .env", async () => {
  const page = await takenPort();
  const sip = await takenUdpPort();
  const both = [
    `Port ${page.port} on 127.0.0.1 is in use by another program. Choose another with PORT.`,
    `SIP port ${sip.port} on 127.0.0.1 is in use by another program. Choose another with SIP_PORT.`,
    "",
  ].join("\n");
  expect(await start({ PORT: String(page.port), SIP_PORT: String(sip.port) })).toEqual({ code: 1, out: "", error: both });
  writeFileSync(join(bare, ".env"), `PORT=${page.port}\nSIP_PORT=${sip.port}\n`);
  expect(await run(scripts["start"]!)).toEqual({ code: 1, out: "", error: both });
  rmSync(join(bare, ".env"));
  expect(existsSync(npmRan)).toBe(false);
  page.free();
  sip.free();
});

test("npm start refuses a port setting that is no port, and one port for two uses, before it installs anything", async () => {
  expect((await start({ PORT: "eighty" })).error).toBe(
    'The setting PORT="eighty" is not valid: it must be a whole number from 0 to 65535.\n',
  );
  expect((await start({ PORT: "8099", SIP_PORT: "8099" })).error).toBe(
    "PORT and SIP_PORT are both 8099: choose another for one of them.\n",
  );
  expect((await start({ HOST: "203.0.113.77", PORT: "8099" })).error).toBe(
    "This machine has no address 203.0.113.77. Check HOST.\n",
  );
  expect(existsSync(npmRan)).toBe(false);
});

test("what is free, disk and memory, is compared with what a first start takes", async () => {
  const { roomProblems } = (await import(new URL("steps/preflight.mjs", import.meta.url).href)) as {
    roomProblems(room: { freeMb: number; folder: string; memoryMb: number; isInstalled: boolean }): string[];
  };
  const enough = { freeMb: 5_000, folder: "/srv/ongea", memoryMb: 4_000, isInstalled: false };
  expect(roomProblems(enough)).toEqual([]);
  expect(roomProblems({ ...enough, freeMb: 700 })).toEqual([
    "Only 700 MB are free for /srv/ongea, and a first start takes 1000 MB: make room on this disk.",
  ]);
  expect(roomProblems({ ...enough, freeMb: 700, isInstalled: true })).toEqual([]);
  expect(roomProblems({ ...enough, memoryMb: 500, isInstalled: true })).toEqual([]);
  expect(roomProblems({ ...enough, memoryMb: 300 })).toEqual([
    "Only 300 MB of memory are available, and a first start takes 700 MB: stop other programs or use a larger machine.",
  ]);
});

test("an old Node is refused with one sentence before anything else is read", async () => {
  const old = join(bare, "old.mjs");
  writeFileSync(old, `Object.defineProperty(process.versions, "node", { value: "18.20.4" });\n`);
  const { code, error } = await run(`node --import ${old} scripts/start.mjs`);
  expect([code, error.split(";")[0]]).toEqual([1, "Ongea needs Node 20.19 or newer"]);
  expect(existsSync(npmRan)).toBe(false);
});

test("the defaults that the first check uses are those of the settings", async () => {
  const { DEFAULTS } = (await import(new URL("steps/preflight.mjs", import.meta.url).href)) as {
    DEFAULTS: Record<string, string>;
  };
  const config: Record<string, unknown> = { ...parseConfig({}) };
  for (const [name, value] of Object.entries(DEFAULTS)) expect(`${name} ${value}`).toBe(`${name} ${String(config[name])}`);
});
