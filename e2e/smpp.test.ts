/** SMS by SMPP 3.4, on a real server and with Debian's Net::SMPP as the SMSC: somebody writes, the agent answers, receipts come. */
import { randomUUID } from "node:crypto";
import {
  answerThread,
  changeSender,
  createSender,
  listAgents,
  listDoNotCall,
  listSenders,
  listThreads,
  readThread,
  type SmppSettings,
  writeMessage,
} from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJoiner } from "../server/src/threads/smpp/joining.ts";
import { contentOf, decodeText, encodeText } from "../server/src/threads/smpp/text.ts";
import { type Account, firstAccount } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { hasSmsc, type Smsc, SMSC_LEFT_OUT, startSmsc } from "./phones/smsc.ts";
import { newDataDir, removeDataDir, type RunningServer, startServer, stopServers } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const AMINA = "+254712000001";
const OWN = "22384";
const SOON = { timeout: 120_000, interval: 300 };
const dataDir = newDataDir();
const serverSettings = { PRIVATE_ADDRESSES: "127.0.0.0/8", PRICE_PER_MESSAGE_SEGMENT: "USD:0.01,KES:1" };
let smsc: Smsc;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
let senderId = "";

beforeAll(async () => {
  if (!hasSmsc) return;
  smsc = await startSmsc();
  server = await startServer({ dataDir, settings: serverSettings });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await smsc?.stop();
  removeDataDir(dataDir);
});

const account = (change: Partial<SmppSettings> = {}): SmppSettings => ({
  host: "127.0.0.1",
  port: smsc.port,
  security: "none",
  system_id: "imani",
  password: "secret12",
  system_type: "",
  bind: "transceiver",
  per_second: 50,
  window: 10,
  receipt_ids: "same",
  ...change,
});
const arrives = (text: string, from = AMINA): void => {
  const { dataCoding, parts } = encodeText(text, 7);
  for (const part of parts.toReversed()) {
    const esm_class = parts.length > 1 ? 0x40 : 0;
    smsc.delivers({ source_addr: from.slice(1), destination_addr: OWN, data_coding: dataCoding, esm_class, text: part });
  }
};
/** What a phone at this number shows. */
const shown = (to = AMINA): string[] => {
  const joiner = createJoiner({ nowMs: () => 0 });
  return smsc.pdus.flatMap(({ cmd, destination_addr: at, esm_class = 0, data_coding = 0, short_message: hex = "" }) => {
    if (cmd !== "submit_sm" || at !== to.slice(1)) return [];
    const { bytes, piece } = contentOf({ esm_class, short_message: Buffer.from(hex, "hex") });
    if (!piece) return [decodeText(bytes, data_coding) ?? ""];
    const joined = joiner.add({ from: OWN, to: at }, piece, data_coding);
    return joined.kind === "whole" ? [joined.text] : [];
  });
};
const thread = async (address = AMINA) => {
  const one = (await owner.client.call(listThreads, { query: {} })).data.find((row) => row.address === address);
  return one && (await owner.client.call(readThread, { params: { thread_id: one.id }, query: {} }));
};
const link = async () => (await owner.client.call(listSenders)).find(({ id }) => id === senderId)?.smpp;
/** To somebody who has written: that waits for no calling hours. */
const answers = async (text: string) => {
  const { id } = (await thread())!;
  return owner.client.call(answerThread, { params: { thread_id: id }, body: { id: randomUUID(), text } });
};
const stateOf = async (id: string) => (await thread())?.messages.find((one) => one.id === id)?.state;

test.skipIf(!hasSmsc)(`an account is added once a bind works; what fails is named${SMSC_LEFT_OUT}`, async () => {
  const { client } = owner;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  const add = (change: Partial<SmppSettings> = {}) =>
    client.call(createSender, { body: { provider: "smpp", sender: OWN, agent_id: agent.id, smpp: account(change) } });
  await expect(add({ password: "wrong" })).rejects.toMatchObject({ code: "sender.smpp_login" });
  await expect(add({ port: await freePort() })).rejects.toMatchObject({ code: "sender.smpp_unreachable" });
  await expect(add({ security: "tls" })).rejects.toMatchObject({ code: "sender.smpp_unreachable" });
  await expect(add({ host: "10.0.0.1" })).rejects.toMatchObject({ code: "sender.smpp_private" });
  expect(await client.call(listSenders)).toEqual([]);
  const sender = await add();
  senderId = sender.id;
  expect(sender).toMatchObject({ provider: "smpp", sender: OWN, callback_url: null, mailbox: null });
  expect(JSON.stringify(sender)).not.toContain("secret12");
  await expect.poll(link, SOON).toMatchObject({ state: "working", problem: null });
});

