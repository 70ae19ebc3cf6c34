/** Text messages on a real database, from the provider's form to the answer that leaves, and back to its report. */
import { randomUUID } from "node:crypto";
import type { LiveEvent } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents, type Agents } from "../agents/documents/agents.ts";
import { webhookEventsOf } from "../agents/documents/store.ts";
import { createWebhookStore } from "../accounts/webhooks/store.ts";
import { createWebhooks } from "../accounts/webhooks/webhooks.ts";
import { createDoNotCallStore, hashingNumbers, type DoNotCallStore } from "../compliance/do-not-call/store.ts";
import { createMessageGate, type MessageGateParts } from "../compliance/gate/message-gate.ts";
import { createContactStore } from "../contacts/people/store.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { createLive } from "../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../platform/testing/database.ts";
import { openTestWorkspace } from "../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../schema.ts";
import type { Delivered } from "../contacts/channels/channel.ts";
import { createFakeSms, type SmsPeer } from "../contacts/channels/testing/sms-peer.ts";
import { createIncoming, type Incoming } from "./delivery/incoming.ts";
import { startDelivering, type OutgoingParts } from "./delivery/outgoing.ts";
import { createWriting, type Writing } from "./delivery/writing.ts";
import { createDeliveryStore, type DeliveryStore } from "./messages/outgoing/store.ts";
import { createFileStore } from "./messages/files/store.ts";
import { createPost } from "./messages/post.ts";
import { createThreadStore, type ThreadKey, type ThreadStore } from "./messages/store.ts";
import { createThreads, type Threads } from "./messages/threads.ts";
import { createMessageWebhooks, type MessageWebhooks } from "./messages/webhooks.ts";
import { createSenderStore, type SenderRow, type SenderStore } from "./senders/store.ts";

const PERSON = "+254712000001";
const JOB: Job = { attempts: 1, signal: new AbortController().signal };
let database: TestDatabase;
let store: ThreadStore;
let deliveries: DeliveryStore;
let senders: SenderStore;
let doNotCall: DoNotCallStore;
let agents: Agents;
let workspaceId: string;
let sender: SenderRow;
let peer: SmsPeer;
let threads: Threads;
let webhooks: MessageWebhooks;
let incoming: Incoming;
let writing: Writing;
let sent: { queue: string; data: never }[];
let work: Map<string, (data: never, job: Job) => Promise<void>>;
let charged: { segments: number; subject: string }[];
let mayPay: boolean;
let opensAt: Date | undefined;
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
  sender = (await senders.add({
    workspaceId,
    agentId: agent!.id,
    provider: "africastalking",
    sender: "22384",
    label: "",
    hook: "h",
  }))!;
  [sent, work, charged, mayPay, opensAt, peer] = [[], new Map(), [], true, undefined, createFakeSms()];
  const jobs = {
    send: async (queue: { name: string }, data: unknown) => void sent.push({ queue: queue.name, data: data as never }),
    work: (queue: { name: string }, does: unknown) => void work.set(queue.name, does as never),
  };
  const audit = {
    act: <T>(_: unknown, does: (write: () => Promise<void>) => Promise<T>) => inOne(() => does(async () => undefined)),
  };
  const gateParts = {
    standing: async () => ({ isDemo: false, isAdmitted: true }),
    hasProvenOwner: async () => true,
    isListed: (id: string, number: string) => doNotCall.has(id, number),
    consents: { judge: async () => ({ required: false }) },
    countries: ["KE"],
    opening: { closed: async () => opensAt && ({ until: opensAt } as never) },
    now: () => new Date(),
  };
  const gate = createMessageGate(gateParts as unknown as MessageGateParts);
  const contacts = createContactStore(database);
  const hooks = createWebhooks({ tenancy: database, store: createWebhookStore(database), jobs });
  webhooks = createMessageWebhooks({
    agents: { webhookEvents: (id, agentId) => webhookEventsOf(database.of(id), id, agentId) },
    webhooks: hooks,
    ofBatch: async () => undefined,
  });
  const post = createPost({ store, jobs, webhooks });
  const [live, files, admit] = [createLive<LiveEvent>(), createFileStore(database), gate.refuseOptedOut];
  threads = createThreads({ store, post, tenancy: database, contacts, jobs, live, audit: audit as never, admit, webhooks });
  const told = { threads, threadOf: (key: ThreadKey) => store.read(key), webhooks, welcome: async () => "" };
  const agentOf = async () => ({ agentId: sender.agentId });
  const ways = { agentOf, threadAt: async () => undefined, decided: async () => undefined };
  incoming = createIncoming({ ...told, ...ways, deliveries, files, doNotCall, tenancy: database, jobs });
  incoming.start();
  writing = createWriting({ senders: { read: async () => sender }, threads, gate, audit: audit as never });
  deliver({});
});

