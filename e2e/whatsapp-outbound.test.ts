/** The agent calls people on WhatsApp who have allowed it: Meta's calling API and real WebRTC sound, on two servers of one database. */
import { existsSync } from "node:fs";
import { listCalls, placeCall, readCall, stopCall, type Execution } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Page } from "../channels/src/browser/testing/page.ts";
import type { PeerCall } from "../server/src/contacts/channels/testing/whatsapp-calls-peer.ts";
import { openWhatsAppServers, type WhatsAppServers } from "./whatsapp-servers.ts";

const hasVoice = existsSync("/usr/bin/flite");
const LEFT_OUT = hasVoice ? "" : " (left out: flite is not installed)";
const FROM = "whatsapp:+254700000001";

const phones: Page[] = [];
let world: WhatsAppServers;

beforeAll(async () => void (world = await openWhatsAppServers()));
afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
});
afterAll(() => world.close());

test("nobody is called who has not allowed it, nor from a number that is not the workspace's", async () => {
  await expect(dial("+254712000101")).rejects.toMatchObject({ code: "call.no_permission" });
  world.peer.calls.permissions.decide("254712000101", "temporary");
  await expect(dial("+254712000101", "whatsapp:+254700000002")).rejects.toMatchObject({ code: "call.bad_caller_id" });
  expect([world.peer.calls.all, await calls()]).toEqual([[], []]);
});

test.skipIf(!hasVoice)(
  `whoever has allowed it is called, hears the agent when they pick up, and hangs up${LEFT_OUT}`,
  async () => {
    const { peer, a, b, deliver, owner } = world;
    peer.calls.permissions.decide("254712000102", "temporary");
    const { id, call, phone } = await rung("254712000102");
    expect(call.ours).toBe(id);
    // Which server hears of it is chance.
    await deliver(b, peer.calls.connects(call, await phone.answer(call.offer)));
    await deliver(a, peer.calls.becomes(call, "RINGING"));
    await expect.poll(async () => (await one(id)).status).toBe("ringing");
    await expect.poll(() => phone.isOpen, { timeout: 15_000 }).toBe(true);
    expect(loudness(phone.heard)).toBeLessThan(500);
    await deliver(b, peer.calls.becomes(call, "ACCEPTED"));
    await expect.poll(() => loudness(phone.heard), { timeout: 20_000 }).toBeGreaterThan(500);
    const talking = await one(id);
    expect(talking).toMatchObject({ status: "in-progress", provider: "whatsapp", user_number: "+254712000102" });
    expect(talking.agent_number).toBe("+254700000001");
    const read = () => owner.client.call(readCall, { params: { execution_id: id } });
    phone.press("5");
    await expect.poll(async () => JSON.stringify((await read()).journal)).toContain('"kind":"key"');
    await deliver(b, peer.calls.ends(call));
    await expect.poll(async () => (await one(id)).status).toBe("completed");
    const over = await read();
    expect(over.telephony_data).toMatchObject({ hangup_by: "Callee", call_type: "outbound" });
    expect(JSON.stringify(over)).toContain('"permission":{"state":"temporary"');
    expect(call.asked).toEqual([]);
  },
  90_000,
);

test("we take a call back while it rings: Meta ends it", async () => {
  const { peer, a, deliver, owner } = world;
  peer.calls.permissions.decide("254712000103", "permanent");
  const { id, call } = await rung("254712000103");
  await deliver(a, peer.calls.becomes(call, "RINGING"));
  await owner.client.call(stopCall, { params: { execution_id: id } });
  await expect.poll(() => call.asked).toEqual(["terminate"]);
  await deliver(a, peer.calls.ends(call));
  await expect.poll(async () => (await one(id)).status).toBe("canceled");
});

async function dial(to: string, from = FROM): Promise<string> {
  const body = {
    agent_id: world.agentId,
    recipient_phone_number: to,
    from_phone_number: from,
    // The story is told at any hour.
    bypass_call_guardrails: true,
  };
  return (await world.owner.client.call(placeCall, { body })).execution_id;
}

/** Meta was asked to ring this person. */
async function rung(person: string): Promise<{ id: string; call: PeerCall; phone: Page }> {
  const id = await dial(`+${person}`);
  const placed = () => world.peer.calls.all.find(({ ours }) => ours === id);
  await expect.poll(placed, { timeout: 20_000 }).toBeDefined();
  const phone = new Page("127.0.0.1", { isTelephone: true, isCalled: true });
  phones.push(phone);
  return { id, call: placed()!, phone };
}

async function calls(): Promise<Execution[]> {
  const { data } = await world.owner.client.call(listCalls, { query: {} });
  return data.filter(({ provider }) => provider === "whatsapp");
}

async function one(id: string): Promise<Execution> {
  return (await calls()).find((call) => call.id === id)!;
}

function loudness(heard: readonly number[]): number {
  return heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}
