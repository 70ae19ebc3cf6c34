/** Topics on a real database: a call gets the one that its words are like, people correct it, and all of it goes with the words. */
import { randomUUID } from "node:crypto";
import type { Entry } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCallStore } from "../../calls/records/store.ts";
import { withinReach } from "../../platform/database/reach.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { FACTS_AFRESH } from "../analytics/boards/call-facts.ts";
import { createBoardStore } from "../analytics/boards/store.ts";
import { recountQueue } from "./queues.ts";
import { createMeanings } from "./meaning/meanings.ts";
import { createMeaningStore } from "./meaning/store.ts";
import { createTopicStore, type TopicStore } from "./store.ts";
import { createTopics, type Topics } from "./topics.ts";

const DAY_MS = 86_400_000;
let database: TestDatabase;
let store: TopicStore;
let topics: Topics;
let jobs: JobsByHand;
let workspaceId: string;
let agentId: string;
let callEnded: (id: string) => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createTopicStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  agentId = await newAgent();
  jobs = createJobsByHand();
  const [calls, boards] = [createCallStore(database), createBoardStore(database)];
  const vectors = createMeaningStore(database);
  const log = { warn: () => undefined };
  topics = createTopics({
    store,
    vectors,
    meanings: createMeanings({ models: { nothing: [], of: async () => undefined }, store: vectors, log, nowMs: () => 0 }),
    jobs,
    now: () => new Date(),
    answered: (workspace, { days, cursor, limit }) =>
      boards.calls(
        workspace,
        {
          from: new Date(Date.now() - days * DAY_MS).toISOString(),
          to: new Date(Date.now() + DAY_MS).toISOString(),
          counted: "answered",
        },
        { cursor, limit: Math.min(limit, 2) },
      ),
  });
  topics.follow({
    store: calls,
    whenEnded: (listener) =>
      void (callEnded = async (id) => {
        const row = await calls.read({ id, workspaceId });
        await listener(database.of(workspaceId), workspaceId, row ? [row] : []);
      }),
  });
});

async function newAgent(): Promise<string> {
  const id = randomUUID();
  await database.asOwner(`insert into agents (id, workspace_id, status, config, prompts)
    values ('${id}', '${workspaceId}', 'processed', '{}', '{}')`);
  return id;
}

async function settle(): Promise<void> {
  for (let at = 0; at < 20 && jobs.waiting > 0; at++) await jobs.attemptAll();
  expect(jobs.waiting).toBe(0);
}

/** A call that is over, in which the caller said this first. */
async function callOf(text: string, of = agentId): Promise<string> {
  const id = randomUUID();
  const at = new Date();
  const turn = { kind: "turn" as const, index: 0, startMs: 0, endMs: 900, loudness: [] };
  const entries: Entry[] = [
    { ...turn, by: "assistant", text: "Hello, how can I help?" },
    { ...turn, by: "caller", text: "Good morning sister" },
    { ...turn, by: "caller", text },
  ];
  const begin = {
    id,
    workspaceId,
    agentId: of,
    agentName: "Zawadi",
    status: "in-progress",
    provider: "sip",
    direction: "inbound",
    cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
    initiatedAt: at,
    answeredAt: at,
  } as const;
  await createCallStore(database).apply(
    { id, workspaceId },
    {
      begin,
      entries: entries.map((entry, position) => ({ position, entry })),
      finish: { status: "completed", endedAt: new Date(at.getTime() + 60_000) },
    },
    async () => () => undefined,
  );
  return id;
}

async function ended(text: string, of = agentId): Promise<string> {
  const id = await callOf(text, of);
  await callEnded(id);
  await settle();
  return id;
}

async function topic(name: string, ...examples: string[]): Promise<string> {
  const id = (await store.add(workspaceId, name)) ?? "";
  await store.addExamples(workspaceId, id, examples);
  return id;
}

const nameOf = async (id: string) => (await store.ofCall(workspaceId, id))?.topic?.name;
const counts = async () => (await store.list(workspaceId, 30)).map(({ name, calls }) => [name, calls]);
const rowsOf = async (text: string): Promise<unknown[]> =>
  (await database.of(workspaceId).execute(sql.raw(`select to_jsonb(one) as one from (${text}) one order by one.call_id`))).rows;

