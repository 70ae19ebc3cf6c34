import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { createPrices } from "@ongea/providers";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createQuestions } from "../embedding/questions.ts";
import { createVectorStore } from "../embedding/store.ts";
import { createIngest, type Ingest } from "./ingest.ts";
import { createKnowledge, type Knowledge } from "./knowledge.ts";
import { readInProcess } from "../reading/document.ts";
import { readPage } from "../reading/page.ts";
import { readSite } from "../reading/site.ts";
import { createRetrieval, type AgentKnowledge, type Retrieval } from "../retrieval/retrieval.ts";
import { createKnowledgeStore } from "../passages/store.ts";
import { docx, pdf } from "../testing/documents.ts";
import { NO_EMBEDDERS } from "../testing/embedders.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const OPTIONS = {
  chunk_size: 1_000,
  overlap: 100,
  mode: "automatic" as const,
  embedding: "builtin" as const,
  agents: [] as string[],
};
const roomFor = async () => ({ chunks: 40, items: 5 });
const robotsOnly = async () => ({ problem: "robots" as const });
const wanting = async (): Promise<void> => undefined;
let database: TestDatabase;
let retrieval: Retrieval;
let knowledge: Knowledge;
let ingest: Ingest;
let site: Server;
let address: string;
/** The second one's document names items. */
const agents: AgentKnowledge[] = [
  { id: randomUUID(), named: [] },
  { id: randomUUID(), named: [] },
];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  site = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.end("User-agent: *\nDisallow: /secret\n");
    if (request.url === "/loop") return void response.writeHead(302, { location: "/loop" }).end();
    if (request.url === "/gone") return void response.writeHead(404).end();
    if (request.url === "/huge")
      return void response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(6 * 1_048_576));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    if (request.url === "/tickets") return void response.end("<p>A ticket costs eighty shillings.</p>");
    response.end(
      '<h1>Ferry</h1><nav>Home <a href="/tickets">Tickets</a></nav><p>The ferry to Lamu leaves at half past six.</p><script>bad()</script>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const store = { ...createKnowledgeStore(database), ...createVectorStore(database) };
  retrieval = createRetrieval({ store, questions: createQuestions(NO_EMBEDDERS), log: silent, timeoutMs: 60_000 });
  knowledge = createKnowledge({
    store,
    retrieval,
    roomFor,
    wanting,
    embedders: NO_EMBEDDERS,
    prices: createPrices(),
    knowledgeOf: async (_workspaceId, id) => agents.find((agent) => agent.id === id),
  });
  ingest = createIngest({
    store,
    log: silent,
    readDocument: readInProcess,
    readPage: (url, signal) => readPage(url, { fetch: fetchOutside, allowed: ["127.0.0.1"] }, signal),
    readSite: (asked, signal) => {
      const limits = { pauseMs: 0 };
      return readSite(asked, { fetch: fetchOutside, allowed: ["127.0.0.1"], readDocument: readInProcess, limits }, signal);
    },
    roomFor,
    together: database.together,
    wanting,
    changed: ({ workspaceId }) => retrieval.changed(workspaceId),
  });
});

afterAll(async () => {
  await ingest.stop();
  await retrieval.stop();
  site.close();
  await database.close();
});

async function read(workspaceId: string, id: string) {
  ingest.wake();
  await ingest.settled();
  return knowledge.read({ id, workspaceId });
}

async function document(workspaceId: string, fileName: string, bytes: Buffer) {
  const { id } = await knowledge.addDocument(workspaceId, { ...OPTIONS, title: fileName, fileName, bytes });
  return read(workspaceId, id);
}

async function page(workspaceId: string, url: string) {
  const { id } = await knowledge.add(workspaceId, { ...OPTIONS, type: "url", title: "A page", url, pages: 1 });
  return read(workspaceId, id);
}

