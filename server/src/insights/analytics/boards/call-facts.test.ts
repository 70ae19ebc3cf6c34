/** The facts of calls on a real database: whatever happens to calls, what is kept equals what the calls say. */
import { randomUUID } from "node:crypto";
import { CallBoard, type CallGroup, type Entry } from "@ongea/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measuresOf } from "../earlier-calls.ts";
import { measure } from "../../../calls/records/measures.ts";
import { withinReach } from "../../../platform/database/reach.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { createBoards, type Boards } from "./boards.ts";
import { createBoardStore } from "./store.ts";
import { FACTS_AFRESH } from "./call-facts.ts";

let database: TestDatabase;
let boards: Boards;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  boards = createBoards({
    store: createBoardStore(database),
    agents: async () => [],
    batches: async () => [],
    topics: async () => [],
    ended: async () => [],
  });
});
afterAll(() => database.close());

const AGENTS = [randomUUID(), randomUUID()];
const PERIOD = { from: "2026-03-01T00:00:00Z", to: "2026-03-05T00:00:00Z", time_zone: "Africa/Nairobi" };

const call = fc.record({
  status: fc.constantFrom("in-progress", "completed", "busy", "no-answer", "canceled", "failed", "stopped", "error"),
  provider: fc.constantFrom("sip", "webrtc", "twilio", "whatsapp"),
  direction: fc.constantFrom("inbound", "outbound"),
  agent: fc.nat(1),
  hour: fc.integer({ min: -100, max: 110 }),
  answered: fc.boolean(),
  hangupBy: fc.constantFrom("Caller", "Callee", "Carrier", "API Request", null),
  reason: fc.constantFrom("Normal Hangup", "voicemail_detected", null),
  seconds: fc.integer({ min: 0, max: 4_000 }),
  cents: fc.nat(3_000_000).map((whole) => whole / 10_000),
  country: fc.constantFrom("KE", "TZ", undefined),
  transferred: fc.boolean(),
  measures: fc.option(
    fc.record({
      agentMs: fc.nat(100_000),
      callerMs: fc.nat(100_000),
      answers: fc.nat(3),
      delayP50Ms: fc.option(fc.nat(3_000)),
      delayP95Ms: fc.option(fc.nat(9_000)),
      interruptions: fc.nat(4),
      deadAirMs: fc.nat(20_000),
      language: fc.constantFrom("en", "sw", null),
      stt: fc.constantFrom("builtin", "deepgram"),
      llm: fc.constant(null),
      tts: fc.constant(null),
    }),
  ),
});
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never;

const step = fc.oneof(
  fc.record({ does: fc.constant("add" as const), calls: fc.array(call, { minLength: 1, maxLength: 6 }) }),
  fc.record({ does: fc.constant("change" as const), which: fc.nat(), to: call }),
  fc.record({ does: fc.constant("delete" as const), which: fc.nat() }),
);

const columns = (one: Call) => {
  const at = sql`timestamptz '2026-03-01 00:00:00+00' + ${one.hour} * interval '1 hour'`;
  return {
    status: sql`${one.status}`,
    provider: sql`${one.provider}`,
    direction: sql`${one.direction}`,
    agent_id: sql`${AGENTS[one.agent]}::uuid`,
    created_at: at,
    initiated_at: at,
    answered_at: one.answered ? at : sql`null::timestamptz`,
    ended_at: one.status === "in-progress" ? sql`null::timestamptz` : at,
    hangup_by: sql`${one.hangupBy}::text`,
    hangup_reason: sql`${one.reason}::text`,
    duration_seconds: sql`${one.seconds}::real`,
    cost: sql`${JSON.stringify({ llm: one.cents, platform: 0.1, network: 0, synthesizer: 0, transcriber: 0.5, installation: 9 })}::jsonb`,
    traits: sql`${JSON.stringify({ version: 1, country: one.country, language: "en-US" })}::jsonb`,
    transfer: sql`${one.transferred ? '{"to":"+254711000001","seconds":4}' : null}::jsonb`,
    measures: sql`${one.measures ? JSON.stringify(one.measures) : null}::jsonb`,
  };
};

async function add(workspaceId: string, calls: readonly Call[]): Promise<void> {
  for (const one of calls) {
    const row = {
      id: sql`${randomUUID()}::uuid`,
      workspace_id: sql`${workspaceId}::uuid`,
      agent_name: sql`'a'`,
      ...columns(one),
    };
    const names = sql.raw(Object.keys(row).join(", "));
    await database
      .of(workspaceId)
      .execute(sql`insert into executions (${names}) values (${sql.join(Object.values(row), sql`, `)})`);
  }
}

