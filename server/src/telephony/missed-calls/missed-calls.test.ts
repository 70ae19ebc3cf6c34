import { randomUUID } from "node:crypto";
import type { MissedCallSetting } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import { newCallRow } from "../../calls/records/new-call-row.ts";
import { createMissedCallStore } from "../../calls/records/missed/store.ts";
import { createCallStore, type CallStore } from "../../calls/records/store.ts";
import { wireExecution } from "../../calls/records/wire-execution.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { callerOf } from "../../platform/phone-number/caller-number.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createMissedCalls, type MissedAnswer, type MissedCalls, type MissedCallAnswers } from "./missed-calls.ts";

const OURS = "+254711000001";
const ASHA = "+254712000001";
const CALL_BACK: MissedCallSetting = { answer: "call_back", pause_minutes: 10 };
const MESSAGE: MissedCallSetting = {
  answer: "message",
  pause_minutes: 10,
  sender_id: randomUUID(),
  text: "We call you back.",
  template: null,
};

let database: TestDatabase;
let calls: CallStore;
let jobs: JobsByHand;
let missedCalls: MissedCalls;
let workspaceId: string;
let agentId: string;
let answered: MissedAnswer[];
let callBack: MissedCallAnswers["callBack"];
let now: Date;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  calls = createCallStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
  jobs = createJobsByHand();
  answered = [];
  now = new Date();
  callBack = async (order) => {
    answered.push(order);
    return order.id;
  };
  missedCalls = server();
});

/** As one that has just started. */
function server(): MissedCalls {
  const made = createMissedCalls({
    store: createMissedCallStore(),
    read: (key) => calls.read(key),
    tell: () => undefined,
    isOurs: async (number) => number === OURS,
    tenancy: database,
    jobs,
  });
  made.join({
    callBack: (order) => callBack(order),
    async write(order, { text }) {
      answered.push(order);
      expect(text).toBe("We call you back.");
      return order.id;
    },
  });
  made.start();
  return made;
}

/** As the writer stores the end of a call. */
async function misses(from: string | null, setting = CALL_BACK, id: string = randomUUID()): Promise<string> {
  const person = from === null ? null : callerOf(from);
  const of = { id: agentId, name: "Front desk", workspaceId };
  const missed = { setting, state: "new" as const };
  const row = { ...newCallRow(of, null), id, provider: "sip", direction: "inbound" as const, status: "ringing" as const };
  const begin = { ...row, fromNumber: from, toNumber: OURS, person, traits: { missed }, createdAt: now };
  const ended = async (...[db, , over]: Parameters<MissedCalls["ended"]>) => {
    await missedCalls.ended(db, workspaceId, over);
    return () => undefined;
  };
  await calls.apply({ id, workspaceId }, { begin }, ended);
  await calls.apply({ id, workspaceId }, { finish: { status: "busy", endedAt: now } }, ended);
  return id;
}

const told = async (id: string) => {
  const row = await calls.read({ id, workspaceId });
  return row && wireExecution(row, "https://ongea.example").missed_call;
};
const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000));

test("a caller who flashes is called back by the number that they called", async () => {
  const id = await misses(ASHA);
  expect(await told(id)).toMatchObject({ answer: "call_back", state: "waiting" });
  await jobs.attemptAll();
  expect(answered).toMatchObject([{ to: ASHA, from: OURS, agentId, callId: id }]);
  expect(await told(id)).toMatchObject({ state: "answered", execution_id: answered[0]?.id, reason: null });
});

test("a caller is written to where the number answers by a message", async () => {
  const id = await misses(ASHA, MESSAGE);
  await jobs.attemptAll();
  expect(await told(id)).toMatchObject({ answer: "message", state: "answered", thread_id: answered[0]?.id });
});

test("who redials at once gets one answer, and the next one after the pause", async () => {
  await misses(ASHA);
  pass(1);
  const again = await misses(ASHA);
  expect(await told(again)).toMatchObject({ state: "nothing", reason: "too_soon" });
  pass(10);
  await misses(ASHA);
  await misses("+254712000002");
  await jobs.attemptAll();
  expect(answered.map(({ to }) => to)).toEqual([ASHA, ASHA, "+254712000002"]);
});

test("one that was not answered does not stand in the way of the next", async () => {
  callBack = async () => {
    throw refuse("call.do_not_call");
  };
  const first = await misses(ASHA);
  await jobs.attemptAll();
  expect(await told(first)).toMatchObject({ state: "nothing", reason: "call.do_not_call" });
  expect(await told(await misses(ASHA))).toMatchObject({ state: "waiting" });
});

test("two flashes in the same moment get one answer", async () => {
  await Promise.all([misses(ASHA), misses(ASHA), misses(ASHA)]);
  await jobs.attemptAll();
  expect(answered).toHaveLength(1);
});

test("a withheld number and one of our own get nothing", async () => {
  expect(await told(await misses("anonymous"))).toMatchObject({ state: "nothing", reason: "withheld" });
  expect(await told(await misses(null))).toMatchObject({ state: "nothing", reason: "withheld" });
  const own = await misses(OURS);
  await jobs.attemptAll();
  expect(await told(own)).toMatchObject({ state: "nothing", reason: "own_number" });
  expect(answered).toEqual([]);
});

test("a server that is killed before it has answered leaves that to the next, which asks for the same call again", async () => {
  callBack = async (order) => {
    answered.push(order);
    throw new Error("killed");
  };
  const id = await misses(ASHA);
  await jobs.attemptAll();
  expect(await told(id)).toMatchObject({ state: "waiting" });
  callBack = async (order) => {
    answered.push(order);
    return order.id;
  };
  missedCalls = server();
  await jobs.attemptAll();
  expect(await told(id)).toMatchObject({ state: "answered" });
  expect(new Set(answered.map((one) => one.id)).size).toBe(1);
  await jobs.attemptAll();
  expect(answered).toHaveLength(2);
});

test("the same end that is told twice is answered once", async () => {
  const id = await misses(ASHA);
  await misses(ASHA, CALL_BACK, id);
  await jobs.attemptAll();
  await jobs.attemptAll();
  expect(answered).toHaveLength(1);
});

test("an answer that never succeeds is given up, and says so", async () => {
  callBack = async () => {
    throw new Error("broken");
  };
  const id = await misses(ASHA);
  for (let attempt = 0; attempt < 6; attempt++) await jobs.attemptAll();
  expect(await told(id)).toMatchObject({ state: "nothing", reason: "failed" });
});
