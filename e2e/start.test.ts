import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { listAgents, listCalls, readHealth } from "@ongea/contract";
import { afterAll, afterEach, expect, test } from "vitest";
import { bareDataDir, removeDataDir, startAndFail, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { expectWithin } from "./starved.ts";
import { freePort } from "./phones/free-port.ts";

const dataDir = bareDataDir();
const hasSipp = existsSync("/usr/bin/sipp");

afterEach(stopServers);
afterAll(() => removeDataDir(dataDir));

test("the first start says what it chose, makes both assistants and tells how to call them; the second is ready sooner", async () => {
  // Of its own: a second try is a first start again.
  const dataDir = bareDataDir();
  const first = await startServer({ dataDir });
  expect(first.output()).toMatch(/Database +PostgreSQL .* in .*\n/);
  expect(first.output()).toContain(`Data folder  ${dataDir}`);
  expect(first.output()).toMatch(/Speech +\w+: /);
  expect(first.output()).toContain(`page ${first.port}/tcp, SIP ${first.sipPort}/udp and tcp`);
  expect(first.output()).toContain(`Front desk: sip:1001@127.0.0.1:${first.sipPort}, or npm run call -- --to front_desk`);
  expect(first.output()).toContain(`Customer service: sip:1002@127.0.0.1:${first.sipPort}`);
  expect(first.output()).toContain(`Ongea is ready: http://localhost:${first.port}`);
  expect(first.output()).toMatch(
    /Ongea is ready: .*\nMake your account: http:\/\/localhost:\d+\/sign-up\?setup=\S+\nPress Ctrl-C to stop\./,
  );
  expect(first.output()).toMatch(/\nEmail +\S.*\nInvitations +\S+.* \(shown only now; npm run codes -- issue creates more\)\n/);
  const client = clientOf(first);
  expect(await client.call(readHealth)).toMatchObject({ status: "ok", calls: 0 });
  const agents = await client.call(listAgents);
  expect(agents.map((agent) => [agent.agent_name, agent.agent_status, agent.phone_numbers])).toEqual([
    ["Front desk", "processed", ["1001"]],
    ["Customer service", "processed", ["1002"]],
  ]);
  const family = childrenOf(first.pid);
  expect(family.length).toBeGreaterThan(1);
  expect(await first.stop()).toBe(0);
  expect(first.output()).toContain("Stopped.");
  expect(family.filter(isRunning)).toEqual([]);

  const second = await startServer({ dataDir });
  // The first one makes the database.
  expectWithin(second.readyMs, first.readyMs, "a start with its database");
  expect(await clientOf(second).call(listAgents)).toHaveLength(2);
  await second.stop();
  removeDataDir(dataDir);
});

test("a start that fails before its end uses up no invitation codes: the next one prints them", async () => {
  const folder = bareDataDir();
  const prices = join(folder, "prices.csv");
  mkdirSync(folder, { recursive: true });
  writeFileSync(prices, "not,a,price\n");
  const failed = await startAndFail({ DATA_DIR: folder, PORT: "0", SIP_PORT: "0", PROVIDER_PRICES: prices });
  expect(failed.code).toBe(1);
  expect(failed.output).not.toContain("Invitations");
  const next = await startServer({ dataDir: folder });
  expect(next.output()).toMatch(/\nInvitations +\S+/);
  await next.stop();
  removeDataDir(folder);
});

test("a second server on the same data folder is refused with the first one's process", async () => {
  const first = await startServer({ dataDir });
  const second = await startAndFail({ DATA_DIR: dataDir, PORT: "0", SIP_PORT: "0" });
  expect(second.code).not.toBe(0);
  expect(oneSentence(second.output)).toContain(`in use by a running server, process ${first.pid}.`);
  await first.stop();
});

test("a port in use is named in one sentence, and nothing is left running", async () => {
  const taken = createServer();
  const port = await listening(taken);
  const page = await startAndFail({ DATA_DIR: dataDir, PORT: String(port), SIP_PORT: "0" });
  expect(page.code).not.toBe(0);
  expect(oneSentence(page.output)).toBe(`Port ${port} on 127.0.0.1 is in use by another program. Choose another with PORT.`);
  const sip = await startAndFail({ DATA_DIR: dataDir, PORT: "0", SIP_PORT: String(port) });
  expect(sip.code).not.toBe(0);
  expect(oneSentence(sip.output)).toBe(
    `SIP port ${port} on 127.0.0.1 is in use by another program. Choose another with SIP_PORT.`,
  );
  taken.close();
  expect(existsSync(join(dataDir, "server.lock"))).toBe(false);
  expect(programsNaming(dataDir)).toEqual([]);
});

test("a bad setting, an unknown one and a database that cannot be reached are each one clear sentence", async () => {
  const bad = await startAndFail({ PORT: "eighty" });
  expect([bad.code, oneSentence(bad.output)]).toEqual([
    1,
    'The setting PORT="eighty" is not valid: it must be a whole number from 0 to 65535.',
  ]);
  const unknown = await startAndFail({ PORT: "0", SIP_PORT: "0", SIP_PROT: "5070" });
  expect([unknown.code, oneSentence(unknown.output)]).toEqual([1, "The setting SIP_PROT is unknown. Did you mean SIP_PORT?"]);
  const database = await startAndFail({
    DATA_DIR: dataDir,
    PORT: "0",
    SIP_PORT: "0",
    DATABASE_URL: `postgres://a:b@127.0.0.1:${await freePort()}/calls`,
  });
  expect(database.code).toBe(1);
  expect(oneSentence(database.output)).toMatch(
    /^The database calls on 127\.0\.0\.1:\d+ of DATABASE_URL cannot be reached: .*\.$/,
  );
});

test("a second Ctrl-C ends the server at once", async () => {
  const server = await startServer({ dataDir, settings: { DRAIN_SECONDS: "60" } });
  if (hasSipp) {
    sipp(server, ["-d", "60000"]);
    await until(async () => (await clientOf(server).call(readHealth)).calls === 1);
  }
  server.kill("SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 900));
  const askedMs = performance.now();
  server.kill("SIGINT");
  await server.exited;
  expectWithin(performance.now() - askedMs, 3_000, "ending at once");
  const again = await startServer({ dataDir });
  await again.stop();
});

test.skipIf(!hasSipp)(
  "a server that is killed in a call leaves no call in progress and the sound to within two seconds",
  async () => {
    // Of its own: its first start makes the database.
    const dataDir = bareDataDir();
    const server = await startServer({ dataDir });
    sipp(server, ["-d", "20000"]);
    const client = clientOf(server);
    await until(async () => (await client.call(listCalls, { query: { status: "in-progress" } })).data.length === 1);
    const { data } = await client.call(listCalls, { query: { status: "in-progress" } });
    const answeredMs = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    server.kill("SIGKILL");
    const killedMs = Date.now();
    await server.exited;

    const next = await startServer({ dataDir });
    expectWithin(next.readyMs, server.readyMs, "a start with its database");
    const after = clientOf(next);
    const [call] = (await after.call(listCalls, { query: {} })).data.filter((row) => row.id === data[0]?.id);
    expect(call).toMatchObject({ status: "error", error_message: "The server was stopped in the middle of the call." });
    const recording = await (
      await fetch(call?.telephony_data.recording_url.replace(server.url, next.url) ?? "", { headers: next.credentials })
    ).arrayBuffer();
    const seconds = (recording.byteLength - 44) / 32_000;
    expect(seconds).toBeGreaterThan((killedMs - answeredMs) / 1_000 - 2);
    for (const status of ["in-progress", "ringing", "initiated", "call-disconnected"] as const) {
      expect((await after.call(listCalls, { query: { status } })).data).toEqual([]);
    }
    await next.stop();
    removeDataDir(dataDir);
  },
);

function clientOf(server: RunningServer): RunningServer["client"] {
  return server.client;
}

/** A telephone that calls the front desk once. */
function sipp(server: RunningServer, options: string[]): void {
  const args = ["-sn", "uac", `127.0.0.1:${server.sipPort}`, "-s", "1001", "-m", "1", "-nostdin", "-timeout", "30s", ...options];
  spawn("sipp", args, { stdio: "ignore" }).unref();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(() => isSo().catch(() => false)).toBe(true);
}

/** What a start that failed says, without the steps before. */
function oneSentence(output: string): string {
  return output.trim().split("\n").at(-1) ?? "";
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

/** The process and everything it started. */
function childrenOf(pid: number): number[] {
  const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid="]).toString().trim().split("\n");
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const family = [pid];
  for (const parent of family) {
    for (const [child = 0, of = 0] of pairs) if (of === parent) family.push(child);
  }
  return family;
}

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

/** Programs whose command line names this folder. */
function programsNaming(path: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8")];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(path));
}
