/** Threads on a real database are checked when they are over, each part once; what was found goes with what was written. */
import { randomUUID } from "node:crypto";
import { CheckRuleDraft, type Verdict } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewEvent } from "../../accounts/index.ts";
import { createCallChecks, type CallChecks } from "../../compliance/call-checks/call-checks.ts";
import { createCheckStore, type CheckRuleRow, type CheckStore } from "../../compliance/call-checks/store.ts";
import { createThreadCheckStore, type ThreadCheckStore } from "../../compliance/call-checks/written/store.ts";
import { createCountryPacks } from "../../compliance/country-packs/country-packs.ts";
import { createCountryPackStore } from "../../compliance/country-packs/store.ts";
import { createContactStore } from "../../contacts/people/store.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createPersonalThreads } from "../messages/personal/store.ts";
import { createThreadStore, type NewMessage, type ThreadRow, type ThreadStore } from "../messages/store.ts";
import { startChecking } from "./checks.ts";
import { checkSweepQueue } from "./queue.ts";
import { createPartStore } from "../messages/unchecked/store.ts";

const NUMBER = "+254712000001";
const NOTHING: Verdict = { verdict: "not_judged", quote: null, turn: null, why: "", not_judged: "too_slow" };

let database: TestDatabase;
let threads: ThreadStore;
let rules: CheckStore;
let found: ThreadCheckStore;
let checks: CallChecks;
let jobs: JobsByHand;
let workspaceId: string;
let agentId: string;
let told: NewEvent[];
let delivered: object[];
let verdicts: Verdict[];
let judged: number;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  [threads, rules, found] = [createThreadStore(database), createCheckStore(database), createThreadCheckStore(database)];
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  agentId = randomUUID();
  await database.of(workspaceId).execute(sql`
    insert into agents (id, workspace_id, status, config, prompts) values (${agentId}, ${workspaceId}, 'processed', '{}', '{}')`);
  [told, delivered, jobs, verdicts, judged] = [[], [], createJobsByHand(), [], 0];
  const log = { warn: () => undefined };
  checks = createCallChecks({
    store: rules,
    jobs,
    packs: createCountryPacks({ store: createCountryPackStore(database), log, home: "KE", timeZone: "Africa/Nairobi" }),
    activity: { tell: async (_workspaceId, event) => void told.push(event) },
    doNotCall: { has: async () => false },
    deliver: async (one) => void delivered.push(one),
    threads: found,
  });
  checks.follow({
    store: {
      read: async () => undefined,
      entries: async () => [],
      page: async () => ({ data: [] }),
      those: async () => [],
    },
    whenEnded: () => undefined,
  });
  checks.judgeBy(
    async () => {
      judged++;
      return verdicts;
    },
    async () => "a judge",
  );
  const store = createPartStore(database);
  checks.threads.follow(store);
  startChecking({ store, checks: checks.threads, threads: { tell: () => undefined }, tenancy: database, jobs });
});

const add = async (draft: object): Promise<CheckRuleRow> =>
  (await database.together(workspaceId, () => rules.add(workspaceId, CheckRuleDraft.parse({ name: "A rule", ...draft }), 50)))!;

/** A line each; `> ` is the person's. */
async function write(lines: readonly string[], more: Partial<NewMessage> = {}): Promise<ThreadRow> {
  return database.together(workspaceId, async () => {
    const at = { workspaceId, channel: "sms" as const, address: NUMBER, senderId: randomUUID() };
    const contactId = await createContactStore(database).metBy(workspaceId, { kind: "phone", value: NUMBER }, "");
    const { row } = await threads.hold({ ...at, agentId, contactId, page: "" });
    await goOn(row, lines, more);
    return row;
  });
}

async function goOn(thread: ThreadRow, lines: readonly string[], more: Partial<NewMessage> = {}): Promise<void> {
  for (const line of lines) {
    const isIn = line.startsWith("> ");
    await threads.add(thread, {
      direction: isIn ? "in" : "out",
      author: isIn ? "contact" : "agent",
      text: line.replace(/^> /, ""),
      state: isIn ? "received" : "sent",
      ...more,
    });
  }
}

