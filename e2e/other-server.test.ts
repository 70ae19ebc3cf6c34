/** Two servers on one PostgreSQL: a telephone's call that one carries is heard, steered, taken over and ended through the other. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { g711 } from "@ongea/channels/media";
import {
  createAgent,
  createKey,
  listAudit,
  LISTENED_HEADER_BYTES,
  LISTENED_HZ,
  placeCall,
  readCall,
  sayInCall,
  stopCall,
  takeOverCall,
  whisperInCall,
  createClient,
  type ExecutionDetail,
} from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../server/src/schema.ts";
import { runningEmbeddedPostgres } from "../server/src/platform/database/embedded.ts";
import { openTestDatabase, type TestDatabase } from "../server/src/platform/testing/database.ts";
import { listenIn, type ListeningIn } from "../server/src/platform/testing/listening.ts";
import { hasBaresip, startBaresip, type Baresip } from "./phones/baresip.ts";
import { readWav, shareAt, tone, writeWav } from "./phones/wav.ts";
import { bareDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { expectWithin } from "./starved.ts";
import { speakToWav, type Part } from "./spoken-wav.ts";

const hasParts = hasBaresip && existsSync("/usr/bin/flite");
const LEFT_OUT = hasParts ? "" : " (left out: baresip or flite is not installed)";
const HOSTS = { a: "127.0.0.2", b: "127.0.0.3" };
/** As `speakToWav` and the supervisor's telephone make them. */
const CALLER_HZ = 1_000;
const DESK_HZ = 440;
const HINT = "The price is three hundred shillings.";
const ANSWERED_WITHIN_MS = 6_000;

const folders = { a: bareDataDir(), b: bareDataDir() };
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
let host: TestDatabase;
let a: RunningServer;
let b: RunningServer;