const inOne = <T>(does: () => Promise<T>): Promise<T> => database.together(workspaceId, does);
function deliver(change: Partial<OutgoingParts>): void {
  startDelivering({
    deliveries,
    senders,
    channelOf: async () => peer.channel(),
    gate: createMessageGate({
      isListed: (id: string, number: string) => doNotCall.has(id, number),
      consents: { judge: async () => ({ required: false }) },
      opening: { closed: async () => opensAt && { until: opensAt } },
      now: () => new Date(),
    } as unknown as MessageGateParts),
    agents,
    doNotCall,
    threads,
    webhooks,
    tenancy: database,
    jobs: { work: (queue, does) => void work.set(queue.name, does as never) },
    checkMoney: () => (mayPay ? Promise.resolve() : Promise.reject(refuse("call.no_credit"))),
    isFree: false,
    charge: async (_, what) => void charged.push(what),
    decided: async () => undefined,
    putBack: async () => false,
    publicUrl: undefined,
    ...change,
  });
}

const says = (text: string, ref: string = randomUUID()): Delivered => ({ kind: "message", ref, from: PERSON, to: "22384", text });
const take = (what: Delivered): Promise<void> => incoming.take(sender, what);
const at = () => ({ workspaceId, channel: "sms" as const, address: PERSON, senderId: sender.id });
const messages = async () => store.messages((await store.at(at()))!);
const stateOf = async (id: string) => {
  const { state, reason } = (await messages()).find((one) => one.id === id)!;
  return reason === null ? state : `${state}: ${reason}`;
};
const actor = () => ({ kind: "person", id: "amina", name: "Amina", workspaceId }) as const;
const answer = async (text: string, clientId = randomUUID()) =>
  threads.answer(actor(), (await store.at(at()))!.id, { clientId, text });
const first = (text: string, clientId = randomUUID()) =>
  writing.write(actor(), { clientId, senderId: sender.id, to: "0712 000 001", text });
/** Everything that waits to be sent, as a server that comes to it does. */
const run = async (queue: string, job: Job = JOB): Promise<unknown[]> => {
  const due = sent.filter((one) => one.queue === queue);
  sent = sent.filter((one) => one.queue !== queue);
  const done = await Promise.allSettled(due.map(({ data }) => work.get(queue)!(data, job)));
  return done.map((one) => (one.status === "rejected" ? (one.reason as Error) : undefined));
};
const dispatch = (job: Job = JOB) => run("message-deliver", job);

test("a hundred deliveries of five messages, in any order and at once, are five messages of one contact and one thread", async () => {
  const five = Array.from({ length: 5 }, (_, n) => says(`Message ${n}`));
  const all = Array.from({ length: 100 }, (_, n) => five[n % 5]!).toSorted(() => Math.random() - 0.5);
  await Promise.all(all.map(take));
  expect((await messages()).map(({ text }) => text).toSorted()).toEqual(five.map((_, n) => `Message ${n}`));
  expect(sent.filter(({ queue }) => queue === "thread-answer")).toHaveLength(5);
  const { data } = await store.list(workspaceId, { limit: 10 });
  expect(data).toHaveLength(1);
  const contact = await createContactStore(database).read({ workspaceId, id: data[0]!.contactId });
  expect(contact?.identities).toEqual([{ kind: "phone", value: PERSON }]);
});