const close = (thread: ThreadRow): Promise<void> => threads.change(thread, { state: "closed" });
/** Nobody writes for so long. */
const rest = async (minutes: number): Promise<void> =>
  void (await database
    .of(workspaceId)
    .execute(sql`update threads set last_at = last_at - ${minutes} * interval '1 minute' where workspace_id = ${workspaceId}`));

/** A sweep finds what is over; then it is checked. */
async function sweep(): Promise<void> {
  await jobs.send(checkSweepQueue, {});
  await jobs.attemptAll();
  await jobs.attemptAll();
}

const resultsOf = async ({ id }: ThreadRow) =>
  (await found.ofThread(workspaceId, id)).map(({ ruleId, passed }) => [ruleId, passed]);

test("a thread that is closed is checked once, figures count it, and people are told", async () => {
  const rule = await add({ name: "No promises", kind: "never_says", phrases: ["guaranteed"] });
  const thread = await write(["> Hi", "It is guaranteed."]);
  await sweep();
  expect(await resultsOf(thread)).toEqual([]);
  await close(thread);
  await sweep();
  const [row] = await found.ofThread(workspaceId, thread.id);
  const messages = await threads.messages(thread);
  expect(row).toMatchObject({ passed: false, messageId: messages[1]!.id, lastMessageId: messages[1]!.id, callId: null });
  expect((await rules.figures(workspaceId))(rule.id)).toMatchObject({
    checked: 0,
    failed: 0,
    threads: { checked: 1, failed: 1 },
    days: [{ checked: 1, failed: 1 }],
  });
  expect(told).toMatchObject([
    { kind: "rule.failed", details: { name: "No promises", calls: 1 }, subject: { kind: "thread", id: thread.id } },
  ]);
  expect(delivered).toMatchObject([{ agentId, data: { thread_id: thread.id, failed_calls: 1 } }]);
  await sweep();
  expect(await resultsOf(thread)).toHaveLength(1);
  expect((await found.failures(workspaceId, { limit: 5 })).data).toHaveLength(1);
  expect((await rules.failures(workspaceId, { limit: 5 })).data).toEqual([]);
});

test("a thread is over after half an hour, or when a person takes it over; what comes then is another part", async () => {
  const rule = await add({ kind: "never_says", phrases: ["guaranteed"], alert: null });
  const thread = await write(["> Hi", "It is guaranteed."]);
  await rest(29);
  await sweep();
  expect(await resultsOf(thread)).toEqual([]);
  await rest(2);
  await sweep();
  expect(await resultsOf(thread)).toEqual([[rule.id, false]]);
  await goOn(thread, ["> Really?", "No."]);
  await threads.change(thread, { state: "person" });
  await sweep();
  expect(await resultsOf(thread)).toEqual([
    [rule.id, true],
    [rule.id, false],
  ]);
  // The agent is silent: there is nothing to check.
  await goOn(thread, ["> Thanks"]);
  await sweep();
  expect(await resultsOf(thread)).toHaveLength(2);
  expect((await rules.figures(workspaceId))(rule.id).threads).toEqual({ checked: 2, failed: 1 });
});

test("two servers that check the same part keep it once, and what is written meanwhile is not lost", async () => {
  await add({ kind: "never_says", phrases: ["guaranteed"], alert: null });
  const thread = await write(["> Hi", "Hello."]);
  await close(thread);
  const store = createPartStore(database);
  const [one, other] = [await store.unchecked(thread), await store.unchecked(thread)];
  await goOn(thread, ["> One more thing", "It is guaranteed."]);
  const marked = [one, other].map((part) => database.together(workspaceId, () => store.mark(thread, part!)));
  expect((await Promise.all(marked)).filter(Boolean)).toHaveLength(1);
  await sweep();
  expect(await resultsOf(thread)).toEqual([[expect.any(String), false]]);
});

test("more than 200 messages are checked part by part", async () => {
  const rule = await add({ kind: "never_says", phrases: ["guaranteed"], alert: null });
  const thread = await write(Array.from({ length: 203 }, (_, at) => (at === 202 ? "It is guaranteed." : "Hello.")));
  await close(thread);
  await sweep();
  await sweep();
  expect(await resultsOf(thread)).toEqual([
    [rule.id, false],
    [rule.id, true],
  ]);
});

