import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createActivity } from "../../accounts/activity/activity.ts";
import { createActivityStore } from "../../accounts/activity/store.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openCredits } from "../../accounts/open-credits.ts";
import { otherDomains } from "../../insights/testing/other-domains.ts";
import { openFigures } from "../../insights/open-figures.ts";
import { openSearch } from "../../insights/open-search.ts";
import { createLive } from "../../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { createVoiceStore } from "../../engines/voices/store.ts";
import { createWorkspaces } from "../../accounts/workspaces/store.ts";
import { makeAgents } from "./agents.ts";
import { makeCalls } from "./calls.ts";
import { SEEDS } from "../../seeds.ts";
import { createDemo, type Demo } from "./demo.ts";
import { createIndexing } from "./indexing.ts";

let database: TestDatabase;
let demo: Demo;
let workspaceId: string;
const now = new Date();

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  demo = createDemo({
    tenancy: database,
    seeds: SEEDS,
    now: () => now,
    recorded: () => new Set(),
    currency: openCredits(database).currency,
    opened: () => undefined,
  });
  workspaceId = (await createWorkspaces(database).create({ name: "Demo", kind: "demo", currency: "USD" })).id;
  const startedMs = performance.now();
  await demo.fill(workspaceId);
  console.info(`a demo workspace took ${Math.round(performance.now() - startedMs)} ms`);
});

afterAll(() => database.close());

test("a fresh demo workspace adds up to the figures that the specification shows", async () => {
  const home = await openFigures(database, otherDomains(database).agents).home(workspaceId, null);
  expect(home.active_agents).toBe(12);
  expect(home.total_calls).toBe(1_248);
  expect(((home.success_rate ?? 0) * 100).toFixed(1)).toBe("98.5");
  expect(home.average_duration_seconds).toBe(204);
  expect(home.cost_per_minute_usd).toBeCloseTo(0.06, 6);
  const voices = createVoiceStore(database);
  expect(await voices.figures(workspaceId)).toEqual({ samples: 127, duration_seconds: 24 * 60 + 15 });
  expect(await voices.added(workspaceId)).toHaveLength(8);
  expect(await openCredits(database).spentOn(workspaceId, "voice")).toBe(2_450_000n);
});

test("its visitor finds three unread notifications, and five recent events of every tone", async () => {
  const activity = createActivity(createActivityStore(database), createLive());
  const { unread, data } = await activity.notifications(workspaceId, "visitor", { limit: 20 });
  expect(unread).toBe(3);
  expect(data.map(({ read }) => read).slice(0, 4)).toEqual([false, false, false, true]);
  const log = await activity.log(workspaceId, { limit: 5 });
  expect(log.data.map(({ tone }) => tone)).toEqual(["success", "info", "success", "error", "success"]);
  expect(log.next).not.toBeNull();
});

test("the ledger is spent on each call and each sample, and its balance is their sum", async () => {
  const { rows } = await database
    .of(workspaceId)
    .execute<{ sum: string; calls: string }>(
      sql`select sum(amount_micros) / 10000.0 as sum, count(*) filter (where kind = 'call') as calls from credit_entries`,
    );
  expect(Number(rows[0]?.calls)).toBe(1_229);
  const balance = await openCredits(database).balance(workspaceId);
  expect(balance).toEqual({ currency: "USD", amount_minor: Number(rows[0]?.sum) });
  expect(balance.amount_minor).toBeGreaterThan(0);
});

test("a moment later its calls are found by their words, and so are those that a killed server had left", async () => {
  const { id } = await createWorkspaces(database).create({ name: "Demo", kind: "demo", currency: "USD" });
  await demo.fill(id);
  const search = openSearch(database, otherDomains(database));
  const calls = async () => (await search.find(id, "clinic")).filter(({ kind }) => kind === "call");
  expect(await calls()).toEqual([]);
  const { rows } = await database.of(id).execute(sql`delete from executions where transcript is not null and id = any (
    select id from executions where transcript is not null limit 1) returning id`);
  expect(rows).toHaveLength(1);
  const faults: unknown[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (fault: unknown) => void faults.push(fault) };
  const indexing = createIndexing({ tenancy: database, words: SEEDS.words, log });
  await Promise.all([indexing.wake(), indexing.wake()]);
  expect(faults).toEqual([]);
  expect((await calls()).length).toBeGreaterThan(3);
  await indexing.wake();
  await indexing.stop();
});

