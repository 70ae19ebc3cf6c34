import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgent,
  listAgents,
  listCalls,
  placeCall,
  readCall,
  type Entry,
  type ExecutionDetail,
  type Turn,
} from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { certificateFor } from "./phones/certificate.ts";
import { freePort } from "./phones/free-port.ts";
import { hasBaresip, startBaresip, type Baresip, type BaresipOptions } from "./phones/baresip.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { expectWithin } from "./starved.ts";
import { speakToWav, type Part } from "./spoken-wav.ts";

/** Not where baresip stands. */
const HOST = "127.0.0.2";
const hasParts =
  hasBaresip &&
  existsSync("/usr/bin/flite") &&
  existsSync("/usr/bin/sox") &&
  existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
const LEFT_OUT = hasParts ? "" : " (left out: baresip, flite, sox or PocketSphinx is not installed)";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
let server: RunningServer;
let tlsPort = 0;

beforeAll(async () => {
  if (!hasParts) return;
  const { keyFile, certFile } = certificateFor(HOST, folder);
  tlsPort = await freePort(HOST);
  const tls = { SIP_TLS_CERT: certFile, SIP_TLS_KEY: keyFile, SIP_TLS_PORT: String(tlsPort) };
  server = await startServer({ dataDir, host: HOST, settings: { SIP_PHONES: "kiosk:secret", DRAIN_SECONDS: "1", ...tls } });
});

afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(`a caller who speaks over the greeting is heard, and the greeting stops${LEFT_OUT}`, async () => {
  const phone = await ring("1002", [{ silenceMs: 60_000 }]);
  await phone.event("CALL_ESTABLISHED");
  const words = spoken("Excuse me, how long does the delivery take?");
  // The greeting follows what is said of the recording, which is heard out.
  await during((journal) => journal.some(({ kind }) => kind === "recording"));
  phone.speak(words);
  await during((journal) => turnsOf({ journal }, "assistant").length > 1);
  phone.hangUp();
  const call = await lastCall();
  const [greeting, answer] = turnsOf(call, "assistant");
  const [question] = turnsOf(call, "caller");
  expect(greeting).toMatchObject({ cut: true });
  // `conversation.test.ts` proves 200 ms on a virtual clock.
  expectWithin((greeting?.endMs ?? Infinity) - (question?.startMs ?? 0), 2_000, "stopping the greeting");
  expect(question?.text).toMatch(/delivery/);
  expect(answer?.startMs).toBeGreaterThan(question?.endMs ?? Infinity);
});

test.skipIf(!hasParts)(
  `a caller who puts the call on hold is not spoken to, and is answered when they are back${LEFT_OUT}`,
  async () => {
    const phone = await ring("1002", [{ silenceMs: 60_000 }]);
    await phone.event("CALL_ESTABLISHED");
    await during((journal) => turnsOf({ journal }, "assistant").length > 0);
    phone.hold();
    // Longer than a silent caller is left alone.
    await pause(11_000);
    phone.resume();
    phone.speak(spoken("How long does the delivery take?"));
    await during((journal) => turnsOf({ journal }, "assistant").length > 1);
    phone.hangUp();
    const call = await lastCall();
    const [asked] = turnsOf(call, "caller");
    expect(asked?.text).toMatch(/delivery/);
    const [, ...answers] = turnsOf(call, "assistant");
    expect(answers).toHaveLength(1);
    expect(answers[0]?.startMs).toBeGreaterThan(asked?.endMs ?? Infinity);
  },
);

const OVER_TLS = "over TLS with encrypted sound";

test.skipIf(!hasParts).each(["over UDP", OVER_TLS])(
  `a registered phone is rung, answers, and hears the assistant, %s${LEFT_OUT}`,
  async (how) => {
    const isTls = how === OVER_TLS;
    const [port, transport] = isTls ? [tlsPort, "tls" as const] : [server.sipPort, "udp" as const];
    const account = { user: "kiosk", password: "secret", server: `${HOST}:${port}`, transport };
    const phone = await answerer({ account, answers: true, encrypts: isTls });
    await expect.poll(() => phone.output()).toContain("200 OK");
    const { client } = server;
    const agent = (await client.call(listAgents)).find((candidate) => candidate.agent_type === "front_desk");
    const body = { agent_id: agent?.id ?? "", recipient_phone_number: "kiosk" };
    expect(await client.call(placeCall, { body })).toMatchObject({ message: "done", status: "queued" });
    await phone.event("CALL_ESTABLISHED");
    await during((journal) => turnsOf({ journal }, "assistant").length > 0);
    phone.hangUp();
    const call = await lastCall();
    expect(call).toMatchObject({
      status: "completed",
      telephony_data: { call_type: "outbound", hangup_by: "Callee", to_number: "kiosk", from_number: "1001" },
    });
    expect(call.transcript).toContain("assistant: Hello, this is Imani Clinic");
  },
);