test("a message leaves once, costs by its parts, and its reports only go forward", async () => {
  await take(says("Habari"));
  const { id } = await answer("ሰ".repeat(71));
  expect(await stateOf(id)).toBe("queued");
  await dispatch();
  expect([peer.left.length, await stateOf(id), charged]).toEqual([
    1,
    "sent",
    [{ segments: 2, note: "22384", subject: peer.left[0]!.ref }],
  ]);
  const ref = peer.left[0]!.ref;
  const report = (state: "sent" | "delivered", reason: null = null) => take({ kind: "report", ref, to: PERSON, state, reason });
  await report("delivered");
  await report("sent");
  await take({ kind: "report", ref, to: PERSON, state: "failed", reason: "unreachable" });
  expect(await stateOf(id)).toBe("delivered");
});

test("a webhook that wants messages gets each step of them once, in their transaction, and loses them with the person", async () => {
  const hooked = { webhook_url: "https://crm.example/hook", webhook_events: ["message.received", "message.status"] };
  await database.query("update agents set config = config || $2 where id = $1", [sender.agentId, hooked]);
  await Promise.all([says("Habari", "1"), says("Habari", "1")].map(take));
  const { id } = await answer("Ndiyo");
  let isAway = true;
  const away = (): Promise<void> => (isAway ? Promise.reject(new Error("The database is away")) : Promise.resolve());
  deliver({ charge: away });
  expect(await dispatch()).toMatchObject([{ message: "The database is away" }]);
  isAway = false;
  await work.get("message-deliver")!({ workspaceId, id } as never, { ...JOB, attempts: 2 });
  for (const _ of [1, 2])
    await take({ kind: "report", ref: peer.left[0]!.ref, to: PERSON, state: "failed", reason: "unreachable" });
  const listed = await createWebhookStore(database).list(workspaceId, sender.agentId, 9);
  expect(listed.toReversed().map(({ event, messageState }) => `${event}: ${messageState}`)).toEqual([
    "message.received: received",
    "message.status: sent",
    "message.status: failed",
  ]);
  const { type, data } = JSON.parse(listed[0]!.body) as { type: string; data: unknown };
  const thread = (await store.at(at()))!;
  expect([type, data]).toMatchObject([
    "message.status",
    { thread_id: thread.id, channel: "sms", address: PERSON, message: { id, text: "Ndiyo", reason: "unreachable" } },
  ]);
  const jobs = sent.filter(({ queue }) => queue === "webhook-delivery").map(({ data }) => data);
  for (const one of listed) expect(jobs).toContainEqual({ workspaceId, id: one.id });
  await database.query("delete from threads where id = $1", [thread.id]);
  expect(await createWebhookStore(database).list(workspaceId, sender.agentId, 9)).toEqual([]);
});

test("a report that overtakes the provider's answer waits for it; one of a message that nobody sent is refused", async () => {
  await take(says("Habari"));
  const { id } = await answer("Ndiyo");
  const stray: Delivered = { kind: "report", ref: "nobody's", to: PERSON, state: "delivered", reason: null };
  await expect(take(stray)).rejects.toMatchObject({ code: "message.not_found" });
  const channel = peer.channel();
  const early = {
    ...channel,
    send: async (message: Parameters<typeof channel.send>[0]) => {
      const answered = await channel.send(message);
      await take({ kind: "report", ref: peer.left[0]!.ref, to: PERSON, state: "delivered", reason: null });
      return answered;
    },
  };
  deliver({ channelOf: async () => early });
  await dispatch();
  expect(await stateOf(id)).toBe("sent");
  await run("message-report");
  expect(await stateOf(id)).toBe("delivered");
});

test("another sender's messages and reports, other numbers and names are refused, and nothing is stored", async () => {
  for (const wrong of [{ to: "22385" }, { from: "Safaricom" }, { from: "+999" }, { from: "" }])
    await expect(take({ ...says("Habari"), ...wrong } as Delivered)).rejects.toMatchObject({ code: "message.wrong_number" });
  expect(await store.at(at())).toBeUndefined();
  await take(says("Habari"));
  await answer("Ndiyo");
  await dispatch();
  const other = (await senders.add({ ...sender, id: undefined, sender: "22999" } as never))!;
  const report = { kind: "report", ref: peer.left[0]!.ref, to: PERSON, state: "delivered", reason: null } as const;
  await expect(incoming.take(other, report)).rejects.toMatchObject({ code: "message.not_found" });
});

