/** Conversations in writing on a real database: what visitors write is stored once, answered once, and a person may take over. */
import { randomUUID } from "node:crypto";
import type { LiveEvent, MessageEvent } from "@ongea/contract";
import type { LanguageModelSettings } from "@ongea/providers";
import { startOpenAiServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents } from "../agents/documents/agents.ts";
import { createContactStore } from "../contacts/people/store.ts";
import { createGaps } from "../insights/gaps/gaps.ts";
import { createGapStore } from "../insights/gaps/store.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { createLive } from "../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../platform/testing/database.ts";
import { openTestWorkspace } from "../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../schema.ts";
import { createAttachments, MOST_ATTACHED } from "./files/attach.ts";
import { createFileStore } from "./messages/files/store.ts";
import { createPost } from "./messages/post.ts";
import { createThreadStore, type ThreadKey, type ThreadStore } from "./messages/store.ts";
import { createThreads, type Threads } from "./messages/threads.ts";
import { createMessageWebhooks, type MessageWebhooksParts } from "./messages/webhooks.ts";
import { startAnswering } from "./text-agent/answering.ts";
import { createTextAgent, type TextAgent } from "./text-agent/text-agent.ts";

let database: TestDatabase;
let store: ThreadStore;
let threads: Threads;
let workspaceId: string;
let agentId: string;
let work: (key: ThreadKey, job: Job) => Promise<void>;
let sent: ThreadKey[];
let acts: string[];
let mayPay: boolean;
/** `lent`: connected by the workspace itself. */
let newAgent: (models?: { own?: LanguageModelSettings[]; lent?: LanguageModelSettings[] }) => TextAgent;
let told: Parameters<MessageWebhooksParts["webhooks"]["deliver"]>[0][];
let events: MessageEvent[];
let charges: { cents: number; subject: string }[];

const JOB: Job = { attempts: 1, signal: new AbortController().signal };
const AMINA = { kind: "person", id: "amina", name: "Amina" } as const;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createThreadStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  agentId = (await agents.all(workspaceId)).find(({ template }) => template === "front_desk")!.id;
  [sent, acts, charges, mayPay, told, events] = [[], [], [], true, [], []];
  const contacts = createContactStore(database);
  const audit = {
    act: <T>(by: { workspaceId: string }, does: (write: (deed: { act: string }) => Promise<void>) => Promise<T>) =>
      database.together(by.workspaceId, () => does(async ({ act }) => void acts.push(act))),
  };
  const jobs = {
    send: async (_queue: unknown, key: unknown) => void sent.push(key as ThreadKey),
    work: (_queue: unknown, does: unknown) => void (work = does as typeof work),
  };
  const live = createLive<LiveEvent>();
  const webhooks = createMessageWebhooks({
    agents: { webhookEvents: async () => events },
    webhooks: { deliver: async (happened) => void told.push(happened) },
    ofBatch: async () => undefined,
  });
  const post = createPost({ store, jobs, webhooks });
  const admit = async (): Promise<void> => undefined;
  threads = createThreads({ store, post, tenancy: database, contacts, jobs, live, audit: audit as never, admit, webhooks });
  newAgent = ({ own = [{ use: "guided" }], lent = [] } = {}) =>
    createTextAgent({
      agents: { agents, knowledge: { givenTo: (llm: unknown) => llm } } as never,
      contacts: { appointments: {} as never, knownOfContact: async () => ({}), numbersOf: async () => [] },
      models: {
        connections: { lend: async () => ({ recognisers: [], languageModels: lent, voices: [], missing: [] }) } as never,
        choices: {
          recognisers: [],
          languageModels: own.map((settings) => ({ languages: ["*"], settings })),
          voices: [],
        } as never,
        admissions: { has: async () => true },
      },
      prices: { priceFor: () => ({ per: { millionTokensIn: 1, millionTokensOut: 2 } }) } as never,
      functions: {} as never,
      calendars: {} as never,
      timeZone: "Africa/Nairobi",
      country: "KE",
      optOut: async () => undefined,
      nowMs: () => performance.now(),
    });
  answerWith(newAgent());
});