test.skipIf(!hasParts)(`an answering machine that takes a call is hung up when its tone comes${LEFT_OUT}`, async () => {
  const account = { user: "kiosk", password: "secret", server: `${HOST}:${server.sipPort}` };
  const greeting = [{ silenceMs: 800 }, { say: "This is Asha." }, { silenceMs: 300 }, { toneMs: 600 }, { silenceMs: 30_000 }];
  const phone = await answerer({ account, answers: true }, greeting);
  await expect.poll(() => phone.output()).toContain("200 OK");
  const { client } = server;
  const task_config = { voicemail: true };
  const body = { agent_config: { agent_name: "Reminders", tasks: [{ task_config }] as [{ task_config: typeof task_config }] } };
  const { agent_id } = await client.call(createAgent, { body });
  await client.call(placeCall, { body: { agent_id, recipient_phone_number: "kiosk" } });
  await phone.event("CALL_CLOSED");
  expect(await lastCall()).toMatchObject({
    answered_by_voice_mail: true,
    telephony_data: { call_type: "outbound", hangup_by: "Caller", hangup_reason: "voicemail_detected" },
  });
});

test.skipIf(!hasParts)(`a machine with a tone is left a message after it, then hung up${LEFT_OUT}`, async () => {
  const account = { user: "kiosk", password: "secret", server: `${HOST}:${server.sipPort}` };
  const greeting = [{ silenceMs: 3_000 }, { toneMs: 800 }, { silenceMs: 60_000 }];
  const phone = await answerer({ account, answers: true }, greeting);
  await expect.poll(() => phone.output()).toContain("200 OK");
  const { client } = server;
  const task_config = { voicemail: true, voicemail_message: "Good day {name}. Please call the clinic." };
  const body = { agent_config: { agent_name: "Reminders", tasks: [{ task_config }] as [{ task_config: typeof task_config }] } };
  const { agent_id } = await client.call(createAgent, { body });
  const order = { agent_id, recipient_phone_number: "kiosk", user_data: { name: "Asha" } };
  await client.call(placeCall, { body: order });
  await phone.event("CALL_CLOSED");
  const call = await lastCall();
  expect(call).toMatchObject({ answered_by_voice_mail: true, telephony_data: { hangup_reason: "voicemail_detected" } });
  const [message] = turnsOf(call, "assistant");
  expect(message?.text).toBe("Good day Asha. Please call the clinic.");
  expect(message?.startMs).toBeGreaterThan(3_500);
});

test.skipIf(!hasParts)(
  `a number that nobody reaches is refused, and a phone that is not there leaves no call behind${LEFT_OUT}`,
  async () => {
    const { client } = server;
    const [agent] = await client.call(listAgents);
    const place = (to: string): Promise<unknown> =>
      client.call(placeCall, { body: { agent_id: agent?.id ?? "", recipient_phone_number: to } });
    await expect(place("sip:evil@example.org")).rejects.toMatchObject({ code: "call.bad_number" });
    await expect(place("+254700000000")).rejects.toMatchObject({ code: "call.no_route" });
  },
);

test.skipIf(!hasParts)(`Ctrl-C hangs up on a caller politely, and the call is kept whole${LEFT_OUT}`, async () => {
  const phone = await ring("1001", [{ silenceMs: 60_000 }]);
  await phone.event("CALL_ESTABLISHED");
  await during((journal) => turnsOf({ journal }, "assistant").length > 0);
  server.kill("SIGINT");
  await phone.event("CALL_CLOSED");
  expect(await server.exited).toBe(0);
  expect(server.output()).toContain("Stopped.");
  server = await startServer({ dataDir, host: HOST });
  const call = await lastCall();
  expect(call).toMatchObject({
    status: "completed",
    error_message: null,
    telephony_data: { hangup_by: "API Request", hangup_reason: "Call ended" },
  });
  expect(call.telephony_data.recording_url).not.toBe("");
});

async function ring(number: string, words: readonly Part[]): Promise<Baresip> {
  const phone = await answerer({}, words);
  phone.dial(`sip:${number}@${HOST}:${server.sipPort}`);
  return phone;
}

async function answerer(options: Partial<BaresipOptions>, words: readonly Part[] = [{ silenceMs: 30_000 }]): Promise<Baresip> {
  const microphoneWav = join(folder, `${phones.length}-${Date.now()}.wav`);
  speakToWav(microphoneWav, words, 8_000);
  const phone = await startBaresip({ microphoneWav, timeoutMs: 200_000, ...options });
  phones.push(phone);
  return phone;
}

/** A file with these words after half a second. */
function spoken(say: string): string {
  const file = join(folder, `${Date.now()}-question.wav`);
  speakToWav(file, [{ silenceMs: 500 }, { say }, { silenceMs: 30_000 }], 8_000);
  return file;
}

/** The newest call, when it is over and written down. */
async function lastCall(): Promise<ExecutionDetail> {
  const { client } = server;
  const newest = async () => (await client.call(listCalls, { query: {} })).data[0];
  await expect.poll(async () => (await newest())?.status).toBe("completed");
  return client.call(readCall, { params: { execution_id: (await newest())?.id ?? "" } });
}

/** Waits until the journal of the call that runs says so. */
async function during(isSo: (journal: Entry[]) => boolean): Promise<void> {
  const { client } = server;
  const journal = async (): Promise<Entry[]> => {
    const [current] = (await client.call(listCalls, { query: { status: "in-progress" } })).data;
    return current ? (await client.call(readCall, { params: { execution_id: current.id } })).journal : [];
  };
  await expect.poll(async () => isSo(await journal())).toBe(true);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function turnsOf({ journal }: { journal: Entry[] }, by: Turn["by"]): Turn[] {
  return journal.filter((entry): entry is Turn => entry.kind === "turn" && entry.by === by);
}
