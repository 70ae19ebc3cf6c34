import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { otherDomains } from "../testing/other-domains.ts";
import { openFigures } from "../open-figures.ts";
import type { Db } from "../../platform/database/db.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { COUNTED_AFRESH } from "./call-days.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});

afterAll(() => database.close());

interface Call {
  status: string;
  answered: boolean;
  seconds: number;
  cents: number;
  day: number;
  delays: number[];
}

/** Numbers with many digits behind the point. */
const fractions = (most: number): fc.Arbitrary<number> => fc.nat(most * 997).map((whole) => whole / 997);

const call: fc.Arbitrary<Call> = fc.record({
  status: fc.constantFrom("in-progress", "completed", "busy", "no-answer", "failed", "error", "stopped"),
  answered: fc.boolean(),
  seconds: fractions(4_000),
  cents: fractions(300),
  day: fc.integer({ min: 0, max: 4 }),
  delays: fc.array(fractions(5_000), { maxLength: 4 }),
});

const step = fc.oneof(
  fc.record({ does: fc.constant("add" as const), calls: fc.array(call, { minLength: 1, maxLength: 6 }) }),
  fc.record({ does: fc.constant("change" as const), which: fc.nat(), to: call }),
  fc.record({ does: fc.constant("change all" as const), to: call }),
  fc.record({ does: fc.constant("delete" as const), which: fc.nat() }),
  fc.record({ does: fc.constant("delete half" as const) }),
);

const columns = ({ status, answered, seconds, cents, day, delays }: Call) => {
  const createdAt = sql`timestamptz '2026-03-28 21:30:00+00' + ${day} * interval '17 hours'`;
  const final = status !== "in-progress";
  return {
    status,
    createdAt,
    answeredAt: answered ? createdAt : sql`null::timestamptz`,
    endedAt: final ? createdAt : sql`null::timestamptz`,
    seconds,
    cost: JSON.stringify({ llm: cents, platform: 0.1, network: 0 }),
    latency: JSON.stringify({ turns: delays.map((ms) => ({ turn: 1, speech_end_to_first_sound_ms: ms })) }),
  };
};

async function add(db: Db, workspaceId: string, calls: readonly Call[]): Promise<void> {
  const rows = calls.map(columns).map(
    (
      row,
    ) => sql`(${randomUUID()}::uuid, ${workspaceId}::uuid, 'a', ${row.status}, 'sip', 'inbound', ${row.createdAt}, ${row.answeredAt},
      ${row.endedAt}, ${row.seconds}::real, ${row.cost}::jsonb, ${row.latency}::jsonb)`,
  );
  await db.execute(sql`
    insert into executions (id, workspace_id, agent_name, status, provider, direction, created_at, answered_at, ended_at,
      duration_seconds, cost, latency) values ${sql.join(rows, sql`, `)}`);
}

function changeTo(to: Call) {
  const row = columns(to);
  return sql`update executions set status = ${row.status}, created_at = ${row.createdAt}, answered_at = ${row.answeredAt},
    ended_at = ${row.endedAt}, duration_seconds = ${row.seconds}::real, cost = ${row.cost}::jsonb, latency = ${row.latency}::jsonb`;
}

const nth = (which: number) => sql`id = (select id from executions order by id
  offset ${which}::int % greatest(1, (select count(*) from executions)::int) limit 1)`;

async function run(db: Db, workspaceId: string, one: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  if (one.does === "add") await add(db, workspaceId, one.calls);
  else if (one.does === "change") await db.execute(sql`${changeTo(one.to)} where ${nth(one.which)}`);
  else if (one.does === "change all") await db.execute(changeTo(one.to));
  else if (one.does === "delete") await db.execute(sql`delete from executions where ${nth(one.which)}`);
  else
    await db.execute(
      sql`delete from executions where id in (select id from executions order by id limit (select count(*) / 2 from executions))`,
    );
}