const nth = (which: number) => sql`id = (select id from executions order by id
  offset ${which}::int % greatest(1, (select count(*) from executions)::int) limit 1)`;

async function run(workspaceId: string, one: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  if (one.does === "add") return add(workspaceId, one.calls);
  const db = database.of(workspaceId);
  if (one.does === "delete") return void (await db.execute(sql`delete from executions where ${nth(one.which)}`));
  const { ended_at: end, ...changed } = columns(one.to);
  // What is over stays over.
  const set = Object.entries({ ...changed, ended_at: sql`coalesce(ended_at, ${end})` }).map(
    ([name, value]) => sql`${sql.identifier(name)} = ${value}`,
  );
  await db.execute(sql`update executions set ${sql.join(set, sql`, `)} where ${nth(one.which)}`);
}

async function openWorkspace(): Promise<string> {
  const workspaceId = await openTestWorkspace(database);
  for (const [at] of AGENTS.entries()) {
    AGENTS[at] = randomUUID();
    await database.of(workspaceId).execute(sql`insert into agents (id, workspace_id, status, config, prompts)
      values (${AGENTS[at]}, ${workspaceId}, 'processed', '{}', '{}')`);
  }
  return workspaceId;
}

const rowsOf = async (workspaceId: string, text: string): Promise<unknown[]> =>
  (await database.of(workspaceId).execute(sql.raw(`select to_jsonb(one) as one from (${text}) one order by one.call_id`))).rows;

/** Of the calls themselves, by a reader of their rows that knows no facts. */
async function countedAfresh(workspaceId: string): Promise<{ calls: number; answered: number; micros: number; seconds: number }> {
  const { rows } = await database.of(workspaceId).execute<Record<string, string>>(sql`
    select count(*) as calls,
      count(*) filter (where answered_at is not null and hangup_reason is distinct from 'voicemail_detected') as answered,
      coalesce(sum((select sum(round(part.value::numeric * 10000)) from jsonb_each_text(cost - 'installation') part)), 0) as micros,
      coalesce(sum(duration_seconds) filter (where answered_at is not null), 0) as seconds
    from executions where ended_at is not null and created_at >= ${PERIOD.from}::timestamptz and created_at < ${PERIOD.to}::timestamptz`);
  const of = (name: string): number => Number(rows[0]?.[name]);
  return { calls: of("calls"), answered: of("answered"), micros: of("micros"), seconds: of("seconds") };
}

const GROUPS: readonly CallGroup[] = ["day", "hour", "agent", "country", "language", "carrier", "channel", "direction", "stt"];

test("whatever is added, changed and deleted, facts equal their calls, and every board's groups sum up to all of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), fc.constantFrom(...GROUPS), async (steps, group) => {
      const workspaceId = await openWorkspace();
      for (const one of steps) await run(workspaceId, one);
      expect(await rowsOf(workspaceId, "select * from call_facts")).toEqual(await rowsOf(workspaceId, FACTS_AFRESH));
      const board = CallBoard.parse(await boards.read(workspaceId, { ...PERIOD, group }));
      const afresh = await countedAfresh(workspaceId);
      const summed = (read: (figures: CallBoard["total"]) => number): number =>
        board.groups.reduce((sum, { figures }) => sum + read(figures), 0);
      expect({
        calls: board.total.calls,
        answered: board.total.answered,
        micros: Math.round(board.total.cost.total * 1_000_000),
        seconds: Math.round(board.total.minutes * 60),
      }).toEqual(afresh);
      expect(summed(({ calls }) => calls)).toBe(afresh.calls);
      expect(summed(({ contained }) => contained)).toBe(board.total.contained);
      expect(Math.round(summed(({ cost }) => cost.total) * 1_000_000)).toBe(afresh.micros);
    }),
    { numRuns: 25 },
  );
});

const plain = (more: Partial<Call>): Call => ({
  status: "completed",
  provider: "sip",
  direction: "inbound",
  agent: 0,
  hour: 1,
  answered: true,
  hangupBy: "Caller",
  reason: "Normal Hangup",
  seconds: 60,
  cents: 10,
  country: "KE",
  transferred: false,
  measures: null,
  ...more,
});
const SPOKE = {
  agentMs: 3_000,
  callerMs: 1_000,
  answers: 2,
  delayP50Ms: 600,
  delayP95Ms: 900,
  interruptions: 1,
  deadAirMs: 4_000,
  language: "sw" as const,
  stt: "builtin" as const,
  llm: null,
  tts: null,
};

