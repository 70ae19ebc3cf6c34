/** Messenger and Instagram on a real server: a page and an account are connected and verified, somebody writes, the agent answers. */
import {
  answerThread,
  connectProvider,
  createSender,
  listAgents,
  listSenders,
  listThreads,
  readThread,
  writeMessage,
} from "@ongea/contract";
import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinDatabase } from "../server/src/platform/database/database.ts";
import { type MetaPeer, startMetaPeer } from "../server/src/contacts/channels/testing/meta-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
const peers = {} as Record<"messenger" | "instagram", MetaPeer>;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;

beforeAll(async () => {
  Object.assign(peers, { messenger: await startMetaPeer("messenger"), instagram: await startMetaPeer("instagram") });
  const port = await freePort();
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `messenger=${peers.messenger.baseUrl},instagram=${peers.instagram.baseUrl}`,
  };
  server = await startServer({ dataDir, port, settings });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  for (const peer of Object.values(peers)) await peer.close();
  removeDataDir(dataDir);
});

describe.each(["messenger", "instagram"] as const)("%s", (provider) => {
  let peer: MetaPeer;
  let callback = "";
  let senderId = "";
  beforeAll(() => void (peer = peers[provider]));

  const post = async (posted: ReturnType<MetaPeer["signs"]>, { url = callback, signature = "" } = {}) => {
    const { body, header } = posted;
    const headers = {
      "content-type": "application/json",
      "x-hub-signature-256": signature || (header("x-hub-signature-256") ?? ""),
    };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  const deliver = (...events: object[]) => post(peer.delivers(callback, events.map(peer.event)));
  const says = (text: string, mid = `m_${randomUUID()}`) => ({ message: { mid, text } });
  const thread = async () => {
    const one = (await owner.client.call(listThreads, { query: {} })).data.find(({ address }) => address === peer.person);
    return owner.client.call(readThread, { params: { thread_id: one!.id }, query: {} });
  };

  test("it is added once the app is connected; Meta verifies its address with the last part of it", async () => {
    const { client } = owner;
    const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
    const body = { provider, sender: peer.sender, agent_id: agent.id } as const;
    await expect(client.call(createSender, { body })).rejects.toMatchObject({ code: "sender.not_connected" });
    await client.call(connectProvider, { body: { provider, values: { account: peer.appSecret, key: peer.token } } });
    await expect(client.call(createSender, { body: { ...body, sender: "1234567890" } })).rejects.toMatchObject({
      code: "sender.unknown",
    });
    const sender = await client.call(createSender, { body });
    expect(sender.label).toBe(provider === "messenger" ? "Imani Clinic" : "@imani_clinic");
    [callback, senderId] = [sender.callback_url ?? "", sender.id];
    expect(callback).toContain(`/channels/meta/${sender.id}/`);
    const asks = async (url: string, token: string) => {
      const query = new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "1158201444" });
      const answer = await fetch(`${url}?${query.toString()}`);
      return [answer.status, await answer.text()];
    };
    const token = callback.split("/").at(-1) ?? "";
    expect(await asks(callback, token)).toEqual([200, "1158201444"]);
    expect((await asks(callback, "something"))[0]).toBe(403);
    expect((await asks(callback.replace("/meta/", "/whatsapp/"), token))[0]).toBe(403);
  });

  test("somebody writes ten times the same, is answered once, and the report is seen", async () => {
    peer.names.set(peer.person, "Amina Otieno");
    const asked = says("When are you open on Saturday?", "m_first");
    expect(await Promise.all(Array.from({ length: 10 }, () => deliver(asked)))).toEqual(Array(10).fill(200));
    await expect.poll(() => peer.left.length).toBe(1);
    expect(peer.left[0]).toMatchObject({ to: peer.person, text: expect.stringMatching(/9 in the morning to 1|9:00|09:00/) });
    await expect.poll(async () => (await thread()).messages.map(({ state }) => state)).toEqual(["received", "sent"]);
    // Messenger says up to when, Instagram which.
    const isPage = provider === "messenger";
    const now = Date.now();
    const reports = isPage
      ? [{ delivery: { watermark: now + 9_000 } }, { read: { watermark: now - 3_600_000 } }, { read: { watermark: now + 9_000 } }]
      : [{ read: { mid: peer.left[0]!.ref } }];
    const states: (string | undefined)[] = [];
    for (const report of reports) {
      await deliver(report);
      states.push((await thread()).messages.at(-1)?.state);
    }
    expect([states, peer.seen.includes(peer.person)]).toEqual([isPage ? ["delivered", "delivered", "read"] : ["read"], isPage]);
    const { messages, channel, contact_name: name } = await thread();
    expect([channel, name, messages.at(-1)?.state, messages.length]).toEqual([provider, "Amina Otieno", "read", 2]);
  });

  test("forged deliveries, other addresses and odd ones are refused; echoes and events that are not ours stop none", async () => {
    const wrong = callback.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const posted = peer.delivers(callback, [peer.event(says("Hello"))]);
    expect(await post(posted, { signature: `sha256=${"0".repeat(64)}` })).toBe(403);
    expect([await post(posted, { url: wrong }), await post(peer.signs(callback, { object: "user", entry: [] }))]).toEqual([
      403, 400,
    ]);
    const before = (await thread()).messages.length;
    const echo = { sender: { id: peer.sender }, recipient: { id: "9" }, message: { mid: "m_e", text: "Hi", is_echo: true } };
    const events = [echo, { delivery: { mids: ["m_nobodys"], watermark: 1 } }, { reaction: {} }, { message: { mid: 7 } }];
    expect(await deliver(...events)).toBe(200);
    expect((await thread()).messages.length).toBe(before);
    expect(await deliver(...events, says("Asante"))).toBe(200);
    await expect.poll(async () => (await thread()).messages.length).toBeGreaterThan(before + 1);
  });

  test("a picture is fetched from Meta; a person answers after the 24 hours with the tag for it, nobody after seven days", async () => {
    peer.files.set("photo", Buffer.from("\xff\xd8\xff\xe0 a picture", "latin1"));
    const url = `${peer.baseUrl}/files/photo`;
    await deliver({ message: { mid: `m_${randomUUID()}`, attachments: [{ type: "image", payload: { url } }] } });
    await expect
      .poll(async () => (await thread()).messages.flatMap(({ files }) => files.map(({ type }) => type)))
      .toEqual(["image/jpeg"]);
    await expect.poll(async () => (await thread()).messages.at(-1)?.state).toBe("sent");
    const { id } = await thread();
    const answer = (text: string) =>
      owner.client.call(answerThread, { params: { thread_id: id }, body: { id: randomUUID(), text } });
    const age = async (hours: number): Promise<void> => {
      const database = await joinDatabase(dataDir);
      await database.query("update thread_messages set created_at = now() - make_interval(hours => $1) where direction = 'in'", [
        hours,
      ]);
      await database.close();
    };
    await age(30);
    await answer("A person here");
    await expect.poll(async () => (await thread()).messages.at(-1)?.state).toBe("sent");
    expect(peer.tags.at(-1)).toBe("HUMAN_AGENT");
    await age(170);
    await answer("Still here");
    await expect.poll(async () => (await thread()).messages.at(-1)).toMatchObject({ state: "failed", reason: "window_closed" });
  });

  test("nobody is written to first, and a token that was taken back says so", async () => {
    const body = { id: randomUUID(), sender_id: senderId, to: "+254712000001", text: "Hi" };
    await expect(owner.client.call(writeMessage, { body })).rejects.toMatchObject({ code: "sender.not_sms" });
    await deliver(says("Hello again"));
    const { id } = await thread();
    peer.refuses = { code: 190, subcode: 463 };
    const answered = { params: { thread_id: id }, body: { id: randomUUID(), text: "One moment" } };
    await owner.client.call(answerThread, answered);
    await expect.poll(async () => (await thread()).messages.at(-1)).toMatchObject({ state: "failed", reason: "credentials" });
    peer.refuses = undefined;
  });
});

