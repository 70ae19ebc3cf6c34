/** A number at Africa's Talking: its calls are asked for by HTTP and spoken by SIP, both ways. Against a peer of ours, with real SIP and sound. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  changeTrunk,
  createTrunk,
  listCalls,
  listPhoneNumbers,
  placeCall,
  readCall,
  readTrunk,
  setUpInbound,
  stopCall,
  testTrunk,
  type Execution,
} from "@ongea/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startAfricasTalkingPeer,
  type AfricasTalkingPeer,
  type PeerSession,
} from "../server/src/telephony/carriers/testing/africas-talking-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { writeCallerSound } from "./caller-sound.ts";
import { freePort } from "./phones/free-port.ts";
import { isInstalled } from "./phones/processes.ts";
import { startSipClientDialler, type DialledCall, type SipClientDialler } from "./phones/sip-client-dialler.ts";
import { readWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const THEIRS = "127.0.0.19";
const NUMBER = "+254711082130";
const [CALLER, CALLED] = ["+254733000001", "+254722000002"];
const CLIENT = "dawati.imani";

describe.skipIf(!isInstalled("flite"))("Africa's Talking (needs flite)", () => {
  const dataDir = newDataDir();
  let folder: string;
  let peer: AfricasTalkingPeer;
  let sip: SipClientDialler;
  let server: RunningServer;
  let owner: Account;
  let trunkId: string;
  const dialled: DialledCall[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ongea-at-"));
    peer = await startAfricasTalkingPeer();
    sip = await startSipClientDialler({ host: THEIRS, password: (user) => (user === CLIENT ? "siri-yangu" : undefined) });
    // Their documents have it that the number that was called is shown, not the caller's.
    peer.onDial = (client) => dialled.push(sip.dial(client, NUMBER));
    const port = await freePort();
    const settings = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PRIVATE_ADDRESSES: "127.0.0.0/8",
      PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
      EXCHANGE_RATES: "KES:125",
    };
    server = await startServer({ dataDir, port, settings });
    owner = await firstAccount(server);
  });
  afterAll(async () => {
    await stopServers();
    await sip.close();
    await peer.close();
    removeDataDir(dataDir);
    await rm(folder, { recursive: true, force: true });
  });

  async function speech(text: string): Promise<Int16Array> {
    const path = join(folder, `${text.length}.wav`);
    await writeCallerSound(path, [0.3, text, 1]);
    return (await readWav(path)).samples;
  }
  const loud = ({ heard }: DialledCall): number => heard.filter((sample) => Math.abs(sample) > 1_000).length;
  const newest = async (): Promise<Execution | undefined> =>
    (await owner.client.call(listCalls, { query: { limit: 1 } })).data[0];
  const read = (execution_id: string) => owner.client.call(readCall, { params: { execution_id } });
  const agentId = async (): Promise<string> =>
    (await owner.client.call(listPhoneNumbers)).find(({ agent_id: id }) => id)?.agent_id ?? "";
  const hears = async (call: DialledCall): Promise<void> => {
    await expect.poll(() => loud(call)).toBeGreaterThan(8_000);
  };

  test("a trunk with its account registers there, and says where the company is to ask; a wrong key is told as such", async () => {
    const { client } = owner;
    const body = {
      name: "Dawati",
      provider: "Africa's Talking",
      auth_type: "userpass" as const,
      auth_username: CLIENT,
      auth_password: "siri-yangu",
      gateways: [{ gateway_address: THEIRS, port: sip.port }],
      inbound_enabled: true,
      phone_numbers: [{ phone_number: NUMBER }],
      africastalking: { username: peer.username, api_key: "atsk_wrong_0123456789" },
    };
    const missing = { ...body, africastalking: { username: peer.username } };
    await expect(client.call(createTrunk, { body: missing })).rejects.toMatchObject({ code: "request.invalid" });
    const trunk = await client.call(createTrunk, { body });
    trunkId = trunk.id;
    const params = { trunk_id: trunkId };
    await expect.poll(() => client.call(testTrunk, { params })).toMatchObject({ kind: "failing", problem: "api_refused" });
    const change = { africastalking: { username: peer.username, api_key: peer.apiKey } };
    expect(JSON.stringify(await client.call(changeTrunk, { params, body: change }))).not.toContain(peer.apiKey);
    await expect.poll(() => client.call(testTrunk, { params })).toMatchObject({ kind: "reachable", problem: null });
    await expect.poll(async () => (await client.call(readTrunk, { params })).state.kind).toBe("registered");
    peer.callbackUrl = (await client.call(readTrunk, { params })).africastalking?.callback_url ?? "";
    expect(peer.callbackUrl).toMatch(new RegExp(`^${server.url}/carriers/africastalking/${trunkId}/[A-Za-z0-9_-]{32}$`));
    const { id: phone_number_id = "" } =
      (await client.call(listPhoneNumbers)).find(({ phone_number: one }) => one === NUMBER) ?? {};
    await client.call(setUpInbound, { body: { agent_id: await agentId(), phone_number_id } });
  });

  test("nobody who does not know the address is listened to, and odd forms are refused", async () => {
    const facts = { sessionId: "ATVId_0123456789", isActive: "1", direction: "Inbound", callerNumber: CALLER };
    const wrong = peer.callbackUrl.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await peer.post(wrong, facts)).status).toBe(403);
    expect((await peer.post(peer.callbackUrl.replace(trunkId, "33333333-3333-4333-8333-333333333333"), facts)).status).toBe(403);
    expect((await peer.post(peer.callbackUrl, { isActive: "1" })).status).toBeGreaterThanOrEqual(400);
    const nobodys = await peer.post(peer.callbackUrl, { ...facts, destinationNumber: "+254700000009" });
    expect(nobodys.text).toContain("<Reject/>");
  });

  test("somebody calls the number, is greeted, asks and is answered; the call is theirs, and costs what the company takes, once", async () => {
    // What every server knows of trunks is a few seconds old at most.
    let session: PeerSession | undefined;
    const rings = async (): Promise<number> => {
      session = await peer.ring(NUMBER, CALLER);
      return dialled.length;
    };
    await expect.poll(rings, { interval: 1_000 }).toBeGreaterThan(0);
    const person = dialled.at(-1)!;
    await hears(person);
    person.say(await speech("When are you open on Saturday?"));
    await expect.poll(async () => (await newest())?.transcript ?? "").toMatch(/user: .*saturday/i);
    const before = loud(person);
    await expect.poll(() => loud(person) - before).toBeGreaterThan(4_000);
    person.call.hangUp();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    const kept = (await newest())!;
    expect(await Promise.all([session!.over(), session!.over()])).toEqual([200, 200]);
    // 12.50 shillings are ten cents.
    await expect.poll(async () => (await read(kept.id)).cost_breakdown.network).toBeCloseTo(10, 6);
    expect(kept).toMatchObject({
      telephony_data: { call_type: "inbound", from_number: CALLER, to_number: NUMBER, hangup_by: "Caller" },
    });
    expect(peer.orders).toEqual([]);
  });

  test("a call goes out: the company is asked for it, the person answers, hears the agent, and it is ended here; its charge counts once", async () => {
    const { client } = owner;
    const body = {
      agent_id: await agentId(),
      recipient_phone_number: CALLED,
      from_phone_number: NUMBER,
      bypass_call_guardrails: true,
    };
    const { execution_id } = await client.call(placeCall, { body });
    await expect.poll(() => peer.placed.length).toBe(1);
    expect(peer.orders[0]).toMatchObject({ username: peer.username, from: NUMBER, to: CALLED });
    const [session] = peer.placed;
    expect((await read(execution_id)).status).toBe("initiated");
    const before = dialled.length;
    await session!.ask();
    // Its answer was lost: it asks once more, and is told the same.
    expect(await session!.askAgain()).toBe(session!.xml);
    expect(dialled.length).toBe(before + 1);
    const person = dialled[before]!;
    await hears(person);
    expect((await read(execution_id)).status).toBe("in-progress");
    await client.call(stopCall, { params: { execution_id } });
    await person.call.ended;
    const told = await Promise.all([session!.over(), session!.over(), session!.over()]);
    expect(told).toEqual([200, 200, 200]);
    // 12.50 shillings are ten cents.
    await expect.poll(async () => (await read(execution_id)).cost_breakdown.network).toBeCloseTo(10, 6);
    await session!.over({ amount: "99" });
    expect((await read(execution_id)).cost_breakdown.network).toBeCloseTo(10, 6);
  });

  test.each([
    ["USER_BUSY", "busy"],
    ["NO_ANSWER", "no-answer"],
    ["CALL_REJECTED", "failed"],
  ])("a person's %s ends the call as %s", async (hangupCause, status) => {
    const { client } = owner;
    const body = {
      agent_id: await agentId(),
      recipient_phone_number: CALLED,
      from_phone_number: NUMBER,
      bypass_call_guardrails: true,
    };
    const count = peer.placed.length;
    const { execution_id } = await client.call(placeCall, { body });
    await expect.poll(() => peer.placed.length).toBe(count + 1);
    await peer.placed.at(-1)!.over({ hangupCause, durationInSeconds: "0", amount: "0" });
    await expect.poll(async () => (await read(execution_id)).status).toBe(status);
  });

  test("orders that are refused, and countries that may not be called, ring nobody", async () => {
    const { client } = owner;
    const body = {
      agent_id: await agentId(),
      recipient_phone_number: CALLED,
      from_phone_number: NUMBER,
      bypass_call_guardrails: true,
    };
    peer.mood = "InsufficientCredit";
    const { execution_id } = await client.call(placeCall, { body });
    await expect.poll(async () => (await read(execution_id)).status).toBe("failed");
    peer.mood = "well";
    const orders = peer.orders.length;
    await expect(client.call(placeCall, { body: { ...body, recipient_phone_number: "+88213000001" } })).rejects.toThrow();
    expect(peer.orders.length).toBe(orders);
  });

  test.skipIf(!hasBrowser)(
    `the dialog asks for the account where the server is Africa's Talking's, and shows the address${LEFT_OUT}`,
    async () => {
      const browser = await launchBrowser();
      try {
        const page = await openScreen(browser, { server, account: owner }, "/dashboard/phone-numbers");
        await page.getByRole("button", { name: "Add SIP trunk" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Name", { exact: true }).fill("Mapokezi");
        await dialog.getByLabel("Provider").fill("Africa's Talking");
        expect(await dialog.getByLabel("API key").count()).toBe(0);
        await dialog.getByLabel("Server address").fill("ke.sip.africastalking.com");
        await dialog.getByLabel("User name").fill("mapokezi.imani");
        await dialog.getByLabel("Application name").fill("imani");
        await dialog.getByLabel("API key").fill("atsk_0123456789");
        expect(await faultsOf(page, "africas-talking-trunk")).toEqual([]);
        await dialog.getByRole("button", { name: "Save trunk" }).click();
        await page.getByRole("button", { name: "Edit Mapokezi" }).click();
        await expect.poll(() => dialog.getByLabel("Voice callback address").inputValue()).toContain("/carriers/africastalking/");
        expect(await dialog.getByLabel("API key").inputValue()).toBe("");
      } finally {
        await browser.close();
      }
    },
  );
});