test("a rule for calls does not concern threads, and a rule is tried on those that are over", async () => {
  await add({ kind: "never_says", phrases: ["guaranteed"], applies_to: "calls" });
  const [thread, open] = [await write(["> Hi", "It is guaranteed."]), await write(["> Hi", "It is guaranteed."])];
  await close(thread);
  await sweep();
  expect(await resultsOf(thread)).toEqual([]);
  const draft = CheckRuleDraft.parse({ name: "x", kind: "never_says", phrases: ["guaranteed"] });
  const tried = await checks.threads.tried(workspaceId, draft, 100);
  expect(tried.map(({ part, checked }) => [part.id, checked.passed])).toEqual([[thread.id, false]]);
  expect(await checks.threads.tried(workspaceId, { ...draft, applies_to: "calls" }, 100)).toEqual([]);
  expect(open.id).not.toBe(thread.id);
});

test("hours hold for a message that we begin with, at the moment that it was sent", async () => {
  const rule = await add({ kind: "keeps_hours", alert: null });
  const thread = await write(["Your parcel is here."], { begins: true });
  await database
    .of(workspaceId)
    .execute(sql`update thread_messages set asked_at = '2026-11-25T20:30:00Z' where thread_id = ${thread.id}`);
  await database.of(workspaceId).execute(sql`update thread_messages set state = 'queued' where thread_id = ${thread.id}`);
  await close(thread);
  await sweep();
  expect(await resultsOf(thread)).toEqual([]);
  // It has left.
  await database.of(workspaceId).execute(sql`update thread_messages set state = 'sent' where thread_id = ${thread.id}`);
  await sweep();
  expect(await resultsOf(thread)).toEqual([[rule.id, false]]);
});

test("the agent's first answer counts, however long ago it was written", async () => {
  const rule = await add({ kind: "discloses_ai", alert: null });
  const thread = await write(["Your parcel is here."], { begins: true });
  await goOn(thread, ["> Who writes?", "A virtual assistant.", ...Array.from({ length: 60 }, () => "Hello.")]);
  await close(thread);
  await sweep();
  await goOn(thread, ["> And now?", "Hello."]);
  await sweep();
  expect(await resultsOf(thread)).toEqual([
    [rule.id, true],
    [rule.id, true],
  ]);
});

test("a judge that does not answer is asked three times, and then nothing is decided", async () => {
  const rule = await add({ kind: "judged", criterion: "The agent offers help.", alert: null });
  const thread = await write(["> Hi", "Hello."]);
  await close(thread);
  verdicts = [NOTHING];
  await sweep();
  expect([judged, await resultsOf(thread)]).toEqual([1, []]);
  await jobs.attemptAll();
  await jobs.attemptAll();
  expect([judged, await found.ofThread(workspaceId, thread.id)]).toMatchObject([3, [{ ruleId: rule.id, notJudged: "too_slow" }]]);
  expect((await rules.figures(workspaceId))(rule.id).threads).toEqual({ checked: 0, failed: 0 });
});

test("a judge's quote leads to its message, and a person's word stands", async () => {
  const rule = await add({ kind: "judged", criterion: "The agent offers help.", alert: null });
  const thread = await write(["> Hi", "Can I help?"]);
  await close(thread);
  verdicts = [{ verdict: "met", quote: "Can I help?", turn: 1, why: "", not_judged: null }];
  await sweep();
  const [row] = await found.ofThread(workspaceId, thread.id);
  expect(row).toMatchObject({ passed: true, messageId: (await threads.messages(thread))[1]!.id });
  const reviewed = await found.review({ workspaceId, threadId: thread.id, id: row!.id }, { passed: false, by: "Asha" });
  expect(reviewed).toMatchObject({ passed: false, found: true, reviewedBy: "Asha" });
  expect((await rules.figures(workspaceId))(rule.id)).toMatchObject({ reviewed: 1, agreed: 0 });
  const elsewhere = { workspaceId, threadId: randomUUID(), id: row!.id };
  expect(await found.review(elsewhere, { passed: true, by: "Asha" })).toBeUndefined();
  // Nobody of another workspace reads or changes it.
  const other = { workspaceId: await openTestWorkspace(database), threadId: thread.id, id: row!.id };
  expect(await found.review(other, { passed: true, by: "Eve" })).toBeUndefined();
  expect(await found.ofThread(other.workspaceId, thread.id)).toEqual([]);
  expect((await found.failures(other.workspaceId, { limit: 5 })).data).toEqual([]);
});

