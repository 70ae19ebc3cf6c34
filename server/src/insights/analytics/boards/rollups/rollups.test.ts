/** Boards from sums that are kept, on a real database: whatever happens to calls, they are those of the calls themselves. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { CallGroup } from "@ongea/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withinReach } from "../../../../platform/database/reach.ts";
import { openTestDatabase, type TestDatabase } from "../../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../../schema.ts";
import { createBoards, type BoardQuery, type Boards } from "../boards.ts";
import { createBoardStore, type BoardStore } from "../store.ts";
import { toStep } from "../delay-steps.ts";
import { createRollups, type Rollups } from "./rollups.ts";
import { createRollupStore, type RollupStore } from "./store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date();
/** Calls and periods lie within these days. */
const DAYS = 120;
const AGENTS = [randomUUID(), randomUUID()];

let database: TestDatabase;
let direct: BoardStore;
let store: RollupStore;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  direct = createBoardStore(database);
  store = createRollupStore(database);
});
afterAll(() => database.close());

const boardsOn = (of: BoardStore): Boards =>
  createBoards({ store: of, agents: async () => [], batches: async () => [], topics: async () => [], ended: async () => [] });
const rolledUp = (log = { warn: (...what: unknown[]) => expect(what).toEqual([]) }): Rollups =>
  createRollups({ direct, store, log, now: () => NOW, fewestCalls: 0 });

async function openWorkspace(): Promise<string> {
  const workspaceId = await openTestWorkspace(database);
  for (const [at] of AGENTS.entries()) {
    AGENTS[at] = randomUUID();
    await database.of(workspaceId).execute(sql`insert into agents (id, workspace_id, status, config, prompts)
      values (${AGENTS[at]}, ${workspaceId}, 'processed', '{}', '{}')`);
  }
  return workspaceId;
}

const call = fc.record({
  hoursAgo: fc.integer({ min: 0, max: DAYS * 24 }),
  agent: fc.nat(1),
  country: fc.constantFrom("KE", "TZ", undefined),
  answered: fc.boolean(),
  seconds: fc.nat(4_000),
  delay: fc.option(fc.nat(20_000)),
  cents: fc.nat(30_000),
  copies: fc.integer({ min: 1, max: 40 }),
});
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never;

/** So many alike, a minute apart. */
async function add(workspaceId: string, one: Call): Promise<void> {
  const measures = {
    agentMs: 1_000,
    callerMs: one.seconds,
    answers: 1,
    delayP50Ms: one.delay,
    delayP95Ms: one.delay,
    interruptions: 1,
    deadAirMs: 5,
  };
  await database.of(workspaceId).execute(sql`
    insert into executions (id, workspace_id, agent_id, agent_name, status, provider, direction, from_number, to_number, created_at, initiated_at,
      answered_at, ended_at, hangup_by, duration_seconds, cost, traits, measures)
    select gen_random_uuid(), ${workspaceId}, ${AGENTS[one.agent]}::uuid, 'a', 'completed', 'sip', 'inbound', '+254711000001', '+254722000001', at, at,
      case when ${one.answered}::boolean then at end, at, 'Caller', ${one.seconds}::real, ${JSON.stringify({ llm: one.cents / 100 })}::jsonb,
      ${JSON.stringify({ version: 1, country: one.country })}::jsonb, ${JSON.stringify(measures)}::jsonb
    from (select ${NOW.toISOString()}::timestamptz - make_interval(hours => ${one.hoursAgo}::int, mins => n) as at
      from generate_series(1, ${one.copies}::int) n) given`);
}

const nth = (which: number) => sql`id = (select id from executions order by id
  offset ${which}::int % greatest(1, (select count(*) from executions)::int) limit 1)`;
