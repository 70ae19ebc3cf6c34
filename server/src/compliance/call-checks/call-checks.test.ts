/** Calls on a real database are checked when they are over, once, and people are told as a rule says. */
import { randomUUID } from "node:crypto";
import { CheckRuleDraft, type Entry, type Verdict } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewEvent } from "../../accounts/index.ts";
import { createCallStore, type NewCall } from "../../calls/records/store.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createCountryPacks } from "../country-packs/country-packs.ts";
import { createCountryPackStore } from "../country-packs/store.ts";
import { createCallChecks, type CallChecks, type EndedCall } from "./call-checks.ts";
import { isSampled } from "./judged.ts";
import { createThreadCheckStore } from "./written/store.ts";
import { createCheckStore, type CheckRuleRow, type CheckStore } from "./store.ts";

let database: TestDatabase;
let store: CheckStore;
let checks: CallChecks;
let jobs: JobsByHand;
let workspaceId: string;
let told: NewEvent[];
let delivered: object[];
let ended: (calls: readonly EndedCall[]) => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCheckStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  [told, delivered, jobs] = [[], [], createJobsByHand()];
  checks = newChecks();
});

function newChecks(): CallChecks {
  const log = { warn: () => undefined };
  const made = createCallChecks({
    store,
    jobs,
    packs: createCountryPacks({ store: createCountryPackStore(database), log, home: "KE", timeZone: "Africa/Nairobi" }),
    activity: { tell: async (_workspaceId, event) => void told.push(event) },
    doNotCall: { has: async () => false },
    deliver: async (one) => void delivered.push(one),
    threads: createThreadCheckStore(database),
  });
  made.follow({
    store: createCallStore(database),
    whenEnded: (listener) => void (ended = (calls) => listener(database.of(workspaceId), workspaceId, calls)),
  });
  return made;
}

const add = async (draft: object): Promise<CheckRuleRow> =>
  (await database.together(workspaceId, () => store.add(workspaceId, CheckRuleDraft.parse({ name: "A rule", ...draft }), 50)))!;

/** A call that is over, in which the agent says this. */
async function callSaying(text: string, more: Partial<NewCall> = {}): Promise<EndedCall> {
  const calls = createCallStore(database);
  const id = randomUUID();
  const at = new Date("2026-11-25T09:00:00Z");
  const begin: NewCall = {
    id,
    workspaceId,
    agentName: "Zawadi",
    status: "in-progress",
    provider: "sip",
    direction: "outbound",
    fromNumber: "+254700000000",
    toNumber: "+254712000001",
    cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
    initiatedAt: at,
    answeredAt: at,
    ...more,
  };
  const turn: Entry = { kind: "turn", by: "assistant", index: 0, text, startMs: 500, endMs: 2_500, loudness: [] };
  const write = { begin, entries: [{ position: 0, entry: turn }], finish: { status: "completed" as const, endedAt: at } };
  await calls.apply({ id, workspaceId }, write, async () => () => undefined);
  const row = await calls.read({ id, workspaceId });
  await ended([row!]);
  return row!;
}

test("a call is checked against the active rules that concern it; figures count it, and its own page reads it", async () => {
  const [promises, ai, idle] = [
    await add({ kind: "never_says", phrases: ["guarant*"] }),
    await add({ kind: "discloses_ai", alert: null }),
    await add({ kind: "discloses_ai", active: false }),
  ];
  const bad = await callSaying("Hello, you are guaranteed a loan.");
  const good = await callSaying("Hello, I am the automated assistant.");
  await jobs.attemptAll();
  expect(await store.ofCall(workspaceId, bad.id)).toHaveLength(2);
  expect((await store.ofCall(workspaceId, good.id)).every(({ passed }) => passed)).toBe(true);
  const figures = await store.figures(workspaceId);
  expect(figures(promises.id)).toMatchObject({ checked: 2, failed: 1, lastFailedAt: expect.any(Date) });
  expect(figures(ai.id)).toMatchObject({ checked: 2, failed: 1 });
  expect(figures(idle.id)).toMatchObject({ checked: 0, failed: 0, lastFailedAt: null });
  const { data } = await store.failures(workspaceId, { limit: 10 });
  expect(data.map(({ callId }) => callId)).toEqual([bad.id, bad.id]);
  expect((await store.failures(workspaceId, { limit: 10, ruleId: ai.id })).data).toHaveLength(1);
});