test("a demo call's journal tells the same words as its transcript, and lasts as long", async () => {
  const { rows } = await database
    .of(workspaceId)
    .execute<{ id: string; transcript: string; duration_seconds: number; answered_at: string; weave: string }>(
      sql`select id, transcript, duration_seconds, answered_at, weave from executions where transcript is not null order by created_at desc limit 25`,
    );
  for (const { id, transcript, duration_seconds, answered_at, weave } of rows) {
    const answeredAt = new Date(answered_at);
    const journal = await demo.journal({ id, workspaceId, transcript, durationSeconds: duration_seconds, answeredAt });
    const turns = journal.filter((entry) => entry.kind === "turn");
    expect(turns.map(({ by, text }) => `${by === "assistant" ? "assistant" : "user"}: ${text}`).join("\n")).toBe(transcript);
    expect(turns.at(-1)?.endMs).toBeLessThanOrEqual(duration_seconds * 1_000);
    expect(weave).toHaveLength(48);
  }
});

test("the same workspace at the same moment gets the same calls, to the letter", async () => {
  const made = async () => {
    const calls = [];
    for await (const some of makeCalls(workspaceId, makeAgents(workspaceId, now), now)) calls.push(...some);
    return JSON.stringify(calls);
  };
  const first = await made();
  expect(await made()).toBe(first);
  expect(first).toContain(workspaceId);
});

test("two demo workspaces have different calls and see nothing of each other", async () => {
  const other = (await createWorkspaces(database).create({ name: "Demo", kind: "demo", currency: "USD" })).id;
  await demo.fill(other);
  const words = sql`select string_agg(transcript, '' order by id) as words, count(*) as calls from executions`;
  const [mine] = (await database.of(workspaceId).execute<{ words: string; calls: string }>(words)).rows;
  const [theirs] = (await database.of(other).execute<{ words: string; calls: string }>(words)).rows;
  expect(mine?.calls).toBe("1248");
  expect(theirs?.calls).toBe("1248");
  expect(mine?.words).not.toBe(theirs?.words);
});

test("its batches, key, checks and contacts agree with its calls", async () => {
  const count = async (query: SQL): Promise<Record<string, number>> => {
    const { rows } = await database.of(workspaceId).execute<Record<string, string>>(query);
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
  };
  const batches = await count(sql`select count(*) as batches, sum(valid_contacts) as valid, sum(total_contacts) as total,
    (select count(*) from executions where batch_id is not null) as calls,
    (select count(*) from executions e join batch_contacts c on c.execution_id = e.id and c.batch_id = e.batch_id
      and c.number = e.to_number and c.outcome = e.status and e.agent_id = (select agent_id from batches where id = e.batch_id)) as agreeing,
    (select count(*) from batch_contacts where state = 'waiting') as waiting from batches`);
  expect(batches).toEqual({ batches: 3, valid: 48, total: 54, calls: 42, agreeing: 42, waiting: 6 });
  const keys = await count(sql`select (select sum(calls) from api_key_calls) as asked,
    (select count(*) from executions where direction = 'outbound' and batch_id is null) as placed`);
  expect(keys["asked"]).toBe(keys["placed"]);
  const checks = await count(sql`select count(*) as checks, count(*) filter (where not c.passed) as failed,
    count(*) filter (where e.ended_at < r.created_at) as too_old
    from call_checks c join executions e on e.id = c.call_id join check_rules r on r.id = c.rule_id`);
  expect(checks["checks"]).toBeGreaterThan(50);
  expect(checks["failed"]).toBeGreaterThan(0);
  expect(checks["too_old"]).toBe(0);
  const people =
    await count(sql`select count(*) filter (where name = '') as nameless, count(*) filter (where tags <> '{}') as tagged,
    (select count(*) from contact_notes) as notes from contacts`);
  expect(people).toMatchObject({ nameless: 0, tagged: 140 });
  expect(people["notes"]).toBeGreaterThan(5);
});

test("its documents are read, belong to agents, and are named where a call answered from them", async () => {
  const { rows } = await database.of(workspaceId).execute<{ title: string; marks: unknown[] }>(
    sql`select title, (select marks from rehearsed_calls where marks @> jsonb_build_array(jsonb_build_array(title)) limit 1) as marks
      from knowledge_items where status = 'ready' and chunks = (select count(*) from knowledge_chunks where item_id = knowledge_items.id)`,
  );
  expect(rows).toHaveLength(5);
  for (const { title, marks } of rows) expect([title, marks]).toEqual([title, expect.arrayContaining([[title]])]);
});