test("a document is read, divided, and found by what somebody asks a minute later", async () => {
  const workspaceId = await openTestWorkspace(database);
  expect(await knowledge.search(workspaceId, "When are certificates issued?", { most: 3 })).toEqual([]);
  const item = await document(workspaceId, "Leaflet.pdf", pdf("Yellow fever certificates are issued on Wednesdays."));
  expect(item).toMatchObject({ status: "ready", progress: 1, chunks: 1, problem: null, type: "document", source: "Leaflet.pdf" });
  // The first search of a thread that has just begun may take longer than a caller would wait.
  await expect
    .poll(async () => (await knowledge.search(workspaceId, "When are certificates issued?", { most: 3 }))[0])
    .toMatchObject({ title: "Leaflet.pdf", itemId: item.id, text: expect.stringContaining("Wednesdays") as string });
});

test("a person who asks a thread that has just begun is shown what there is, however long a caller would have waited", async () => {
  const workspaceId = await openTestWorkspace(database);
  await document(workspaceId, "Leaflet.pdf", pdf("Yellow fever certificates are issued on Wednesdays."));
  const store = { ...createKnowledgeStore(database), ...createVectorStore(database) };
  const late = createRetrieval({ store, questions: createQuestions(NO_EMBEDDERS), log: silent, timeoutMs: 1 });
  const question = "When are certificates issued?";
  expect(await late.find({ workspaceId, question, byPerson: true })).toMatchObject([{ title: "Leaflet.pdf" }]);
  await late.stop();
});

test("Word's files, plain text, questions and pages are read, too", async () => {
  const workspaceId = await openTestWorkspace(database);
  expect(await document(workspaceId, "Menu.docx", docx("Pilau costs 400 shillings."))).toMatchObject({ status: "ready" });
  expect(await document(workspaceId, "Karibu.TXT", Buffer.from("Karibu sana. Chai ni shilingi hamsini."))).toMatchObject({
    status: "ready",
  });
  const questions = [{ question: "Do you deliver?", answer: "Within Nairobi, before noon." }];
  const faq = await knowledge.add(workspaceId, { ...OPTIONS, type: "faq", title: "Delivery", questions });
  expect(await read(workspaceId, faq.id)).toMatchObject({ status: "ready", chunks: 1 });
  expect(await page(workspaceId, `${address}/ferry`)).toMatchObject({ status: "ready" });
  const asks = ["how much is pilau", "bei ya chai shilingi", "do you deliver", "when does the ferry leave"];
  const found = await Promise.all(asks.map(async (ask) => (await knowledge.search(workspaceId, ask, { most: 1 }))[0]?.title));
  expect(found).toEqual(["Menu.docx", "Karibu.TXT", "Delivery", "A page"]);
  expect((await knowledge.search(workspaceId, "ferry", { most: 1 }))[0]?.text).not.toMatch(/Home|bad/);
});

test("a site is read around the page that was given, with its progress, and found", async () => {
  const workspaceId = await openTestWorkspace(database);
  const { id } = await knowledge.add(workspaceId, { ...OPTIONS, type: "url", title: "Ferries", url: address, pages: 10 });
  expect(await read(workspaceId, id)).toMatchObject({ status: "ready", pages: 10, pages_read: 2, chunks: 2 });
  expect((await knowledge.search(workspaceId, "what does a ticket cost", { most: 1 }))[0]?.text).toMatch(/eighty shillings/);
});

test("a document that cannot be read ends as an error with its reason, and the next item is read all the same", async () => {
  const workspaceId = await openTestWorkspace(database);
  const broken = Buffer.from("%PDF-1.7 nothing more");
  expect(await document(workspaceId, "broken.pdf", broken)).toMatchObject({ status: "error", problem: "broken", chunks: 0 });
  expect(await document(workspaceId, "next.txt", Buffer.from("All is well."))).toMatchObject({ status: "ready" });
});