/** Days without any call left stay as rows of noughts. */
async function expectExact(workspaceId: string): Promise<void> {
  const db = database.of(workspaceId);
  const kept = await db.execute(sql`select * from call_days where calls <> 0 or cost_micros <> 0 order by day`);
  const afresh = await db.execute(sql.raw(COUNTED_AFRESH));
  const plain = (rows: Record<string, unknown>[]) =>
    rows.map((row) =>
      Object.entries(row)
        .map(([name, value]) => `${name} ${String(value)}`)
        .toSorted(),
    );
  expect(plain(kept.rows)).toEqual(plain(afresh.rows));
}

test("whatever is added, changed and deleted, the kept figures are those of a full count", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const workspaceId = await openTestWorkspace(database);
      for (const one of steps) await run(database.of(workspaceId), workspaceId, one);
      await expectExact(workspaceId);
    }),
    { numRuns: 30 },
  );
});

test("calls that end at the same moment on many connections are all counted", async () => {
  const workspaceId = await openTestWorkspace(database);
  const fresh: Call = { status: "in-progress", answered: true, seconds: 1.5, cents: 0.3, day: 1, delays: [120.4] };
  const db = database.of(workspaceId);
  await Promise.all(Array.from({ length: 24 }, () => add(db, workspaceId, [fresh, { ...fresh, day: 3 }])));
  await Promise.all(
    Array.from({ length: 24 }, (_, which) =>
      which % 4 === 0
        ? db.execute(sql`delete from executions where ${nth(which * 3)}`)
        : db.execute(sql`${changeTo({ ...fresh, status: "completed", day: which % 5 })} where ${nth(which)}`),
    ),
  );
  await expectExact(workspaceId);
});

test("what the installation's own accounts were asked for counts once: it is in the other parts already", async () => {
  const workspaceId = await openTestWorkspace(database);
  const db = database.of(workspaceId);
  const call: Call = { status: "completed", answered: true, seconds: 10, cents: 2, day: 0, delays: [] };
  await add(db, workspaceId, [call]);
  await db.execute(sql`update executions set cost = ${JSON.stringify({ llm: 2, platform: 1, installation: 2 })}::jsonb`);
  const { rows } = await db.execute(sql`select cost_micros from call_days`);
  expect(rows).toEqual([{ cost_micros: "30000" }]);
});

test("a workspace that is deleted takes its days along", async () => {
  const workspaceId = await openTestWorkspace(database);
  await add(database.of(workspaceId), workspaceId, [
    { status: "completed", answered: true, seconds: 10, cents: 1, day: 0, delays: [] },
  ]);
  await database.everywhere.execute(sql`delete from workspaces where id = ${workspaceId}`);
  const { rows } = await database.everywhere.execute(sql`select 1 from call_days where workspace_id = ${workspaceId}`);
  expect(rows).toEqual([]);
});

test("a new workspace has no figures yet, and days without calls are listed too", async () => {
  const workspaceId = await openTestWorkspace(database);
  const figures = openFigures(database, otherDomains(database).agents);
  expect(await figures.home(workspaceId, null)).toEqual({
    active_agents: 0,
    total_calls: 0,
    success_rate: null,
    lost: { unanswered: 0, abandoned: 0, silent: 0, missed: 0, failed: 0 },
    average_duration_seconds: null,
    cost_per_minute_usd: null,
    uptime: null,
  });
  const days = await figures.days(workspaceId, 7);
  expect(days).toHaveLength(7);
  expect(days.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), calls: 0, average_delay_ms: null });
});

test("a canceled call has a column of its own and does not lower the rate, and the columns add up to all calls", async () => {
  const workspaceId = await openTestWorkspace(database);
  const of = (status: string): Call => ({ status, answered: false, seconds: 0, cents: 0, day: 0, delays: [] });
  const statuses = ["completed", "completed", "failed", "busy", "canceled", "stopped", "in-progress"];
  await add(database.of(workspaceId), workspaceId, statuses.map(of));
  await database.of(workspaceId).execute(sql`update executions set created_at = now()`);
  const figures = openFigures(database, otherDomains(database).agents);
  expect((await figures.home(workspaceId, null)).success_rate).toBe(0.5);
  const [today] = await figures.days(workspaceId, 1);
  expect(today).toMatchObject({ calls: 7, completed: 2, unanswered: 1, failed: 1, canceled: 2, in_progress: 1 });
});
