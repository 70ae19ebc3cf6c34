/** The call that the README shows, by voice, as everybody makes it first: it must reach its booking each time. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, bareDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = bareDataDir();
const hasSpeech = existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir });
});

afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasSpeech)(
  "the README's call books its appointment, and ends with the address of the call's page (needs flite and PocketSphinx)",
  async () => {
    const output = await theReadmesCall();
    expect(output).toMatch(/\[book_appointment .*"time":"10:00".*"booked":true/);
    expect(output).toContain("Over: the agent hung up.");
    expect(output.trim()).toMatch(new RegExp(`: http://localhost:${server.port}/dashboard/call-history/[0-9a-f-]{36}$`));
  },
);

/** The first `npm run call` of the README, word by word. */
function theReadmesCall(): Promise<string> {
  const line = /^npm run call -- .*--say.*$/m.exec(readFileSync(join(ROOT, "README.md"), "utf8"))?.[0] ?? "";
  const [program = "", ...args] = Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([whole, quoted]) => quoted ?? whole);
  const own = { PORT: String(server.port), SIP_PORT: String(server.sipPort), DATA_DIR: dataDir };
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...own };
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => child.on("close", () => resolve(output)));
}
