/** The agent calls people on WhatsApp who have allowed it: Meta's calling API and real WebRTC sound, on two servers of one database. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  askCallPermission,
  listCalls,
  listConsents,
  listThreads,
  placeCall,
  readCall,
  readCallPermission,
  readThread,
  stopCall,
  type Execution,
} from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Page } from "../channels/src/browser/testing/page.ts";
import type { PeerCall } from "../server/src/contacts/channels/testing/whatsapp-calls-peer.ts";
import { deliveryOf } from "../server/src/contacts/channels/testing/whatsapp-peer.ts";
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

test("news that come to both servers, twice and in the wrong order, answer a call once", async () => {
  const { peer, a, b, deliver } = world;
  peer.calls.permissions.decide("254712000104", "permanent");
  const { id, call, phone } = await rung("254712000104");
  const media = peer.calls.connects(call, await phone.answer(call.offer));
  const accepted = peer.calls.becomes(call, "ACCEPTED");
  const news = [accepted, accepted, peer.calls.becomes(call, "RINGING"), media, media];
  expect(await Promise.all(news.flatMap((one) => [deliver(a, one), deliver(b, one)]))).toEqual(Array(10).fill(200));
  await expect.poll(async () => (await one(id)).status, { timeout: 20_000 }).toBe("in-progress");
  const end = peer.calls.ends(call);
  await Promise.all([deliver(b, end), deliver(a, end)]);
  await expect.poll(async () => (await one(id)).status).toBe("completed");
  expect(await deliver(b, accepted)).toBe(200);
  expect(call.asked).toEqual([]);
});

test("who declines and who does not answer is told apart; after four calls without an answer the permission is gone", async () => {
  const { peer, b, deliver } = world;
  peer.calls.permissions.decide("254712000105", "temporary");
  const declined = await rung("254712000105");
  await deliver(b, peer.calls.becomes(declined.call, "REJECTED"));
  await expect.poll(async () => (await one(declined.id)).telephony_data.hangup_reason).toBe("Call recipient rejected");
  await deliver(b, peer.calls.ends(declined.call));
  for (let n = 0; n < 3; n++) {
    const missed = await rung("254712000105");
    await deliver(b, peer.calls.becomes(missed.call, "RINGING"));
    await deliver(b, peer.calls.ends(missed.call));
    await expect.poll(async () => (await one(missed.id)).status).toBe("no-answer");
  }
  await expect(dial("+254712000105")).rejects.toMatchObject({ code: "call.no_permission" });
});

test("a permission that is gone when Meta is asked to ring, and a number that Meta refuses, ring nobody", async () => {
  const { peer } = world;
  peer.calls.permissions.decide("254712000106", "temporary");
  peer.calls.refuses = { action: "connect", code: 138_006 };
  const id = await dial("+254712000106");
  await expect.poll(async () => (await one(id)).status).toBe("failed");
  expect((await one(id)).telephony_data.hangup_reason).toBe("Call recipient rejected");
  peer.calls.permissions.refuses = 138_000;
  await expect(dial("+254712000106")).rejects.toMatchObject({ code: "call.channel_refused" });
  peer.calls.permissions.refuses = 138_013;
  await expect(dial("+254712000106")).rejects.toMatchObject({ code: "call.channel_busy" });
  expect(peer.calls.all.filter(({ person }) => person === "254712000106")).toEqual([]);
});

test("somebody is asked in their thread, allows calls, takes it back, and the ledger says so", async () => {
  const { peer, a, b, deliver, owner } = world;
  const { client } = owner;
  const person = "254712000107";
  const wrote = { from: person, id: "wamid.hello", timestamp: "1764230000", type: "text", text: { body: "Hello" } };
  await deliver(a, deliveryOf([{ messages: [wrote] }], peer.sender));
  const threadOf = async () =>
    (await client.call(listThreads, { query: {} })).data.find(({ address }) => address === `+${person}`);
  await expect.poll(threadOf).toBeDefined();
  const params = { thread_id: (await threadOf())!.id };
  const read = () => client.call(readCallPermission, { params });
  expect(await read()).toEqual({
    state: "none",
    expires_at: null,
    may_call: false,
    may_ask: true,
    is_offered: true,
    from_phone_number: FROM,
  });
  const body = { id: randomUUID(), text: "May our nurse call you about your results?" };
  const asked = await client.call(askCallPermission, { params, body });
  await expect.poll(() => peer.left.find(({ text }) => text === body.text)?.ref, { timeout: 20_000 }).toBeDefined();
  expect((await client.call(askCallPermission, { params, body })).id).toBe(asked.id);
  const again = client.call(askCallPermission, { params, body: { ...body, id: randomUUID() } });
  await expect(again).rejects.toMatchObject({ code: "call.permission_asked" });
  const about = peer.left.find(({ text }) => text === body.text)!.ref;
  const now = Math.round(Date.now() / 1_000);
  const reply = (answer: object, id: string, at: number) =>
    deliveryOf(
      [
        {
          messages: [
            {
              from: person,
              id,
              timestamp: String(at),
              type: "interactive",
              context: { id: about },
              interactive: { type: "call_permission_reply", call_permission_reply: answer },
            },
          ],
        },
      ],
      peer.sender,
    );
  const ledger = async () => (await client.call(listConsents, { query: { phone: `+${person}` } })).data;
  const until = now + 7 * 86_400;
  const accept = { response: "accept", is_permanent: false, expiration_timestamp: until, response_source: "user_action" };
  peer.calls.permissions.decide(person, "temporary");
  const accepted = reply(accept, "wamid.yes", now);
  await Promise.all(Array.from({ length: 10 }, (_, n) => deliver(n % 2 === 0 ? a : b, accepted)));
  await expect.poll(ledger).toMatchObject([
    {
      purpose: "service",
      channel: "call",
      means: "message",
      wording: body.text,
      proof: "wamid.yes",
      expires_at: new Date(until * 1_000).toISOString(),
      withdrawn_at: null,
    },
  ]);
  const said = (await client.call(readThread, { params, query: {} })).messages.filter(({ text }) => text.startsWith("[calls"));
  expect(said.map(({ text }) => text.slice(0, 21))).toEqual(["[calls allowed until "]);
  expect(await read()).toMatchObject({ state: "temporary", may_call: true, may_ask: false });
  // An older no is late; a newer one counts.
  await deliver(b, reply({ response: "reject" }, "wamid.early", now - 60));
  expect((await ledger())[0]?.withdrawn_at).toBeNull();
  await deliver(b, reply({ response: "reject" }, "wamid.no", now + 1));
  await expect.poll(async () => (await ledger())[0]?.withdrawn_by).toBe("declined");
  await deliver(b, reply({ response: "accept", is_permanent: true }, "wamid.always", now + 2));
  await expect
    .poll(async () => (await ledger()).map(({ expires_at: end, withdrawn_at: gone }) => [end, gone])[0])
    .toEqual([null, null]);
  peer.calls.permissions.decide(person, "no_permission");
  // Meta's moment of the last yes is two seconds ahead.
  const seen = async () => [(await read()).state, (await ledger())[0]?.withdrawn_by];
  await expect.poll(seen).toEqual(["none", "revoked"]);
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
