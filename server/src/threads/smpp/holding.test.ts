/** Binds on a real database, at an SMSC that does as it is told: what is stored of words, receipts and leases. */
import { randomUUID } from "node:crypto";
import type { LiveEvent, SmppSettings } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents, type Agents } from "../../agents/documents/agents.ts";
import { createDoNotCallStore, hashingNumbers } from "../../compliance/do-not-call/store.ts";
import { createContactStore } from "../../contacts/people/store.ts";
import { createLive } from "../../platform/live/live.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import type { Sent } from "../../contacts/channels/channel.ts";
import { createIncoming, type IncomingParts } from "../delivery/incoming.ts";
import { createFileStore } from "../messages/files/store.ts";
import { createDeliveryStore } from "../messages/outgoing/store.ts";
import { createPost } from "../messages/post.ts";
import { createThreadStore } from "../messages/store.ts";
import { createThreads, type Threads } from "../messages/threads.ts";
import { createSenderStore, type SenderRow } from "../senders/store.ts";
import { type Holding, startHolding } from "./holding.ts";
import { createSmppLinks, type SmppLinks } from "./links.ts";
import { createSmppStore } from "./store.ts";
import { ACCOUNT, type SmscPeer, startSmscPeer } from "./testing/smsc-peer.ts";
import { encodeText } from "./text.ts";

const AMINA = "+254712000001";
const TIMING = { connectMs: 400, answerMs: 400, enquireMs: 1_000, queueMs: 1_000 };
const SOON = { timeout: 10_000, interval: 30 };
const allowed = ["127.0.0.0/8"];
const never = async (): Promise<never> => Promise.reject(new Error("nothing of this is wanted here"));
let database: TestDatabase;
let agents: Agents;
let peer: SmscPeer;
let sender: SenderRow;
let threads: Threads;
let jobs: { queue: string; data: unknown }[];
let reports: ((data: unknown) => Promise<void>)[];
let incomingFails: boolean;
let servers: Holding[];
let links: SmppLinks;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
});
afterAll(() => database.close());
afterEach(async () => {
  for (const server of servers) await server.stop();
  // The next SMSC may get the same port, and is nothing to this sender.
  await createSenderStore(database).remove(sender);
  await peer.close();
});
beforeEach(async () => {
  peer = await startSmscPeer();
  [servers, jobs, reports, incomingFails] = [[], [], [], false];
  const workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  const agentId = (await agents.all(workspaceId))[0]?.id ?? "";
  const of = { workspaceId, agentId, provider: "smpp", sender: "22384", label: "", hook: "h" } as const;
  const added = await createSenderStore(database).add(of);
  if (!added) throw new Error("No sender was added");
  sender = added;
});

const settings = (change: Partial<SmppSettings> = {}): SmppSettings => ({
  host: "127.0.0.1",
  port: peer.port,
  security: "none",
  ...ACCOUNT,
  system_type: "",
  bind: "transceiver",
  per_second: 500,
  window: 10,
  receipt_ids: "same",
  ...change,
});

/** A server of this database. */
function serverOf(): { holding: Holding; links: SmppLinks } {
  const store = createThreadStore(database);
  const webhooks = { received: async () => undefined, changed: async () => undefined };
  const sends: IncomingParts["jobs"] = {
    send: async (queue, data) => void jobs.push({ queue: queue.name, data }),
    work: (queue, does) =>
      void reports.push((data) => does(queue.data.parse(data), { attempts: 1, signal: AbortSignal.timeout(9_000) })),
  };
  threads = createThreads({
    store,
    post: createPost({ store, jobs: sends, webhooks }),
    tenancy: database,
    contacts: createContactStore(database),
    jobs: sends,
    live: createLive<LiveEvent>(),
    audit: { act: never },
    admit: never,
    webhooks,
  });
  const incoming = createIncoming({
    decided: async () => undefined,
    deliveries: createDeliveryStore(database),
    files: createFileStore(database),
    threads,
    threadOf: (key) => store.read(key),
    webhooks,
    agentOf: async ({ agentId }) => ({ agentId }),
    threadAt: async () => undefined,
    welcome: async () => "",
    doNotCall: createDoNotCallStore(database, hashingNumbers("a secret")),
    tenancy: database,
    jobs: sends,
  });
  incoming.start();
  const smppStore = createSmppStore(database, randomUUID());
  const seal = createSeal("a secret", "smpp");
  const own = createSmppLinks({ store: smppStore, seal, allowed, timing: TIMING, heldAt: (id) => holding.get(id) });
  const holding = startHolding({
    store: smppStore,
    settingsOf: own.settingsOf,
    senders: createSenderStore(database),
    incoming: {
      async take(of, delivered) {
        if (incomingFails) throw new Error("The database is away");
        await incoming.take(of, delivered);
      },
    },
    tenancy: database,
    allowed,
    timing: TIMING,
    lookEveryMs: 50,
    log: { info: () => undefined, warn: () => undefined },
  });
  servers.push(holding);
  return { holding, links: own };
}