test("a second page of the same app gets what is posted to the first one's address", async () => {
  const peer = peers.messenger;
  const [first] = await owner.client.call(listSenders);
  const database = await joinDatabase(dataDir);
  await database.query(
    `insert into message_senders (workspace_id, agent_id, provider, sender, hook)
      select workspace_id, agent_id, provider, '555000555', 'another' from message_senders where id = $1`,
    [first!.id],
  );
  await database.close();
  const event = { sender: { id: "7300000009" }, recipient: { id: "555000555" }, message: { mid: "m_page2", text: "Hello" } };
  const posted = peer.signs("", { object: "page", entry: [{ id: "555000555", messaging: [event] }] });
  const headers = { "content-type": "application/json", "x-hub-signature-256": posted.header("x-hub-signature-256") ?? "" };
  const answer = await fetch(first!.callback_url ?? "", { method: "POST", headers, body: posted.body });
  expect(answer.status).toBe(200);
  const threads = (await owner.client.call(listThreads, { query: {} })).data;
  expect(threads.map(({ address }) => address)).toContain("messenger:7300000009");
});

test.skipIf(!hasBrowser)(`both and their threads are seen on their screens${LEFT_OUT}`, async () => {
  const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages?sms");
  await screen.getByRole("listitem").getByText("@imani_clinic").waitFor();
  for (const [provider, label] of [
    ["messenger", "Page ID"],
    ["instagram", "Instagram account ID"],
  ] as const) {
    await screen.getByLabel("Provider", { exact: true }).selectOption(provider);
    await screen.getByLabel(label).waitFor();
  }
  expect(await faultsOf(screen, "senders with Messenger and Instagram")).toEqual([]);
  await screen.goto(`${server.url}/dashboard/messages`);
  for (const name of [/Messenger ·/, /Instagram ·/]) await screen.getByText(name).first().waitFor();
  expect(await faultsOf(screen, "threads of Messenger and Instagram")).toEqual([]);
  await screen.close();
});
