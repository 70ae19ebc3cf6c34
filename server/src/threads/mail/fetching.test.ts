/** Mailboxes on a real database, read from an IMAP server that does as it is told. */
import type { LiveEvent } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents, type Agents } from "../../agents/documents/agents.ts";
import { createDoNotCallStore, hashingNumbers } from "../../compliance/do-not-call/store.ts";
import { createContactStore } from "../../contacts/people/store.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createLive } from "../../platform/live/live.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createIncoming, type IncomingParts } from "../delivery/incoming.ts";
import { createFileStore } from "../messages/files/store.ts";
import { createDeliveryStore } from "../messages/outgoing/store.ts";
import { createPost } from "../messages/post.ts";
import { createThreadStore } from "../messages/store.ts";
import { createThreads } from "../messages/threads.ts";
import { createSenderStore, type SenderRow } from "../senders/store.ts";
import { type FetchingParts, startFetching } from "./fetching.ts";
import { createMailboxes } from "./mailboxes.ts";
import { createMailboxStore } from "./store.ts";
import { type ImapMood, type ImapPeer, startImapPeer } from "./testing/imap-peer.ts";

const OWN = "front@clinic.example";
const AMINA = "amina@people.example";
const JOB: Job = { attempts: 1, signal: new AbortController().signal };
const never = async (): Promise<never> => Promise.reject(new Error("nothing of this is wanted here"));
let database: TestDatabase;
let agents: Agents;
let peer: ImapPeer;
let workspaceId: string;
let sender: SenderRow;
let work: Map<string, (data: object, job: Job) => Promise<void>>;
let sent: { queue: string; data: unknown }[];
let parts: FetchingParts;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
});
afterAll(() => database.close());
afterEach(() => peer.close());
beforeEach(async () => {
  peer = await startImapPeer();
  workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  const [agent] = await agents.all(workspaceId);
  const senders = createSenderStore(database);
  const agentId = agent?.id ?? "";
  const added = await senders.add({ workspaceId, agentId, provider: "email", sender: OWN, label: "", hook: "h" });
  if (!added) throw new Error("No sender was added");
  sender = added;
  [work, sent] = [new Map(), []];
  const jobs: FetchingParts["jobs"] = {
    send: async (queue, data) => void sent.push({ queue: queue.name, data }),
    work: (queue, does) => void work.set(queue.name, (data, job) => does(queue.data.parse(data), job)),
    every: () => undefined,
  };
  const store = createThreadStore(database);
  const webhooks = { received: async () => undefined, changed: async () => undefined };
  const threads = createThreads({
    store,
    post: createPost({ store, jobs, webhooks }),
    tenancy: database,
    contacts: createContactStore(database),
    jobs,
    live: createLive<LiveEvent>(),
    audit: { act: never },
    admit: never,
    webhooks,
  });
  const incomingParts: IncomingParts = {
    deliveries: createDeliveryStore(database),
    files: createFileStore(database),
    threads,
    threadOf: (key) => store.read(key),
    webhooks,
    agentOf: async () => ({ agentId }),
    decided: async () => undefined,
    threadAt: async () => undefined,
    welcome: async () => "",
    doNotCall: createDoNotCallStore(database, hashingNumbers("a secret")),
    tenancy: database,
    jobs,
  };
  const mailboxStore = createMailboxStore(database, 0);
  const mailboxes = createMailboxes({ store: mailboxStore, seal: createSeal("a secret", "mailboxes"), allowed: ["127.0.0.0/8"] });
  const login = { host: "127.0.0.1", port: peer.port, security: "none", user: "front", password: "a password" } as const;
  const settings = { name: "", smtp: login, imap: { ...login, folder: "INBOX" } };
  await mailboxes.add(sender, { settings, place: { validity: "1", lastUid: 0 } });
  parts = {
    store: mailboxStore,
    mailboxes,
    senders,
    incoming: createIncoming(incomingParts),
    isKnown: async (_, address) =>
      (await store.at({ workspaceId, channel: "email", address, senderId: sender.id })) !== undefined,
    tenancy: database,
    jobs,
    allowed: ["127.0.0.0/8"],
    stepMs: 500,
    log: { info: () => undefined, warn: () => undefined },
  };
  startFetching(parts);
});

function arrives(uid: number, text: string, { id = `m${uid}@people.example`, more = "" } = {}): void {
  const head = `From: Amina <${AMINA}>\r\nTo: ${OWN}\r\nSubject: Re: Hello\r\nMessage-ID: <${id}>\r\n${more}`;
  peer.mails.set(uid, Buffer.from(`${head}\r\n${text}\r\n`));
}
async function visit(job: Job = JOB): Promise<void> {
  await work.get("mail-fetch")?.({ id: sender.id, workspaceId }, job);
}
const mailbox = () => createMailboxStore(database, 0).read({ id: sender.id, workspaceId });
async function texts(address = AMINA): Promise<string[]> {
  const store = createThreadStore(database);
  const thread = await store.at({ workspaceId, channel: "email", address, senderId: sender.id });
  return thread ? (await store.messages(thread)).map(({ text }) => text) : [];
}
const answersWanted = () => sent.filter(({ queue }) => queue === "thread-answer").length;

