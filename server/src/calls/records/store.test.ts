/** What calls write is stored together, and each keeps its own, on a real database. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createCallStore, type CallChange, type CallKey, type CallRow, type CallStore, type NewCall } from "./store.ts";

let database: TestDatabase;
let store: CallStore;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCallStore(database);
  workspaceId = await openTestWorkspace(database);
});

afterAll(() => database.close());

const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };

async function begun(count: number): Promise<CallKey[]> {
  const calls = Array.from({ length: count }, () => ({ id: randomUUID(), workspaceId }));
  const row = { agentName: "Front desk", status: "in-progress", provider: "sip", direction: "inbound", cost: NO_COST } as const;
  const writes = calls.map((call): { call: CallKey; write: { begin: NewCall } } => ({
    call,
    write: { begin: { ...row, ...call } },
  }));
  await store.applyAll(workspaceId, writes, async () => () => undefined);
  return calls;
}

async function end(ends: readonly { call: CallKey; finish: CallChange }[]): Promise<CallRow[]> {
  const over: CallRow[] = [];
  const writes = ends.map(({ call, finish }) => ({ call, write: { finish } }));
  await store.applyAll(workspaceId, writes, async (_, __, calls) => {
    over.push(...calls);
    return () => undefined;
  });
  return over;
}

test("calls that end in one moment keep each its own words, times, figures and empty fields", async () => {
  const calls = await begun(5);
  const endedAt = new Date("2026-11-22T09:41:00.123Z");
  const finishes: CallChange[] = [
    {
      endedAt,
      status: "completed",
      transcript: 'user: "it\'s" \\ {a} ọ̀ 😀\nassistant: yes',
      durationSeconds: 12.5,
      hangupCode: null,
    },
    { endedAt, status: "failed", transcript: null, durationSeconds: 0, hangupCode: 503 },
    { endedAt, status: "completed", cost: { ...NO_COST, llm: 0.25 }, userData: { name: "null", list: [1, null, "x"] } },
    { endedAt, status: "stopped", cost: { ...NO_COST, network: 1 }, userData: {}, latency: { turns: [{ ms: 1 }] } },
    { endedAt: new Date("2026-11-22T09:42:00Z"), status: "completed", recordingClosed: true },
  ];
  const over = await end(calls.map((call, index) => ({ call, finish: finishes[index]! })));
  expect(over.map(({ id }) => id).toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
  for (const [index, call] of calls.entries()) {
    const row = await store.read(call);
    expect(row).toMatchObject(finishes[index]!);
    expect(over.find(({ id }) => id === call.id)).toEqual(row);
  }
});

test("a call that has ended is left as it is, beside others that end now", async () => {
  const [first, second] = (await begun(2)) as [CallKey, CallKey];
  await end([{ call: first, finish: { endedAt: new Date(), status: "completed", transcript: "the first" } }]);
  const again = [first, second].map((call) => ({
    call,
    finish: { endedAt: new Date(), status: "error", transcript: "the second" } as const,
  }));
  expect((await end(again)).map(({ id }) => id)).toEqual([second.id]);
  expect(await store.read(first)).toMatchObject({ status: "completed", transcript: "the first" });
});

test("a call of another workspace is not changed", async () => {
  const [call] = (await begun(1)) as [CallKey];
  const other = await openTestWorkspace(database);
  const write = { finish: { endedAt: new Date(), status: "error" } as const };
  await store.applyAll(other, [{ call: { ...call, workspaceId: other }, write }], async () => () => undefined);
  expect(await store.read(call)).toMatchObject({ status: "in-progress", endedAt: null });
});
