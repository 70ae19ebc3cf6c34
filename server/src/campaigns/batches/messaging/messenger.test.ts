/** Messages of batches on a real database: two servers, calls that end, and what is not known yet. */
import { randomUUID } from "node:crypto";
import type { BatchFollowUp, BatchGoal } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createAgents } from "../../../agents/documents/agents.ts";
import type { CallRow } from "../../../calls/index.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { contactsOfEnded } from "../dialling/ended.ts";
import { createDialStore } from "../dialling/store.ts";
import { createBatchStore, type BatchStore, type ContactRow } from "../store.ts";
import { createPersonalBatchContacts } from "../personal/store.ts";
import { isDue } from "./follow-up.ts";
import { createMessenger, type Messenger, type MessengerParts } from "./messenger.ts";
import { createMessagingStore as storeOf, type DecidedMessage } from "./store.ts";
import { sealingBy, sealOf } from "../../../compliance/evidence/seal.ts";

const TOOL: BatchGoal = { kind: "tool", name: "book" };
const FACT: BatchGoal = { kind: "fact", path: ["visit"] };
const SECRET = "a secret of tests";
const createMessagingStore = (of: TestDatabase) => storeOf(of, sealingBy(SECRET));
let database: TestDatabase;
let store: BatchStore;
let workspaceId: string;
let agentId: string;
let written: string[];
let calls: Map<string, Partial<CallRow>>;
let reached: Set<string>;
let isRead: boolean;
const open: Messenger[] = [];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createBatchStore(database);
});
beforeEach(async () => {
  [written, calls, reached, isRead] = [[], new Map(), new Set(), true];
  workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
});
afterEach(async () => {
  for (const messenger of open.splice(0)) await messenger.stop();
  await database.asOwner("delete from batches");
});
afterAll(() => database.close());

const made = { summary: "", extracted_data: null, analysis_problem: null };
const found = {
  archive: {
    ended: async (_: string, ids: readonly string[]) => ids.flatMap((id) => (calls.has(id) ? [calls.get(id) as CallRow] : [])),
    read: async () => ({ made: isRead ? made : { ...made, summary: null } }),
  },
  goals: { reachedBy: async (_: string, ids: readonly string[]) => ids.filter((id) => reached.has(id)) },
} as unknown as Parameters<typeof isDue>[0];

function server(change: Partial<MessengerParts["channel"]> = {}): void {
  const channel: MessengerParts["channel"] = {
    prepare: async () => ({
      fill: ({ name = "" }) => ({ kind: "message", text: name, values: [], segments: 1 }),
      admit: async (address) => ({ kind: "allowed", address }),
      async write({ clientId, address }) {
        database.committed(() => void written.push(address));
        return { messageId: clientId, threadId: randomUUID() };
      },
    }),
    ...change,
  };
  const parts = { store: createMessagingStore(database), channel, tenancy: database, perSecond: 200, lookMs: 20 };
  const nothing = async (): Promise<void> => undefined;
  const log = { warn: () => undefined };
  open.push(createMessenger({ ...parts, isDue: (call) => isDue(found, call), checkMoney: nothing, tell: nothing, log }));
}

/** A batch that runs, whose people have all been dialled; their calls end so. */
async function batchOf(to: BatchFollowUp["to"], ends: readonly Partial<CallRow>[], goal: BatchGoal | null = null) {
  const id = randomUUID();
  const followUp = { to, message: { sender_id: randomUUID(), text: "Hello {name}", template: null } };
  const contacts = ends.map((_, at) => ({
    line: at + 2,
    number: `+25471200${1000 + at}`,
    variables: { name: "Asha" },
    segments: 1,
  }));
  const batch = { id, workspaceId, agentId, fileName: "a.csv", fromNumbers: [], retry: null, goal, followUp };
  const file = async function* () {
    yield { columns: [], contacts, refused: [] };
  };
  await store.add(batch, file());
  await store.move({ id, workspaceId }, ["created"], { status: "running" });
  const dials = createDialStore(database);
  const me = randomUUID();
  const pace = { perSecond: 1_000, atOnce: 1_000, aheadMs: 10_000, most: 1_000 };
  const claims = await dials.claim(workspaceId, me, pace);
  const rows = await Promise.all(
    claims.map(async (claim) => {
      await dials.intend(claim, me);
      const end = { status: "completed", answeredAt: null, hangupReason: null, endedAt: new Date(), ...ends[claim.line - 2] };
      const call = { id: claim.executionId, workspaceId, batchId: id, initiatedAt: new Date(), ...end } as CallRow;
      calls.set(call.id, call);
      return { call, line: claim.line };
    }),
  );
  const end = (): Promise<void> =>
    database.together(workspaceId, () =>
      contactsOfEnded(dials, () => new Date())(
        database.of(workspaceId),
        workspaceId,
        rows.map(({ call }) => call),
      ),
    );
  return { id, workspaceId, rows: rows.toSorted((a, b) => a.line - b.line), end };
}
const contactsOf = async (key: { id: string; workspaceId: string }): Promise<ContactRow[]> =>
  (await store.contacts(key, { limit: 500 })).data;
const statesOf = async (key: { id: string; workspaceId: string }) => (await contactsOf(key)).map(({ state }) => state);

