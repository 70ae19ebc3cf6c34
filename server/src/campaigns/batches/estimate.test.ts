/** What a batch will take, from calls that were placed. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lastPlaced } from "../../calls/index.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { estimate } from "./estimate.ts";

const PACE = { atOnce: 5, perSecond: 1 };
const CALLS = { calls: 10, lineSeconds: 600, cost: 50 };

test("a batch takes as long as its calls on the lines that it may use, and costs as much as they did", () => {
  expect(estimate(100, CALLS, PACE)).toEqual({ calls: 10, seconds: 1_200, total_cost: 500 });
  // More lines than people: as long as one call.
  expect(estimate(2, CALLS, { atOnce: 100, perSecond: 10 })).toMatchObject({ seconds: 60, total_cost: 10 });
  // Calls begin no faster than the pace allows.
  expect(estimate(600, CALLS, { atOnce: 1_000, perSecond: 1 })).toMatchObject({ seconds: 660 });
});

test("nothing is estimated from a few calls", () => {
  expect(estimate(100, { calls: 4, lineSeconds: 200, cost: 10 }, PACE)).toEqual({ calls: 4, seconds: null, total_cost: null });
});

test("calls that were placed by telephone and are over count, and no others", async () => {
  const database = await openTestDatabase(MIGRATIONS);
  const workspaceId = await openTestWorkspace(database);
  const [mine, other] = [randomUUID(), randomUUID()];
  for (const id of [mine, other])
    await database.of(workspaceId).execute(sql`insert into agents (id, workspace_id, status, config, prompts)
      values (${id}, ${workspaceId}, 'processed', '{}'::jsonb, '{}')`);
  const add = (change: { agentId?: string; direction?: string; provider?: string; status?: string; isOver?: boolean }) => {
    const { agentId = mine, direction = "outbound", provider = "sip", status = "completed", isOver = true } = change;
    return database.of(workspaceId).execute(sql`
      insert into executions (id, workspace_id, agent_id, agent_name, status, provider, direction, initiated_at, ended_at, cost)
      values (${randomUUID()}, ${workspaceId}, ${agentId}, 'A', ${status}, ${provider}, ${direction},
        now() - interval '30 seconds', ${isOver ? sql`now()` : sql`null`}, '{"llm": 1, "network": 2.5, "installation": 1}')`);
  };
  await add({});
  await add({ status: "no-answer" });
  for (const left of [
    { direction: "inbound" },
    { provider: "webrtc" },
    { agentId: other },
    { isOver: false, status: "in-progress" },
    { status: "canceled" },
  ])
    await add(left);
  const placed = await lastPlaced(database.of(workspaceId), workspaceId, mine);
  expect(placed).toMatchObject({ calls: 2, cost: 7 });
  expect(placed.lineSeconds).toBeCloseTo(60, 0);
  expect(await lastPlaced(database.of(workspaceId), workspaceId, randomUUID())).toEqual({ calls: 0, lineSeconds: 0, cost: 0 });
  await database.close();
});