test("a document that is being read when its server stops is begun again by the next one at once", async () => {
  const workspaceId = await openTestWorkspace(database);
  const store = createKnowledgeStore(database);
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const { together } = database;
  const parts = {
    store,
    log: silent,
    roomFor,
    together,
    wanting,
    changed: () => undefined,
    readPage: robotsOnly,
    readSite: robotsOnly,
  };
  const stopped = createIngest({
    ...parts,
    readDocument: (given, signal) => {
      begin();
      return readInProcess(given, signal);
    },
  });
  const { id } = await knowledge.add(workspaceId, { ...OPTIONS, type: "text", title: "Long", content: "All is well." });
  stopped.wake();
  await begun;
  await stopped.stop();
  expect(await read(workspaceId, id)).toMatchObject({ status: "ready" });
});

test.each([
  ["/secret/plans", "robots"],
  ["/gone", "not-found"],
  ["/loop", "not-reached"],
  ["/huge", "too-large"],
])("the page %s is refused with its reason", async (path, problem) => {
  expect(await page(await openTestWorkspace(database), address + path)).toMatchObject({ status: "error", problem });
});

test("what does not fit into the workspace is refused with the reason", async () => {
  const workspaceId = await openTestWorkspace(database);
  const questions = Array.from({ length: 41 }, (_, at) => ({ question: `Question ${at}?`, answer: "Yes." }));
  const { id } = await knowledge.add(workspaceId, { ...OPTIONS, type: "faq", title: "Too much", questions });
  expect(await read(workspaceId, id)).toMatchObject({ status: "error", problem: "full" });
  const fits = await knowledge.add(workspaceId, { ...OPTIONS, type: "faq", title: "All", questions: questions.slice(0, 40) });
  expect(await read(workspaceId, fits.id)).toMatchObject({ status: "ready", chunks: 40 });
  const more = { ...OPTIONS, type: "text" as const, title: "More", content: "More." };
  await expect(knowledge.add(workspaceId, more)).rejects.toThrow("full");
  const small = await openTestWorkspace(database);
  for (let n = 0; n < 5; n++) await knowledge.add(small, more);
  await expect(knowledge.add(small, more)).rejects.toThrow("full");
});

test("an item that is deleted is no longer found, and nobody finds another workspace's", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const item = await document(mine, "Secret.txt", Buffer.from("The safe opens with nineteen seventy."));
  expect(await knowledge.search(mine, "how does the safe open", { most: 1 })).toHaveLength(1);
  expect(await knowledge.search(theirs, "how does the safe open", { most: 1 })).toEqual([]);
  await expect(knowledge.read({ id: item.id, workspaceId: theirs })).rejects.toThrow();
  await knowledge.remove({ id: item.id, workspaceId: mine });
  expect(await knowledge.search(mine, "how does the safe open", { most: 1 })).toEqual([]);
});

test("the passages of an item are read and searched a page at a time, in the order of its text", async () => {
  const workspaceId = await openTestWorkspace(database);
  const part = (at: number): string => `Part ${at}\n\nRoom ${at} is paid out\nwithin 24 hours (${at % 2 ? "KES" : "UGX"} 50 %).`;
  const content = Array.from({ length: 7 }, (_, at) => part(at)).join("\n---\n");
  const { id } = await knowledge.add(workspaceId, { ...OPTIONS, mode: "manual", type: "text", title: "Rooms", content });
  const key = { id, workspaceId };
  const list = (asked: { search?: string; cursor?: string; limit?: number }) => knowledge.passages(key, { limit: 3, ...asked });
  expect(await list({})).toEqual({ data: [], next: null, total: 0 });
  await read(workspaceId, id);
  const first = await list({});
  expect(first).toMatchObject({ total: 7, data: [{ number: 1, heading: "Part 0" }, { number: 2 }, { number: 3 }] });
  const second = await list({ cursor: first.next ?? "" });
  expect(second.data.map(({ number }) => number)).toEqual([4, 5, 6]);
  expect(await list({ cursor: second.next ?? "" })).toMatchObject({
    data: [{ number: 7, heading: "Part 6" }],
    next: null,
    total: 7,
  });
  // Words across the end of a line, of any case, and signs that mean themselves.
  expect(await list({ search: "PAID OUT within 24" })).toMatchObject({ total: 7 });
  expect(await list({ search: "(kes) 50" })).toMatchObject({ total: 0 });
  const found = await list({ search: "(kes 50 %).", limit: 2 });
  expect(found).toMatchObject({ total: 3, data: [{ number: 2 }, { number: 4 }] });
  expect(await list({ search: "(kes 50 %).", cursor: found.next ?? "" })).toMatchObject({ data: [{ number: 6 }], next: null });
  expect(await list({ search: "part 6" })).toMatchObject({ total: 1 });
  for (const search of ["%", "50_%", "\\", "[", "(?=x)", "***", ".".repeat(200)])
    expect((await list({ search })).total).toBe(search === "%" ? 7 : 0);
  await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ code: "request.bad_cursor" });
  await expect(list({ cursor: "9".repeat(30) })).rejects.toMatchObject({ code: "request.bad_cursor" });
  const other = await openTestWorkspace(database);
  await expect(knowledge.passages({ id, workspaceId: other }, { limit: 3 })).rejects.toMatchObject({
    code: "knowledge.not_found",
  });
});

