/** Topics by an embedding model, on a real database: a model that knows meanings, and one that fails. */
import { randomUUID } from "node:crypto";
import type { Entry } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCallStore } from "../../../calls/records/store.ts";
import { meaningOf } from "../../../knowledge/testing/embedders.ts";
import { createJobsByHand, type JobsByHand } from "../../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { createTopicStore, type TopicStore } from "../store.ts";
import { createTopics, type Topics } from "../topics.ts";
import { createMeanings, type Meanings, type TextModel } from "./meanings.ts";
import { createMeaningStore, type MeaningStore } from "./store.ts";

const NOTHING = ["What is the capital of Mongolia?", "How long do I boil an egg?"];
let database: TestDatabase;
let store: TopicStore;
let vectors: MeaningStore;
let meanings: Meanings;
let topics: Topics;
let jobs: JobsByHand;
let workspaceId: string;
let agentId: string;
let nowMs: number;
/** What the model was asked for, in requests; it fails where this says so. */
let asked: string[][];
let fails: boolean;
let length: number;
let ended: (ids: readonly string[]) => Promise<void>;

const model = (): TextModel => ({
  embedding: "connected",
  embeddingService: "our-models",
  embeddingModel: "meanings",
  space: "our-models/meanings",
  costOf: () => null,
  async embed(texts) {
    if (fails) throw new Error("The service is away");
    asked.push([...texts]);
    const made = texts.map((text) => Int8Array.from([...meaningOf(text), ...Array<number>(length).fill(0)], (one) => one * 20));
    return { vectors: made, tokens: texts.length };
  },
});

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createTopicStore(database);
  vectors = createMeaningStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  agentId = randomUUID();
  await database.asOwner(`insert into agents (id, workspace_id, status, config, prompts)
    values ('${agentId}', '${workspaceId}', 'processed', '{}', '{}')`);
  [nowMs, asked, fails, length] = [0, [], false, 0];
  jobs = createJobsByHand();
  meanings = createMeanings({
    models: { nothing: NOTHING, of: async () => model() },
    store: vectors,
    log: { warn: () => undefined },
    nowMs: () => nowMs,
  });
  const calls = createCallStore(database);
  topics = createTopics({
    store,
    vectors,
    meanings,
    jobs,
    now: () => new Date(),
    async answered(workspace, { limit }) {
      const { data } = await calls.list(workspace, { limit });
      return { data, next: null };
    },
  });
  topics.follow({
    store: calls,
    whenEnded: (listener) =>
      void (ended = async (ids) => {
        const rows = await Promise.all(ids.map((id) => calls.read({ id, workspaceId })));
        await listener(
          database.of(workspaceId),
          workspaceId,
          rows.flatMap((row) => row ?? []),
        );
        await settle();
      }),
  });
});

async function settle(): Promise<void> {
  for (let at = 0; at < 20 && jobs.waiting > 0; at++) await jobs.attemptAll();
  expect(jobs.waiting).toBe(0);
}

async function callOf(text: string): Promise<string> {
  const id = randomUUID();
  const at = new Date();
  const entry: Entry = { kind: "turn", index: 0, startMs: 0, endMs: 900, loudness: [], by: "caller", text };
  const begin = {
    id,
    workspaceId,
    agentId,
    agentName: "Zawadi",
    status: "in-progress",
    provider: "sip",
    direction: "inbound",
    cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
    initiatedAt: at,
    answeredAt: at,
  } as const;
  const finish = { status: "completed", endedAt: new Date(at.getTime() + 60_000) } as const;
  await createCallStore(database).apply(
    { id, workspaceId },
    { begin, entries: [{ position: 0, entry }], finish },
    async () => () => undefined,
  );
  return id;
}

async function endedCall(text: string): Promise<string> {
  const id = await callOf(text);
  await ended([id]);
  return id;
}

async function topic(name: string, ...examples: string[]): Promise<string> {
  const id = (await store.add(workspaceId, name)) ?? "";
  await store.addExamples(workspaceId, id, examples);
  return id;
}

const nameOf = async (id: string) => (await store.ofCall(workspaceId, id))?.topic?.name;
const kept = async () => {
  const { rows } = await database.of(workspaceId).execute(sql`select call_id from call_topics where vector is not null`);
  return rows.length;
};