const step = fc.oneof(
  fc.record({ does: fc.constant("add" as const), one: call }),
  fc.record({ does: fc.constant("change" as const), which: fc.nat(), hoursAgo: fc.integer({ min: 0, max: DAYS * 24 }) }),
  fc.record({ does: fc.constant("delete" as const), which: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function run(workspaceId: string, one: Step): Promise<void> {
  const db = database.of(workspaceId);
  if (one.does === "add") return add(workspaceId, one.one);
  if (one.does === "delete") return void (await db.execute(sql`delete from executions where ${nth(one.which)}`));
  await db.execute(sql`update executions set status = 'failed', duration_seconds = duration_seconds + 60,
    created_at = ${NOW.toISOString()}::timestamptz - make_interval(hours => ${one.hoursAgo}::int) where ${nth(one.which)}`);
}

const GROUPS: readonly CallGroup[] = ["day", "hour", "agent", "country", "number", "version", "disposition"];
const board = fc
  .record({
    group: fc.constantFrom(...GROUPS),
    time_zone: fc.constantFrom("Africa/Nairobi", "Asia/Kathmandu", "America/New_York", "Pacific/Auckland", "UTC"),
    country: fc.constantFrom("KE", undefined),
    endsHoursAgo: fc.nat(20 * 24),
    hours: fc.integer({ min: 1, max: 90 * 24 }),
  })
  .map(({ endsHoursAgo, hours, ...query }): BoardQuery => {
    const to = NOW.getTime() - endsHoursAgo * HOUR_MS;
    return { ...query, from: new Date(to - hours * HOUR_MS).toISOString(), to: new Date(to).toISOString() };
  });

test("whatever is added, changed and deleted after a board was added up, it equals a full count", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.array(step, { maxLength: 4 }),
      board,
      async (first, later, query) => {
        const workspaceId = await openWorkspace();
        for (const one of first) await run(workspaceId, one);
        const rollups = rolledUp();
        const [counted, kept] = [boardsOn(direct), boardsOn({ ...direct, sums: rollups.sums })];
        const check = async (): Promise<void> => {
          expect(await kept.read(workspaceId, query)).toEqual(await counted.read(workspaceId, query));
          await rollups.settled();
        };
        await check();
        await check();
        for (const one of later) {
          await run(workspaceId, one);
          await check();
          await check();
        }
      },
    ),
    { numRuns: 40 },
  );
});

const WHOLE: BoardQuery = {
  group: "country",
  time_zone: "Africa/Nairobi",
  from: new Date(NOW.getTime() - 60 * DAY_MS).toISOString(),
  to: NOW.toISOString(),
};
const one = (hoursAgo: number, agent = 0): Call => ({
  hoursAgo,
  agent,
  country: "KE",
  answered: true,
  seconds: 60,
  delay: 617,
  cents: 1,
  copies: 5,
});

test("a board that was added up reads no facts but those of the ends of its period", async () => {
  const workspaceId = await openWorkspace();
  for (let day = 0; day < 60; day++) await add(workspaceId, one(day * 24 + 1));
  const rollups = rolledUp();
  const boards = boardsOn({ ...direct, sums: rollups.sums });
  const before = await boards.read(workspaceId, WHOLE);
  await rollups.settled();
  // Behind the database's back, which takes the sums away with any change: what is read has been kept.
  await database.asOwner(`alter table call_facts disable trigger user; delete from call_facts where workspace_id = '${workspaceId}'
    and started_at < now() - interval '15 days' and started_at > now() - interval '45 days'; alter table call_facts enable trigger user`);
  expect(await boards.read(workspaceId, WHOLE)).toEqual(before);
  expect(before.total.delay_p50_ms).toBe(toStep(617));
});

test("a board that ends in the middle of weeks which another period has added up counts its own calls alone", async () => {
  const workspaceId = await openWorkspace();
  for (let day = 0; day < DAYS; day++) await add(workspaceId, one(day * 24 + 1));
  const rollups = rolledUp();
  const boards = boardsOn({ ...direct, sums: rollups.sums });
  for (let endsDaysAgo = 0; endsDaysAgo < 30; endsDaysAgo++) {
    const at = (days: number): string => new Date(NOW.getTime() - days * DAY_MS).toISOString();
    const query: BoardQuery = { ...WHOLE, from: at(endsDaysAgo + 45), to: at(endsDaysAgo) };
    expect((await boards.read(workspaceId, query)).total.calls).toBe(45 * 5);
    await rollups.settled();
    expect(await boards.read(workspaceId, query)).toEqual(await boardsOn(direct).read(workspaceId, query));
  }
});

