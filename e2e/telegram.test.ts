/** Telegram by its Bot API, on a real server: the bot is connected and told where to deliver, somebody writes, the agent answers. */
import {
  connectProvider,
  createSender,
  deleteSender,
  listAgents,
  listDoNotCall,
  listSenders,
  listThreads,
  readThread,
  writeMessage,
} from "@ongea/contract";
import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTelegramPeer, type TelegramPeer } from "../server/src/contacts/channels/testing/telegram-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const PERSON = "telegram:5550001";
const dataDir = newDataDir();
let peer: TelegramPeer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
let callback = "";

beforeAll(async () => {
  peer = await startTelegramPeer();
  const port = await freePort();
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `telegram=${peer.baseUrl}`,
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

const chat = { id: 5_550_001, type: "private" };
const from = { id: chat.id, is_bot: false, first_name: "Amina", last_name: "Otieno" };
const says = (message_id: number, said: object) => ({ message: { message_id, chat, from, date: 1, ...said } });
const deliver = async (update: object, secret?: string) => {
  const { body, header } = peer.delivers(callback, update);
  const token = secret ?? header("x-telegram-bot-api-secret-token") ?? "";
  const headers = { "content-type": "application/json", "x-telegram-bot-api-secret-token": token };
  return (await fetch(callback, { method: "POST", headers, body })).status;
};
const thread = async () => {
  const one = (await owner.client.call(listThreads, { query: {} })).data.find(({ address }) => address === PERSON);
  return owner.client.call(readThread, { params: { thread_id: one!.id }, query: {} });
};

test("a bot is added once its token is connected and Telegram takes the address; another bot and another address are refused", async () => {
  const { client } = owner;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  const body = { provider: "telegram", sender: "@Imani_Clinic_bot", agent_id: agent.id } as const;
  await expect(client.call(createSender, { body })).rejects.toMatchObject({ code: "sender.not_connected" });
  await client.call(connectProvider, { body: { provider: "telegram", values: { key: peer.token } } });
  await expect(client.call(createSender, { body: { ...body, sender: "other_bot" } })).rejects.toMatchObject({
    code: "sender.unknown",
  });
  await expect(client.call(createSender, { body })).rejects.toMatchObject({ code: "sender.no_webhook" });
  expect(await client.call(listSenders)).toEqual([]);
  peer.wantsHttps = false;
  const sender = await client.call(createSender, { body });
  expect(sender).toMatchObject({ sender: "imani_clinic_bot", label: "@Imani_Clinic_bot" });
  callback = sender.callback_url ?? "";
  expect(peer.webhook?.url).toBe(callback);
  const first = { id: randomUUID(), sender_id: sender.id, to: "+254712000001", text: "Hello" };
  await expect(client.call(writeMessage, { body: first })).rejects.toMatchObject({ code: "sender.not_sms" });
});

test("the start button is answered by the agent's first words, a question ten times delivered by one answer; forged ones are refused", async () => {
  expect(await deliver(says(1, { text: "Hello" }), "forged")).toBe(403);
  expect(await deliver(says(1, { text: "/start" }))).toBe(200);
  await expect.poll(() => peer.left.length).toBe(1);
  const asked = says(2, { text: "When are you open on Saturday?" });
  expect(await Promise.all(Array.from({ length: 10 }, () => deliver(asked)))).toEqual(Array(10).fill(200));
  await expect.poll(() => peer.left.length).toBe(2);
  expect(peer.left[1]).toMatchObject({ to: PERSON, text: expect.stringMatching(/9 in the morning to 1|9:00|09:00/) });
  await expect
    .poll(async () => (await thread()).messages.map(({ state }) => state))
    .toEqual(["received", "sent", "received", "sent"]);
  expect(await thread()).toMatchObject({ channel: "telegram", contact_name: "Amina Otieno" });
  expect(await deliver({ message: { message_id: 3, chat: { id: -9, type: "group" }, text: "Hi" } })).toBe(200);
});

test("a picture is fetched; a person who blocks the bot gets nothing until they start it again", async () => {
  peer.files.set("photo9", Buffer.from("\xff\xd8\xff\xe0 a picture", "latin1"));
  await deliver(says(4, { photo: [{ file_id: "photo9" }] }));
  await expect
    .poll(async () => (await thread()).messages.flatMap(({ files }) => files.map(({ type }) => type)))
    .toEqual(["image/jpeg"]);
  await expect.poll(() => peer.left.length).toBe(3);
  const listed = async () => (await owner.client.call(listDoNotCall, { query: {} })).data.map(({ number }) => number);
  await deliver({ my_chat_member: { chat, new_chat_member: { status: "kicked" } } });
  expect(await listed()).toEqual([expect.stringMatching(/^#[\w-]{43}$/)]);
  await deliver(says(5, { text: "/start" }));
  expect(await listed()).toEqual([]);
  await expect.poll(() => peer.left.length).toBe(4);
  peer.mood = "opted out";
  await deliver(says(6, { text: "When are you open on Sunday?" }));
  await expect.poll(async () => (await thread()).messages.at(-1)).toMatchObject({ state: "failed", reason: "opted_out" });
  expect(await listed()).toHaveLength(1);
  peer.mood = "well";
});

test.skipIf(!hasBrowser)(`the bot and its thread are seen on their screens${LEFT_OUT}`, async () => {
  const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages?sms");
  await screen.getByRole("listitem").getByText("@Imani_Clinic_bot").waitFor();
  await screen.getByLabel("Provider", { exact: true }).selectOption("telegram");
  await screen.getByLabel("Bot's username").waitFor();
  expect(await faultsOf(screen, "senders with Telegram")).toEqual([]);
  await screen.goto(`${server.url}/dashboard/messages`);
  await screen.getByRole("link", { name: /Amina Otieno/ }).click();
  // The list names the channel, too.
  await screen.getByRole("heading", { level: 1, name: /Amina Otieno/ }).waitFor();
  await screen
    .getByText(/Telegram ·/)
    .first()
    .waitFor();
  expect(await faultsOf(screen, "a Telegram thread")).toEqual([]);
  await screen.close();
});

test("a bot that is removed delivers no more", async () => {
  const [sender] = await owner.client.call(listSenders);
  await owner.client.call(deleteSender, { params: { sender_id: sender!.id } });
  expect(peer.webhook).toBeUndefined();
});
