/** Text messages by Africa's Talking, on a real server: somebody writes, the agent answers, the report comes; people connect, write and see it. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import {
  answerThread,
  changeAgent,
  changeMasking,
  connectProvider,
  createCallMessage,
  createSender,
  deleteCallMessage,
  listAgents,
  listCallMessages,
  listDoNotCall,
  listSenders,
  listThreads,
  listWebhookDeliveries,
  previewCallMessage,
  readThread,
  readWholeThread,
  replaceCallMessage,
  resendWebhook,
  writeMessage,
} from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Postable } from "../server/src/contacts/channels/testing/sms-peer.ts";
import {
  startAfricasTalkingSmsPeer,
  type AfricasTalkingSmsPeer,
} from "../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import type { Browser } from "playwright-core";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const PERSON = "+254712000001";
const dataDir = newDataDir();
let peer: AfricasTalkingSmsPeer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
let callback = "";
let senderId = "";

beforeAll(async () => {
  peer = await startAfricasTalkingSmsPeer();
  const port = await freePort();
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
    PRICE_PER_MESSAGE_SEGMENT: "USD:0.01,KES:1",
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

const post = async (what: Postable | string, url = callback): Promise<number> => {
  const body = typeof what === "string" ? what : peer.posts(url, what).fields.toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await fetch(url, { method: "POST", headers, body })).status;
};
const message = (text: string): Postable => ({ kind: "message", ref: randomUUID(), from: PERSON, to: peer.sender, text });
const thread = async () => {
  const one = (await owner.client.call(listThreads, { query: {} })).data.find(({ address }) => address === PERSON);
  return owner.client.call(readThread, { params: { thread_id: one!.id }, query: {} });
};

test("a sender is added once its provider is connected, and says where the provider posts to", async () => {
  const { client } = owner;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  const body = { provider: "africastalking", sender: peer.sender, agent_id: agent.id } as const;
  await expect(client.call(createSender, { body })).rejects.toMatchObject({ code: "sender.not_connected" });
  const values = { account: peer.username, key: peer.apiKey };
  await client.call(connectProvider, { body: { provider: "africastalking", values } });
  const sender = await client.call(createSender, { body });
  expect(sender.callback_url).toMatch(new RegExp(`^${server.url}/channels/sms/${sender.id}/[A-Za-z0-9_-]{32}$`));
  [callback, senderId] = [sender.callback_url ?? "", sender.id];
});

test("somebody writes ten times the same, is answered once by the agent, and the report is seen", async () => {
  const asked = message("When are you open on Saturday?");
  expect(await Promise.all(Array.from({ length: 10 }, () => post(asked)))).toEqual(Array(10).fill(200));
  await expect.poll(() => peer.left.length, { timeout: 15_000 }).toBe(1);
  expect(peer.left[0]).toMatchObject({ to: PERSON, text: expect.stringMatching(/9 in the morning to 1|9:00|09:00/) });
  await expect.poll(async () => (await thread()).messages.map(({ state }) => state)).toEqual(["received", "sent"]);
  expect(await post({ kind: "report", ref: peer.left[0]!.ref, to: PERSON, state: "delivered", reason: null })).toBe(200);
  const { messages, channel, address } = await thread();
  expect([channel, address, messages.at(-1)?.state, messages.length]).toEqual(["sms", PERSON, "delivered", 2]);
});

test("forged addresses, other numbers, unknown messages, odd and huge forms are refused", async () => {
  const wrong = callback.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  const nobodys = callback.replace(senderId, "33333333-3333-4333-8333-333333333333");
  expect([await post(message("Hello"), wrong), await post(message("Hello"), nobodys)]).toEqual([403, 403]);
  expect(await post({ ...message("Hello"), to: "22999" } as Postable)).toBe(422);
  expect(await post({ kind: "report", ref: "ATXid_nobody", to: PERSON, state: "delivered", reason: null })).toBe(404);
  expect([await post("a=b"), await post(`id=1&from=${PERSON}&text=${"x".repeat(2_000_000)}`)]).toEqual([400, 413]);
  expect((await thread()).messages).toHaveLength(2);
});

test.skipIf(!hasBrowser)(
  `a person sees the sender, writes first, reads why it failed, and sends it again${LEFT_OUT}`,
  async () => {
    const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages");
    await screen.getByRole("link", { name: "Messages by SMS, messaging apps and e-mail" }).click();
    await screen.getByText(callback).waitFor();
    expect(await faultsOf(screen, "senders of SMS")).toEqual([]);
    peer.mood = "bad sender";
    await screen.getByLabel("Telephone number").fill("0712 000 002");
    await screen.getByLabel("Message", { exact: true }).fill("Your results are ready.");
    // At night it waits.
    await screen.getByRole("button", { name: "Send", exact: true }).click();
    await screen.getByRole("link", { name: "Open the conversation" }).click();
    await screen.getByText("+254712000002").first().waitFor();
    await screen.getByText(/waiting to be sent|not delivered/).waitFor();
    await screen.close();

    await post({ ...message("Hello there"), from: "+254712000003" } as Postable);
    const inbox = await openScreen(browser, { server, account: owner }, "/dashboard/messages");
    await inbox.getByRole("link", { name: /\+254712000003/ }).click();
    await inbox.getByText("The provider does not accept this sender.").waitFor();
    expect(await faultsOf(inbox, "a message that failed")).toEqual([]);
    peer.mood = "well";
    await inbox.getByRole("button", { name: "Send again" }).click();
    await inbox.getByText(/· sent/).waitFor();
    await inbox.close();
  },
);

test("a rule by which calls are followed is made, listed, changed and removed", async () => {
  const { client } = owner;
  const [agent] = await client.call(listAgents);
  const rule = { agent_id: agent!.id, sender_id: senderId, when: "unanswered", text: "Hello {contact.name}" } as const;
  const made = await client.call(createCallMessage, { body: rule });
  expect(await client.call(listCallMessages)).toEqual([{ ...rule, id: made.id, goal: null, created_at: made.created_at }]);
  const params = { rule_id: made.id };
  const changed = { ...rule, when: "answered", text: "Thank you" } as const;
  expect(await client.call(replaceCallMessage, { params, body: changed })).toEqual({ ...made, ...changed });
  const previewed = { agent_id: agent!.id, when: changed.when, text: changed.text };
  expect(await client.call(previewCallMessage, { body: previewed })).toMatchObject({ segments: 1 });
  await client.call(deleteCallMessage, { params });
  expect(await client.call(listCallMessages)).toEqual([]);
  await expect(client.call(replaceCallMessage, { params, body: changed })).rejects.toMatchObject({
    code: "call_message.not_found",
  });
});

test.skipIf(!hasBrowser)(
  `a person makes a rule on the screen, sees what would be sent, changes it and deletes it${LEFT_OUT}`,
  async () => {
    const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages");
    await screen.getByRole("link", { name: "Messages after calls" }).click();
    await screen.getByText("No rules yet").waitFor();
    expect(await faultsOf(screen, "no messages after calls")).toEqual([]);
    await screen.getByRole("button", { name: "New rule" }).click();
    const dialog = screen.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save rule" }).click();
    expect(await dialog.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByRole("textbox").fill("Thank you for calling{unknown}.");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("Thank you for calling.", { exact: true }).waitFor();
    await dialog.getByText("Parts: 1.").waitFor();
    expect(await faultsOf(screen, "a message after calls, previewed")).toEqual([]);
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await screen.getByRole("listitem").getByText("Thank you for calling{unknown}.").waitFor();

    await screen.getByRole("button", { name: /^Edit/ }).click();
    await dialog.getByLabel("When", { exact: true }).selectOption("unanswered");
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await screen.getByRole("listitem").getByText("After a call that nobody answered").waitFor();
    expect(await faultsOf(screen, "messages after calls")).toEqual([]);
    expect(await owner.client.call(listCallMessages)).toMatchObject([{ when: "unanswered", sender_id: senderId }]);

    await screen.getByRole("button", { name: /^Delete/ }).click();
    await dialog.getByRole("button", { name: "Delete rule" }).click();
    await screen.getByText("No rules yet").waitFor();
    expect(await owner.client.call(listCallMessages)).toEqual([]);
    await screen.close();
  },
);

test("STOP is kept and answered by silence; nothing is written to that number until START", async () => {
  const { client } = owner;
  await post(message("STOP"));
  expect((await client.call(listDoNotCall, { query: {} })).data.map(({ number }) => number)).toEqual([PERSON]);
  const body = { id: randomUUID(), sender_id: senderId, to: PERSON, text: "Are you there?" };
  await expect(client.call(writeMessage, { body })).rejects.toMatchObject({ code: "call.do_not_call" });
  await post(message("START"));
  expect((await client.call(listDoNotCall, { query: {} })).data).toEqual([]);
});

test("an agent's webhook receives what is written and what becomes of it, listed and sent again as a call's", async () => {
  const { client } = owner;
  const [sender] = await client.call(listSenders);
  const params = { agent_id: sender!.agent_id };
  const received: { type: string; data: { address: string; message: { state: string; text: string } } }[] = [];
  const receiver = createServer(async (request, answer) => {
    received.push(JSON.parse(await text(request)));
    answer.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const webhook_events = ["message.received", "message.status"] as const;
  await client.call(changeAgent, { params, body: { agent_config: { webhook_url, webhook_events } } });
  const from = "+254712000009";
  await post({ ...message("Are you open?"), from } as Postable);
  // Other people's answers may leave meanwhile.
  const theirs = () => received.filter(({ data: { address } }) => address === from);
  await expect
    .poll(() => theirs().map(({ type, data }) => `${type}: ${data.message.state}`), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(["message.received: received", "message.status: sent"]));
  const threads = await client.call(listThreads, { query: {} });
  const thread_id = threads.data.find(({ address }) => address === from)!.id;
  const listed = async () =>
    (await client.call(listWebhookDeliveries, { params })).data.filter((one) => one.thread_id === thread_id);
  await expect.poll(async () => (await listed()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  const asked = (await listed()).find(({ event }) => event === "message.received")!;
  expect(asked).toMatchObject({ execution_id: null, status: null, message_state: "received" });
  await client.call(resendWebhook, { params: { delivery_id: asked.id } });
  await expect.poll(() => theirs().map(({ data }) => data.message.text)[2]).toBe("Are you open?");
  receiver.closeAllConnections();
  receiver.close();
});

const SECRETS = /4111 1111|27654321|0722 345|0733 345/;

test.skipIf(!hasBrowser)(
  `a card, an ID and a number are masked for members, in lists, webhooks and exports; an owner may read them${LEFT_OUT}`,
  async () => {
    const { client } = owner;
    const [sender] = await client.call(listSenders);
    const params = { agent_id: sender!.agent_id };
    await client.call(changeMasking, { body: { kinds: ["card", "national_id", "phone"], agents: [], keep_whole: true } });
    const bodies: string[] = [];
    const receiver = createServer(async (request, answer) => {
      bodies.push(await text(request));
      answer.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const webhook_events = ["message.received", "message.status"] as const;
    await client.call(changeAgent, { params, body: { agent_config: { webhook_url, webhook_events } } });

    const from = "+254712000011";
    const said = "My card is 4111 1111 1111 1111, my ID is 27654321. When are you open on Saturday?";
    await post({ ...message(said), from } as Postable);
    const answer = () => peer.left.find(({ to }) => to === from);
    // The agent has read the card.
    await expect.poll(() => answer()?.text, { timeout: 20_000 }).toContain("please do not give card numbers");
    const { id } = (await client.call(listThreads, { query: {} })).data.find(({ address }) => address === from)!;
    const thread_id = { thread_id: id };
    const written = { id: randomUUID(), text: "Please pay by M-Pesa to 0722 345 678 or 0733 345 678." };
    const shown = await client.call(answerThread, { params: thread_id, body: written });
    expect(shown.text).toBe("Please pay by M-Pesa to [phone] or [phone].");
    await expect.poll(() => peer.left.filter(({ to }) => to === from).map((one) => one.text)).toContain(written.text);
    await expect.poll(() => bodies.filter((body) => body.includes("message.status")).length).toBeGreaterThan(1);
    expect(bodies.join()).toContain("My card is [card], my ID is [national_id].");
    expect(bodies.join()).not.toMatch(SECRETS);

    const member = await invitedAccount(server, owner, "member@example.com", "agent_manager");
    for (const { client: reader } of [member, owner]) {
      const read = await reader.call(readThread, { params: thread_id, query: {} });
      expect(read.messages[0]?.text).toBe("My card is [card], my ID is [national_id]. When are you open on Saturday?");
      expect(JSON.stringify([read, await reader.call(listThreads, { query: {} })])).not.toMatch(SECRETS);
    }
    const wholeOf = { params: thread_id, query: {} };
    await expect(member.client.call(readWholeThread, wholeOf)).rejects.toMatchObject({ code: "access.forbidden" });
    const whole = await client.call(readWholeThread, wholeOf);
    expect([whole.unmasked, whole.messages[0]?.text, whole.messages.at(-1)?.text]).toEqual([2, said, written.text]);
    const zip = await fetch(`${server.url}/api/privacy/person?kind=phone&value=${encodeURIComponent(from)}`, {
      headers: { cookie: owner.cookie },
    });
    const exported = textOf(Buffer.from(await zip.arrayBuffer()), "threads.json");
    expect(exported).toContain("My card is [card]");
    expect(exported).not.toMatch(SECRETS);

    const page = await openScreen(browser, { server, account: owner }, `/dashboard/messages/${id}`);
    await page.getByText("My card is [card]").waitFor();
    await page.getByRole("button", { name: "Show masked words" }).click();
    await page.getByText(said).waitFor();
    expect(await page.getByRole("button", { name: "Show masked words" }).count()).toBe(0);
    expect(await faultsOf(page, "a conversation with its whole words")).toEqual([]);
    await page.goto(`${server.url}/dashboard/settings/audit`);
    await page.getByText("Read masked words of a conversation").first().waitFor();
    await page.close();
    await client.call(changeMasking, { body: { kinds: [], agents: [], keep_whole: true } });
    receiver.closeAllConnections();
    receiver.close();
  },
);

/** Of a zip, one file. */
function textOf(zip: Buffer, wanted: string): string {
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  for (let n = zip.readUInt16LE(zip.length - 22 + 10); n > 0; n--) {
    const [packed, name, extra] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    if (zip.toString("utf8", at + 46, at + 46 + name) === wanted)
      return inflateRawSync(zip.subarray(start, start + packed)).toString();
    at += 46 + name + extra;
  }
  throw new Error(`There is no ${wanted}`);
}