test("each figure is what the guide says, and the period before stands beside it", async () => {
  const workspaceId = await openWorkspace();
  await add(workspaceId, [
    plain({ measures: SPOKE }),
    plain({ measures: { ...SPOKE, delayP50Ms: 1_000, delayP95Ms: 2_000 }, transferred: true }),
    // Hung up before the agent had answered anything.
    plain({ measures: { ...SPOKE, answers: 0, delayP50Ms: null, delayP95Ms: null } }),
    plain({ status: "no-answer", answered: false, direction: "outbound", hangupBy: "Carrier", cents: 0, seconds: 0 }),
    plain({ status: "stopped", answered: false, direction: "outbound", hangupBy: "API Request", cents: 0, seconds: 0 }),
    plain({ direction: "outbound", reason: "voicemail_detected", hangupBy: "Caller" }),
    plain({ hour: -1 }),
  ]);
  const { total, before, groups } = await boards.read(workspaceId, { ...PERIOD, group: "country" });
  expect(total).toMatchObject({ calls: 6, attempted: 5, answered: 3, contained: 1, transferred: 1, abandoned: 1, minutes: 4 });
  expect(total).toMatchObject({ answer_rate: 3 / 5, containment_rate: 1 / 3, transfer_rate: 1 / 3, abandonment_rate: 1 / 3 });
  expect(total).toMatchObject({
    delay_p50_ms: 600,
    delay_p95_ms: 2_000,
    interruptions: 1,
    dead_air_seconds: 4,
    talk_share: 0.75,
  });
  expect(total).toMatchObject({ goal: 0, goal_rate: null, cost_per_goal_usd: null });
  expect(before).toMatchObject({ calls: 1, answered: 1 });
  expect(groups.map(({ key, figures, before: earlier }) => [key, figures.calls, earlier?.calls])).toEqual([["KE", 6, 1]]);
  const one = await boards.read(workspaceId, { ...PERIOD, group: "day", direction: "outbound" });
  expect(one.groups.map(({ key, figures }) => [key, figures.calls])).toEqual([
    ["2026-03-01", 3],
    ["2026-03-02", 0],
    ["2026-03-03", 0],
    ["2026-03-04", 0],
    ["2026-03-05", 0],
  ]);
});

test("a goal counts when the analysis that comes later says so, and its figures go with the call", async () => {
  const workspaceId = await openWorkspace();
  const db = database.of(workspaceId);
  await add(workspaceId, [plain({}), plain({})]);
  const batchId = randomUUID();
  await db.execute(sql`insert into batches (id, workspace_id, agent_id, file_name, from_numbers, valid_contacts, total_contacts, goal)
    values (${batchId}, ${workspaceId}, ${AGENTS[0]}, 'a.csv', '{}', 2, 2, ${'{"kind":"fact","path":["General","agreed"],"value":"yes"}'}::jsonb)`);
  await db.execute(sql`update executions set batch_id = ${batchId}`);
  const read = async () => (await boards.read(workspaceId, { ...PERIOD, group: "batch" })).total;
  expect(await read()).toMatchObject({ goal: 2, reached: 0, goal_rate: 0 });
  await db.execute(sql`insert into call_analyses (call_id, workspace_id, extracted)
    select id, ${workspaceId}, '{"General":{"agreed":"Yes"}}' from executions where ${nth(0)}`);
  expect(await read()).toMatchObject({ goal: 2, reached: 1, goal_rate: 0.5, cost_per_goal_usd: expect.closeTo(0.212, 6) });
  await db.execute(sql`delete from batches`);
  await db.execute(sql`update executions set recording_closed = true`);
  expect(await read()).toMatchObject({ goal: 2, reached: 1 });
  await db.execute(sql`delete from executions where ${nth(0)}`);
  expect(await read()).toMatchObject({ calls: 1 });
  await database.everywhere.execute(sql`delete from workspaces where id = ${workspaceId}`);
  const { rows } = await database.everywhere.execute(sql`select 1 from call_facts where workspace_id = ${workspaceId}`);
  expect(rows).toEqual([]);
});