test("without a rule, and of a call that nobody answered, nothing waits", async () => {
  await callSaying("Hello.");
  await add({ kind: "discloses_ai" });
  checks.changed(workspaceId);
  await callSaying("", { answeredAt: null });
  expect(jobs.waiting).toBe(0);
});

test("hours are those of the country at the moment that it rang", async () => {
  const hours = await add({ kind: "keeps_hours", alert: null });
  await callSaying("Hello.");
  await callSaying("Hello.", { initiatedAt: new Date("2026-11-25T20:30:00Z") });
  await callSaying("Hello.", { toNumber: "desk" });
  await jobs.attemptAll();
  expect((await store.figures(workspaceId))(hours.id)).toMatchObject({ checked: 2, failed: 1 });
});

test("people are told after so many failures, and not again while it is quiet", async () => {
  const rule = await add({
    name: "No promises",
    kind: "never_says",
    phrases: ["guaranteed"],
    alert: { failures: 2, minutes: 60, quiet_minutes: 30 },
  });
  const agentId = randomUUID();
  await database.of(workspaceId).execute(sql`
    insert into agents (id, workspace_id, status, config, prompts) values (${agentId}, ${workspaceId}, 'processed', '{}', '{}')`);
  const fail = async (): Promise<void> => {
    await callSaying("It is guaranteed.", { agentId });
    await jobs.attemptAll();
  };
  await fail();
  expect([...told, ...delivered]).toEqual([]);
  await fail();
  expect(told).toMatchObject([{ kind: "rule.failed", details: { name: "No promises", calls: 2 }, notify: true }]);
  expect(delivered).toMatchObject([{ agentId, event: "rule.failed", data: { rule: "No promises", failed_calls: 2 } }]);
  await fail();
  expect(told).toHaveLength(1);
  await database.of(workspaceId).execute(sql`update check_rules set alerted_at = now() - interval '31 minutes'`);
  await fail();
  expect(told.at(-1)).toMatchObject({ details: { calls: 4 } });
  // What failed the rule as it was before is no failure of what it is now.
  await store.change(workspaceId, rule.id, rule.draft);
  checks.changed(workspaceId);
  await fail();
  expect(told).toHaveLength(2);
});

test("two servers check one call, and whoever waits is told once", async () => {
  await add({ kind: "never_says", phrases: ["guaranteed"] });
  const call = await callSaying("It is guaranteed.");
  await jobs.attemptAll();
  newChecks();
  await ended([call]);
  await jobs.attemptAll();
  expect(await store.ofCall(workspaceId, call.id)).toHaveLength(1);
  expect(told).toHaveLength(1);
});

test("a rule or a call that goes takes its results along, also while they are found", async () => {
  const rule = await add({ kind: "never_says", phrases: ["guaranteed"] });
  const [first, second] = [await callSaying("It is guaranteed."), await callSaying("It is guaranteed.")];
  await createCallStore(database).remove(second);
  await jobs.attemptAll();
  expect((await store.failures(workspaceId, { limit: 10 })).data.map(({ callId }) => callId)).toEqual([first.id]);
  await store.keep(second, [{ ruleId: rule.id, passed: false, atMs: 1 }]);
  expect(await store.ofCall(workspaceId, second.id)).toEqual([]);
  await store.remove(workspaceId, rule.id);
  await store.keep(first, [{ ruleId: rule.id, passed: false, atMs: 1 }]);
  expect(await store.ofCall(workspaceId, first.id)).toEqual([]);
});

test("two who add the last rule that there may be: one is refused", async () => {
  const draft = CheckRuleDraft.parse({ name: "A rule", kind: "discloses_ai" });
  const both = await Promise.all([1, 2].map(() => database.together(workspaceId, () => store.add(workspaceId, draft, 1))));
  expect(both.filter((row) => row !== undefined)).toHaveLength(1);
});

test("a rule is tried on the last calls without a trace; another workspace sees nothing of it", async () => {
  const bad = await callSaying("It is guaranteed.");
  await callSaying("Good morning.");
  const draft = CheckRuleDraft.parse({ name: "A rule", kind: "never_says", phrases: ["guaranteed"] });
  const found = await checks.tried(workspaceId, draft, 100);
  expect(found.map(({ call, checked }) => [call.id === bad.id, checked.passed])).toEqual([
    [false, true],
    [true, false],
  ]);
  const other = await openTestWorkspace(database);
  expect(await checks.tried(other, draft, 100)).toEqual([]);
  expect(await checks.exists(other, bad.id)).toBe(false);
  expect(await store.rules(workspaceId)).toEqual([]);
});

