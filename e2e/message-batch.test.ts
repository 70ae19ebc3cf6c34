/** A batch of messages, on a real server: a file is read, shown as people will read it, and sent by SMS; the reports and a reply come back. */
import { randomUUID } from "node:crypto";
import {
  addDoNotCall,
  changeAgent,
  connectProvider,
  createBatch,
  createSender,
  listAgents,
  listAllBatches,
  listBatchContacts,
  listThreads,
  previewBatchMessages,
  readBatch,
  readThread,
  runBatch,
  stopBatch,
} from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Postable } from "../server/src/contacts/channels/testing/sms-peer.ts";
import {
  startAfricasTalkingSmsPeer,
  type AfricasTalkingSmsPeer,
} from "../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

// No hours are known of Uganda: the agent's hold.
const ASHA = "+256772000001";
const BARAKA = "+256772000002";
const OPTED_OUT = "+256772000003";
const CSV = `name,contact_number,day\nAsha,${ASHA},Monday\nBaraka,${BARAKA},Tuesday\nChep,${OPTED_OUT},Friday\nDavid,+256772000004,\n`;
const TEXT = "Hello {name}, your visit is on {day}. Reply here with any question.";

const dataDir = newDataDir();
let peer: AfricasTalkingSmsPeer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
let callback = "";
let senderId = "";
let agentId = "";

beforeAll(async () => {
  peer = await startAfricasTalkingSmsPeer();
  const port = await freePort();
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
    PRICE_PER_MESSAGE_SEGMENT: "USD:0.01,KES:1",
    DIAL_COUNTRIES: "KE,UG",
    BATCH_MESSAGES_PER_SECOND: "20",
  };
  server = await startServer({ dataDir, port, settings });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
  const { client } = owner;
  const agents = await client.call(listAgents);
  agentId = agents.find(({ agent_name: name }) => name === "Front desk")!.id;
  await client.call(connectProvider, {
    body: { provider: "africastalking", values: { account: peer.username, key: peer.apiKey } },
  });
  const answering = agents.find(({ id }) => id !== agentId)!.id;
  const sender = await client.call(createSender, {
    body: { provider: "africastalking", sender: peer.sender, agent_id: answering },
  });
  [callback, senderId] = [sender.callback_url ?? "", sender.id];
  await open(0, 24);
  await client.call(addDoNotCall, { body: { numbers: [OPTED_OUT] } });
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await peer.close();
  removeDataDir(dataDir);
});

/** Between which hours of each day the agent may write. */
async function open(call_start_hour: number, call_end_hour: number): Promise<void> {
  const body = { agent_config: { calling_guardrails: { call_start_hour, call_end_hour } } };
  await owner.client.call(changeAgent, { params: { agent_id: agentId }, body });
}

const post = async (what: Postable): Promise<number> => {
  const body = peer.posts(callback, what).fields.toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await fetch(callback, { method: "POST", headers, body })).status;
};
const formOf = (csv: string, text = TEXT) => [
  { name: "agent_id", value: agentId },
  { name: "file", value: { fileName: "visits.csv", bytes: new TextEncoder().encode(csv) } },
  { name: "message", value: JSON.stringify({ sender_id: senderId, text }) },
];
const contacts = async (batch_id: string) =>
  (await owner.client.call(listBatchContacts, { params: { batch_id }, query: {} })).data;

test("a row without a value says its line and the column before anything is stored", async () => {
  const { client } = owner;
  const found = await client.call(previewBatchMessages, { form: formOf(CSV) });
  expect(found).toMatchObject({ valid_contacts: 3, total_contacts: 4, segments: 3, refused_count: 1 });
  expect(found.refused).toEqual([{ line: 5, cell: "+256772000004", problem: "no_value", column: "day" }]);
  expect(found.messages[0]).toMatchObject({ line: 2, number: ASHA, text: expect.stringContaining("Hello Asha, your visit") });
  expect(found.cost).toMatchObject({ amount: expect.any(Number) });
  const amharic = await client.call(previewBatchMessages, { form: formOf(CSV, `ሰላም {name}፣ ${"ቀጠሮዎ ሰኞ ነው። ".repeat(6)}`) });
  expect(amharic.segments).toBeGreaterThan(amharic.valid_contacts);
  await expect(client.call(previewBatchMessages, { form: formOf(CSV, "Hello {surname}") })).resolves.toMatchObject({
    valid_contacts: 0,
    refused_count: 4,
  });
  await expect(client.call(createBatch, { form: formOf(CSV, "Hello {surname}") })).rejects.toMatchObject({
    code: "batch.no_contacts",
  });
  expect(await client.call(listAllBatches)).toEqual([]);
});

