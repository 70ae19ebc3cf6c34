/** A message in a call on a real database: one effect, told as it is, whatever the provider does. */
import { randomUUID } from "node:crypto";
import type { LiveEvent } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents, type Agents } from "../../agents/documents/agents.ts";
import type { SendMessage, SendOrder } from "../../calls/index.ts";
import { createDoNotCallStore, hashingNumbers, type DoNotCallStore } from "../../compliance/do-not-call/store.ts";
import { createMessageGate, type MessageGateParts } from "../../compliance/gate/message-gate.ts";
import { createContactStore } from "../../contacts/people/store.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createLive } from "../../platform/live/live.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createFakeSms, type SmsPeer } from "../../contacts/channels/testing/sms-peer.ts";
import { startDelivering } from "../delivery/outgoing.ts";
import { createDeliveryStore, type DeliveryStore } from "../messages/outgoing/store.ts";
import { createPost } from "../messages/post.ts";
import { createThreadStore, type ThreadStore } from "../messages/store.ts";
import { createThreads } from "../messages/threads.ts";
import { createSenderStore, type SenderStore } from "../senders/store.ts";
import { createSendMessage } from "./send-message.ts";

const PERSON = "+254712000001";
const JOB: Job = { attempts: 1, signal: new AbortController().signal };

let database: TestDatabase;
let store: ThreadStore;
let deliveries: DeliveryStore;
let senders: SenderStore;
let doNotCall: DoNotCallStore;
let agents: Agents;
let workspaceId: string;
let senderId: string;
let order: SendOrder;
let peer: SmsPeer;
let send: SendMessage;
let mayPay: boolean;
let opensAt: Date | undefined;
/** A server that takes no jobs. */
let isStopped: boolean;
let deliver: (key: never, job: Job) => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createThreadStore(database);
  deliveries = createDeliveryStore(database);
  senders = createSenderStore(database);
  doNotCall = createDoNotCallStore(database, hashingNumbers("a secret"));
  agents = createAgents(database, "a secret of tests");
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  const [agent] = await agents.all(workspaceId);
  const { id: agentId, document } = agent!;
  const added = { workspaceId, agentId, provider: "africastalking", sender: "22384", label: "", hook: "h" } as const;
  senderId = (await senders.add(added))!.id;
  [mayPay, opensAt, isStopped, peer] = [true, undefined, false, createFakeSms()];
  if (!isPhoneNumber(PERSON)) throw new Error("It is a number");
  const callId = randomUUID();
  order = { workspaceId, agentId, document, callId, number: PERSON, timeZone: "Africa/Nairobi", text: "We are on Ngong Road." };
  const jobs = {
    // A worker takes it once the transaction is done.
    send: async (_: unknown, key: unknown) => void setImmediate(() => void (isStopped || run(key))),
    work: (_: unknown, does: unknown) => void (deliver = does as never),
  };
  const gate = createMessageGate({
    standing: async () => ({ isDemo: false, isAdmitted: true }),
    hasProvenOwner: async () => true,
    isListed: (id: string, number: string) => doNotCall.has(id, number),
    consents: { judge: async () => ({ required: false }) },
    countries: ["KE"],
    opening: { closed: async () => opensAt && { until: opensAt } },
    now: () => new Date(),
  } as unknown as MessageGateParts);
  const webhooks = { changed: async () => undefined, received: async () => undefined, wants: async () => false };
  const live = createLive<LiveEvent>();
  const post = createPost({ store, jobs: jobs as never, webhooks });
  const shared = { tenancy: database, live, webhooks };
  const contacts = createContactStore(database);
  const threads = createThreads({
    ...shared,
    store,
    post,
    contacts,
    jobs: jobs as never,
    audit: undefined as never,
    admit: gate.refuseOptedOut,
  });
  startDelivering({
    ...shared,
    deliveries,
    senders,
    channelOf: async () => peer.channel(),
    gate,
    agents,
    doNotCall,
    threads,
    jobs,
    async checkMoney() {
      if (!mayPay) throw refuse("call.no_credit");
    },
    isFree: true,
    charge: async () => undefined,
    decided: async () => undefined,
    putBack: async () => false,
    publicUrl: undefined,
  });
  send = createSendMessage({ ...shared, deliveries, senders, gate, threads, log: { info: () => undefined } });
});

