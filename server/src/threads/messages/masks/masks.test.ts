/** What people write is masked before it is stored, and whole for the agent, for the person and for what carries it: on a real database. */
import { randomUUID } from "node:crypto";
import type { LiveEvent, Masking, MessageEvent } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents } from "../../../agents/documents/agents.ts";
import { createMaskingRules } from "../../../compliance/masking/masking.ts";
import { createMaskingStore, NO_MASKING } from "../../../compliance/masking/store.ts";
import { createContactStore } from "../../../contacts/people/store.ts";
import { createGaps } from "../../../insights/gaps/gaps.ts";
import { createGapStore } from "../../../insights/gaps/store.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createLive } from "../../../platform/live/live.ts";
import { createSeal } from "../../../platform/secrets/seal.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { createSenderStore } from "../../senders/store.ts";
import { startAnswering } from "../../text-agent/answering.ts";
import type { TextAgent, TextAnswer } from "../../text-agent/text-agent.ts";
import { createFileStore } from "../files/store.ts";
import { createDeliveryStore } from "../outgoing/store.ts";
import { createPersonalThreads } from "../personal/store.ts";
import { createPost } from "../post.ts";
import { createThreadStore, type MessageRow, type ThreadKey, type ThreadStore } from "../store.ts";
import { createThreads, type Incoming, type Threads } from "../threads.ts";
import { createMessageWebhooks } from "../webhooks.ts";
import { createMasks } from "./masks.ts";
import { createMaskStore } from "./store.ts";

const CARD = "4111 1111 1111 1111";
const SECRETS = /4111 ?1111|12345678|Amina|Yusuf|0722 ?345/i;
const PERSON = "+254712000001";
const JOB: Job = { attempts: 1, signal: new AbortController().signal };
const silent = { warn: () => undefined };
let database: TestDatabase;
let store: ThreadStore;
let deliveries: ReturnType<typeof createDeliveryStore>;
let files: ReturnType<typeof createFileStore>;
let maskStore: ReturnType<typeof createMaskStore>;
let maskingStore: ReturnType<typeof createMaskingStore>;
let rules: ReturnType<typeof createMaskingRules>;
let threads: Threads;
let workspaceId: string;
let agentId: string;
let senderId: string;
let bodies: string[];
let work: (key: ThreadKey, job: Job) => Promise<void>;
let read: { told: readonly MessageRow[]; text: string }[];
let says: Partial<TextAnswer>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  maskStore = createMaskStore(database);
  maskingStore = createMaskingStore(database);
  rules = createMaskingRules({ store: maskingStore, log: silent });
  const seal = createSeal("a secret of tests", "masked words");
  const masks = createMasks({ rules, store: maskStore, seal, languageOf: async () => "en", country: "KE", log: silent });
  store = createThreadStore(database, masks);
  deliveries = createDeliveryStore(database, masks);
  files = createFileStore(database, masks);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  agentId = (await agents.all(workspaceId)).find(({ template }) => template === "front_desk")!.id;
  const senders = createSenderStore(database);
  senderId = (await senders.add({ workspaceId, agentId, provider: "africastalking", sender: "22384", label: "", hook: "h" }))!.id;
  [bodies, read, says] = [[], [], {}];
  const jobs = { send: async () => undefined, work: (_queue: unknown, does: unknown) => void (work = does as typeof work) };
  const events: MessageEvent[] = ["message.received", "message.status"];
  const webhooks = createMessageWebhooks({
    agents: { webhookEvents: async () => events },
    webhooks: { deliver: async ({ body }) => void bodies.push(body) },
    ofBatch: async () => undefined,
  });
  const post = createPost({ store, jobs, webhooks });
  const audit = {
    act: <T>(_: unknown, does: (write: () => Promise<void>) => Promise<T>) =>
      database.together(workspaceId, () => does(async () => undefined)),
  };
  threads = createThreads({
    store,
    post,
    tenancy: database,
    contacts: createContactStore(database),
    jobs,
    live: createLive<LiveEvent>(),
    audit: audit as never,
    admit: async () => undefined,
    webhooks,
  });
  const agent: Pick<TextAgent, "answer" | "keep"> = {
    async answer(_, written) {
      read.push(written);
      const answer = { text: "Thank you.", isLast: false, messages: [], ran: [], language: "en", wantsPerson: false };
      return { ...answer, agentName: "Desk", cents: 0, ...says };
    },
    keep: () => undefined,
  };
  const gaps = createGaps({ store: createGapStore(database), jobs, secret: "s" });
  const charge = async (): Promise<void> => undefined;
  const answering = { store, threads, post, tenancy: database, jobs, checkMoney: charge, charge, gaps, log: silent };
  startAnswering({ ...answering, agent: agent as TextAgent });
  await mask({ kinds: ["card", "phone", "national_id", "name"] });
});