async function bound(change: Partial<SmppSettings> = {}): Promise<Holding> {
  const server = serverOf();
  links = server.links;
  await links.add(sender, settings(change));
  await expect.poll(() => server.holding.get(sender.id), SOON).toBeDefined();
  return server.holding;
}

async function messages(address = AMINA) {
  const store = createThreadStore(database);
  const thread = await store.at({ workspaceId: sender.workspaceId, channel: "sms", address, senderId: sender.id });
  return thread ? store.messages(thread) : [];
}
const texts = async (): Promise<string[]> => (await messages()).map(({ text }) => text);

/** A message of ours, given to the channel as the delivery job does. */
async function sends(text: string, at = links): Promise<{ id: string; sent: Sent | undefined }> {
  const { id: senderId, workspaceId, agentId } = sender;
  const deliveries = createDeliveryStore(database);
  const where = { workspaceId, channel: "sms", address: AMINA, senderId, agentId } as const;
  const { row } = await database.together(workspaceId, () =>
    threads.begin({ ...where, clientId: randomUUID(), author: "person", authorName: "Juma", text }),
  );
  await deliveries.claim(row);
  const channel = await at.channelAt(sender);
  const sent = await channel?.send({ to: AMINA, text, reportUrl: undefined });
  if (sent?.kind === "sent") await deliveries.settle(row, { state: "sent", reason: null, providerRef: sent.ref });
  return { id: row.id, sent };
}
const stateOf = async (id: string) => {
  const row = await createDeliveryStore(database).read({ workspaceId: sender.workspaceId, id });
  return row?.state;
};

test("what a person writes is stored once, in the thread of their number, and the long message as one", async () => {
  await bound();
  expect(await peer.delivers({ short_message: Buffer.from("Habari") })).toBe(0);
  const { parts, dataCoding } = encodeText("ሰላም ".repeat(30).trim(), 9);
  expect(parts.length).toBe(2);
  for (const part of parts.toReversed())
    expect(await peer.delivers({ short_message: part, data_coding: dataCoding, esm_class: 0x40 })).toBe(0);
  expect(await peer.delivers({ destination_addr: "99999", short_message: Buffer.from("x") })).toBe(0x0b);
  expect(await texts()).toEqual(["Habari", "ሰላም ".repeat(30).trim()]);
  expect(jobs.map(({ queue }) => queue)).toEqual(["thread-answer", "thread-answer"]);
});

test("a delivery whose answer was lost is the same message when it comes again; the same words later are another one", async () => {
  await bound();
  incomingFails = true;
  expect(await peer.delivers({ short_message: Buffer.from("Ndiyo") })).toBe(0x64);
  incomingFails = false;
  expect(await peer.delivers({ short_message: Buffer.from("Ndiyo") })).toBe(0);
  expect(await peer.delivers({ short_message: Buffer.from("Ndiyo") })).toBe(0);
  expect(await texts()).toEqual(["Ndiyo", "Ndiyo"]);
  const store = createSmppStore(database, randomUUID());
  const name = await store.delivery(sender, "of a server that was killed");
  expect(await store.delivery(sender, "of a server that was killed")).toBe(name);
  await store.answered(sender, "of a server that was killed", 0);
  expect(await store.delivery(sender, "of a server that was killed")).not.toBe(name);
});