/** The job follows its transaction, as a worker's does. */
async function run(key: unknown): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if (await deliveries.waiting(key as never)) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await deliver(key as never, JOB).catch(() => undefined);
}

const never = new AbortController().signal;
const told = async (change: Partial<SendOrder> = {}, signal = never): Promise<Record<string, unknown>> => {
  const { ok, result } = await send({ ...order, ...change }, signal);
  const { speak, ...fields } = JSON.parse(result) as { speak: Record<string, string> };
  expect(Object.keys(speak)).toHaveLength(9);
  return { ok, ...fields, en: speak["en"] };
};
const stored = async () => {
  const thread = await store.at({ workspaceId, channel: "sms", address: PERSON, senderId });
  return thread ? (await store.messages(thread)).map(({ text, state, reason, callId }) => ({ text, state, reason, callId })) : [];
};

test("it is stored, sent and told, and the same words in the same call are one message", async () => {
  const once = await told();
  const again = await told();
  expect(once).toEqual({ ok: true, sent: true, en: "I have sent you the message." });
  expect([again, peer.left.map(({ text }) => text)]).toEqual([once, ["We are on Ngong Road."]]);
  expect(await stored()).toEqual([{ text: order.text, state: "sent", reason: null, callId: order.callId }]);
  await told({ callId: randomUUID() });
  expect(peer.left).toHaveLength(2);
});

test("what the provider or the gate refuses is told with its reason, and never as sent", async () => {
  peer.mood = "bad number";
  expect(await told()).toMatchObject({ ok: false, sent: false, reason: "bad_number" });
  mayPay = false;
  expect(await told({ text: "Two" })).toMatchObject({ ok: false, sent: false, reason: "no_credit" });
  await doNotCall.add(database.of(workspaceId), workspaceId, "asked", [{ number: PERSON }]);
  const optedOut = { sent: false, reason: "opted_out", en: expect.stringContaining("asked for no messages") };
  expect(await told({ text: "Three" })).toMatchObject(optedOut);
  expect([peer.left, (await stored()).map(({ state }) => state)]).toEqual([[], ["failed", "failed"]]);
});

test("foreign numbers, no words and no sender are refused, and nothing is stored", async () => {
  const abroad = "+447400123456";
  expect(isPhoneNumber(abroad) && (await told({ number: abroad }))).toMatchObject({ sent: false, reason: "call.foreign" });
  expect(await told({ text: "  " })).toMatchObject({ sent: false, reason: "no_text" });
  expect(await told({ senderId: randomUUID() })).toMatchObject({ sent: false, reason: "no_sender" });
  expect(await stored()).toEqual([]);
});

test("in quiet hours it waits, and the person hears until when", async () => {
  opensAt = new Date("2030-01-07T05:00:00Z");
  const waits = { ok: true, sent: "not yet", en: expect.stringMatching(/leaves on Monday.*08:00/) };
  expect(await told()).toMatchObject(waits);
  expect([peer.left, (await stored())[0]?.state]).toEqual([[], "queued"]);
});

test("a person who hangs up while it is sent still gets it, once", async () => {
  isStopped = true;
  const call = new AbortController();
  const asked = told({}, call.signal);
  call.abort();
  expect(await asked).toMatchObject({ ok: true, accepted: true, sent: "not yet" });
  isStopped = false;
  expect(await told({}, AbortSignal.abort())).toMatchObject({ sent: "not yet" });
  const { rows } = await database.query("select id, workspace_id from thread_messages where call_id = $1", [order.callId]);
  const [key] = rows.map((row) => ({ workspaceId, id: (row as { id: string }).id }));
  await Promise.all([run(key), run(key)]);
  expect(peer.left).toHaveLength(1);
});

test("an answer that was lost is told as such; a sixth message of one call is refused", async () => {
  peer.mood = "takes it and breaks off";
  expect(await told()).toMatchObject({ ok: false, reason: "unknown", en: expect.stringContaining("cannot tell") });
  peer.mood = "well";
  for (const text of ["2", "3", "4", "5"]) expect(await told({ text })).toMatchObject({ sent: true });
  expect(await told({ text: "6" })).toMatchObject({ sent: false, reason: "too_many" });
  expect(peer.left).toHaveLength(5);
});