test("a call in quite other words, in another language, gets the topic that it means; each text is asked for once", async () => {
  await topic("Ferries", "When does the ferry leave?");
  await topic("Prices", "What is the price?");
  expect(await nameOf(await endedCall("Meli inaondoka lini kwenda Zanzibar?"))).toBe("Ferries");
  expect(await nameOf(await endedCall("Bei gani kwa watoto?"))).toBe("Prices");
  expect(await nameOf(await endedCall("Grandmother knits pullovers"))).toBeUndefined();
  const before = asked.length;
  await topics.recount(workspaceId);
  await settle();
  expect(asked.length).toBe(before);
  expect(await vectors.tokens(workspaceId, "our-models/meanings")).toBe(asked.flat().length);
  expect(new Set(asked.flat()).size).toBe(asked.flat().length);
});

test("a correction by a person is an example of what is meant from then on", async () => {
  const [boats] = [await topic("Boats"), await topic("Prices", "What is the price?")];
  const call = await endedCall("Is there a ship on Sunday afternoons?");
  expect(await nameOf(call)).toBeUndefined();
  await store.choose(workspaceId, call, boats);
  expect(await nameOf(await endedCall("Meli ya kwanza saa ngapi?"))).toBe("Boats");
});

test("a model that fails is left alone for a while: calls get their topics by words, and by meaning when it is back", async () => {
  await topic("Ferries", "When does the ferry leave?");
  fails = true;
  const [same, other] = [await endedCall("When does the ferry leave today?"), await endedCall("Meli inaondoka lini?")];
  expect([await nameOf(same), await nameOf(other)]).toEqual(["Ferries", undefined]);
  expect(meanings.rests(workspaceId, model())).toBe(true);
  fails = false;
  await endedCall("When does the ferry leave tomorrow?");
  expect(asked).toEqual([]);
  nowMs = 31_000;
  expect(await nameOf(await endedCall("Meli inaondoka lini?"))).toBe("Ferries");
  await topics.recount(workspaceId);
  await settle();
  expect(await nameOf(other)).toBe("Ferries");
});

test("calls that mean alike are suggested under a name, whatever their words, with those that the model did not see", async () => {
  const texts = [
    "A ferry to Lamu?",
    "Boat tickets please",
    "Meli ya Pemba",
    "The physician, please",
    "Daktari yupo?",
    "A doctor now",
  ];
  for (const text of texts) await callOf(text);
  await topics.recount(workspaceId);
  await settle();
  const found = await store.suggestions(workspaceId);
  expect(found.map(({ calls }) => calls)).toEqual([3, 3]);
  for (const { name } of found) expect(name).not.toBe("");
  const groups = found.map(({ examples }) => new Set(examples.map(({ text }) => text)));
  expect(groups).toContainEqual(new Set(texts.slice(0, 3)));
  expect(groups).toContainEqual(new Set(texts.slice(3)));
});

test("a vector goes with the words of its call, and one of another length is made anew", async () => {
  await topic("Ferries", "When does the ferry leave?");
  const call = await endedCall("Meli inaondoka lini?");
  expect(await kept()).toBe(1);
  // The service answers under the same name with another model.
  length = 3;
  nowMs += 10_000;
  await endedCall("Boat?");
  expect(await nameOf(await endedCall("A ship to Lamu?"))).toBe("Ferries");
  expect(await nameOf(call)).toBe("Ferries");
  // The call that came upon the change was compared by words.
  expect(await kept()).toBe(2);
  await database.of(workspaceId).execute(sql`update executions set redacted_at = now() where id = ${call}`);
  expect(await kept()).toBe(1);
});

test("a written conversation is compared in a job of its own, and no more once it has a topic", async () => {
  const ferries = await topic("Ferries", "When does the ferry leave?");
  const [threadId, contactId, messageId] = [randomUUID(), randomUUID(), randomUUID()];
  await database.asOwner(`insert into contacts (id, workspace_id) values ('${contactId}', '${workspaceId}');
    insert into threads (id, workspace_id, agent_id, contact_id, channel, address, state)
    values ('${threadId}', '${workspaceId}', '${agentId}', '${contactId}', 'web-chat', 'visitor', 'open');
    insert into thread_messages (id, workspace_id, thread_id, direction, author, text, state)
    values ('${messageId}', '${workspaceId}', '${threadId}', 'in', 'person', 'Meli ya Zanzibar ipo?', 'sent')`);
  const question = "Meli ya Zanzibar ipo?";
  await topics.noteWritten({ workspaceId, threadId, agentId, messageId, question });
  expect([asked, await store.ofThread(workspaceId, threadId)]).toEqual([[], undefined]);
  await settle();
  expect((await store.ofThread(workspaceId, threadId))?.topic?.id).toBe(ferries);
  const before = asked.length;
  await topics.noteWritten({ workspaceId, threadId, agentId, messageId, question });
  await topics.noteWritten({ workspaceId, threadId, agentId, messageId: randomUUID(), question });
  await settle();
  expect(asked.length).toBe(before);
});