test("another workspace finds no sender, changes none and removes none", async () => {
  const theirs = { workspaceId: await openTestWorkspace(database), id: sender.id };
  expect(await senders.all(theirs.workspaceId)).toEqual([]);
  expect(await senders.read(theirs)).toBeUndefined();
  expect(await senders.change(theirs, { agentId: sender.agentId })).toBeUndefined();
  expect(await senders.remove(theirs)).toBeUndefined();
  expect(await senders.read(sender)).toMatchObject({ id: sender.id, hook: "h" });
});

test("STOP in any of nine languages silences every way to this number, and START lifts it; a late repetition of STOP does not", async () => {
  await take(says("Habari"));
  const queued = await answer("Too late");
  const stop = says("  Arrêt! ");
  for (const _ of [1, 2]) await take(stop);
  expect(await doNotCall.has(workspaceId, PERSON)).toBe(true);
  expect(sent.filter(({ queue }) => queue === "thread-answer")).toHaveLength(1);
  await dispatch();
  expect([peer.left, await stateOf(queued.id)]).toEqual([[], "failed: opted_out"]);
  await expect(answer("Hello?")).rejects.toMatchObject({ code: "call.do_not_call" });
  await expect(first("Hello?")).rejects.toMatchObject({ code: "call.do_not_call" });
  await take(says("ANZA"));
  await take(stop);
  expect(await doNotCall.has(workspaceId, PERSON)).toBe(false);
  await answer("Welcome back");
  await dispatch();
  expect(peer.left.map(({ text }) => text)).toEqual(["Welcome back"]);
});

test("a provider that says a number has opted out puts it on the list", async () => {
  peer.mood = "opted out";
  const { row } = await first("Your appointment is tomorrow");
  await dispatch();
  expect([await stateOf(row.id), await doNotCall.has(workspaceId, PERSON)]).toEqual(["failed: opted_out", true]);
});

test("a server that is killed while it asks sends nothing twice: what nobody knows is said, and a report may still tell", async () => {
  await take(says("Habari"));
  const { id } = await answer("Ndiyo");
  const [waits] = sent.filter(({ queue }) => queue === "message-deliver");
  let killed = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (killed = resolve));
  deliver({ channelOf: async () => ({ ...peer.channel(), send: () => (killed(), new Promise(() => undefined)) }) });
  void work.get("message-deliver")!(waits!.data, JOB);
  await isAsked;
  // Another server comes to it later.
  deliver({});
  await dispatch();
  expect([peer.left, await stateOf(id), charged]).toEqual([[], "failed: unknown", []]);
});

test("a provider that tells what it has sent is asked after a lost answer: nothing is sent twice, nothing is lost", async () => {
  peer = createFakeSms({ tells: true });
  await take(says("Habari"));
  const same = await Promise.all(["Ndiyo", "Ndiyo"].map((text) => answer(text)));
  const due = sent.filter(({ queue }) => queue === "message-deliver").map(({ data }) => data);
  const attempt = () => Promise.allSettled(due.map((data) => work.get("message-deliver")!(data, { ...JOB, attempts: 2 })));
  // One has left, the other has not, and neither answer came.
  peer.mood = "takes it and breaks off";
  await expect(work.get("message-deliver")!(due[0]!, JOB)).rejects.toThrow("answer was lost");
  peer.mood = "fault";
  await expect(work.get("message-deliver")!(due[1]!, JOB)).rejects.toThrow("answer was lost");
  peer.mood = "unavailable";
  await attempt();
  peer.mood = "well";
  await work.get("message-deliver")!(due[0]!, JOB);
  await expect(work.get("message-deliver")!(due[1]!, JOB)).rejects.toMatchObject({ afterSeconds: 1 });
  await work.get("message-deliver")!(due[1]!, JOB);
  expect([peer.left.length, await stateOf(same[0]!.id), await stateOf(same[1]!.id)]).toEqual([2, "sent", "sent"]);
});

