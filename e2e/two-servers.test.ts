/** Two servers with data folders of their own on one PostgreSQL, by DATABASE_URL: each carries its calls, and settles those of one that is gone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listCalls, readCall, type Execution, type LiveEvent } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../server/src/schema.ts";
import { runningEmbeddedPostgres } from "../server/src/platform/database/embedded.ts";
import { openTestDatabase, type TestDatabase } from "../server/src/platform/testing/database.ts";
import { openLivePage } from "../server/src/platform/testing/live-page.ts";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { bareDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { expectWithin } from "./starved.ts";

const SETTLED_WITHIN_MS = 10_000;
const folders = { a: bareDataDir(), b: bareDataDir() };
const phones: RunningSipp[] = [];
let host: TestDatabase;

beforeAll(async () => {
  host = await openTestDatabase(MIGRATIONS);
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
  await stopServers();
});
afterAll(async () => {
  await host.close();
  for (const folder of Object.values(folders)) removeDataDir(folder);
});

test.skipIf(!hasSipp)(
  "a server that starts beside another leaves its calls alone; one that is killed has its calls settled once by the other",
  async () => {
    const a = await start("a");
    const endsWell = await ring(a, 8_000);
    const b = await start("b");
    const page = await openLivePage(b.url, b.credentials);
    page.follow(endsWell);
    await expect.poll(async () => (await statusOf(b, endsWell)).status).toBe("completed");
    // What the other server's call said, and its end, have been pushed.
    const pushed = (): LiveEvent[] => page.heard.map((text) => JSON.parse(text) as LiveEvent);
    const isEnd = (event: LiveEvent) => event.event === "call" && event.call.id === endsWell && event.call.status === "completed";
    await expect.poll(() => pushed().some(isEnd)).toBe(true);
    await expect.poll(() => pushed().filter((event) => event.event === "entry" && event.entry.kind === "closed").length).toBe(1);
    page.close();
    expect(await endsOf(endsWell)).toMatchObject({ owners: 2, activities: 1, kinds: "call.completed", credits: 1 });

    const cutOff = await ring(a, 120_000);
    await expect.poll(async () => Number((await endsOf(cutOff)).turns)).toBeGreaterThan(0);
    process.kill(a.pid, "SIGKILL");
    const killedMs = performance.now();
    await a.exited;
    await expect.poll(async () => (await statusOf(b, cutOff)).status, { interval: 100 }).toBe("error");
    expectWithin(performance.now() - killedMs, SETTLED_WITHIN_MS, "settling a killed server's call");
    const settled = await statusOf(b, cutOff);
    expect(settled.conversation_duration).toBeGreaterThan(0);
    expect(settled.transcript).toContain("assistant");
    const ends = await endsOf(cutOff);
    expect(ends).toMatchObject({ owners: 1, activities: 1, kinds: "call.failed", credits: 1 });

    expect(settled.error_message).toContain("Its recording lies on the machine that carried it.");
    expect([settled.telephony_data?.recording_url, await recordingFrom(b, cutOff)]).toEqual(["", 404]);

    const again = await start("a");
    const found = await statusOf(again, cutOff);
    expect(found.telephony_data?.recording_url).toContain(cutOff);
    expect({ ...found, telephony_data: settled.telephony_data }).toEqual(settled);
    expect(await recordingFrom(again, cutOff)).toBe(200);
    expect(await recordingFrom(b, cutOff)).toBe(404);
    expect(await endsOf(cutOff)).toEqual({ ...ends, owners: 2 });
    expect((await statusOf(again, endsWell)).status).toBe("completed");
  },
);

test.skipIf(!hasSipp)(
  "a database that stands still for twelve seconds under both makes neither settle the other's calls",
  async () => {
    const [a, b] = [await start("a"), await start("b")];
    const calls = [await ring(a, 60_000), await ring(b, 60_000)];
    const postmaster = Number(readFileSync(join(host.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
    const frozen = [postmaster, ...childrenOf(postmaster)];
    try {
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 12_000));
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLED_WITHIN_MS));
    await Promise.all(phones.splice(0).map((phone) => phone.stop()));
    for (const call of calls) {
      await expect.poll(async () => (await statusOf(b, call)).status).toBe("completed");
      expect(await endsOf(call)).toMatchObject({ activities: 1, credits: 1 });
    }
  },
);

function start(which: keyof typeof folders): Promise<RunningServer> {
  const { host: sockets, user, password, database } = runningEmbeddedPostgres(host.dataDir, "superuser");
  const url = `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`;
  return startServer({
    dataDir: folders[which],
    settings: { DATABASE_URL: url, DRAIN_SECONDS: "0", PRICE_PER_MINUTE: "USD:0.06" },
  });
}

/** A telephone rings there and stays on the line; the call that it made. */
async function ring(server: RunningServer, talkMs: number): Promise<string> {
  const before = new Set((await inProgress(server)).map(({ id }) => id));
  phones.push(
    await startSipp({
      scenario: "uac",
      target: `127.0.0.1:${server.sipPort}`,
      number: "1001",
      calls: 1,
      talkMs,
      timeoutMs: 150_000,
    }),
  );
  const fresh = async (): Promise<string[]> => (await inProgress(server)).map(({ id }) => id).filter((id) => !before.has(id));
  await expect.poll(async () => (await fresh()).length).toBe(1);
  return (await fresh())[0] ?? "";
}

async function inProgress({ client }: RunningServer): Promise<Execution[]> {
  return (await client.call(listCalls, { query: { status: "in-progress" } })).data;
}

async function statusOf({ client }: RunningServer, id: string): Promise<Omit<Awaited<ReturnType<typeof read>>, "journal">> {
  const { journal, ...call } = await read(client, id);
  expect(journal.length).toBeGreaterThan(0);
  return call;
}

async function recordingFrom({ url, credentials }: RunningServer, id: string): Promise<number> {
  const answer = await fetch(`${url}/api/calls/${id}/recording`, { headers: credentials });
  await answer.arrayBuffer();
  return answer.status;
}

function read(client: RunningServer["client"], id: string) {
  return client.call(readCall, { params: { execution_id: id } });
}

/** What stands in the database of a call: what was written with its end, each thing once. */
async function endsOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await host.everywhere.execute(
    `select (select count(*)::int from call_owners) as owners,
            (select count(*)::int from happenings where subject ->> 'id' = '${id}') as activities,
            (select min(kind) from happenings where subject ->> 'id' = '${id}') as kinds,
            (select count(*)::int from credit_entries where subject = '${id}') as credits,
            (select count(*)::int from call_entries where call_id = '${id}' and entry ->> 'kind' = 'turn') as turns`,
  );
  return rows[0] ?? {};
}

function childrenOf(parent: number): number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ").map(Number);
}