function answerWith(agent: TextAgent, kept: ThreadStore = store): void {
  const checkMoney = async (): Promise<void> => {
    if (!mayPay) throw refuse("call.no_credit");
  };
  const log = { warn: () => undefined };
  startAnswering({
    store: kept,
    threads,
    post: createPost({ store: kept, jobs: { send: async () => undefined }, webhooks: { changed: async () => undefined } }),
    agent,
    tenancy: database,
    jobs: { work: (_q, does) => void (work = does as never) },
    checkMoney,
    charge: async (_workspaceId, spent) => void charges.push(spent),
    gaps: createGaps({
      store: createGapStore(database),
      jobs: { send: async () => undefined, work: () => undefined },
      secret: "s",
    }),
    log,
  });
}

const at = () => ({ workspaceId, channel: "web-chat" as const, address: "a".repeat(64) });
const write = (text: string, clientId = randomUUID()) =>
  threads.receive({ ...at(), agentId, clientId, text, page: "https://www.example.com", welcome: "Hello, how can I help?" });
const thread = async () => (await threads.seen(at(), 0))!.thread;
const said = async () => (await threads.seen(at(), 0))!.messages.map(({ author, text }) => `${author}: ${text}`);

test("a webhook receives what a visitor writes and what becomes of the answer, each once, and nothing that it does not want", async () => {
  await write("Hello");
  expect(told).toEqual([]);
  events = ["message.received", "message.status"];
  const id = randomUUID();
  await Promise.all([write("Are you open?", id), write("Are you open?", id)]);
  await threads.answer({ ...AMINA, workspaceId }, (await thread()).id, { clientId: randomUUID(), text: "Until six" });
  await Promise.all([thread(), thread()]);
  expect(told).toMatchObject([
    { event: "message.received", messageState: "received" },
    { event: "message.status", messageState: "sent" },
    { event: "message.status", messageState: "delivered" },
  ]);
  expect(JSON.parse(told[0]!.body)).toMatchObject({
    type: "message.received",
    data: { agent_id: agentId, channel: "web-chat", address: "", message: { text: "Are you open?", state: "received" } },
  });
  events = ["message.status"];
  await write("Thanks");
  expect(told).toHaveLength(3);
});

test("the same message twice is stored once and answered once, and its sender is a contact", async () => {
  const id = randomUUID();
  const [one, two] = [await write("Good morning", id), await write("Good morning", id)];
  expect(two.position).toBe(one.position);
  expect(sent).toHaveLength(1);
  for (const _ of [1, 2, 3]) await work({ workspaceId, id: (await thread()).id }, JOB);
  const lines = await said();
  expect(lines.slice(0, 2)).toEqual(["agent: Hello, how can I help?", "contact: Good morning"]);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/^agent: \S/);
  const { contactId } = await thread();
  const contact = await createContactStore(database).read({ workspaceId, id: contactId });
  expect(contact?.identities).toEqual([{ kind: "visitor", value: at().address }]);
});

test("ten servers that receive the same message at once keep one, and one answers", async () => {
  const id = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => write("Good morning", id)));
  const key = { workspaceId, id: (await thread()).id };
  await Promise.allSettled(Array.from({ length: 5 }, () => work(key, JOB)));
  expect((await said()).map((line) => line.split(":")[0])).toEqual(["agent", "contact", "agent"]);
});

test("three lines in a row get one answer", async () => {
  await write("Hello");
  await write("I want to book an appointment");
  await write("for tomorrow");
  await work({ workspaceId, id: (await thread()).id }, JOB);
  expect((await said()).map((line) => line.split(":")[0])).toEqual(["agent", "contact", "contact", "contact", "agent"]);
});

test("a server that starts again goes on with what was said before", async () => {
  await write("My name is Asha Mwangi and I want to book an appointment");
  const key = { workspaceId, id: (await thread()).id };
  await work(key, JOB);
  const { told: before } = await store.toAnswer(await thread());
  expect(before.at(-1)?.trace?.messages.length).toBeGreaterThan(0);
  answerWith(newAgent());
  await write("Tomorrow at ten");
  await work(key, JOB);
  const lines = await said();
  expect(lines).toHaveLength(5);
  // It does not greet again.
  expect(lines.at(-1)).not.toContain("how can I help");
});

