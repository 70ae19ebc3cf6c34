/** Which boards are added up before somebody looks, on a real database. */
import { CALL_GROUPS } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withinReach } from "../../../../platform/database/reach.ts";
import { createJobsByHand } from "../../../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../../schema.ts";
import type { Preparation } from "./rollups.ts";
import { createRollupStore } from "./store.ts";
import { createBoardUpkeep } from "./upkeep.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase(MIGRATIONS)));
afterAll(() => database.close());

function open(now = new Date("2026-11-30T22:30:00Z")) {
  const prepared: (Preparation & { workspaceId: string })[] = [];
  const jobs = createJobsByHand();
  const upkeep = createBoardUpkeep({
    rollups: { prepare: async (workspaceId, wanted) => void prepared.push({ workspaceId, ...wanted }) },
    store: createRollupStore(database),
    jobs,
    log: { warn: (...what: unknown[]) => expect(what).toEqual([]) },
    fewestCalls: 10,
    now: () => now,
  });
  return { upkeep, jobs, prepared };
}

test("the first look at a board begins all that have no filter, where the person's days begin; later looks begin nothing", async () => {
  const workspaceId = await openTestWorkspace(database);
  const { upkeep, jobs, prepared } = open();
  upkeep.start();
  await jobs.attemptAll();
  prepared.length = 0;
  for (let looks = 0; looks < 3; looks++) await upkeep.see(workspaceId, "Africa/Nairobi");
  await open().upkeep.see(workspaceId, "Africa/Nairobi");
  expect(jobs.waiting).toBe(1);
  await jobs.attemptAll();
  expect(prepared.map(({ by }) => by.group)).toEqual(CALL_GROUPS.filter((group) => group !== "disposition"));
  expect(prepared[0]?.workspaceId).toBe(workspaceId);
  // There it is 1:30 on the first of December.
  const ends = prepared[0]?.periods.map(({ from, to }) => [from.toISOString(), to.toISOString()]);
  expect(ends?.slice(0, 2)).toEqual([
    ["2026-11-30T21:00:00.000Z", "2026-12-01T21:00:00.000Z"],
    ["2026-11-24T21:00:00.000Z", "2026-12-01T21:00:00.000Z"],
  ]);
});

test("every hour the boards of workspaces with many calls are added up, in the three time zones that were looked at last", async () => {
  const [large, small] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  for (const [workspaceId, ended] of [
    [large, 12],
    [small, 9],
  ] as const)
    await database.of(workspaceId)
      .execute(sql`insert into call_days (workspace_id, day, calls, ended, completed, unanswered, failed, answered,
      duration_ms, cost_micros, answers, delay_ms) values (${workspaceId}, current_date - 3, 20, ${ended}, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const { upkeep, jobs, prepared } = open();
  const zones = ["Africa/Nairobi", "Africa/Lagos", "Europe/Paris", "Asia/Kolkata"];
  for (const zone of zones) await upkeep.see(large, zone);
  await upkeep.see(small, "Africa/Nairobi");
  await withinReach(["00000000-0000-0000-0000-000000000001"], { once: () => undefined }, () => upkeep.see(large, "UTC"));
  // Nobody works on the first looks here.
  await jobs.attemptAll();
  upkeep.start();
  await jobs.attemptAll();
  const days = prepared.filter(({ by }) => by.group === "day");
  expect(days.map(({ workspaceId }) => workspaceId)).toEqual([large, large, large]);
  expect(days.map(({ by }) => by.timeZone)).toContain("Asia/Kolkata");
  expect(days.map(({ by }) => by.timeZone)).not.toContain("UTC");
});