test.skipIf(!hasSmsc)(`somebody writes, the agent answers once, and the receipt is seen${SMSC_LEFT_OUT}`, async () => {
  arrives("When are you open on Saturday?");
  await expect.poll(() => shown().length, SOON).toBe(1);
  expect(shown()[0]).toMatch(/9 in the morning to 1|9:00|09:00/);
  await expect.poll(async () => (await thread())?.messages.at(-1), SOON).toMatchObject({ author: "agent", state: "delivered" });
  expect((await thread())?.messages.map(({ direction }) => direction)).toEqual(["in", "out"]);
});

test.skipIf(!hasSmsc)(`long messages of both sides come whole, in any script; a failed one says so${SMSC_LEFT_OUT}`, async () => {
  const long = "ሰላም፣ ቀጠሮዬን ወደ ሐሙስ ማዛወር እፈልጋለሁ። ".repeat(4).trim();
  arrives(long);
  await expect.poll(async () => (await thread())?.messages.some(({ text }) => text === long), SOON).toBe(true);
  const ours = "Karibu! [1] {2} €3 ".repeat(20).trim();
  const { id } = await answers(ours);
  await expect.poll(() => shown().at(-1), SOON).toBe(ours);
  await expect.poll(() => stateOf(id), SOON).toBe("delivered");
  const gone = "+254712000009";
  arrives("When are you open on Saturday?", gone);
  await expect
    .poll(async () => (await thread(gone))?.messages.at(-1), SOON)
    .toMatchObject({ author: "agent", state: "failed", reason: "unreachable" });
});

test.skipIf(!hasSmsc)(`a server that is killed binds again and sends nothing twice${SMSC_LEFT_OUT}`, async () => {
  const before = smsc.pdus.filter(({ cmd }) => cmd === "bind_transceiver").length;
  server.kill("SIGKILL");
  await server.exited;
  const { port } = server;
  server = await startServer({ dataDir, port, settings: serverSettings });
  const all = shown();
  const { id } = await answers("After the restart");
  // The lease of the killed server ends after 30 s.
  await expect.poll(() => shown(), SOON).toEqual([...all, "After the restart"]);
  expect(smsc.pdus.filter(({ cmd }) => cmd === "bind_transceiver").length).toBe(before + 1);
  await expect.poll(() => stateOf(id), SOON).toBe("delivered");
});

test.skipIf(!hasSmsc)(`STOP is an opt-out without an answer; other settings bind anew${SMSC_LEFT_OUT}`, async () => {
  const before = shown().length;
  arrives("STOP");
  const listed = async () => (await owner.client.call(listDoNotCall, { query: {} })).data.map(({ number }) => number);
  await expect.poll(listed, SOON).toContain(AMINA);
  const body = { id: randomUUID(), sender_id: senderId, to: AMINA, text: "One more thing" };
  await expect(owner.client.call(writeMessage, { body })).rejects.toMatchObject({ code: "call.do_not_call" });
  expect(shown()).toHaveLength(before);
  const { agent_id } = (await owner.client.call(listSenders)).find(({ id }) => id === senderId)!;
  const change = { agent_id, smpp: account({ bind: "pair" }) };
  await owner.client.call(changeSender, { params: { sender_id: senderId }, body: change });
  const binds = () => smsc.pdus.map(({ cmd }) => cmd).filter((cmd) => cmd === "bind_receiver");
  // The check, then the bind that stays.
  await expect.poll(() => binds().length, SOON).toBe(2);
  await expect.poll(link, SOON).toMatchObject({ state: "working", settings: { bind: "pair" } });
  arrives("START");
  await expect.poll(listed, SOON).toEqual([]);
});

test.skipIf(!hasSmsc || !hasBrowser)(
  `the sender, its bind and its settings are seen and changed on their screen${SMSC_LEFT_OUT}${LEFT_OUT}`,
  async () => {
    const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages?sms");
    const row = screen.getByRole("listitem").filter({ hasText: OWN });
    await row.getByText(/^Bound /).waitFor();
    await row.getByRole("button", { name: "Change SMPP settings" }).click();
    await row.getByLabel("Password", { exact: true }).fill("wrong");
    await row.getByRole("button", { name: "Save SMPP settings" }).click();
    await row.getByText("The SMSC refuses this system ID or password.").waitFor();
    await screen.getByLabel("Provider", { exact: true }).selectOption("smpp");
    await screen.getByLabel("System ID").last().waitFor();
    expect(await faultsOf(screen, "senders with SMPP")).toEqual([]);
    await screen.close();
  },
);