async function mask(chosen: Partial<Masking>): Promise<void> {
  await maskingStore.keep(workspaceId, { ...NO_MASKING, ...chosen });
  rules.changed(workspaceId);
}

const chat = () => ({ workspaceId, channel: "web-chat" as const, address: "a".repeat(64) });
const texting = () => ({ workspaceId, channel: "sms" as const, address: PERSON, senderId });
const write = (text: string, more: Partial<Incoming> = {}) =>
  threads.receive({ ...chat(), agentId, clientId: randomUUID(), text, page: "", welcome: "", ...more });
const seen = async () => (await threads.seen(chat(), 0))!;
const answered = async (says_: Partial<TextAnswer> = {}): Promise<void> => {
  says = says_;
  const { thread } = await seen();
  await database.query("update thread_messages set created_at = created_at - interval '3 seconds' where thread_id = $1", [
    thread.id,
  ]);
  await work(thread, JOB);
};
const stored = async (): Promise<string> =>
  JSON.stringify((await database.query("select * from thread_messages where workspace_id = $1", [workspaceId])).rows);
const texts = async () => (await store.messages((await seen()).thread)).map(({ text }) => text);
const age = (minutes: number) =>
  database.query("update threads set last_at = last_at - $2 * interval '1 minute' where workspace_id = $1", [
    workspaceId,
    minutes,
  ]);

test("rows, lists and webhooks have masks alone, while the agent, on every server, and the visitor read the whole words", async () => {
  const written = await write(`My card is ${CARD} and my ID is 12345678`);
  expect(written.text).toContain(CARD);
  const [call, result] = ['{"full_name":"Amina Yusuf","phone":"0722345678"}', '{"booked":"Amina Yusuf","seat":4}'];
  await answered({
    text: "Booked for Amina Yusuf, we call 0722 345 678.",
    messages: [
      { role: "tool-call", id: "1", name: "book", arguments: call },
      { role: "tool-result", id: "1", name: "book", result },
      { role: "assistant", text: "Booked for Amina Yusuf, we call 0722 345 678." },
    ],
    ran: [{ name: "book", arguments: call, outcome: { ok: true, result } }],
  });
  expect(read[0]?.text).toBe(`My card is ${CARD} and my ID is 12345678`);
  expect(await texts()).toEqual(["My card is [card] and my ID is [national_id]", "Booked for [name], we call [phone]."]);
  const { thread, messages } = await seen();
  expect(messages.map(({ text }) => text)).toEqual([
    `My card is ${CARD} and my ID is 12345678`,
    "Booked for Amina Yusuf, we call 0722 345 678.",
  ]);
  expect((await threads.read(thread)).lastText).toBe("Booked for [name], we call [phone].");
  expect(await stored()).not.toMatch(SECRETS);
  expect(bodies).toHaveLength(3);
  expect(bodies.join()).not.toMatch(SECRETS);
  await write("Thanks, Amina here again");
  expect((await texts()).at(-1)).toBe("Thanks, [name] here again");
  await answered();
  expect(read[1]?.told.at(-1)?.trace?.ran[0]?.arguments).toBe(call);
  expect(read[1]?.told.map(({ text }) => text).join()).toContain(CARD);
});

test("a text message leaves whole, and is stored and reported with its masks", async () => {
  const id = randomUUID();
  await database.together(workspaceId, () =>
    threads.begin({ ...texting(), agentId, clientId: id, text: "Call 0722 345 678", author: "agent", authorName: "" }),
  );
  expect(await stored()).not.toMatch(SECRETS);
  const thread = (await store.at(texting()))!;
  const [row] = await store.messages(thread);
  expect((await deliveries.waiting(row!))?.message.text).toBe("Call 0722 345 678");
  const [sent] = await deliveries.settle(row!, { state: "sent", reason: null });
  expect(sent?.text).toBe("Call [phone]");
});

test("a name that is given later masks what was written before, also where no kind but names is masked", async () => {
  await mask({ kinds: ["name"] });
  await write("Yusuf asked me to write to you");
  await write("My name is Amina Yusuf");
  expect(await texts()).toEqual(["[name] asked me to write to you", "My name is [name]"]);
  expect(await stored()).not.toMatch(SECRETS);
  expect((await seen()).messages.map(({ text }) => text)).toEqual(["Yusuf asked me to write to you", "My name is Amina Yusuf"]);
});