const POLITE = {
  kind: "judged",
  criterion: "The agent is polite to the caller.",
  alert: { failures: 1, minutes: 60, quiet_minutes: 0 },
};
const verdict = (change: Partial<Verdict>): Verdict => ({
  verdict: "not_met",
  quote: null,
  turn: null,
  why: "",
  not_judged: null,
  ...change,
});

test("a judge decides what rules cannot; what it does not decide counts nowhere, and is asked for again", async () => {
  const rule = await add(POLITE);
  const asked: string[][] = [];
  let answers: Verdict[] = [];
  checks.judgeBy(
    async (_agent, { turns, criteria }) => {
      asked.push([...turns.map(({ text }) => text), ...criteria]);
      return [answers.shift() ?? verdict({ verdict: "not_judged", not_judged: "failed" })];
    },
    async () => "a model",
  );
  answers = [verdict({ verdict: "met", quote: "Good morning, madam.", turn: 0 })];
  const good = await callSaying("Good morning, madam.");
  await jobs.attemptAll();
  expect(asked).toEqual([["Good morning, madam.", POLITE.criterion]]);
  expect(await store.ofCall(workspaceId, good.id)).toMatchObject([{ passed: true, atMs: 500, notJudged: null }]);

  answers = [verdict({}), ...Array.from({ length: 3 }, () => verdict({ verdict: "not_judged", not_judged: "too_slow" }))];
  const bad = await callSaying("What?");
  await jobs.attemptAll();
  expect(told.map(({ kind }) => kind)).toEqual(["rule.failed"]);
  const silent = await callSaying("Hm.");
  for (let attempt = 0; attempt < 3; attempt++) await jobs.attemptAll();
  expect(await store.ofCall(workspaceId, silent.id)).toMatchObject([{ passed: false, notJudged: "too_slow" }]);
  expect(told).toHaveLength(1);
  expect((await store.failures(workspaceId, { limit: 10 })).data.map(({ callId }) => callId)).toEqual([bad.id]);
  expect((await store.figures(workspaceId))(rule.id)).toMatchObject({
    checked: 2,
    failed: 1,
    reviewed: 0,
    days: [{ checked: 2, failed: 1 }],
  });
});

test("a person's word stands, and shows how often the judge agrees", async () => {
  const rule = await add(POLITE);
  checks.judgeBy(
    async () => [verdict({})],
    async () => null,
  );
  const [one, other, third] = [await callSaying("One"), await callSaying("Two"), await callSaying("Three")];
  await jobs.attemptAll();
  const review = (callId: string, passed: boolean) =>
    store.review({ workspaceId, callId, ruleId: rule.id }, { passed, by: "Amina" });
  expect(await review(one.id, true)).toMatchObject({ passed: true, found: false, reviewedBy: "Amina" });
  expect(await review(other.id, false)).toMatchObject({ passed: false, found: false });
  // A second look changes the word, not what was found.
  expect(await review(one.id, false)).toMatchObject({ found: false });
  expect(await review(one.id, true)).toMatchObject({ found: false });
  // What is judged once more does not take it back.
  await store.keep(one, [{ ruleId: rule.id, passed: false, atMs: null }]);
  expect((await store.figures(workspaceId))(rule.id)).toMatchObject({ checked: 3, failed: 2, reviewed: 2, agreed: 1 });
  expect(await review(randomUUID(), true)).toBeUndefined();

  await store.keep(third, [{ ruleId: rule.id, passed: false, atMs: null, notJudged: "failed" }]);
  expect(await review(third.id, true)).toMatchObject({ passed: true, found: null, notJudged: null });
});

test("a sample is always the same calls, about as many as it says", () => {
  const rule = {
    id: "5f0c0e0e-1111-4111-8111-111111111111",
    draft: CheckRuleDraft.parse({ name: "A", ...POLITE, sample_percent: 20 }),
  };
  const ids = Array.from({ length: 2_000 }, (_, at) => `call ${at}`);
  const sampled = ids.filter((id) => isSampled(id, rule));
  expect(sampled).toEqual(ids.filter((id) => isSampled(id, rule)));
  expect(sampled.length).toBeGreaterThan(320);
  expect(sampled.length).toBeLessThan(480);
  expect(ids.every((id) => isSampled(id, { ...rule, draft: { ...rule.draft, sample_percent: undefined } }))).toBe(true);
});
