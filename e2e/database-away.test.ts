import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listCalls, readCall, readHealth, stopCall, type Execution } from "@ongea/contract";
import { afterAll, afterEach, expect, test } from "vitest";
import { openLivePage } from "../server/src/platform/testing/live-page.ts";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { expectWithin } from "./starved.ts";

const CALLERS = 4;
const dataDir = newDataDir();
let callers: RunningSipp | undefined;

afterEach(async () => {
  await callers?.stop();
  await stopServers();
});
afterAll(() => removeDataDir(dataDir));

test.skipIf(!hasSipp)(
  "calls go on while their PostgreSQL is killed again and again, requests hear 503, and every row is there afterwards",
  async () => {
    const server = await startServer({ dataDir, settings: { DRAIN_SECONDS: "1" } });
    const before = await callersOf(server);
    const statuses = new Set<number>();
    const refusals = new Set<string>();
    let slowestMs = 0;
    let untold = true;
    const askOnce = async (): Promise<number> => {
      const askedMs = performance.now();
      const answer = await fetch(`${server.url}/api/calls`, { headers: server.credentials });
      slowestMs = Math.max(slowestMs, performance.now() - askedMs);
      statuses.add(answer.status);
      if (answer.status === 503) refusals.add(((await answer.json()) as { code: string }).code);
      if (answer.status === 503 && (await server.client.call(readHealth)).status === "down") untold = false;
      return answer.status;
    };
    for (let kill = 0; kill < 3; kill++) {
      process.kill(postmasterOf(server), "SIGKILL");
      const untilMs = performance.now() + 2_500;
      while (performance.now() < untilMs) {
        await askOnce();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await expect.poll(askOnce).toBe(200);
    }
    expect([...statuses].map(String).toSorted()).toEqual(["200", "503"]);
    expect([...refusals]).toEqual(["server.no_database"]);
    expectWithin(slowestMs, 6_000, "the slowest answer while the database was killed");
    expect(untold).toBe(false);
    const { calls } = await server.client.call(readHealth);
    expect(calls).toBe(CALLERS);
    expect((await inProgress(server)).map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    await callers?.stop();
    await server.stop();

    const next = await startServer({ dataDir });
    for (const { id } of before) {
      const { journal, ...call } = await next.client.call(readCall, { params: { execution_id: id } });
      expect(call.status).toBe("completed");
      expect(journal.at(0)?.kind).toBe("opened");
      expect(journal.at(-1)?.kind).toBe("closed");
    }
  },
);

test.skipIf(!hasSipp)(
  "while PostgreSQL stands still requests hear so within seconds, a page goes on listening, and a call that ends is written down afterwards",
  async () => {
    const server = await startServer({ dataDir, settings: { DRAIN_SECONDS: "1" } });
    const before = await callersOf(server);
    const page = await openLivePage(server.url, server.credentials);
    const pid = postmasterOf(server);
    const frozen = [pid, ...backendsOf(pid)];
    for (const one of frozen) process.kill(one, "SIGSTOP");
    await callers?.stop();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(server)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expectWithin(Math.max(...answers.map(({ tookMs }) => tookMs)), 10_000, "the slowest refusal while the database stood still");
    expect((await server.client.call(readHealth)).status).toBe("down");
    // A page that looks on hears that a call has ended although nothing can be written.
    await server.client.call(stopCall, { params: { execution_id: before[0]!.id } });
    await expect.poll(() => page.heard.some((text) => text.includes('"status":"completed"'))).toBe(true);
    page.follow(before[0]!.id);
    for (const one of frozen) process.kill(one, "SIGCONT");
    await expect.poll(async () => (await ask(server)).status).toBe(200);
    await expect.poll(() => page.heard.some((text) => text.includes('"kind":"opened"'))).toBe(true);
    expect(page.isOpen).toBe(true);
    page.close();
    await server.stop();
    const next = await startServer({ dataDir });
    const { data } = await next.client.call(listCalls, { query: {} });
    expect(before.map(({ id }) => data.find((call) => call.id === id)?.status)).toEqual(before.map(() => "completed"));
  },
);

async function ask(server: RunningServer): Promise<{ status: number; tookMs: number }> {
  const askedMs = performance.now();
  const { status } = await fetch(`${server.url}/api/calls`, { headers: server.credentials });
  return { status, tookMs: performance.now() - askedMs };
}

async function callersOf(server: RunningServer): Promise<Execution[]> {
  callers = await startSipp({
    scenario: "uac",
    target: `127.0.0.1:${server.sipPort}`,
    number: "1001",
    calls: 100,
    callsPerSecond: 2,
    more: ["-l", String(CALLERS)],
    talkMs: 120_000,
    timeoutMs: 150_000,
  });
  await expect.poll(async () => (await inProgress(server)).length).toBe(CALLERS);
  return inProgress(server);
}

async function inProgress({ client }: RunningServer): Promise<Execution[]> {
  return (await client.call(listCalls, { query: { status: "in-progress" } })).data;
}

function postmasterOf(server: RunningServer): number {
  return Number(readFileSync(join(server.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
}

function backendsOf(postmaster: number): number[] {
  return readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ").map(Number);
}