test.skipIf(!hasBrowser)(
  `a file is chosen, read as people will read it, sent, and each row says what became of it${LEFT_OUT}`,
  async () => {
    const { client } = owner;
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/batches");
    await page.getByRole("button", { name: "New batch" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What people get").selectOption({ label: "A message" });
    await dialog.getByLabel("Agent").selectOption(agentId);
    await dialog.getByLabel("Message").fill(TEXT);
    await dialog
      .getByLabel("CSV file")
      .setInputFiles({ name: "visits.csv", mimeType: "text/csv", buffer: Buffer.from(CSV, "utf8") });
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("3 people can be written to · 3 message parts").waitFor();
    await dialog.getByText("Hello Baraka, your visit is on Tuesday.").waitFor();
    await dialog.getByText("1 row is left out").click();
    await dialog.getByText("No value in “day”").waitFor();
    expect(await faultsOf(page, "a batch of messages is made")).toEqual([]);
    await dialog.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("link", { name: "visits.csv" }).click();
    await page.getByText(TEXT).waitFor();
    await page.getByRole("button", { name: "Run now" }).click();

    await expect.poll(() => peer.left.map(({ to }) => to).toSorted(), { timeout: 15_000 }).toEqual([ASHA, BARAKA]);
    const [made] = await client.call(listAllBatches);
    const batch_id = made!.batch_id;
    await expect
      .poll(async () => (await client.call(readBatch, { params: { batch_id } })).status, { timeout: 15_000 })
      .toBe("completed");
    const asha = peer.left.find(({ to }) => to === ASHA)!;
    expect(asha.text).toBe("Hello Asha, your visit is on Monday. Reply here with any question.");
    expect(await post({ kind: "report", ref: asha.ref, to: ASHA, state: "delivered", reason: null })).toBe(200);
    const rows = await contacts(batch_id);
    expect(rows.map(({ line, outcome, refusal, problem }) => [line, outcome, refusal, problem])).toEqual([
      [2, "delivered", null, null],
      [3, "sent", null, null],
      [4, "refused", "call.do_not_call", null],
      [5, null, null, "no_value"],
    ]);
    await page.reload();
    await page
      .getByRole("row", { name: /772000003/ })
      .getByText("Not sent")
      .waitFor();
    await page
      .getByRole("row", { name: /772000001/ })
      .getByText("delivered")
      .waitFor();
    expect(await faultsOf(page, "a batch of messages")).toEqual([]);
    await page
      .getByRole("row", { name: /772000001/ })
      .getByRole("link")
      .click();
    await page.waitForURL("**/dashboard/messages/*");
  },
);

test("a reply comes into the same thread, and the batch's agent answers it", async () => {
  const { client } = owner;
  const before = peer.left.length;
  expect(await post({ kind: "message", ref: randomUUID(), from: ASHA, to: peer.sender, text: "Hello, who is this?" })).toBe(200);
  await expect.poll(() => peer.left.length, { timeout: 20_000 }).toBe(before + 1);
  const { data } = await client.call(listThreads, { query: {} });
  const thread = data.find(({ address }) => address === ASHA)!;
  expect(thread.agent_id).toBe(agentId);
  const { messages } = await client.call(readThread, { params: { thread_id: thread.id }, query: {} });
  expect(messages.map(({ direction }) => direction)).toEqual(["out", "in", "out"]);
});

test("a batch that is started twice at once sends once; one that is stopped goes on where it was", async () => {
  const { client } = owner;
  const numbers = Array.from({ length: 160 }, (_, n) => `+256773000${String(n).padStart(3, "0")}`);
  const csv = `contact_number,name,day\n${numbers.map((number) => `${number},Neema,Monday`).join("\n")}\n`;
  const { batch_id } = await client.call(createBatch, { form: formOf(csv) });
  const params = { batch_id };
  const started = await Promise.allSettled(Array.from({ length: 5 }, () => client.call(runBatch, { params })));
  expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const ofBatch = () => peer.left.filter(({ to }) => numbers.includes(to)).map(({ to }) => to);
  await expect.poll(() => ofBatch().length, { timeout: 15_000 }).toBeGreaterThan(4);
  await client.call(stopBatch, { params });
  await expect.poll(async () => (await contacts(batch_id)).filter(({ state }) => state === "sending").length).toBe(0);
  const left = ofBatch().length;
  expect(left).toBeLessThan(numbers.length);
  await new Promise((resolve) => void setTimeout(resolve, 1_500));
  expect(ofBatch()).toHaveLength(left);
  await client.call(runBatch, { params });
  await expect.poll(async () => (await client.call(readBatch, { params })).status, { timeout: 45_000 }).toBe("completed");
  expect(ofBatch().toSorted()).toEqual(numbers);
});

test("in quiet hours nobody is written to: each row waits for the next opening, and says when that is", async () => {
  const { client } = owner;
  const hour = (new Date().getUTCHours() + 12) % 22;
  await open(hour, hour + 1);
  const left = peer.left.length;
  const { batch_id } = await client.call(createBatch, { form: formOf(`contact_number,name,day\n${BARAKA},Baraka,Monday\n`) });
  await client.call(runBatch, { params: { batch_id } });
  await expect.poll(async () => (await contacts(batch_id))[0]?.not_before, { timeout: 10_000 }).not.toBeNull();
  expect((await contacts(batch_id))[0]).toMatchObject({ state: "waiting", attempts: 0, thread_id: null });
  expect(peer.left).toHaveLength(left);
});