test("digits after a question are what was asked for, whatever else is written in between", async () => {
  await write("Hello", { welcome: "What is your ID number?" });
  await write("one moment");
  await write("It is 87654321");
  expect((await texts()).at(-1)).toBe("It is [national_id]");
  await database.together(workspaceId, async () =>
    store.add((await seen()).thread, { direction: "out", author: "agent", text: "And your name?", state: "sent" }),
  );
  await write("Amina");
  await write("Monday would suit me");
  await write("Amina, 0722 345 678");
  expect((await texts()).slice(-3)).toEqual(["[name]", "Monday would suit me", "[name], [phone]"]);
});

test("where whole words are not kept, they stay for the conversation, for what is unanswered and for what is unsent", async () => {
  await mask({ kinds: ["card", "phone"], keep_whole: false });
  await write(`Take ${CARD}`);
  await age(40);
  await maskStore.forget();
  expect((await seen()).messages[0]?.text).toBe(`Take ${CARD}`);
  await answered();
  expect(read[0]?.text).toBe(`Take ${CARD}`);
  await database.together(workspaceId, () =>
    threads.begin({ ...texting(), agentId, clientId: randomUUID(), text: "On 0722 345 678", author: "agent", authorName: "" }),
  );
  const thread = (await store.at(texting()))!;
  const [row] = await store.messages(thread);
  await maskStore.forget();
  expect((await seen()).messages[0]?.text).toBe(`Take ${CARD}`);
  await age(40);
  await maskStore.forget();
  expect((await seen()).messages[0]?.text).toBe("Take [card]");
  expect((await deliveries.waiting(row!))?.message.text).toBe("On 0722 345 678");
  await deliveries.settle(row!, { state: "failed", reason: "provider" });
  await maskStore.forget();
  // Nobody is sent a mask in place of a number.
  const actor = { kind: "person", id: "amina", name: "Amina", workspaceId } as const;
  await expect(threads.retry(actor, thread.id, row!.id)).rejects.toMatchObject({ code: "message.not_found" });
  expect(
    await database.query("select from thread_messages where workspace_id = $1 and whole is not null", [workspaceId]),
  ).toEqual(expect.objectContaining({ rowCount: 0 }));
});

test("a voice note's words are masked as if they had been typed", async () => {
  const note = await write("[audio]", { isUnheard: true });
  const { id } = await files.add({ workspaceId, messageId: note.id, kind: "audio", name: "", providerRef: null });
  const key = { workspaceId, id };
  await database.together(workspaceId, () => files.heard(key, { transcription: "done", text: `It is ${CARD}` }));
  expect(await texts()).toEqual(["It is [card]"]);
  expect((await seen()).messages[0]?.text).toBe(`It is ${CARD}`);
});

test("the name of a file is masked, and keeps its ending", async () => {
  const { id: messageId } = await write(`[document] My card ${CARD}.pdf`);
  const name = `My card ${CARD}.pdf`;
  const file = await files.add({ workspaceId, messageId, kind: "document", name, providerRef: null });
  expect(file.name).toBe("My card [card].pdf");
  await mask({ kinds: [] });
  expect((await files.add({ workspaceId, messageId, kind: "document", name, providerRef: null })).name).toBe(name);
});

test("an e-mail's subject is masked, its quotes are sealed alone, what an answer refers to stays, and the export of the person has masks", async () => {
  const mail = { id: "<1@example.com>", subject: `Card ${CARD}`, references: ["<0@example.com>"], whole: `> ${CARD}` };
  const from = { channel: "email" as const, address: "amina@example.com", senderId };
  await write(`Card ${CARD}`, { ...from, mail });
  const thread = (await store.at({ workspaceId, ...from }))!;
  const [row] = await store.messages(thread);
  expect(row?.mail).toEqual({ id: mail.id, references: mail.references, subject: "Card [card]" });
  expect(await deliveries.lastMail(thread)).toEqual(mail);
  const person = { workspaceId, contactId: thread.contactId, identities: [], numbers: [] } as never;
  const exported: unknown[] = [];
  for await (const page of createPersonalThreads(database, async () => []).read(person, [])["threads"]!) exported.push(page);
  expect(JSON.stringify(exported)).toContain("Card [card]");
  expect(JSON.stringify(exported)).not.toMatch(/4111 1111|"whole_passes"/);
});

test("nothing is masked, and nothing sealed, where the workspace has chosen nothing", async () => {
  await mask({ kinds: [] });
  await write(`My card is ${CARD}`);
  expect(await texts()).toEqual([`My card is ${CARD}`]);
  expect((await store.messages((await seen()).thread))[0]?.whole).toBeNull();
});
