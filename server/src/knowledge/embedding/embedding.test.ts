/** Passages are compared by a service that speaks OpenAI's protocol, over real HTTP, as well as by their words. */
import { createOpenAiEmbedder, createPrices } from "@ongea/providers";
import { startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createIngest, type Ingest } from "../items/ingest.ts";
import { createKnowledge, type Knowledge } from "../items/knowledge.ts";
import { readInProcess } from "../reading/document.ts";
import { createRetrieval, type Retrieval } from "../retrieval/retrieval.ts";
import { createKnowledgeStore, type ItemKey } from "../passages/store.ts";
import { meaningOf } from "../testing/embedders.ts";
import { embedItem } from "./embed-items.ts";
import type { Embedders } from "./embedders.ts";
import { createQuestions } from "./questions.ts";
import { createVectorStore } from "./store.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const CONNECTED = { embedding: "connected" as const, embedding_service: "our-models", embedding_model: "bge-m3" };
const OPTIONS = { chunk_size: 1_000, overlap: 100, mode: "automatic" as const, agents: [], ...CONNECTED };
const roomFor = async () => ({ chunks: 200, items: 20 });
let database: TestDatabase;
let server: OpenAiServer;
let retrieval: Retrieval;
let knowledge: Knowledge;
let ingest: Ingest;
let wanted: ItemKey[];
let embed: (key: ItemKey) => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());
beforeEach(async () => {
  server = await startOpenAiServer();
  server.answer = speaks;
  const access = { baseUrl: server.baseUrl, model: "bge-m3", connectTimeoutMs: 1_000, firstBytesTimeoutMs: 1_000 };
  const embedder = createOpenAiEmbedder(access);
  const embedders: Embedders = {
    local: async () => undefined,
    services: async () => [{ service: "our-models", name: "Our models", models: [] }],
    of: async (_workspaceId, { embeddingService }) => (embeddingService === "our-models" ? embedder : undefined),
  };
  wanted = [];
  const wanting = async ({ id, workspaceId }: ItemKey): Promise<void> => void wanted.push({ id, workspaceId });
  const store = { ...createKnowledgeStore(database), ...createVectorStore(database) };
  retrieval = createRetrieval({ store, questions: createQuestions(embedders), log: silent, timeoutMs: 60_000 });
  const parts = { store, retrieval, embedders, roomFor, wanting, prices: createPrices() };
  knowledge = createKnowledge({ ...parts, knowledgeOf: async () => undefined });
  embed = (key) => embedItem(key, { store, embedders, changed: retrieval.changed }, new AbortController().signal);
  ingest = createIngest({
    store,
    log: silent,
    readDocument: readInProcess,
    readPage: async () => ({ problem: "robots" }),
    readSite: async () => ({ problem: "robots" }),
    roomFor,
    together: database.together,
    wanting,
    changed: ({ workspaceId }) => retrieval.changed(workspaceId),
  });
});
afterEach(async () => {
  await ingest.stop();
  await retrieval.stop();
  await server.close();
});

const speaks: OpenAiServer["answer"] = (response, body) => {
  const { input } = JSON.parse(body.toString()) as { input: string[] };
  response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: meaningOf(text) })) }));
};
const FACTS = [
  "Parking for a motor is behind the church.",
  "Visits are from two.",
  "A boat leaves at six.",
  "The gate is green.",
];

async function learn(facts: readonly string[] = FACTS, more: object = {}): Promise<ItemKey> {
  const workspaceId = await openTestWorkspace(database);
  const given = { ...OPTIONS, mode: "manual" as const, type: "text" as const, title: "Leaflet", content: facts.join("\n---\n") };
  const { id } = await knowledge.add(workspaceId, { ...given, ...more });
  ingest.wake();
  await ingest.settled();
  return { id, workspaceId };
}
const best = async ({ workspaceId }: ItemKey, question: string) =>
  (await knowledge.search(workspaceId, question, { most: 3 }))[0]?.text;

test("what a passage means is found by other words, in another language, once its vectors are there", async () => {
  const key = await learn();
  expect(wanted).toEqual([key]);
  expect(await knowledge.read(key)).toMatchObject({ status: "ready", chunks: 4, embedded: 0 });
  expect(await best(key, "naweza kuegesha gari")).toBeUndefined();
  await embed(key);
  expect(await knowledge.read(key)).toMatchObject({ embedded: 4, embedding_problem: null });
  expect(await best(key, "naweza kuegesha gari")).toBe(FACTS[0]);
  expect(await best(key, "when are visits")).toBe(FACTS[1]);
});

