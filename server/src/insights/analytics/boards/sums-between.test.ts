/** What a day's calls come to, on a real database. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallStore, type CallStore, type NewCall } from "../../../calls/records/store.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { sumsBetween } from "./store.ts";

let database: TestDatabase;
let calls: CallStore;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  calls = createCallStore(database);
});
afterAll(() => database.close());

const COST = { llm: 1.5, network: 0.25, platform: 0, synthesizer: 0.25, transcriber: 0.5 };
const DAY = { from: new Date("2026-11-19T21:00:00Z"), until: new Date("2026-11-20T21:00:00Z") };

async function call(workspaceId: string, moment: string, more: Partial<NewCall>): Promise<void> {
  const key = { id: randomUUID(), workspaceId };
  const at = new Date(moment);
  const row = { agentName: "Desk", provider: "sip", direction: "inbound", cost: COST, createdAt: at, initiatedAt: at } as const;
  const begin = { ...row, status: "completed" as const, answeredAt: at, ...more, ...key };
  await calls.apply(key, { begin }, async () => () => undefined);
  const finish = { status: begin.status, endedAt: new Date(at.getTime() + 60_000), durationSeconds: 60 };
  await calls.apply(key, { finish }, async () => () => undefined);
}

test("calls of that day count, those of the day before, of the day after and of others do not", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  expect(await sumsBetween(database, mine, DAY)).toEqual({ calls: 0, answered: 0, failed: 0, goalsReached: 0, costCents: 0 });
  await call(mine, "2026-11-19T21:00:00Z", {});
  await call(mine, "2026-11-20T20:59:59Z", { status: "failed", answeredAt: null });
  for (const outside of ["2026-11-19T20:59:59Z", "2026-11-20T21:00:00Z"]) await call(mine, outside, {});
  await call(theirs, "2026-11-20T09:00:00Z", {});
  expect(await sumsBetween(database, mine, DAY)).toEqual({ calls: 2, answered: 1, failed: 1, goalsReached: 0, costCents: 5 });
});