test("what has come is stored once and in order, and a second visit hands over nothing", async () => {
  for (const uid of [3, 4, 9]) arrives(uid, `Message ${uid}`);
  await visit();
  await visit();
  expect(await texts()).toEqual(["Message 3", "Message 4", "Message 9"]);
  expect(answersWanted()).toBe(3);
  expect([...peer.read.values()]).toEqual([1, 1, 1]);
  expect(await mailbox()).toMatchObject({
    state: "working",
    place: { validity: "1", lastUid: 9 },
    leasedUntil: null,
    failures: 0,
  });
});

test.each<[ImapMood, string]>([
  ["silent", "unreachable"],
  ["nonsense", "unreachable"],
  ["wrong login", "login"],
  ["no folder", "folder"],
  ["breaks off in a mail", "unreachable"],
  ["silent in a mail", "unreachable"],
])("a server that is %s: the sender says %s, and nothing is lost", async (mood, problem) => {
  arrives(1, "Hello");
  peer.mood = mood;
  await visit();
  expect(await mailbox()).toMatchObject({ state: "failed", problem, failures: 1, place: { lastUid: 0 }, leasedUntil: null });
  expect(await texts()).toEqual([]);
  peer.mood = "well";
  await visit();
  expect(await texts()).toEqual(["Hello"]);
  expect(await mailbox()).toMatchObject({ state: "working", problem: null, failures: 0 });
});

test("a server that ends after it has stored a mail, and before it has noted that, stores it once", async () => {
  arrives(1, "Hello");
  arrives(2, "Again");
  const { readUpTo } = parts.store;
  parts.store = { ...parts.store, readUpTo: never };
  startFetching(parts);
  await visit();
  expect(await texts()).toEqual(["Hello"]);
  startFetching({ ...parts, store: { ...parts.store, readUpTo } });
  await visit();
  expect(await texts()).toEqual(["Hello", "Again"]);
  expect(answersWanted()).toBe(2);
});

test("one server at a time is in a mailbox; one that is gone keeps it for a while only", async () => {
  arrives(1, "Hello");
  await Promise.all(Array.from({ length: 8 }, () => visit()));
  expect(peer.connections).toBe(1);
  const store = createMailboxStore(database, 0);
  await store.lease({ id: sender.id, workspaceId }, 3_600);
  arrives(2, "Again");
  await visit();
  expect(await texts()).toEqual(["Hello"]);
  await store.lease({ id: sender.id, workspaceId }, -1);
  await database.query("update mailboxes set leased_until = now() - interval '1 second' where id = $1", [sender.id]);
  await visit();
  expect(await texts()).toEqual(["Hello", "Again"]);
});

test("a server that stops in a visit leaves the mailbox to the next one", async () => {
  arrives(1, "Hello");
  peer.mood = "silent in a mail";
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 150);
  await visit({ ...JOB, signal: stopping.signal });
  expect(await mailbox()).toMatchObject({ state: "new", failures: 0, leasedUntil: null, place: { lastUid: 0 } });
  expect(await createMailboxStore(database, 0).due(200)).toContainEqual({ id: sender.id, workspaceId });
});

test("a mailbox that its server has numbered anew gives no message twice", async () => {
  arrives(7, "Hello");
  await visit();
  peer.validity = 2;
  const [hello] = [...peer.mails.values()];
  peer.mails.clear();
  if (hello) peer.mails.set(1, hello);
  arrives(2, "Again");
  await visit();
  expect(await texts()).toEqual(["Hello", "Again"]);
  expect(await mailbox()).toMatchObject({ place: { validity: "2", lastUid: 2 } });
});

test("more than one visit takes is read by the next, at once", async () => {
  for (let uid = 1; uid <= 25; uid++) arrives(uid, `Message ${uid}`);
  await visit();
  expect(await texts()).toHaveLength(20);
  expect(sent.filter(({ queue }) => queue === "mail-fetch")).toHaveLength(1);
  await visit();
  expect(await texts()).toHaveLength(25);
});

test("a mail of 13 MB is read from its beginning, and its file counts as too large", async () => {
  const more = 'Content-Type: multipart/mixed; boundary="b"\r\n';
  const film = `--b\r\nContent-Type: video/mp4; name="film.mp4"\r\nContent-Transfer-Encoding: base64\r\n\r\n${"A".repeat(13_000_000)}\r\n--b--`;
  arrives(1, `--b\r\nContent-Type: text/plain\r\n\r\nMy film\r\n${film}`, { more });
  await visit();
  expect(await texts()).toEqual(["My film\n\n[file] film.mp4"]);
  const { rows } = await database.query("select state, reason from thread_files where workspace_id = $1", [workspaceId]);
  expect(rows).toEqual([{ state: "failed", reason: "too_large" }]);
});

test("machines that write first make no thread; a mail that can never be stored holds no other up for ever", async () => {
  arrives(1, "Job 7 is done", { more: "Auto-Submitted: auto-generated\r\n" });
  arrives(2, "Poison");
  arrives(3, "Hello");
  const { incoming } = parts;
  startFetching({
    ...parts,
    incoming: { take: async (row, one) => (one.kind === "message" && one.text === "Poison" ? never() : incoming.take(row, one)) },
  });
  await visit();
  expect(await texts()).toEqual([]);
  expect(await mailbox()).toMatchObject({ problem: "server", place: { lastUid: 1 } });
  for (let tries = 0; tries < 7; tries++) await visit();
  expect(await texts()).toEqual(["Hello"]);
});
