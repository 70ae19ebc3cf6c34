/** How long calls lasted, on a real database. */
import { randomUUID } from "node:crypto";
import { CALL_LENGTHS, MOST_MEASURED } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createCallStore, type CallStore } from "../store.ts";

let database: TestDatabase;
let store: CallStore;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCallStore(database);
});
afterAll(() => database.close());

/** Answered calls of these lengths, in seconds; those without one rang in vain. */
async function add(workspaceId: string, lengths: readonly (number | null)[], status = "completed"): Promise<string[]> {
  const ids = lengths.map(() => randomUUID());
  await database.of(workspaceId).execute(sql`
    insert into executions (id, workspace_id, agent_name, status, provider, direction, created_at, answered_at, ended_at, duration_seconds, cost)
    select id, ${workspaceId}, 'a', ${status}, 'sip', 'inbound', now(), case when seconds is null then null else now() end, now(),
      coalesce(seconds, 0), '{}'
    from unnest(${sql.param(ids)}::uuid[], ${sql.param([...lengths])}::real[]) as call (id, seconds)`);
  return ids;
}

test("calls fall into the range whose beginning they have reached; what was not answered has no length", async () => {
  const workspaceId = await openTestWorkspace(database);
  await add(workspaceId, [0, 14.9, 15, 59, 60, 119, 599, 600, 4_000, null]);
  const { counts, hasMore } = await store.lengths(workspaceId, {});
  expect(CALL_LENGTHS.map((from, at) => [from, counts[at]])).toEqual([
    [0, 2],
    [15, 1],
    [30, 1],
    [60, 2],
    [120, 0],
    [180, 0],
    [300, 1],
    [600, 2],
  ]);
  expect(hasMore).toBe(false);
});

test("a filter and the calls that words were found in narrow them down; another workspace has its own", async () => {
  const workspaceId = await openTestWorkspace(database);
  const other = await openTestWorkspace(database);
  const [first] = await add(workspaceId, [20, 40]);
  await add(workspaceId, [700], "failed");
  await add(other, [20, 20, 20]);
  const sumOf = async (...wanted: Parameters<CallStore["lengths"]>) =>
    (await store.lengths(...wanted)).counts.reduce((sum, count) => sum + count, 0);
  expect(await sumOf(workspaceId, {})).toBe(3);
  expect(await sumOf(workspaceId, { outcome: "completed" })).toBe(2);
  expect(await sumOf(workspaceId, { outcome: "completed" }, [first ?? ""])).toBe(1);
  expect(await sumOf(workspaceId, {}, [])).toBe(0);
});

test("the newest are counted, and that there may be more is said", async () => {
  const workspaceId = await openTestWorkspace(database);
  await database.of(workspaceId).execute(sql`
    insert into executions (id, workspace_id, agent_name, status, provider, direction, created_at, answered_at, ended_at, duration_seconds, cost)
    select gen_random_uuid(), ${workspaceId}, 'a', 'completed', 'sip', 'inbound', now() - at * interval '1 minute', now(), now(),
      case when at <= ${MOST_MEASURED} then 20 else 700 end, '{}' from generate_series(1, ${MOST_MEASURED + 50}) at`);
  const { counts, hasMore } = await store.lengths(workspaceId, {});
  expect([counts[1], counts.at(-1), hasMore]).toEqual([MOST_MEASURED, 0, true]);
});
