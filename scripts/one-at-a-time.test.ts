/** Commands that begin together on a fresh clone: real processes, and an npm that takes a moment and notes that it ran. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const WAITS = "Another command is installing packages. This one waits for it …\n";
const NPM = `#!/bin/sh
echo began $$ >> npm-log
if [ -e go ] || [ ! -e wait ]; then sleep 0.5; else while [ ! -e go ]; do sleep 0.05; done; fi
mkdir -p node_modules
cp package-lock.json node_modules/.package-lock.json
echo ended >> npm-log
`;
const INSTALL = `import { installPackages } from "./scripts/steps/install.mjs";
await installPackages(process.cwd());
console.log("goes on");
`;
/** Adds one to a number in a file, which goes wrong as soon as two do it together. */
const COUNT = `import { readFileSync, writeFileSync } from "node:fs";
import { oneAtATime } from "./scripts/steps/lock.mjs";
for (let round = 0; round < 5; round++)
  await oneAtATime(process.cwd(), { name: "count", doing: "counting" }, async () => {
    const count = Number(readFileSync("count", "utf8"));
    await new Promise((done) => setTimeout(done, 5));
    writeFileSync("count", String(count + 1));
    // Without a word, as one that is killed.
    if (round === 4 && process.argv[2] === "dies") process.kill(process.pid, "SIGKILL");
  });
`;

let clone = "";
let started: Command[] = [];

interface Command {
  child: ChildProcess;
  out: string;
  ended: Promise<number | null>;
}

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "ongea-clone-"));
  started = [];
  for (const path of ["package.json", "package-lock.json", "scripts/steps"])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  mkdirSync(join(clone, "bin"));
  writeFileSync(join(clone, "bin/npm"), NPM, { mode: 0o755 });
  writeFileSync(join(clone, "install.mjs"), INSTALL);
  writeFileSync(join(clone, "count.mjs"), COUNT);
});
afterEach(async () => {
  writeFileSync(join(clone, "go"), "");
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(clone, { recursive: true, force: true });
});

function command(...args: string[]): Command {
  const path = `${join(clone, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const child = spawn(process.execPath, args, { cwd: clone, env: { PATH: path, HOME: clone } });
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  const one: Command = { child, out: "", ended };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (one.out += text));
  started.push(one);
  return one;
}

const log = (): string => (existsSync(join(clone, "npm-log")) ? readFileSync(join(clone, "npm-log"), "utf8") : "");
const began = (): string[] => [...log().matchAll(/began (\d+)/g)].map(([, pid = ""]) => pid);
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** One that installs and a second that waits for it. */
async function installerAndWaiter(): Promise<[Command, Command]> {
  writeFileSync(join(clone, "wait"), "");
  const installer = command("install.mjs");
  await until(() => expect(began()).toHaveLength(1));
  const waiter = command("install.mjs");
  await until(() => expect(waiter.out).toBe(WAITS));
  return [installer, waiter];
}

test("of three commands that begin together on a fresh clone one installs, and the others go on after it", async () => {
  const all = [command("install.mjs"), command("install.mjs"), command("install.mjs")];
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(log()).toMatch(/^began \d+\nended\n$/);
  expect(all.map(({ out }) => out).toSorted()).toEqual([
    `${WAITS}goes on\n`,
    `${WAITS}goes on\n`,
    "Installing packages from npm (once, about a minute) …\ngoes on\n",
  ]);
});

test("where the command that installs is killed, the next one waits for its npm and does not install beside it", async () => {
  const [installer, waiter] = await installerAndWaiter();
  installer.child.kill("SIGKILL");
  await installer.ended.catch(() => undefined);
  await new Promise((done) => setTimeout(done, 600));
  expect([waiter.out, began().length]).toEqual([WAITS, 1]);
  writeFileSync(join(clone, "go"), "");
  expect(await waiter.ended).toBe(0);
  expect([waiter.out, log().endsWith("ended\n"), began().length]).toEqual([`${WAITS}goes on\n`, true, 1]);
});

test("where both it and its npm are killed, the command that waited installs", async () => {
  const [installer, waiter] = await installerAndWaiter();
  installer.child.kill("SIGKILL");
  process.kill(Number(began()[0]), "SIGKILL");
  await until(() => expect(began()).toHaveLength(2));
  writeFileSync(join(clone, "go"), "");
  expect(await waiter.ended).toBe(0);
  expect(waiter.out).toBe(`${WAITS}Installing packages from npm (once, about a minute) …\ngoes on\n`);
});

test("a list of installed packages that was half written counts as none", async () => {
  mkdirSync(join(clone, "node_modules"));
  writeFileSync(join(clone, "node_modules/.package-lock.json"), '{ "packages": { "node_mod');
  const one = command("install.mjs");
  expect([await one.ended, began().length]).toEqual([0, 1]);
});

test("eight processes, of which two die with the lock, never have it together", async () => {
  writeFileSync(join(clone, "count"), "0");
  const all = Array.from({ length: 8 }, (_, at) => command("count.mjs", at < 2 ? "dies" : "lives"));
  const codes = await Promise.all(all.map(({ ended }) => ended));
  expect(codes).toEqual([null, null, 0, 0, 0, 0, 0, 0]);
  expect(readFileSync(join(clone, "count"), "utf8")).toBe("40");
}, 60_000);
