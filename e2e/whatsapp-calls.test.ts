/** People call a WhatsApp number: the signed webhook, Meta's calling API and real WebRTC sound, on two servers of one database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  changeSender,
  listCalls,
  listContacts,
  listSenders,
  readCall,
  readCallBoard,
  stopCall,
  type Execution,
} from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Page } from "../channels/src/browser/testing/page.ts";
import { deliveryOf } from "../server/src/contacts/channels/testing/whatsapp-peer.ts";
import type { PeerCall } from "../server/src/contacts/channels/testing/whatsapp-calls-peer.ts";
import type { Account } from "./account.ts";
import { writeCallerSound } from "./caller-sound.ts";
import { readWav } from "./phones/wav.ts";
import type { RunningServer } from "./running-server.ts";
import { openWhatsAppServers, type WhatsAppServers } from "./whatsapp-servers.ts";

const hasVoice = existsSync("/usr/bin/flite");
const LEFT_OUT = hasVoice ? "" : " (left out: flite is not installed)";
const RATE_HZ = 16_000;
const FRAME = 320;

const phones: Page[] = [];
let world: WhatsAppServers;
let peer: WhatsAppServers["peer"];
let a: RunningServer;
let b: RunningServer;
let owner: Account;
let deliver: WhatsAppServers["deliver"];
let senderId = "";
let agentId = "";
let folder = "";

beforeAll(async () => {
  world = await openWhatsAppServers();
  ({ peer, a, b, owner, deliver, senderId, agentId, folder } = world);
});
afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
});
afterAll(() => world.close());

test("a call is left alone until the switch is on, which only WhatsApp senders have", async () => {
  const { delivery, call } = peer.calls.rings("254712000001", await offer());
  expect(await deliver(a, delivery)).toBe(200);
  expect(await deliver(a, peer.calls.ends(call))).toBe(200);
  expect([await calls(), call.asked]).toEqual([[], []]);
  expect((await owner.client.call(listSenders))[0]?.answers_calls).toBe(false);
  const params = { sender_id: senderId };
  const sender = await owner.client.call(changeSender, { params, body: { agent_id: agentId, answers_calls: true } });
  expect(sender.answers_calls).toBe(true);
  expect((await owner.client.call(changeSender, { params, body: { agent_id: agentId } })).answers_calls).toBe(true);
});

test.skipIf(!hasVoice)(
  `somebody calls, is answered, speaks, presses a key and hangs up${LEFT_OUT}`,
  async () => {
    const { phone, call } = await dial("254712000002");
    const said = join(folder, "said.wav");
    await writeCallerSound(said, [4, "I want to book an appointment on Monday morning", 20], RATE_HZ);
    const speaking = speak(phone, (await readWav(said)).samples);
    await expect.poll(() => call.state).toBe("accepted");
    await expect.poll(() => loudness(phone.heard), { timeout: 15_000 }).toBeGreaterThan(500);
    const [execution] = await calls(call.person);
    expect(execution).toMatchObject({ provider: "whatsapp", user_number: "+254712000002", agent_number: "+254700000001" });
    const read = () => owner.client.call(readCall, { params: { execution_id: execution!.id } });
    await expect.poll(async () => (await read()).transcript, { timeout: 30_000 }).toMatch(/user: .*appointment/i);
    phone.press("5");
    await expect.poll(async () => JSON.stringify((await read()).journal)).toContain('"kind":"key"');
    expect(await deliver(a, peer.calls.ends(call))).toBe(200);
    speaking.stop();
    await expect.poll(async () => (await read()).status).toBe("completed");
    const over = await read();
    expect(over.telephony_data).toMatchObject({ hangup_by: "Caller", call_type: "inbound" });
    await expect.poll(async () => (await read()).telephony_data.recording_url).not.toBe("");
    expect(call.asked).toEqual(["pre_accept", "accept"]);
    const { data } = await owner.client.call(listContacts, { query: { phone: "+254712000002" } });
    expect(data).toHaveLength(1);
    const ofContact = await owner.client.call(listCalls, { query: { contact_id: data[0]!.id } });
    expect(ofContact.data.map(({ id }) => id)).toEqual([execution!.id]);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 60_000).toISOString();
    const board = await owner.client.call(readCallBoard, { query: { from, to, channel: "whatsapp" } });
    expect(JSON.stringify(board)).toContain('"calls":1');
  },
  90_000,
);

test("one call that comes ten times, to both servers, is answered once; the other server hears of its end", async () => {
  const { phone, call, delivery } = await offered("254712000003");
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, n) => deliver(n % 2 === 0 ? a : b, delivery)));
  expect(statuses).toEqual(Array(10).fill(200));
  await expect.poll(() => call.answer, { timeout: 15_000 }).toBeDefined();
  phone.accept(call.answer!);
  await expect.poll(() => call.state).toBe("accepted");
  expect(await calls(call.person)).toHaveLength(1);
  const end = peer.calls.ends(call);
  await Promise.all([deliver(a, end), deliver(b, end), deliver(b, end)]);
  await expect.poll(async () => (await calls(call.person))[0]?.status).toMatch(/completed/);
  expect(call.asked.slice(0, 2)).toEqual(["pre_accept", "accept"]);
  for (const one of [a, b]) expect(await deliver(one, delivery)).toBe(200);
  expect(await calls(call.person)).toHaveLength(1);
});

test("we hang up: Meta is told", async () => {
  const { call } = await dial("254712000004");
  await expect.poll(() => call.state).toBe("accepted");
  const [execution] = await calls(call.person);
  await owner.client.call(stopCall, { params: { execution_id: execution!.id } });
  await expect.poll(() => call.asked.at(-1), { timeout: 20_000 }).toBe("terminate");
  expect(await deliver(a, peer.calls.ends(call))).toBe(200);
  await expect.poll(async () => (await calls(call.person))[0]?.status).toBe("completed");
  expect(call.asked).toEqual(["pre_accept", "accept", "terminate"]);
});

test("an accept that is refused, and a caller who gives up before it, open no conversation", async () => {
  peer.calls.refuses = { action: "accept", code: 138_021 };
  const refused = await dial("254712000005");
  await expect.poll(() => refused.call.asked).toEqual(["pre_accept", "accept: 138021", "reject"]);
  await expect.poll(async () => (await calls(refused.call.person))[0]?.status).toBe("failed");
  const early = await offered("254712000006");
  await deliver(a, early.delivery);
  await deliver(a, peer.calls.ends(early.call));
  await expect.poll(async () => (await calls(early.call.person))[0]?.status).toBe("canceled");
  const late = await offered("254712000007");
  await deliver(a, peer.calls.ends(late.call));
  await deliver(a, late.delivery);
  for (const { call } of [refused, early, late])
    for (const one of await calls(call.person)) expect([one.telephony_data.duration, one.transcript]).toEqual(["0", null]);
  expect([await calls(late.call.person), late.call.asked]).toEqual([[], []]);
});

test("a caller whose sound never comes is rejected after 20 s", { timeout: 60_000 }, async () => {
  const { call, delivery } = await offered("254712000008");
  await deliver(a, delivery);
  await expect.poll(() => call.asked, { timeout: 40_000 }).toEqual(["pre_accept", "reject"]);
  await expect.poll(async () => (await calls(call.person))[0]?.status).toBe("failed");
});

test("forged, foreign, old, huge and broken offers ring nobody, and none disturbs the server", async () => {
  const before = (await calls()).length;
  const { delivery } = await offered("254712000009");
  expect(await deliver(a, delivery, `sha256=${"0".repeat(64)}`)).toBe(403);
  const session = { sdp_type: "offer", sdp: "v=0" };
  const of = (more: object, sender = peer.sender) =>
    deliveryOf(
      [{ calls: [{ id: "wacid.x", from: "254712000010", timestamp: "1", event: "connect", session, ...more }] }],
      sender,
      "calls",
    );
  const timestamp = String(Math.round(Date.now() / 1_000));
  for (const odd of [
    of({ timestamp }, "999999999999"),
    of({}),
    of({ timestamp, from: "a name" }),
    of({ timestamp, event: "connects" }),
    of({ timestamp, session: null }),
    of({ timestamp, direction: "BUSINESS_INITIATED" }),
    deliveryOf([{ calls: "many" }], peer.sender, "calls"),
  ])
    expect(await deliver(a, odd)).toBe(200);
  expect((await calls()).length).toBe(before);
  const huge = peer.calls.rings("254712000011", `v=0\r\n${"a=x\r\n".repeat(200_000)}`);
  expect(await deliver(a, huge.delivery)).toBe(200);
  await expect.poll(() => huge.call.asked).toEqual(["reject"]);
  await expect.poll(async () => (await calls("254712000011"))[0]?.status).toBe("failed");
});

interface Dialled {
  phone: Page;
  call: PeerCall;
  delivery: object;
}

async function offer(phone = telephone()): Promise<string> {
  return phone.offer();
}

function telephone(): Page {
  const phone = new Page("127.0.0.1", { isTelephone: true });
  phones.push(phone);
  return phone;
}

async function offered(from: string): Promise<Dialled> {
  const phone = telephone();
  return { phone, ...peer.calls.rings(from, await phone.offer()) };
}

/** Somebody calls, and their telephone takes our answer. */
async function dial(from: string): Promise<Dialled> {
  const dialled = await offered(from);
  expect(await deliver(a, dialled.delivery)).toBe(200);
  await expect.poll(() => dialled.call.answer, { timeout: 15_000 }).toBeDefined();
  dialled.phone.accept(dialled.call.answer!);
  return dialled;
}

/** All, or those of one caller. */
async function calls(from?: string): Promise<Execution[]> {
  const { data } = await owner.client.call(listCalls, { query: {} });
  return data.filter(({ user_number: number, provider }) => provider === "whatsapp" && (!from || number === `+${from}`));
}

/** At the pace of a microphone. */
function speak(phone: Page, samples: Int16Array): { stop(): void } {
  const beganMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent * 20 < performance.now() - beganMs; sent++) {
      const frame = new Int16Array(FRAME);
      frame.set(samples.subarray(sent * FRAME, (sent + 1) * FRAME));
      if (phone.isOpen) phone.send(phone.packet(frame));
    }
  }, 10);
  return { stop: () => clearInterval(timer) };
}

function loudness(heard: readonly number[]): number {
  return heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}
