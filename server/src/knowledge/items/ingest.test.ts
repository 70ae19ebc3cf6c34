import { createPrices } from "@ongea/providers";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createQuestions } from "../embedding/questions.ts";
import { createVectorStore } from "../embedding/store.ts";
import { createIngest } from "./ingest.ts";
import { createKnowledge, type Knowledge } from "./knowledge.ts";
import { readInProcess } from "../reading/document.ts";
import { readPage } from "../reading/page.ts";
import { createRetrieval, type Retrieval } from "../retrieval/retrieval.ts";
import { createKnowledgeStore } from "../passages/store.ts";
import { NO_EMBEDDERS } from "../testing/embedders.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const OPTIONS = { chunk_size: 1_000, overlap: 100, mode: "automatic" as const, embedding: "builtin" as const, agents: [] };
const roomFor = async () => ({ chunks: 40, items: 50 });
const wanting = async (): Promise<void> => undefined;
let database: TestDatabase;
let retrieval: Retrieval;
let knowledge: Knowledge;
let store: ReturnType<typeof createKnowledgeStore>;
/** It takes every connection and says nothing. */
let mute: Server;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  mute = createServer((socket) => void socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  store = createKnowledgeStore(database);
  const all = { ...store, ...createVectorStore(database) };
  retrieval = createRetrieval({ store: all, questions: createQuestions(NO_EMBEDDERS), log: silent, timeoutMs: 60_000 });
  const parts = { store: all, retrieval, embedders: NO_EMBEDDERS, roomFor, wanting, prices: createPrices() };
  knowledge = createKnowledge({ ...parts, knowledgeOf: async () => undefined });
});

afterAll(async () => {
  await retrieval.stop();
  mute.close();
  await database.close();
});

function text(workspaceId: string, title: string) {
  return knowledge.add(workspaceId, { ...OPTIONS, type: "text", title, content: "All is well." });
}

test("twelve addresses of one workspace that never answer keep no other workspace's page or text waiting", async () => {
  const [slow, other] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const { port } = mute.address() as AddressInfo;
  for (let n = 0; n < 12; n++)
    await knowledge.add(slow, { ...OPTIONS, type: "url", title: "Mute", url: `http://127.0.0.1:${port}/${n}`, pages: 1 });
  const note = await text(other, "A note");
  const page = await knowledge.add(other, { ...OPTIONS, type: "url", title: "Gone", url: "http://127.0.0.1:9/", pages: 1 });
  const own = await text(slow, "Of the same workspace");
  const ingest = createIngest({
    store,
    log: silent,
    readDocument: readInProcess,
    readPage: (url, signal) => readPage(url, { fetch: fetchOutside, allowed: ["127.0.0.1"] }, signal),
    readSite: async () => ({ problem: "robots" as const }),
    roomFor,
    together: database.together,
    wanting,
    changed: () => undefined,
  });
  const stateOf = async (workspaceId: string, id: string) => (await knowledge.read({ id, workspaceId })).status;
  try {
    await expect.poll(() => stateOf(other, note.id), { timeout: 15_000 }).toBe("ready");
    await expect.poll(() => stateOf(other, page.id), { timeout: 15_000 }).toBe("error");
    await expect.poll(() => stateOf(slow, own.id), { timeout: 15_000 }).toBe("ready");
  } finally {
    await ingest.stop();
  }
}, 60_000);

test("workspaces take turns, however many items one of them has added before", async () => {
  const workspaces = [await openTestWorkspace(database), await openTestWorkspace(database), await openTestWorkspace(database)];
  for (const workspaceId of workspaces) for (let n = 0; n < 3; n++) await text(workspaceId, `Note ${n}`);
  const served: number[] = [];
  for (let n = 0; n < 9; n++) {
    const item = await store.takeNext(60_000, "documents");
    served.push(workspaces.indexOf(item?.workspaceId ?? ""));
    if (item) await store.ready(item, 1, []);
  }
  expect(served).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  for (let n = 0; n < 2; n++) await text(workspaces[0]!, `More ${n}`);
  expect((await store.takeNext(60_000, "documents"))?.workspaceId).toBe(workspaces[0]);
  expect(await store.takeNext(60_000, "documents")).toBeUndefined();
});