test("a finished call gets the topic that its first words are like, or none, and the facts follow", async () => {
  const bills = await topic("Bills", "How much is my water bill?", "I want to know what I owe this month");
  await topic("Leaks", "A pipe has burst on our road", "Water is leaking everywhere");
  const [bill, leak, other] = [
    await ended("Please, how much do I owe on the bill?"),
    await ended("There is a burst pipe, water is leaking on the road"),
    await ended("Do you sell bicycles and helmets?"),
  ];
  expect([await nameOf(bill), await nameOf(leak), await nameOf(other)]).toEqual(["Bills", "Leaks", undefined]);
  expect(await counts()).toEqual([
    ["Bills", 1],
    ["Leaks", 1],
  ]);
  expect(await store.without(workspaceId, 30)).toEqual({ calls: 1, threads: 0 });
  expect(await store.ofCalls(workspaceId, [bill, other])).toEqual(new Map([[bill, "Bills"]]));
  const { data: listed } = await createCallStore(database).list(workspaceId, { topicId: bills, limit: 5 });
  expect(listed.map(({ id }) => id)).toEqual([bill]);
  expect(await rowsOf("select * from call_facts")).toEqual(await rowsOf(FACTS_AFRESH));
  expect(JSON.stringify(await rowsOf("select * from call_facts"))).toContain(bills);
  await store.remove(workspaceId, bills);
  expect(await rowsOf("select * from call_facts")).toEqual(await rowsOf(FACTS_AFRESH));
  expect(await nameOf(bill)).toBeUndefined();
});

test("a person's correction stays, and what the caller said is an example from then on", async () => {
  const [bills, meters] = [await topic("Bills", "How much is my water bill?"), await topic("Meters", "Read my meter number")];
  const call = await ended("My tariff category jumped to commercial suddenly");
  expect(await nameOf(call)).toBeUndefined();
  await store.choose(workspaceId, call, bills);
  expect([await nameOf(call), await nameOf(await ended("The tariff category is commercial, why?"))]).toEqual(["Bills", "Bills"]);
  await topics.recount(workspaceId);
  await settle();
  expect(await store.ofCall(workspaceId, call)).toEqual({ topic: { id: bills, name: "Bills" }, chosen: true });
  // Chosen again, it is an example of the other one alone; of none, of nothing.
  await store.choose(workspaceId, call, meters);
  const examples = async () =>
    Object.fromEntries((await store.list(workspaceId, 30)).map(({ name, examples: all }) => [name, all.length]));
  expect(await examples()).toEqual({ Bills: 1, Meters: 2 });
  await store.choose(workspaceId, call, null);
  expect(await examples()).toEqual({ Bills: 1, Meters: 1 });
  // What was chosen goes with its topic, and is looked at again as any other.
  await store.choose(workspaceId, call, meters);
  await store.remove(workspaceId, meters);
  expect(await store.ofCall(workspaceId, call)).toEqual({ topic: null, chosen: false });
});

test("earlier calls are counted again page by page; a recount that a later change overtook stops", async () => {
  const calls = [];
  for (let at = 0; at < 5; at++) calls.push(await callOf(`How much is my water bill, account ${at}?`));
  await topic("Bills", "How much is my water bill?");
  await topics.recount(workspaceId);
  await settle();
  expect(await Promise.all(calls.map(nameOf))).toEqual(Array.from({ length: 5 }, () => "Bills"));
  const [bills] = await store.list(workspaceId, 30);
  await store.remove(workspaceId, bills?.id ?? "");
  await jobs.send(recountQueue, { workspaceId, version: "an older one", done: 0 });
  await settle();
  expect(await store.without(workspaceId, 30)).toEqual({ calls: 5, threads: 0 });
});

test("calls without a topic that are alike are suggested; a person names them or has them left alone", async () => {
  for (const place of ["Kisumu", "Nakuru", "Eldoret", "Thika"]) await ended(`Can I renew my passport in ${place}?`);
  for (const day of ["Monday", "Tuesday", "Friday"]) await ended(`The generator broke down ${day}`);
  await ended("Where is my parcel?");
  await topics.recount(workspaceId);
  await settle();
  const [passports, generators, ...more] = await store.suggestions(workspaceId);
  expect([passports?.name, passports?.calls, generators?.calls, more]).toEqual(["passport renew", 4, 3, []]);
  expect(passports?.examples[0]?.text).toMatch(/renew my passport/);
  const id = await topic("Passports");
  expect(await store.accept(workspaceId, passports?.id ?? "", id)).toBe(true);
  expect(await store.accept(workspaceId, passports?.id ?? "", id)).toBe(false);
  expect(await counts()).toEqual([["Passports", 4]]);
  expect(await nameOf(await ended("Where can I renew a passport?"))).toBe("Passports");
  expect(await store.dismiss(workspaceId, generators?.id ?? "")).toBe(true);
  await topics.recount(workspaceId);
  await settle();
  expect(await store.suggestions(workspaceId)).toEqual([]);
});

