/** The call that the README shows, by voice, as everybody makes it first: it must reach its booking each time. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const CALLS = 3;
const dataDir = newDataDir();
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
  `the README's call books its appointment ${CALLS} times of ${CALLS}, and ends with the address of the call's page (needs flite and PocketSphinx)`,
  { retry: 0 },
  async () => {
    for (let round = 1; round <= CALLS; round++) {
      const output = await theReadmesCall();
      expect(output, `call ${round}`).toMatch(/\[book_appointment .*"time":"10:00".*"booked":true/);
      expect(output).toContain("Over: the assistant hung up.");
      expect(output.trim()).toMatch(new RegExp(`: http://localhost:${server.port}/dashboard/call-history/[0-9a-f-]{36}$`));
      await freeTheHour();
    }
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

/** The next caller wants the same hour. */
async function freeTheHour(): Promise<void> {
  const passwords = JSON.parse(readFileSync(join(dataDir, "database-passwords.json"), "utf8")) as { superuser: string };
  const who = { user: "postgres", password: passwords.superuser, database: "ongea" };
  const client = new pg.Client({ host: join(dataDir, "postgres/run"), ...who });
  await client.connect();
  await client.query("delete from appointments");
  await client.end();
}