test("what the provider has taken is not sent again when the database fails to store it", async () => {
  await take(says("Habari"));
  const { id } = await answer("Ndiyo");
  const [waits] = sent.filter(({ queue }) => queue === "message-deliver");
  let isAway = true;
  const settle: DeliveryStore["settle"] = async (...given) => {
    if (isAway) throw new Error("The database is away");
    return deliveries.settle(...given);
  };
  deliver({ deliveries: { ...deliveries, settle } });
  expect(await dispatch()).toMatchObject([{ message: "The database is away" }]);
  isAway = false;
  await work.get("message-deliver")!(waits!.data, { ...JOB, attempts: 2 });
  expect([peer.left.length, await stateOf(id), charged.length]).toEqual([1, "sent", 1]);
});

test("while a provider is away a message waits; at last it has failed, and is kept", async () => {
  await take(says("Habari"));
  const { id } = await answer("Ndiyo");
  const [waits] = sent.filter(({ queue }) => queue === "message-deliver");
  peer.mood = "unavailable";
  const attempt = (attempts: number) => work.get("message-deliver")!(waits!.data, { ...JOB, attempts });
  for (const n of [1, 2, 3]) await expect(attempt(n)).rejects.toThrow("could not take");
  expect(await stateOf(id)).toBe("queued");
  peer.mood = "well";
  await attempt(4);
  expect([peer.left.length, await stateOf(id)]).toEqual([1, "sent"]);
  const second = await answer("Asante");
  peer.mood = "too many requests";
  await dispatch({ ...JOB, attempts: 45 });
  expect([peer.left.length, await stateOf(second.id)]).toEqual([1, "failed: provider"]);
});

test("quiet hours hold what the organisation begins, not an answer; the same message twice is one", async () => {
  opensAt = new Date(Date.now() + 600_000);
  const id = randomUUID();
  for (const _ of [1, 2]) await first("Your appointment is tomorrow", id);
  expect(sent).toHaveLength(1);
  const [waits] = sent;
  expect(await dispatch()).toMatchObject([{ afterSeconds: expect.closeTo(600, -1) }]);
  await take(says("Hello?"));
  await answer("Good evening");
  await dispatch();
  expect(peer.left.map(({ text }) => text)).toEqual(["Good evening"]);
  opensAt = undefined;
  await work.get("message-deliver")!(waits!.data, JOB);
  expect(peer.left.map(({ text }) => text)).toEqual(["Good evening", "Your appointment is tomorrow"]);
});

test("an empty balance and a sender that was removed fail with a reason; a text of eleven parts is refused", async () => {
  await take(says("Habari"));
  mayPay = false;
  const poor = await answer("Ndiyo");
  await dispatch();
  mayPay = true;
  await senders.remove(sender);
  const gone = await answer("Ndiyo");
  await dispatch();
  expect([await stateOf(poor.id), await stateOf(gone.id), peer.left]).toEqual(["failed: no_credit", "failed: no_sender", []]);
  await senders.add(sender);
  await threads.retry(actor(), poor.threadId, poor.id);
  await expect(threads.retry(actor(), poor.threadId, poor.id)).rejects.toMatchObject({ code: "message.not_found" });
  await dispatch();
  expect([await stateOf(poor.id), peer.left.length]).toEqual(["sent", 1]);
  await expect(answer("a".repeat(1_531))).rejects.toMatchObject({ code: "message.too_long" });
});

test("numbers of other countries, emergency and premium numbers are not written to", async () => {
  for (const [to, code] of [
    ["+447400123456", "call.foreign"],
    ["999", "call.emergency"],
    ["+254900123456", "call.bad_number"],
  ])
    await expect(
      writing.write(actor(), { clientId: randomUUID(), senderId: sender.id, to: to!, text: "Hi" }),
    ).rejects.toMatchObject({ code });
  expect(sent).toEqual([]);
});