test("nothing of a call is left in topics when its words are redacted or it is deleted", async () => {
  for (const at of [1, 2, 3, 4]) await ended(`My neighbour Achieng${at} stole the tractor`);
  const id = await topic("Thefts");
  const call = await ended("Achiengx burnt down our granary");
  await store.choose(workspaceId, call, id);
  await topics.recount(workspaceId);
  await settle();
  expect(await store.suggestions(workspaceId)).toHaveLength(1);
  const kept = async () => JSON.stringify([await store.examples(workspaceId), await store.suggestions(workspaceId)]);
  expect(await kept()).toContain("Achieng");
  const db = database.of(workspaceId);
  await db.execute(sql`update executions set redacted_at = now() where id = ${call}`);
  expect([await nameOf(call), (await store.examples(workspaceId))[0]?.examples]).toEqual([undefined, []]);
  await callEnded(call);
  await settle();
  expect(await store.ofCall(workspaceId, call)).toBeUndefined();
  await db.execute(
    sql`delete from executions where id = (select call_id from call_topics where suggestion_id is not null limit 1)`,
  );
  expect(await kept()).not.toContain("Achieng");
  expect(await rowsOf("select * from call_facts")).toEqual(await rowsOf(FACTS_AFRESH));
});

test("merged topics share their calls and at most 20 examples; a name is taken once", async () => {
  const [one, other] = [
    await topic("Bills", ...Array.from({ length: 15 }, (_, at) => `bill question ${at}`)),
    await topic("Invoices", ...Array.from({ length: 10 }, (_, at) => `invoice question ${at}`)),
  ];
  expect(await store.add(workspaceId, "bills")).toBeUndefined();
  expect(await store.rename(workspaceId, one, "INVOICES")).toBeUndefined();
  expect(await store.rename(workspaceId, randomUUID(), "Free")).toBe(false);
  const call = await ended("An invoice question of mine");
  expect(await nameOf(call)).toBe("Invoices");
  await store.merge(workspaceId, other, one);
  expect([await nameOf(call), await store.countExamples(workspaceId, one)]).toEqual(["Bills", 20]);
});

test("who is held to some agents sees topics with the calls and examples of those alone", async () => {
  const other = await newAgent();
  const bills = await topic("Bills", "How much is my water bill?");
  const secret = await ended("How much is my water bill for plot 77?", other);
  await ended("How much is the water bill?");
  await store.choose(workspaceId, secret, bills);
  const seen = await withinReach([agentId], { once: () => undefined }, () => store.list(workspaceId, 30));
  expect(seen.map(({ calls, examples }) => [calls, examples.length])).toEqual([[1, 1]]);
  expect((await store.list(workspaceId, 30)).map(({ calls, examples }) => [calls, examples.length])).toEqual([[2, 2]]);
});

test("a thread keeps the first topic that something written in it is like", async () => {
  const bills = await topic("Bills", "How much is my water bill?");
  const threadId = randomUUID();
  const contactId = randomUUID();
  await database.asOwner(`insert into contacts (id, workspace_id) values ('${contactId}', '${workspaceId}');
    insert into threads (id, workspace_id, agent_id, contact_id, channel, address, state)
    values ('${threadId}', '${workspaceId}', '${agentId}', '${contactId}', 'web-chat', 'visitor', 'open')`);
  const write = async (question: string) => {
    await topics.noteWritten({ workspaceId, threadId, agentId, messageId: randomUUID(), question });
    await settle();
  };
  await write("Hello, good morning!");
  expect(await store.without(workspaceId, 30)).toEqual({ calls: 0, threads: 0 });
  await write("Do you sell bicycles?");
  expect(await store.without(workspaceId, 30)).toEqual({ calls: 0, threads: 1 });
  await write("And how much is my water bill?");
  await write("Do you sell helmets?");
  expect((await store.list(workspaceId, 30)).map(({ id, threads }) => [id, threads])).toEqual([[bills, 1]]);
  expect(await store.ofThread(workspaceId, threadId)).toEqual({ topic: { id: bills, name: "Bills" }, chosen: false });
  // None is a person's choice, too: what is written later changes nothing.
  const at = new Date();
  await store.chooseThread(workspaceId, { threadId, agentId, topicId: null, at });
  await write("How much is my water bill?");
  expect(await store.ofThread(workspaceId, threadId)).toEqual({ topic: null, chosen: true });
  // What was chosen goes with its topic.
  await store.chooseThread(workspaceId, { threadId, agentId, topicId: bills, at });
  await store.remove(workspaceId, bills);
  expect(await store.ofThread(workspaceId, threadId)).toEqual({ topic: null, chosen: false });
});