/** On a busy machine, too. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

const BUSY = { status: "busy" } as const;
const ANSWERED = { answeredAt: new Date() };

test("two servers that look at one batch write to each person once, however often the end of a call is told", async () => {
  const batch = await batchOf(
    ["unanswered"],
    Array.from({ length: 60 }, () => BUSY),
  );
  server();
  server();
  await Promise.all([batch.end(), batch.end()]);
  await vi.waitFor(() => expect(written.length).toBeGreaterThanOrEqual(20), { timeout: 10_000 });
  // The provider takes what is stored: others may follow.
  const results = createMessagingStore(database);
  await vi.waitFor(
    async () => {
      for (const { messageId } of await contactsOf(batch))
        if (messageId) await results.messageChanged(workspaceId, { id: messageId, state: "sent", reason: null });
      expect((await statesOf(batch)).every((state) => state === "finished")).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );
  expect([written.length, new Set(written).size]).toEqual([60, 60]);
  expect((await contactsOf(batch))[0]).toMatchObject({ outcome: "busy", messageOutcome: "sent", attempts: 1 });
  await batch.end();
  expect(new Set(await statesOf(batch))).toEqual(new Set(["finished"]));
});

test("nobody is written to whose call was stopped, refused by a server or answered; a voicemail box is nobody", async () => {
  const ends = [
    { status: "stopped" },
    { status: "canceled" },
    { status: "balance-low" },
    ANSWERED,
    { ...ANSWERED, hangupReason: "voicemail_detected" },
    { status: "no-answer" },
  ] as Partial<CallRow>[];
  const batch = await batchOf(["unanswered"], ends);
  await batch.end();
  expect(await statesOf(batch)).toEqual(["finished", "finished", "finished", "finished", "following", "following"]);
});

test("a goal that a tool shows decides at once; one that is found in the words is waited for, and then decides", async () => {
  const batch = await batchOf(["reached"], [ANSWERED, ANSWERED, BUSY], TOOL);
  reached.add(batch.rows[1]!.call.id);
  await batch.end();
  server();
  await soon(async () => expect(await statesOf(batch)).toEqual(["finished", "sending", "finished"]));
  expect(written).toEqual(["+254712001001"]);

  isRead = false;
  const other = await batchOf(["not_reached"], [ANSWERED], FACT);
  await other.end();
  await soon(async () => expect((await contactsOf(other))[0]?.notBefore).not.toBeNull());
  expect(await statesOf(other)).toEqual(["following"]);
  isRead = true;
  await database.asOwner("update batch_contacts set not_before = now() where state = 'following'");
  await soon(async () => expect(await statesOf(other)).toEqual(["sending"]));
});

test("a message that is taken back waits again, a call stays as it was, and a person who is forgotten gets nothing", async () => {
  const batch = await batchOf(["unanswered"], [BUSY]);
  await batch.end();
  server();
  await soon(async () => expect(await statesOf(batch)).toEqual(["sending"]));
  await open.pop()?.stop();
  const [row] = await contactsOf(batch);
  const results = createMessagingStore(database);
  expect(await results.waitAgain(workspaceId, [row!.messageId!], new Date(Date.now() + 60_000))).toBe(1);
  expect((await contactsOf(batch))[0]).toMatchObject({ state: "following", outcome: "busy", attempts: 1, messageId: null });
  calls.clear();
  await database.asOwner("update batch_contacts set not_before = null");
  server();
  await soon(async () => expect(await statesOf(batch)).toEqual(["finished"]));
  expect((await contactsOf(batch))[0]).toMatchObject({ outcome: "busy", messageOutcome: null });
  expect(written).toHaveLength(1);
});

test("what the gate answered of each message is sealed, by a refused row and by one that leaves, and forgotten with its person", async () => {
  const batch = await batchOf(["unanswered"], [BUSY, BUSY]);
  await batch.end();
  const decision = {
    at: new Date().toISOString(),
    purpose: "message",
    to: "",
    allowed: false,
    reason: "call.do_not_call",
    facts: {},
  };
  const refused = { kind: "refused", code: "call.do_not_call", decision: { ...decision, purpose: "message" } } as const;
  server({
    prepare: async () => ({
      fill: () => ({ kind: "message", text: "Hello", values: [], segments: 1 }),
      admit: async (address) => (address.endsWith("0") ? refused : { kind: "allowed", address }),
      write: async ({ clientId }) => ({ messageId: clientId, threadId: randomUUID() }),
    }),
  });
  await soon(async () => expect(await statesOf(batch)).toEqual(["finished", "sending"]));
  const results = createMessagingStore(database);
  const sending = (await contactsOf(batch))[1]!;
  const allowed = { ...refused.decision, allowed: true, reason: null };
  for (const _ of [1, 2]) await results.decided(workspaceId, sending.messageId!, allowed);
  await results.messageChanged(workspaceId, { id: sending.messageId!, state: "sent", reason: null });
  const pages = [await results.decisions(batch, undefined, 1), await results.decisions(batch, "2", 1)];
  expect(pages.map(({ next }) => next)).toEqual(["2", "3"]);
  const [first, second] = pages.map(({ data }) => data[0]) as [DecidedMessage, DecidedMessage];
  expect([first.outcome, first.gate.length, second.outcome, second.gate.length]).toEqual(["refused", 1, "sent", 2]);
  for (const { id, gate } of [first, second]) expect(sealOf(SECRET, id, gate)).toBe("whole");
  expect(sealOf(SECRET, second.id, [{ ...allowed, allowed: false }, second.gate[1]!])).toBe("changed");
  expect((await contactsOf(batch)).every(({ changedAt }) => changedAt !== null)).toBe(true);

  const personal = createPersonalBatchContacts(database);
  await personal.erase({ workspaceId, phones: [first.to] } as never, []);
  expect((await results.decisions(batch, undefined, 10)).data.map(({ to }) => to)).toEqual([second.to]);
});