test("results are exported with the person's threads, and go with their messages and with the person", async () => {
  await add({ kind: "never_says", phrases: ["guaranteed"], alert: null });
  const thread = await write(["> Hi", "It is guaranteed."]);
  await close(thread);
  await sweep();
  const personal = createPersonalThreads(database, found.ofThreads);
  const identities = [{ kind: "phone" as const, value: NUMBER }];
  const person = { workspaceId, contactId: thread.contactId, identities, phones: [NUMBER] };
  const pages = personal.read!(person, []);
  const exported: unknown[] = [];
  for await (const rows of pages["threads"]!) exported.push(...rows);
  expect(exported).toMatchObject([{ id: thread.id, checks: [{ passed: false, threadId: thread.id }] }]);
  await personal.deleteBefore(workspaceId, new Date(Date.now() + 60_000), 100);
  expect(await resultsOf(thread)).toEqual([]);

  const again = await write(["> Hi", "It is guaranteed."]);
  await close(again);
  await sweep();
  expect(await resultsOf(again)).toHaveLength(1);
  await personal.erase(person, []);
  expect(await resultsOf(again)).toEqual([]);
});

test("an older installation's rules hold for calls, its results stay, and what was written before is not checked", async () => {
  const fresh = MIGRATIONS.filter(({ id }) => id === "0262-checks-of-threads" || id === "0262-threads-to-check");
  const older = await openTestDatabase(MIGRATIONS.filter((one) => !fresh.includes(one)));
  try {
    const ws = await openTestWorkspace(older);
    const [rule, call, thread] = [randomUUID(), randomUUID(), randomUUID()];
    const draft = JSON.stringify({ name: "No person", kind: "discloses_ai", phrases: [], active: true, alert: null });
    await older.asOwner(`
      insert into check_rules (id, workspace_id, draft) values ('${rule}', '${ws}', '${draft}');
      insert into executions (id, workspace_id, agent_name, status, provider, direction, cost)
        values ('${call}', '${ws}', 'Desk', 'completed', 'sip', 'inbound', '{}');
      insert into call_checks (workspace_id, call_id, rule_id, passed) values ('${ws}', '${call}', '${rule}', false);
      with met as (insert into contacts (workspace_id) values ('${ws}') returning id)
      insert into threads (id, workspace_id, agent_id, contact_id, channel, address, state)
        select '${thread}', '${ws}', gen_random_uuid(), id, 'web-chat', 'someone', 'closed' from met;
      insert into thread_messages (workspace_id, thread_id, direction, author, text, state)
        values ('${ws}', '${thread}', 'out', 'agent', 'Hello.', 'delivered');`);
    for (const { sql: step } of fresh) await older.asOwner(step);
    const store = createCheckStore(older);
    expect((await store.rules(ws)).map(({ draft: { applies_to: where } }) => where)).toEqual(["calls"]);
    expect((await store.figures(ws))(rule)).toMatchObject({ checked: 1, failed: 1, threads: { checked: 0, failed: 0 } });
    const parts = createPartStore(older);
    expect(await older.togetherEverywhere(() => parts.due(10))).toEqual([]);
    expect((await parts.unchecked({ workspaceId: ws, id: thread }))?.part.messages).toEqual([]);
    // The same call again is the same result.
    await store.keep({ id: call, workspaceId: ws, agentId: null }, [{ ruleId: rule, passed: true, atMs: null }]);
    expect((await store.ofCall(ws, call)).map(({ passed }) => passed)).toEqual([true]);
  } finally {
    await older.close();
  }
});