beforeAll(async () => {
  if (!hasParts) return;
  host = await openTestDatabase(MIGRATIONS);
  [a, b] = [await start("a"), await start("b")];
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
});
afterAll(async () => {
  await stopServers();
  await host?.close();
  for (const one of [...Object.values(folders), folder]) removeDataDir(one);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(
  `a call of one server is heard, typed into, whispered in and taken over by telephone through the other, each act once in the log${LEFT_OUT}`,
  async () => {
    const desk = await phone("desk");
    const caller = await phone("kiosk", [{ silenceMs: 3_000 }, { toneMs: 60_000 }]);
    const id = await ring();
    await caller.event("CALL_ESTABLISHED");
    const listening = await listenIn(b.url, b.credentials, id);
    await expect.poll(() => callersShare(listening)).toBeGreaterThan(0.5);

    const params = { execution_id: id };
    await b.client.call(whisperInCall, { params, body: { text: HINT } });
    await b.client.call(sayInCall, { params, body: { text: "What does it cost?" } });
    const journal = async (): Promise<string> => JSON.stringify((await read(b, id)).journal);
    await expect.poll(journal).toContain("What does it cost?");
    await expect.poll(journal).toContain(HINT);

    const key = await b.client.call(createKey, { body: { name: "Looks on", scope: "read" } });
    const viewer = createClient(b.url, fetch, { authorization: `Bearer ${key.key}` });
    await expect(viewer.call(stopCall, { params })).rejects.toMatchObject({ code: "access.scope" });

    const taken = await b.client.call(takeOverCall, { params, body: { to: "desk" } });
    expect(taken.to).toBe("desk");
    await desk.event("CALL_ESTABLISHED");
    await expect(b.client.call(whisperInCall, { params, body: { text: HINT } })).rejects.toMatchObject({
      code: "call.handed_over",
    });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await b.client.call(stopCall, { params });
    await caller.event("CALL_CLOSED");
    expect(await bestSecondAt(DESK_HZ, caller)).toBeGreaterThan(0.3);
    expect(await listening.end).toBe("1000 ");
    await expect.poll(async () => (await read(b, id)).status).toBe("completed");
    await expect(b.client.call(stopCall, { params })).rejects.toMatchObject({ code: "call.ended" });

    const call = await read(b, id);
    expect(call.journal.filter((entry) => entry.kind === "whisper")).toMatchObject([{ text: HINT }]);
    expect(call.journal.filter((entry) => entry.kind === "transfer")).toMatchObject([{ to: "desk" }]);
    const acts = (await b.client.call(listAudit, { query: {} })).data.filter(({ subject }) => subject === id);
    expect(acts.map(({ act }) => act).toSorted()).toEqual(["call.listened", "call.stopped", "call.taken_over", "call.whispered"]);
    const { rows } = await host.everywhere.execute("select count(*)::int as left from call_orders");
    expect(rows).toEqual([{ left: 0 }]);
  },
);

test.skipIf(!hasParts)(
  `when the server that carries a call is killed, the other says so in seconds, and to whoever listened, too${LEFT_OUT}`,
  async () => {
    const caller = await phone("kiosk", [{ silenceMs: 1_000 }, { toneMs: 60_000 }]);
    const id = await ring();
    await caller.event("CALL_ESTABLISHED");
    const listening = await listenIn(b.url, b.credentials, id);
    await expect.poll(() => listening.packets.length).toBeGreaterThan(0);
    process.kill(a.pid, "SIGKILL");
    await a.exited;
    const askedMs = performance.now();
    const params = { execution_id: id };
    const asked = b.client.call(whisperInCall, { params, body: { text: HINT } });
    await expect(asked).rejects.toMatchObject({ code: "call.server_unreachable" });
    expectWithin(performance.now() - askedMs, ANSWERED_WITHIN_MS, "telling that a server is away");
    expect(await listening.end).toBe("1008 call.server_unreachable");
    await expect.poll(async () => (await read(b, id)).status).toBe("error");
    await expect(b.client.call(stopCall, { params })).rejects.toMatchObject({ code: "call.ended" });
    a = await start("a");
    expect(JSON.stringify((await read(a, id)).journal)).not.toContain(HINT);
  },
);

function start(which: keyof typeof folders): Promise<RunningServer> {
  const { host: sockets, user, password, database } = runningEmbeddedPostgres(host.dataDir, "superuser");
  const url = `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`;
  const settings = { DATABASE_URL: url, DRAIN_SECONDS: "0", SIP_PHONES: "kiosk:secret,desk:secret" };
  return startServer({ dataDir: folders[which], host: HOSTS[which], settings });
}

/** An agent of the first server rings the kiosk. Resolves with the call's id. */
async function ring(): Promise<string> {
  const task = { task_config: { hangup_after_silence: 30 } };
  const agent_config = { agent_name: "Prices", agent_welcome_message: "", tasks: [task] as [typeof task] };
  const { agent_id } = await a.client.call(createAgent, { body: { agent_config } });
  return (await a.client.call(placeCall, { body: { agent_id, recipient_phone_number: "kiosk" } })).execution_id;
}

/** Registered at the first server. */
async function phone(user: string, words?: readonly Part[]): Promise<Baresip> {
  const microphoneWav = join(folder, `${user}-${Date.now()}.wav`);
  if (words) speakToWav(microphoneWav, words, 8_000);
  else await writeWav(microphoneWav, tone(DESK_HZ, 40));
  const account = { user, password: "secret", server: `${HOSTS.a}:${a.sipPort}` };
  const made = await startBaresip({ microphoneWav, account, timeoutMs: 200_000, answers: true });
  phones.push(made);
  await expect.poll(() => made.output()).toContain("200 OK");
  return made;
}

/** How much of the caller's last second, as it came, is the caller's tone. */
function callersShare({ packets }: ListeningIn): number {
  const last = packets.filter((packet) => packet[0] === 0).slice(-10);
  const samples = Buffer.concat(last.map((packet) => packet.subarray(LISTENED_HEADER_BYTES)));
  const { decode } = g711("PCMU");
  if (samples.length < LISTENED_HZ / 2) return 0;
  return shareAt(CALLER_HZ, { sampleRateHz: LISTENED_HZ, samples: Int16Array.from(samples, (byte) => decode[byte] ?? 0) });
}

/** Of the second that has most of it. */
async function bestSecondAt(hz: number, by: Baresip): Promise<number> {
  const { heard = "" } = await by.recordings();
  await expect.poll(async () => (await readWav(heard)).samples.length).toBeGreaterThan(24_000);
  const { samples, sampleRateHz } = await readWav(heard);
  const seconds = Array.from({ length: Math.floor(samples.length / sampleRateHz) }, (_, n) => n * sampleRateHz);
  const shares = seconds.map((at) => shareAt(hz, { sampleRateHz, samples: samples.slice(at, at + sampleRateHz) }));
  return Math.max(...shares);
}

function read({ client }: RunningServer, id: string): Promise<ExecutionDetail> {
  return client.call(readCall, { params: { execution_id: id } });
}
