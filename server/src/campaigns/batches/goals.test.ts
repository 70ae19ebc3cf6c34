/** What a batch is for, on a real database: counted for each contact whose last call has come to it. */
import { randomUUID } from "node:crypto";
import type { BatchGoal, Entry } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import { createAnalysisStore } from "../../calls/analysis/store.ts";
import { createCallStore } from "../../calls/records/store.ts";
import { createGoalStore } from "../../calls/analysis/goals/store.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createBatches } from "./batches.ts";
import { createMessageChannel } from "./messaging/message-channel.ts";
import { createMessagingStore } from "./messaging/store.ts";
import { batchGoals, createBatchStore } from "./store.ts";

let database: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  workspaceId = await openTestWorkspace(database);
});
afterAll(() => database.close());

const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
const booked = (ok: boolean): Entry => ({ kind: "tool", name: "book", arguments: "{}", result: "", ok, startMs: 0, endMs: 1 });

async function open() {
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  const agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
  const store = createBatchStore(database);
  const batches = createBatches({
    refusalsOf: async (_workspaceId, numbers) => numbers.map(() => undefined),
    store,
    agents,
    numbers: { held: async () => [] },
    countries: ["KE"],
    statuses: async () => new Map(),
    reaching: createGoalStore(database).reaching,
    messages: { channel: createMessageChannel(), store: createMessagingStore(database, (_id, _before, decision) => decision) },
    wake: () => undefined,
  });
  return { agentId, batches };
}

/** Four contacts: with whom it was booked and said yes; not booked and said no; booked in vain; nobody has been called. */
async function batchFor(goal: BatchGoal | null) {
  const { agentId, batches } = await open();
  const contacts = [2, 3, 4, 5].map((line) => ({ line, number: `+25471200000${line}`, variables: {} }));
  const file = (async function* () {
    yield { columns: [], contacts, refused: [] };
  })();
  const made = await batches.create({ workspaceId, agentId, fileName: "a.csv", fromNumbers: [], retry: null, goal, file });
  const id = made.batch_id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const calls = createCallStore(database);
  const ids: string[] = [];
  const ends = [
    { entries: [booked(true)], fact: "Yes" },
    { entries: [], fact: "No" },
    { entries: [booked(false)], fact: "" },
  ];
  for (const [at, { entries, fact }] of ends.entries()) {
    const call = { id: randomUUID(), workspaceId };
    const now = new Date();
    ids.push(call.id);
    const begin = {
      ...call,
      agentName: "Desk",
      status: "queued",
      provider: "sip",
      direction: "outbound",
      cost,
      batchId: id,
      initiatedAt: now,
    } as const;
    const rows = entries.map((entry, position) => ({ position, entry }));
    await calls.apply(call, { begin, entries: rows, finish: { status: "completed", endedAt: now } }, async () => () => undefined);
    const extracted = { Sales: { Bought: { subjective: "", objective: fact } } };
    await createAnalysisStore(database).keep({ ...call, redactedAt: null }, { summary: null, extracted, problem: null });
    await database.everywhere.execute(
      sql`update batch_contacts set execution_id = ${call.id}, state = 'finished', outcome = 'completed' where batch_id = ${id} and line = ${at + 2}`,
    );
  }
  const lines = async (reached: boolean): Promise<number[]> =>
    (await batches.contacts({ id, workspaceId }, { reached, limit: 10 })).data.map(({ line }) => line);
  return { id, batches, lines, ids };
}

const path = ["Sales", "Bought", "objective"];

test.each([
  ["a tool that did its work", { kind: "tool", name: "book" }, [2]],
  ["a tool that nobody has", { kind: "tool", name: "pay" }, []],
  ["one answer of a question, however it is written", { kind: "fact", path, value: "yes" }, [2]],
  ["any answer of it", { kind: "fact", path }, [2, 3]],
  ["what nobody has asked", { kind: "fact", path: ["Sales", "Paid"] }, []],
] as const)("a batch that is for %s counts those contacts and no others, and lists both", async (_, goal, reached) => {
  const { id, batches, lines, ids } = await batchFor(goal as unknown as BatchGoal);
  expect(await batches.read({ id, workspaceId })).toMatchObject({ goal, reached_count: reached.length, finished_count: 3 });
  expect(await lines(true)).toEqual([...reached]);
  const said = await createGoalStore(database).reachedBy(workspaceId, ids, goal as unknown as BatchGoal);
  expect(said.map((one) => ids.indexOf(one) + 2).toSorted((one, other) => one - other)).toEqual([...reached]);
  expect(await lines(false)).toEqual([2, 3, 4, 5].filter((line) => !(reached as readonly number[]).includes(line)));
});

test("of some calls it is said which have reached it, of no others, and of none in another workspace", async () => {
  const goal: BatchGoal = { kind: "fact", path };
  const { id, ids } = await batchFor(goal);
  const { reachedBy } = createGoalStore(database);
  expect((await reachedBy(workspaceId, ids, goal)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect(await reachedBy(workspaceId, ids.slice(1), goal)).toEqual(ids.slice(1, 2));
  expect(await reachedBy(workspaceId, [], goal)).toEqual([]);
  expect(await reachedBy(await openTestWorkspace(database), ids, goal)).toEqual([]);
  expect(await batchGoals(database, workspaceId, [id, randomUUID()])).toEqual(new Map([[id, goal]]));
});

test("a batch without a goal has reached none", async () => {
  const { id, batches, lines } = await batchFor(null);
  expect(await batches.read({ id, workspaceId })).toMatchObject({ goal: null, reached_count: null });
  expect([await lines(true), await lines(false)]).toEqual([[], [2, 3, 4, 5]]);
});

test("the columns of a row come in the order of the file, whatever the database makes of it", async () => {
  const { agentId, batches } = await open();
  const file = batches.contactsIn(
    Buffer.from("town,contact_number,zone,a name,b\nKisumu,+254712000009,,Asha,1\nNairobi,+254712000008,West,Juma,2\n"),
  );
  const made = await batches.create({ workspaceId, agentId, fileName: "a.csv", fromNumbers: [], retry: null, goal: null, file });
  const id = made.batch_id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const rows = async () =>
    (await batches.contacts({ id, workspaceId }, { limit: 10 })).data.map(({ variables }) => Object.entries(variables));
  const known = await rows();
  expect(known).toEqual([
    [
      ["town", "Kisumu"],
      ["a name", "Asha"],
      ["b", "1"],
    ],
    [
      ["town", "Nairobi"],
      ["zone", "West"],
      ["a name", "Juma"],
      ["b", "2"],
    ],
  ]);
  // Of a batch that was made before: all of them, in whatever order.
  await database.everywhere.execute(sql`update batches set columns = null where id = ${id}`);
  expect((await rows()).map((pairs) => Object.fromEntries(pairs))).toEqual(known.map((pairs) => Object.fromEntries(pairs)));
});