test("values that are chosen for a call are a group and a filter, follow the analysis, and answers in words stay out", async () => {
  const workspaceId = await openWorkspace();
  const db = database.of(workspaceId);
  await add(workspaceId, [plain({}), plain({}), plain({ hour: 2 }), plain({ hour: 3 })]);
  const outcome = (objective: unknown) =>
    JSON.stringify({
      General: { Outcome: { subjective: "I live at 12 Acacia Road", objective }, Note: { subjective: "x", objective: "" } },
      Sales: { Outcome: { subjective: "", objective: "won" } },
      note: "plain",
      list: [1],
    });
  for (const [at, value] of ["yes", "yes", "no"].entries())
    await db.execute(sql`insert into call_analyses (call_id, workspace_id, extracted)
      select id, ${workspaceId}, ${outcome(value)}::jsonb from executions where ${nth(at)}`);
  await db.execute(sql`insert into call_analyses (call_id, workspace_id, extracted)
    select id, ${workspaceId}, '[1]'::jsonb from executions where ${nth(3)}`);
  const read = async (more: { disposition?: string; disposition_value?: string } = {}) => {
    const { groups, total } = await boards.read(workspaceId, {
      ...PERIOD,
      group: "disposition",
      disposition: "General/Outcome",
      ...more,
    });
    return [total.calls, ...groups.map(({ key, figures }) => [key, figures.calls])];
  };
  const afresh = async () =>
    expect(await rowsOf(workspaceId, "select * from call_facts")).toEqual(await rowsOf(workspaceId, FACTS_AFRESH));
  expect(await read()).toEqual([3, ["yes", 2], ["no", 1]]);
  expect(await read({ disposition_value: "no" })).toEqual([1, ["no", 1]]);
  expect(await read({ disposition: "Sales/Outcome" })).toEqual([3, ["won", 3]]);
  expect(await read({ disposition: "General/Note" })).toEqual([0]);
  expect(JSON.stringify(await rowsOf(workspaceId, "select * from call_facts"))).not.toContain("Acacia");
  await afresh();
  await db.execute(
    sql`update call_analyses set extracted = ${outcome("no")}::jsonb where call_id = (select id from executions where ${nth(0)})`,
  );
  expect(await read()).toEqual([3, ["no", 2], ["yes", 1]]);
  await db.execute(sql`update executions set recording_closed = true`);
  await afresh();
  await db.execute(sql`delete from call_analyses`);
  expect(await read()).toEqual([0]);
  await afresh();
});

test("who is held to some agents sees the figures of their calls alone, and of no other workspace's", async () => {
  const workspaceId = await openWorkspace();
  await add(workspaceId, [plain({}), plain({ agent: 1 }), plain({ agent: 1 })]);
  const ends = { once: () => undefined };
  const read = (group: CallGroup) => boards.read(workspaceId, { ...PERIOD, group });
  const held = await withinReach([AGENTS[0] ?? ""], ends, () => read("agent"));
  expect([held.total.calls, held.groups.map(({ key }) => key)]).toEqual([1, [AGENTS[0]]]);
  expect((await read("agent")).total.calls).toBe(3);
  expect((await boards.read(await openWorkspace(), { ...PERIOD, group: "agent" })).total.calls).toBe(0);
});

test("pages of the calls behind a figure hold each of them once, newest first", async () => {
  const workspaceId = await openWorkspace();
  await add(workspaceId, [
    ...Array.from({ length: 7 }, (_, hour) => plain({ hour })),
    plain({ status: "busy", answered: false }),
  ]);
  const store = createBoardStore(database);
  const seen: string[] = [];
  for (let cursor: string | undefined, at = 0; at < 4; at++) {
    const { data, next } = await store.calls(workspaceId, { ...PERIOD, counted: "answered" }, { cursor, limit: 3 });
    seen.push(...data.map(({ id }) => id));
    if (next === null) break;
    cursor = next;
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
});

const turn = fc.record({
  kind: fc.constant("turn" as const),
  by: fc.constantFrom("caller" as const, "assistant" as const),
  index: fc.nat(9),
  text: fc.constant("Hello"),
  startMs: fc.nat(60_000),
  lengthMs: fc.nat(9_000),
  loudness: fc.constant([] as number[]),
  cut: fc.boolean(),
  language: fc.constantFrom("en-US", "sw", undefined),
  delayMs: fc.option(fc.integer({ min: -200, max: 5_000 })),
});

test("the measures of calls from before are those that the server takes of a journal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
      const workspaceId = await openWorkspace();
      const db = database.of(workspaceId);
      await add(workspaceId, [plain({})]);
      const entries = turns.map(({ lengthMs, delayMs, ...one }, at): Entry => ({
        ...one,
        endMs: one.startMs + lengthMs + at * 10_000,
        ...(delayMs !== null && { delays: { firstSoundMs: 6_000 + delayMs, speechEndMs: 6_000 } }),
      }));
      const usage: Entry[] = ["a", "b"].map((by) => ({ kind: "usage", atMs: 0, stage: "hear", by, usage: {} }));
      for (const [position, entry] of [...entries, ...usage].entries())
        await db.execute(sql`insert into call_entries (workspace_id, call_id, position, entry)
          select ${workspaceId}, id, ${position}, ${JSON.stringify(entry)}::jsonb from executions`);
      const { rows } = await db.execute(sql.raw(measuresOf("select id from executions")));
      expect(rows[0]?.["measures"] ?? null).toEqual(measure([...entries, ...usage]));
    }),
    { numRuns: 30 },
  );
});