test("a receipt makes a message delivered or failed; of several parts all have to arrive", async () => {
  await bound();
  const one = await sends("Hello");
  expect(await stateOf(one.id)).toBe("sent");
  expect(await peer.receipt(peer.taken[0]?.ref ?? "", "DELIVRD")).toBe(0);
  expect(await stateOf(one.id)).toBe("delivered");
  const long = await sends("a".repeat(400));
  const refs = peer.taken.slice(1).map(({ ref }) => ref);
  expect(refs).toHaveLength(3);
  for (const [ref, state] of [
    [refs[2], "sent"],
    [refs[0], "sent"],
    [refs[2], "sent"],
    [refs[1], "delivered"],
  ] as const) {
    expect(await peer.receipt(ref ?? "", "DELIVRD")).toBe(0);
    expect(await stateOf(long.id)).toBe(state);
  }
  const lost = await sends("b".repeat(400));
  expect(await peer.receipt(peer.taken.at(-1)?.ref ?? "", "EXPIRED")).toBe(0);
  expect(await stateOf(lost.id)).toBe("failed");
});

test("receipts of unknown messages are taken and change nothing", async () => {
  await bound();
  const { id } = await sends("Hello");
  for (const ref of ["FFFF", "' or 1=1", "x".repeat(64)]) expect(await peer.receipt(ref, "DELIVRD")).toBe(0);
  expect(await peer.delivers({ esm_class: 0x04, short_message: Buffer.from("odd") })).toBe(0);
  expect(await stateOf(id)).toBe("sent");
});

test.each(["Hello", "a".repeat(400)])("receipts that come before the SMSC's answer count once it is there", async (text) => {
  await bound();
  peer.mood = "receipt first";
  const { id, sent } = await sends(text);
  expect(sent?.kind).toBe("sent");
  await expect
    .poll(async () => {
      for (const { data } of jobs.filter(({ queue }) => queue === "message-report"))
        for (const report of reports) await report(data).catch(() => undefined);
      return stateOf(id);
    }, SOON)
    .toBe("delivered");
});

test("one server holds a bind; the others leave its messages to it and bind when it has gone", async () => {
  const first = await bound();
  const second = serverOf();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(peer.binds).toHaveLength(1);
  expect(await second.links.channelAt(sender)).toMatchObject({ isElsewhere: true });
  expect(await links.channelAt(sender)).toMatchObject({ isElsewhere: false });
  await first.stop();
  await expect.poll(() => second.holding.get(sender.id), SOON).toBeDefined();
  expect(peer.binds).toHaveLength(1);
  expect((await sends("Hello", second.links)).sent).toMatchObject({ kind: "sent" });
});

test("a bind that is refused is named and tried again later; without one a message waits", async () => {
  peer.mood = "wrong password";
  const { links: own } = serverOf();
  links = own;
  await links.add(sender, settings());
  await expect.poll(() => links.state(sender), SOON).toMatchObject({ state: "failed", problem: "login" });
  expect((await sends("Hello")).sent).toEqual({ kind: "later", afterSeconds: 5 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(peer.attempts).toBe(1);
  peer.mood = "well";
  await links.change(sender, settings());
  await expect.poll(() => links.state(sender), SOON).toMatchObject({ state: "working", problem: null });
});

test("other settings bind anew; a removed sender is unbound", async () => {
  await bound();
  await links.change(sender, settings({ bind: "pair" }));
  await expect.poll(() => peer.binds, SOON).toEqual(["bind_transmitter", "bind_receiver"]);
  await createSenderStore(database).remove(sender);
  await expect.poll(() => peer.binds, SOON).toEqual([]);
});

test("a connection that breaks is bound again, and an incomplete message is stored with a gap", async () => {
  await bound();
  const [part] = encodeText("a".repeat(400), 3).parts;
  expect(await peer.delivers({ short_message: part, esm_class: 0x40 })).toBe(0);
  expect(await texts()).toEqual([]);
  peer.breaksOff();
  await expect.poll(texts, SOON).toEqual([`${"a".repeat(153)} […]`]);
  expect(await links.state(sender)).toMatchObject({ state: "failed", problem: "ended" });
  await expect.poll(() => links.state(sender), { timeout: 15_000, interval: 100 }).toMatchObject({ state: "working" });
});

test("the password is stored sealed, and settings show none", async () => {
  await bound();
  const row = await createSmppStore(database, randomUUID()).read(sender);
  expect(JSON.stringify(row)).not.toContain(ACCOUNT.password);
  expect((await links.state(sender))?.settings).not.toHaveProperty("password");
  await expect(links.check(settings({ password: "wrong" }))).rejects.toMatchObject({ code: "sender.smpp_login" });
  await expect(links.check(settings({ host: "10.0.0.1" }))).rejects.toMatchObject({ code: "sender.smpp_private" });
});