test("while a person has taken over the agent is silent, and answers again when it is handed back", async () => {
  await write("Hello");
  const key = { workspaceId, id: (await thread()).id };
  const actor = { ...AMINA, workspaceId };
  await threads.handle(actor, key.id, "take_over");
  await work(key, JOB);
  const id = randomUUID();
  for (const _ of [1, 2]) await threads.answer(actor, key.id, { clientId: id, text: "Amina here." });
  await write("Thank you");
  await work(key, JOB);
  expect((await said()).slice(1)).toEqual(["contact: Hello", "person: Amina here.", "contact: Thank you"]);
  await threads.handle(actor, key.id, "hand_back");
  await work(key, JOB);
  expect((await said()).at(-1)).toMatch(/^agent: /);
  await threads.handle(actor, key.id, "close");
  expect((await thread()).state).toBe("closed");
  await write("One more thing");
  expect((await thread()).state).toBe("open");
  expect(acts).toEqual(["thread.taken_over", "thread.answered", "thread.handed_back", "thread.closed"]);
});

test("a workspace that may spend no more, and an agent that breaks, leave the message to a person", async () => {
  await write("Hello");
  const key = { workspaceId, id: (await thread()).id };
  mayPay = false;
  await work(key, JOB);
  expect((await thread()).state).toBe("waiting");
  await threads.handle({ ...AMINA, workspaceId }, key.id, "hand_back");
  mayPay = true;
  const broken = { ...newAgent(), answer: () => Promise.reject(new Error("broken")) };
  answerWith(broken);
  await expect(work(key, JOB)).rejects.toThrow("broken");
  expect((await thread()).state).toBe("open");
  await work(key, { ...JOB, attempts: 3 });
  expect((await thread()).state).toBe("waiting");
});

test("an answer that could not be stored is stored by the next attempt, and nothing is asked or done again", async () => {
  let asked = 0;
  const agent = newAgent();
  const counting: TextAgent = { ...agent, answer: (...given) => (asked++, agent.answer(...given)) };
  let isAway = true;
  const add: ThreadStore["add"] = async (...given) => {
    if (isAway) throw new Error("The database is away");
    return store.add(...given);
  };
  answerWith(counting, { ...store, add });
  await write("Good morning");
  const key = { workspaceId, id: (await thread()).id };
  await expect(work(key, JOB)).rejects.toThrow("The database is away");
  expect((await said()).at(-1)).toBe("contact: Good morning");
  isAway = false;
  await work(key, { ...JOB, attempts: 2 });
  expect((await said()).map((line) => line.split(":")[0])).toEqual(["agent", "contact", "agent"]);
  expect([asked, charges.length]).toEqual([1, 1]);
  await write("Thank you");
  await work(key, JOB);
  expect(asked).toBe(2);
});

test("what the installation's model took is charged once an answer; the workspace's own and the rules cost nothing", async () => {
  const peer = await startOpenAiServer();
  peer.answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const chunk = (value: object): string =>
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", ...value })}\n\n`;
    response.write(chunk({ choices: [{ index: 0, delta: { role: "assistant", content: "We are open until five." } }] }));
    response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
    response.end(`${chunk({ choices: [], usage: { prompt_tokens: 10_000, completion_tokens: 5_000 } })}data: [DONE]\n\n`);
  };
  const model: LanguageModelSettings = { use: "openai", baseUrl: peer.baseUrl, apiKey: "k", model: "m" };
  const answers = async (agent: TextAgent): Promise<number[]> => {
    answerWith(agent);
    const before = charges.length;
    const { position } = await write("When do you close?");
    await work({ workspaceId, id: (await thread()).id }, JOB);
    expect((await threads.seen(at(), position))!.messages.map(({ author }) => author)).toEqual(["agent"]);
    return charges.slice(before).map(({ cents }) => cents);
  };
  // 10,000 tokens at 1 and 5,000 at 2 dollars a million.
  expect(await answers(newAgent({ own: [model] }))).toEqual([expect.closeTo(2)]);
  expect(await answers(newAgent({ own: [], lent: [model] }))).toEqual([0]);
  expect(await answers(newAgent())).toEqual([0]);
  expect(new Set(charges.map(({ subject }) => subject)).size).toBe(3);
  await peer.close();
});