test("boards that were prepared read no facts but those of the ends of their periods when somebody looks for the first time", async () => {
  const workspaceId = await openWorkspace();
  for (let day = 0; day < 60; day++) await add(workspaceId, one(day * 24 + 1));
  const whole = { from: new Date(WHOLE.from), to: new Date(WHOLE.to) };
  const queries = [WHOLE, { ...WHOLE, from: new Date(NOW.getTime() - 30 * DAY_MS).toISOString() }];
  const before = await Promise.all(queries.map((query) => boardsOn(direct).read(workspaceId, query)));
  const rollups = rolledUp();
  const periods = [{ ...whole, from: new Date(NOW.getTime() - 30 * DAY_MS) }, whole];
  const { signal } = new AbortController();
  await rollups.prepare(workspaceId, { by: { group: "country", timeZone: WHOLE.time_zone }, periods, signal });
  await database.asOwner(`alter table call_facts disable trigger user; delete from call_facts where workspace_id = '${workspaceId}'
    and started_at < now() - interval '4 days' and started_at > now() - interval '28 days'; alter table call_facts enable trigger user`);
  const boards = boardsOn({ ...direct, sums: rollups.sums });
  expect(await Promise.all(queries.map((query) => boards.read(workspaceId, query)))).toEqual(before);
});

test("facts that somebody is changing are not added up, and no sums are kept of them", async () => {
  const workspaceId = await openWorkspace();
  for (let day = 0; day < 60; day++) await add(workspaceId, one(day * 24 + 1));
  const span = { from: new Date("2026-01-05T00:00:00Z"), to: new Date("2026-01-12T00:00:00Z") };
  const by = { group: "country", timeZone: "UTC", midnights: [] } as const;
  const wanted = { workspaceId, name: "one", filter: {}, by };
  const beside = AsyncLocalStorage.snapshot();
  await database.together(workspaceId, async () => {
    await run(workspaceId, { does: "change", which: 0, hoursAgo: 900 });
    expect(await beside(() => store.keep(wanted, [span]))).toBe(false);
  });
  expect(await store.keep(wanted, [span])).toBe(true);
});

test("a key of some agents sees the sums of their calls alone, and its changes reach everybody's boards", async () => {
  const workspaceId = await openWorkspace();
  for (let day = 0; day < 60; day++) for (const agent of [0, 1]) await add(workspaceId, one(day * 24 + 1, agent));
  const rollups = rolledUp();
  const boards = boardsOn({ ...direct, sums: rollups.sums });
  const calls = async (): Promise<number> => (await boards.read(workspaceId, WHOLE)).total.calls;
  const all = await calls();
  await rollups.settled();
  const ends = { once: () => undefined };
  const held = await withinReach([AGENTS[0] ?? ""], ends, async () => {
    const seen = await database.of(workspaceId).execute(sql`select 1 from board_rollups`);
    expect(seen.rows).toEqual([]);
    const mine = await calls();
    await database.of(workspaceId).execute(sql`delete from executions where created_at < now() - interval '20 days'`);
    return [mine, await calls()];
  });
  expect(held[0]).toBe(all / 2);
  expect(await calls()).toBe(all - (all / 2 - (held[1] ?? 0)));
});

test("sums go with their workspace", async () => {
  const workspaceId = await openWorkspace();
  for (let day = 0; day < 60; day++) await add(workspaceId, one(day * 24 + 1));
  const rollups = rolledUp();
  await rollups.sums(workspaceId, WHOLE, { group: "country", timeZone: "UTC", midnights: [] });
  await rollups.settled();
  await store.addTimeZone(workspaceId, "UTC");
  await database.everywhere.execute(sql`delete from workspaces where id = ${workspaceId}`);
  for (const table of ["board_rollups", "board_time_zones", "call_fact_changes", "rolled_up_workspaces"]) {
    const { rows } = await database.everywhere.execute(
      sql`select 1 from ${sql.identifier(table)} where workspace_id = ${workspaceId}`,
    );
    expect(rows).toEqual([]);
  }
});
