/** A batch of messages whose server is killed, one by a template of WhatsApp, and one with as many rows as a large organisation has. */
import {
  changeAgent,
  connectProvider,
  createBatch,
  createSender,
  listAgents,
  listBatchContacts,
  previewBatchMessages,
  readBatch,
  runBatch,
  type BatchContact,
} from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startAfricasTalkingSmsPeer,
  type AfricasTalkingSmsPeer,
} from "../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import { firstAccount, type Account } from "./account.ts";
import { freePort } from "./phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let peer: AfricasTalkingSmsPeer;
let port = 0;
let server: RunningServer;
let owner: Account;
let senderId = "";
let agentId = "";

const serve = (): Promise<RunningServer> => {
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
    DIAL_COUNTRIES: "KE,UG",
    BATCH_MESSAGES_PER_SECOND: "20",
  };
  return startServer({ dataDir, port, settings });
};

beforeAll(async () => {
  peer = await startAfricasTalkingSmsPeer();
  port = await freePort();
  server = await serve();
  owner = await firstAccount(server);
  const { client } = owner;
  agentId = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!.id;
  // No hours are known of Uganda: the agent's hold.
  const body = { agent_config: { calling_guardrails: { call_start_hour: 0, call_end_hour: 24 } } };
  await client.call(changeAgent, { params: { agent_id: agentId }, body });
  await client.call(connectProvider, {
    body: { provider: "africastalking", values: { account: peer.username, key: peer.apiKey } },
  });
  const sender = { provider: "africastalking", sender: peer.sender, agent_id: agentId } as const;
  senderId = (await client.call(createSender, { body: sender })).id;
});
afterAll(async () => {
  await stopServers();
  await peer.close();
  removeDataDir(dataDir);
});

const numbersOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `+25677${String(3_000_000 + n)}`);
const formOf = (numbers: readonly string[], message: object) => [
  { name: "agent_id", value: agentId },
  {
    name: "file",
    value: {
      fileName: "people.csv",
      bytes: new TextEncoder().encode(`contact_number,name\n${numbers.map((one, at) => `${one},Person ${at}\n`).join("")}`),
    },
  },
  { name: "message", value: JSON.stringify(message) },
];
async function rowsOf(batch_id: string): Promise<BatchContact[]> {
  const rows: BatchContact[] = [];
  let cursor: string | null | undefined;
  do {
    const query = cursor ? { limit: 100, cursor } : { limit: 100 };
    const page = await owner.client.call(listBatchContacts, { params: { batch_id }, query });
    rows.push(...page.data);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

test("a server that is killed twice sends nothing twice and forgets nobody; what it cannot know it calls unknown", async () => {
  const numbers = numbersOf(80);
  const form = formOf(numbers, { sender_id: senderId, text: "Hello {name}" });
  const { batch_id } = await owner.client.call(createBatch, { form });
  const params = { batch_id };
  peer.mood = "slow";
  await owner.client.call(runBatch, { params });
  for (let kill = 0; kill < 2; kill++) {
    const before = peer.left.length;
    await expect.poll(() => peer.left.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 5);
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    server = await serve();
  }
  await expect.poll(async () => (await owner.client.call(readBatch, { params })).status, { timeout: 120_000 }).toBe("completed");
  const sent = peer.left.map(({ to }) => to);
  expect(new Set(sent).size).toBe(sent.length);
  const rows = await rowsOf(batch_id);
  const unknown = rows.filter(({ outcome }) => outcome === "unknown");
  expect(rows.filter(({ outcome }) => outcome !== "sent" && outcome !== "unknown")).toEqual([]);
  // At most what was being handed over in the moment of a kill.
  expect(unknown.length).toBeLessThanOrEqual(2 * 8);
  const reached = new Set(sent);
  expect(rows.filter(({ outcome, number }) => outcome === "sent" && !reached.has(number))).toEqual([]);
  peer.mood = "well";
}, 300_000);

test("a file of 20,000 people is counted before it is stored, and stored within the minute", async () => {
  const form = formOf(numbersOf(20_000), { sender_id: senderId, text: "Hello {name}" });
  const startedMs = performance.now();
  const found = await owner.client.call(previewBatchMessages, { form });
  expect(found).toMatchObject({ valid_contacts: 20_000, segments: 20_000, seconds: 1_000, cost: null });
  expect(found.messages).toHaveLength(20);
  const { batch_id } = await owner.client.call(createBatch, { form });
  expect(performance.now() - startedMs).toBeLessThan(60_000);
  expect(await owner.client.call(readBatch, { params: { batch_id } })).toMatchObject({
    valid_contacts: 20_000,
    segments: 20_000,
  });
}, 120_000);

test("a sender that has no such template, and one that nobody has, are refused before anything is stored", async () => {
  const template = { name: "visit", language: "en", values: ["{name}"] };
  const numbers = numbersOf(2);
  await expect(
    owner.client.call(createBatch, { form: formOf(numbers, { sender_id: senderId, template }) }),
  ).rejects.toMatchObject({ code: "message.no_template" });
  await expect(
    owner.client.call(createBatch, { form: formOf(numbers, { sender_id: agentId, text: "Hello" }) }),
  ).rejects.toMatchObject({ code: "sender.not_found" });
  await expect(owner.client.call(createBatch, { form: formOf(numbers, { sender_id: senderId }) })).rejects.toMatchObject({
    status: 422,
  });
});