test("a question in writing that the agent cannot answer is listed as one without an answer, once", async () => {
  const agent = newAgent();
  const answer: TextAgent["answer"] = async (...given) => ({
    ...(await agent.answer(...given)),
    text: "I am sorry, I do not have that information.",
  });
  answerWith({ ...agent, answer });
  await write("Do you deliver to Thika?");
  const key = { workspaceId, id: (await thread()).id };
  // Which of the two comes first is open: the other is put off.
  await Promise.allSettled([work(key, JOB), work(key, JOB)]);
  const asked = { question: "Do you deliver to Thika?", count: 1, thread_id: key.id, call_id: null, agent_id: agentId };
  const open = () => createGapStore(database).list(workspaceId, { agentId: undefined, limit: 10 });
  expect(await open()).toMatchObject([asked]);
  await database.asOwner(`delete from threads where id = '${key.id}'`);
  expect(await open()).toEqual([]);
});

test("another workspace finds no thread, and a contact that is merged takes its thread along", async () => {
  await write("Hello");
  const { id, contactId } = await thread();
  const elsewhere = await openTestWorkspace(database);
  await expect(threads.read({ workspaceId: elsewhere, id })).rejects.toMatchObject({ code: "thread.not_found" });
  await expect(threads.handle({ ...AMINA, workspaceId: elsewhere }, id, "close")).rejects.toMatchObject({
    code: "thread.not_found",
  });
  const contacts = createContactStore(database);
  const other = await contacts.metBy(workspaceId, { kind: "external", value: "crm-1" });
  await store.move(workspaceId, { to: other, from: contactId, only: undefined });
  await contacts.remove({ workspaceId, id: contactId });
  expect((await thread()).contactId).toBe(other);
});

test("a file is stored once with its message, by what its bytes are, for its thread alone, and ten a day", async () => {
  const { attach, of, read } = createAttachments({ files: createFileStore(database), threads, tenancy: database });
  const from = (address: string) => ({ workspaceId, channel: "web-chat" as const, address, agentId, page: "", welcome: "" });
  const png = Buffer.from("\x89PNG\r\n\x1a\n a meter", "latin1");
  const send = (clientId: string, bytes = png) => attach({ ...from("v"), clientId }, { name: "me/ter.png", bytes });
  const id = randomUUID();
  const rows = await Promise.all([send(id), send(id), send(id)]);
  expect(new Set(rows.map((row) => row.id)).size).toBe(1);
  expect(rows[0]?.text).toBe("[image] me_ter.png");
  const files = await of(workspaceId, [rows[0]!.id]);
  expect(files).toMatchObject([{ type: "image/png", state: "stored", size: png.length, transcription: null }]);
  expect((await read({ workspaceId, id: rows[0]!.threadId }, files[0]!.id))?.bytes).toEqual(png);
  const { row: other } = { row: await attach({ ...from("w"), clientId: randomUUID() }, { name: "", bytes: png }) };
  expect(await read({ workspaceId, id: other.threadId }, files[0]!.id)).toBeUndefined();
  for (const bytes of [Buffer.alloc(0), Buffer.from("<svg xmlns="), Buffer.from("MZ"), Buffer.from("OggS")])
    await expect(send(randomUUID(), bytes)).rejects.toMatchObject({ code: "message.bad_file" });
  const more = await Promise.allSettled(Array.from({ length: MOST_ATTACHED + 2 }, () => send(randomUUID())));
  expect(more.filter(({ status }) => status === "fulfilled")).toHaveLength(MOST_ATTACHED - 1);
  const said = await store.messages({ workspaceId, id: rows[0]!.threadId });
  expect(said).toHaveLength(MOST_ATTACHED);
});