test("what a killed server had begun is done by the next one", async () => {
  const workspaceId = await openTestWorkspace(database);
  const store = createKnowledgeStore(database);
  const { id } = await knowledge.add(workspaceId, { ...OPTIONS, type: "text", title: "Left", content: "Left behind." });
  expect((await store.takeNext(1, "documents"))?.id).toBe(id);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await read(workspaceId, id)).toMatchObject({ status: "ready" });
});

test("an agent answers only from the items that list it, or that its document names", async () => {
  const workspaceId = await openTestWorkspace(database);
  const [lister, namer] = [agents[0]!, agents[1]!];
  const { id } = await document(workspaceId, "Safe.txt", Buffer.from("The safe opens with nineteen seventy."));
  const by = async (agentId?: string) =>
    (await knowledge.search(workspaceId, "how does the safe open", { most: 1, agentId })).map(({ itemId }) => itemId);
  expect([await by(), await by(lister.id), await by(namer.id)]).toEqual([[id], [], []]);
  expect(retrieval.mayKnow(workspaceId, lister)).toBe(false);

  expect(await knowledge.setAgents({ id, workspaceId }, [lister.id, lister.id])).toMatchObject({ used_by: [lister.id] });
  expect([await by(lister.id), await by(namer.id)]).toEqual([[id], []]);
  expect(retrieval.mayKnow(workspaceId, lister)).toBe(true);

  const names: AgentKnowledge = { ...namer, named: [id] };
  const found = await retrieval.find({ workspaceId, question: "how does the safe open", most: 1, agent: names });
  expect(found.map(({ itemId }) => itemId)).toEqual([id]);

  await knowledge.setAgents({ id, workspaceId }, []);
  expect(await by(lister.id)).toEqual([]);
  await expect(knowledge.setAgents({ id, workspaceId }, [randomUUID()])).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(knowledge.search(workspaceId, "safe", { most: 1, agentId: randomUUID() })).rejects.toMatchObject({
    code: "agent.not_found",
  });
});

test("all that an agent answers from is read whole where it fits a prompt, in the same order each time; what is more is not", async () => {
  const workspaceId = await openTestWorkspace(database);
  const names = { id: agents[1]!.id, named: [] as string[] };
  const add = async (fileName: string, text: string): Promise<void> => {
    const { id } = await document(workspaceId, fileName, Buffer.from(text));
    names.named = [...names.named, id];
  };
  await document(workspaceId, "Others.txt", Buffer.from("This is for somebody else."));
  expect(await retrieval.whole(workspaceId, names)).toEqual([]);
  await add("Safe.txt", "The safe opens with nineteen seventy.");
  await add("Ferry.txt", "The ferry leaves at six.");
  const whole = await retrieval.whole(workspaceId, names);
  expect(whole.map(({ title, text }) => `${title}: ${text}`).toSorted()).toEqual([
    "Ferry.txt: The ferry leaves at six.",
    "Safe.txt: The safe opens with nineteen seventy.",
  ]);
  expect(await retrieval.whole(workspaceId, { ...names, named: [...names.named].toReversed() })).toEqual(whole);
  await add("Long.txt", "The ferry is late when the wind is strong. ".repeat(200));
  expect(await retrieval.whole(workspaceId, names)).toEqual([]);
});

