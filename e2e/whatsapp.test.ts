/** WhatsApp by Meta's Cloud API, on a real server: the number is connected and verified, somebody writes, the agent answers, the report comes. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  connectProvider,
  createCallMessage,
  createSender,
  listAgents,
  listTemplates,
  listThreads,
  readThread,
  sendTemplate,
  writeMessage,
} from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveryOf, startWhatsAppPeer, type WhatsAppPeer } from "../server/src/contacts/channels/testing/whatsapp-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const PERSON = "+254712000001";
const dataDir = newDataDir();
let peer: WhatsAppPeer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
let callback = "";
let senderId = "";

beforeAll(async () => {
  peer = await startWhatsAppPeer();
  const port = await freePort();
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `whatsapp=${peer.baseUrl}`,
  };
  server = await startServer({ dataDir, port, settings });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await peer.close();
  removeDataDir(dataDir);
});

const deliver = async (delivery: object, { url = callback, signature }: { url?: string; signature?: string } = {}) => {
  const { body, header } = peer.signs(url, delivery);
  const headers = {
    "content-type": "application/json",
    "x-hub-signature-256": signature ?? header("x-hub-signature-256") ?? "",
  };
  return (await fetch(url, { method: "POST", headers, body })).status;
};
const messageOf = (id: string, body: string, from = PERSON.slice(1)) => ({
  id,
  from,
  timestamp: "1",
  type: "text",
  text: { body },
});
const says = (text: string, ref: string = randomUUID()) => deliveryOf([{ messages: [messageOf(ref, text)] }], peer.sender);
const reports = (ref: string, status: string) =>
  deliveryOf([{ statuses: [{ id: ref, status, recipient_id: PERSON.slice(1) }] }], peer.sender);
const thread = async () => {
  const one = (await owner.client.call(listThreads, { query: {} })).data.find(({ address }) => address === PERSON);
  return owner.client.call(readThread, { params: { thread_id: one!.id }, query: {} });
};

test("a number is added once the app is connected; Meta verifies its address with the last part of it", async () => {
  const { client } = owner;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  const body = { provider: "whatsapp", sender: peer.sender, agent_id: agent.id } as const;
  await expect(client.call(createSender, { body })).rejects.toMatchObject({ code: "sender.not_connected" });
  const values = { account: peer.appSecret, key: peer.token };
  await client.call(connectProvider, { body: { provider: "whatsapp", values } });
  await expect(client.call(createSender, { body: { ...body, sender: "1234567890" } })).rejects.toMatchObject({
    code: "sender.unknown",
  });
  const sender = await client.call(createSender, { body });
  expect(sender).toMatchObject({ label: "+254 700 000001", provider: "whatsapp" });
  [callback, senderId] = [sender.callback_url ?? "", sender.id];
  expect(callback).toContain(`/channels/whatsapp/${sender.id}/`);
  const asks = async (token: string, mode = "subscribe") => {
    const query = new URLSearchParams({ "hub.mode": mode, "hub.verify_token": token, "hub.challenge": "1158201444" });
    const answer = await fetch(`${callback}?${query.toString()}`);
    return [answer.status, await answer.text()];
  };
  expect(await asks(callback.split("/").at(-1) ?? "")).toEqual([200, "1158201444"]);
  expect((await asks("something"))[0]).toBe(403);
  expect((await asks(callback.split("/").at(-1) ?? "", "unsubscribe"))[0]).toBe(422);
});

test("somebody writes ten times the same, is answered once, and sees that it was read; the report is seen", async () => {
  const asked = says("When are you open on Saturday?", "wamid.first");
  expect(await Promise.all(Array.from({ length: 10 }, () => deliver(asked)))).toEqual(Array(10).fill(200));
  await expect.poll(() => peer.left.length).toBe(1);
  expect(peer.left[0]).toMatchObject({ to: PERSON, text: expect.stringMatching(/9 in the morning to 1|9:00|09:00/) });
  await expect.poll(() => peer.read).toContain("wamid.first");
  await expect.poll(async () => (await thread()).messages.map(({ state }) => state)).toEqual(["received", "sent"]);
  for (const status of ["delivered", "read", "delivered"]) expect(await deliver(reports(peer.left[0]!.ref, status))).toBe(200);
  const { messages, channel, address } = await thread();
  expect([channel, address, messages.at(-1)?.state, messages.length]).toEqual(["whatsapp", PERSON, "read", 2]);
});

test("forged deliveries, other addresses and odd ones are refused; an event of many that is not ours stops none", async () => {
  const wrong = callback.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect(await deliver(says("Hello"), { signature: `sha256=${"0".repeat(64)}` })).toBe(403);
  expect([await deliver(says("Hello"), { url: wrong }), await deliver({ object: "page", entry: [] })]).toEqual([403, 400]);
  const before = (await thread()).messages.length;
  const mixed = deliveryOf(
    [
      { statuses: [{ id: "wamid.nobodys", status: "read", recipient_id: "254799999999" }] },
      { messages: [messageOf("wamid.m", "Asante")] },
    ],
    peer.sender,
  );
  expect(await deliver(mixed)).toBe(200);
  await expect.poll(async () => (await thread()).messages.length).toBeGreaterThan(before);
  expect(
    await deliver({ object: "whatsapp_business_account", entry: [{ id: "1", changes: [{ field: "flows", value: {} }] }] }),
  ).toBe(200);
});

test("a picture is fetched and shown, a program is not kept, and a damaged voice note waits for a person", async () => {
  const from = "254712000007";
  const picture = Buffer.from("\xff\xd8\xff\xe0 a picture", "latin1");
  peer.files.set("901", picture).set("902", Buffer.from("MZ a program")).set("903", Buffer.from("OggS a voice"));
  const send = (id: string, type: string) =>
    deliver(deliveryOf([{ messages: [{ id: `wamid.${id}`, from, timestamp: "1", type, [type]: { id } }] }], peer.sender));
  for (const [id, type] of [
    ["901", "image"],
    ["902", "document"],
    ["903", "audio"],
    ["901", "image"],
  ] as const)
    expect(await send(id, type)).toBe(200);
  const read = async () => {
    const one = (await owner.client.call(listThreads, { query: {} })).data.find(({ address }) => address === `+${from}`);
    return owner.client.call(readThread, { params: { thread_id: one!.id }, query: {} });
  };
  const files = async () => (await read()).messages.flatMap((message) => message.files);
  await expect
    .poll(async () => (await files()).map(({ kind, type, state, reason }) => [kind, type, reason ?? state]))
    .toEqual([
      ["image", "image/jpeg", "stored"],
      ["document", "", "type"],
      ["audio", "audio/ogg", "stored"],
    ]);
  await expect.poll(async () => [(await read()).state, (await files())[2]?.transcription]).toEqual(["waiting", "damaged"]);
  const { id: thread_id } = await read();
  const [first] = await files();
  const path = `/api/threads/${thread_id}/files/${first!.id}`;
  const got = await fetch(`${server.url}${path}`, { headers: { cookie: owner.cookie } });
  expect([got.headers.get("content-type"), got.headers.get("content-disposition")]).toEqual([
    "image/jpeg",
    "attachment; filename*=UTF-8''file",
  ]);
  expect(Buffer.from(await got.arrayBuffer())).toEqual(picture);
  expect((await fetch(`${server.url}${path}`)).status).toBe(401);
});

const hasVoice = ["/usr/bin/ffmpeg", "/usr/bin/flite", "/usr/share/pocketsphinx/model/en-us"].every((path) => existsSync(path));

test.skipIf(!hasVoice)("a voice note is written down, shown with its recording, and answered", { timeout: 90_000 }, async () => {
  const from = "254712000008";
  const file = join(dataDir, "said.wav");
  execFileSync("flite", ["-voice", "rms", "-t", "I want to book an appointment on Monday morning", "-o", file]);
  peer.files.set("904", execFileSync("ffmpeg", ["-v", "error", "-i", file, "-c:a", "libopus", "-f", "ogg", "pipe:1"]));
  const audio = { id: "wamid.904", from, timestamp: "1", type: "audio", audio: { id: "904", voice: true } };
  expect(await deliver(deliveryOf([{ messages: [audio] }], peer.sender))).toBe(200);
  const read = async () => {
    const one = (await owner.client.call(listThreads, { query: {} })).data.find(({ address }) => address === `+${from}`);
    return owner.client.call(readThread, { params: { thread_id: one!.id }, query: {} });
  };
  await expect.poll(async () => (await read()).messages[0]?.files[0]?.transcription, { timeout: 60_000 }).toBe("done");
  expect((await read()).messages[0]?.text).toMatch(/appointment.*monday/i);
  await expect.poll(() => peer.left.some(({ to }) => to === `+${from}`), { timeout: 20_000 }).toBe(true);
  expect((await read()).state).toBe("open");
});

test("nobody is written to first in free words, and no rule after calls takes such a sender", async () => {
  const { client } = owner;
  const body = { id: randomUUID(), sender_id: senderId, to: "+254712000009", text: "Your results are ready." };
  const { thread_id } = await client.call(writeMessage, { body });
  const fate = async () => (await client.call(readThread, { params: { thread_id }, query: {} })).messages[0];
  // At night it waits.
  await expect.poll(async () => (await fate())?.reason ?? (await fate())?.state).toMatch(/window_closed|queued/);
  expect(peer.left.filter(({ to }) => to === "+254712000009")).toEqual([]);
  const [agent] = await client.call(listAgents);
  const rule = { agent_id: agent!.id, sender_id: senderId, when: "answered", text: "Thank you" } as const;
  await expect(client.call(createCallMessage, { body: rule })).rejects.toMatchObject({ code: "sender.not_sms" });
});

test("outside of the 24 hours an approved template is listed, filled and sent; others are refused", async () => {
  const { client } = owner;
  const text = "Dear {{1}}, your results are ready.";
  const of = (name: string, status: string, more: object[] = []) => ({
    name,
    status,
    language: "en",
    components: [{ type: "BODY", text }, ...more],
  });
  const picture = { type: "HEADER", format: "IMAGE" };
  peer.templates.push(of("results", "APPROVED"), of("waits", "PENDING"), of("pictured", "APPROVED", [picture]));
  const { data } = await client.call(listThreads, { query: {} });
  const params = { thread_id: data.find(({ address }) => address === "+254712000009")!.id };
  const listed = await client.call(listTemplates, { params });
  expect([listed.is_window_open, listed.data.map(({ name, state, can_send }) => [name, state, can_send])]).toEqual([
    false,
    [
      ["results", "approved", true],
      ["waits", "pending", false],
      ["pictured", "approved", false],
    ],
  ]);
  const send = (name: string, values: string[]) =>
    client.call(sendTemplate, { params, body: { id: randomUUID(), name, language: "en", values } });
  for (const [name, values] of [
    ["waits", ["Amina"]],
    ["results", []],
    ["nobodys", []],
  ] as const)
    await expect(send(name, [...values])).rejects.toMatchObject({ code: "message.no_template" });
  await expect(send("results", ["a\nb"])).rejects.toMatchObject({ status: 422 });
  const sent = await send("results", ["Amina"]);
  expect(sent).toMatchObject({ author: "person", text: "Dear Amina, your results are ready." });
  // At night it waits.
  const fate = async () => (await client.call(readThread, { params, query: {} })).messages.at(-1)?.state;
  const left = () => peer.left.filter(({ to }) => to === "+254712000009").map((one) => one.text);
  await expect.poll(async () => ((await fate()) === "sent" ? left().join() : await fate())).toMatch(/^results \| Amina$|queued/);
});

test("STOP is taken as an opt-out, and nothing is sent to its number", async () => {
  const stranger = "254712000005";
  const delivery = deliveryOf([{ messages: [messageOf("wamid.stop", "STOP", stranger)] }], peer.sender);
  expect(await deliver(delivery)).toBe(200);
  const body = { id: randomUUID(), sender_id: senderId, to: `+${stranger}`, text: "Hello" };
  await expect(owner.client.call(writeMessage, { body })).rejects.toMatchObject({ code: "call.do_not_call" });
  expect(peer.left.filter(({ to }) => to === `+${stranger}`)).toEqual([]);
});

test.skipIf(!hasBrowser)(`a person sees the number and reads what was said${LEFT_OUT}`, async () => {
  const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages?sms");
  await screen.getByRole("listitem").getByText("+254 700 000001").waitFor();
  await screen.getByText(callback).waitFor();
  await screen.getByLabel("Provider", { exact: true }).selectOption("whatsapp");
  await screen.getByLabel("Phone number ID").waitFor();
  expect(await faultsOf(screen, "senders with WhatsApp")).toEqual([]);
  await screen.goto(`${server.url}/dashboard/messages`);
  await screen.getByRole("link", { name: new RegExp(PERSON.replace("+", "\\+")) }).click();
  await screen
    .getByText(/WhatsApp ·/)
    .first()
    .waitFor();
  await screen
    .getByText(/· Read/)
    .first()
    .waitFor();
  expect(await faultsOf(screen, "a WhatsApp thread")).toEqual([]);
  await screen.goto(`${server.url}/dashboard/messages`);
  await screen.getByRole("link", { name: /\+254712000009/ }).click();
  await screen.getByLabel("Value of 1").fill("Amina");
  expect(await screen.getByRole("button", { name: "Send template" }).isEnabled()).toBe(true);
  expect(await faultsOf(screen, "a thread outside of the 24 hours")).toEqual([]);
  await screen.close();
});