test("what the service counts is told: of the passages on the item, of a question to whoever asks it first", async () => {
  server.answer = (response, body) => {
    const { input } = JSON.parse(body.toString()) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: meaningOf(text) }));
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 10 * input.length, total_tokens: 10 * input.length } }));
  };
  const key = await learn();
  await embed(key);
  expect(await knowledge.read(key)).toMatchObject({ embedded: 4, embedding_tokens: 40, embedding_usd: null });
  const told: unknown[] = [];
  const asked = { workspaceId: key.workspaceId, most: 3, patienceMs: 3_000, used: (...one: unknown[]) => void told.push(one) };
  await retrieval.find({ ...asked, question: "naweza kuegesha gari" });
  await retrieval.find({ ...asked, question: "naweza kuegesha gari" });
  expect(told).toEqual([["bge-m3", { tokensIn: 10 }]]);
  await knowledge.embed(key, { embedding: "builtin" });
  expect(await knowledge.read(key)).toMatchObject({ embedding_tokens: 0, embedding_usd: 0 });
});

test("a service that is dead or slow in a turn costs it no answer: the words are there in time", async () => {
  const key = await learn();
  await embed(key);
  expect(await best(key, "when are visits")).toBe(FACTS[1]);
  server.answer = () => undefined;
  const found = await retrieval.find({ workspaceId: key.workspaceId, question: "when are visits possible", most: 3 });
  expect(found[0]?.text).toBe(FACTS[1]);
  // The service was not waited for: it is still being asked.
  expect(server.brokenOff).toBe(0);
  await server.close();
  const gone = await retrieval.find({ workspaceId: key.workspaceId, question: "tell me when visits are", most: 3 });
  expect(gone[0]?.text).toBe(FACTS[1]);
});

test("a service that asks to be left alone is asked again later, for what is still missing only", async () => {
  const key = await learn(Array.from({ length: 40 }, (_, at) => `Fact number ${at} about a boat.`));
  let answers = 0;
  server.answer = (response, body) => {
    if (answers++ === 1) response.writeHead(429).end();
    else void speaks(response, body);
  };
  await expect(embed(key)).rejects.toThrow();
  expect(await knowledge.read(key)).toMatchObject({ embedded: 16, embedding_problem: "rate-limited" });
  await embed(key);
  expect(await knowledge.read(key)).toMatchObject({ embedded: 40, embedding_problem: null });
  const asked = server.requests.map(({ body }) => (JSON.parse(body.toString()) as { input: string[] }).input.length);
  expect(asked).toEqual([16, 16, 16, 8]);
});

test.each<[string, string, OpenAiServer["answer"]]>([
  ["refuses the key", "refused", (response) => void response.writeHead(401).end()],
  ["answers nonsense", "bad-answer", (response) => void response.end("{}")],
])("a service that %s is told to people, and not asked for ever", async (_, problem, answer) => {
  const key = await learn();
  server.answer = answer;
  await embed(key);
  expect(await knowledge.read(key)).toMatchObject({ status: "ready", embedded: 0, embedding_problem: problem });
  expect(await best(key, "when are visits")).toBe(FACTS[1]);
});

test("vectors that change their length on the way, or between two items, are never compared", async () => {
  const many = await learn(Array.from({ length: 20 }, (_, at) => `Fact number ${at} about a boat.`));
  let longer = 0;
  server.answer = (response, body) => {
    const { input } = JSON.parse(body.toString()) as { input: string[] };
    const extra = longer++ > 0 ? [1] : [];
    response.end(JSON.stringify({ data: input.map((text) => ({ embedding: [...meaningOf(text), ...extra] })) }));
  };
  await embed(many);
  expect(await knowledge.read(many)).toMatchObject({ embedded: 16, embedding_problem: "bad-answer" });
  expect((await knowledge.search(many.workspaceId, "which fact is number 3", { most: 1 }))[0]?.text).toContain("number 3");
});

test("an item that is to be compared by something else, or is deleted, while its vectors come keeps none of the old", async () => {
  const key = await learn();
  server.answer = async (response, body) => {
    await knowledge.embed(key, { embedding: "builtin" });
    void speaks(response, body);
  };
  await embed(key);
  expect(await knowledge.read(key)).toMatchObject({ embedding: "builtin", embedded: 0 });
  const other = await learn();
  server.answer = async (response, body) => {
    await knowledge.remove(other);
    void speaks(response, body);
  };
  await embed(other);
  await expect(knowledge.read(other)).rejects.toThrow();
});

test("an item that was found by words is compared by a service from when somebody chooses so, and back", async () => {
  const key = await learn(FACTS, { embedding: "builtin" });
  expect(wanted).toEqual([]);
  await knowledge.embed(key, CONNECTED);
  expect(wanted).toEqual([key]);
  await embed(key);
  expect(await best(key, "gari")).toBe(FACTS[0]);
  await knowledge.embed(key, { embedding: "builtin" });
  expect(await best(key, "gari")).toBeUndefined();
});

test("what nobody has connected or pulled cannot be chosen", async () => {
  const workspaceId = await openTestWorkspace(database);
  const text = { ...OPTIONS, type: "text" as const, title: "A", content: "B." };
  await expect(knowledge.add(workspaceId, { ...text, embedding_service: "another" })).rejects.toThrow("not available");
  await expect(knowledge.add(workspaceId, { ...text, embedding: "local" })).rejects.toThrow("not available");
});