test("an agent that names no number of passages is given as many as the items say that it answers from", async () => {
  const workspaceId = await openTestWorkspace(database);
  const lister = agents[0]!;
  const bytes = Buffer.from(
    Array.from({ length: 40 }, (_, n) => `# Ferry ${n}\n\nThe ferry number ${n} leaves at ${n + 6}.`).join("\n\n"),
  );
  const add = async (wire: object) => {
    const given = {
      ...OPTIONS,
      ...wire,
      chunk_size: 50,
      overlap: 0,
      agents: [lister.id],
      title: "Ferries",
      fileName: "f.txt",
      bytes,
    };
    return read(workspaceId, (await knowledge.addDocument(workspaceId, given)).id);
  };
  const count = async (most?: number) =>
    (await retrieval.find({ workspaceId, question: "when does the ferry leave", most, agent: lister })).length;
  const usual = await add({});
  expect([usual.chunks > 4, usual.similarity_top_k, usual.language_support, await count()]).toEqual([true, null, null, 4]);
  await knowledge.remove({ id: usual.id, workspaceId });
  const wide = await add({ similarity_top_k: 6, language_support: "multilingual" });
  expect([wide.similarity_top_k, wide.language_support, await count(), await count(2)]).toEqual([6, "multilingual", 6, 2]);
});

test("agents of an older installation keep what they knew, except those that strangers reach", async () => {
  const STEP = "0115-knowledge-agents";
  const older = await openTestDatabase(MIGRATIONS.filter(({ id }) => id !== STEP));
  try {
    const workspaceId = await openTestWorkspace(older);
    const [inner, onPage, naming, deleted, item] = Array.from({ length: 5 }, () => randomUUID());
    const config = (name: string, more = "{}") =>
      `'{"agent_name": "${name}", "tasks": [{"tools_config": {"llm_agent": {"llm_config": ${more}}}}]}'`;
    const row = (id: string, values: string) => `('${id}', '${workspaceId}', 'processed', '{}', ${values})`;
    await older.asOwner(`
      insert into agents (id, workspace_id, status, prompts, config, deleted_at) values
        ${row(inner!, `${config("Inner")}, null`)},
        ${row(onPage!, `${config("On a page")}, null`)},
        ${row(naming!, `${config("Naming", '{"vector_store": {"provider_config": {}}}')}, null`)},
        ${row(deleted!, `${config("Deleted")}, now()`)};
      insert into widgets (id, workspace_id, agent_id, key, name, origins, colour, position, label, calls_at_once, calls_per_hour)
        values (gen_random_uuid(), '${workspaceId}', '${onPage}', 'key', 'Page', '[]', 'blue', 'right', 'Call', 1, 1);
      insert into knowledge_items (id, workspace_id, title, type, chunk_size, overlap, mode)
        values ('${item}', '${workspaceId}', 'Prices', 'text', 1000, 100, 'automatic');
    `);
    await older.asOwner(`begin; ${MIGRATIONS.find(({ id }) => id === STEP)?.sql}; commit`);
    expect(await createKnowledgeStore(older).read({ id: item!, workspaceId })).toMatchObject({ usedBy: [inner] });
    const { rows } = await older.of(workspaceId).execute(sql`select kind, details, notify from happenings`);
    expect(rows).toEqual([{ kind: "knowledge.withheld", details: { name: "On a page" }, notify: true }]);
  } finally {
    await older.close();
  }
});
