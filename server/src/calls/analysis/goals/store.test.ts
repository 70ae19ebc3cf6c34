import { randomUUID } from "node:crypto";
import type { BatchGoal, Entry } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createCallStore } from "../../records/store.ts";
import { createGoalStore } from "./store.ts";

let database: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  workspaceId = await openTestWorkspace(database);
});
afterAll(() => database.close());

const GOAL: BatchGoal = { kind: "tool", name: "book" };
const BOOKED: Entry = { kind: "tool", name: "book", arguments: "{}", result: "", ok: true, startMs: 0, endMs: 1 };
const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };

async function call(of: { split?: string; isTried?: boolean; isBooked?: boolean; isAnswered?: boolean; isOver?: boolean }) {
  const { isBooked = false, isAnswered = true, isOver = true, ...traits } = of;
  const key = { id: randomUUID(), workspaceId };
  const now = new Date();
  const facts = { agentName: "Desk", status: "queued", provider: "sip", direction: "inbound", cost } as const;
  const begin = { ...key, ...facts, traits, initiatedAt: now, answeredAt: isAnswered ? now : null };
  const entries = isBooked ? [{ position: 0, entry: BOOKED }] : [];
  const finish = isOver ? { finish: { status: "completed", endedAt: now } as const } : {};
  await createCallStore(database).apply(key, { begin, entries, ...finish }, async () => () => undefined);
}

test("of an A/B test its answered calls that are over count, each for the version that it got", async () => {
  const [split, other] = [randomUUID(), randomUUID()];
  await call({ split, isTried: true, isBooked: true });
  await call({ split, isTried: true });
  await call({ split, isTried: false, isBooked: true });
  await call({ split, isTried: false, isAnswered: false });
  await call({ split, isTried: true, isBooked: true, isOver: false });
  await call({ split: other, isTried: true, isBooked: true });
  await call({ isBooked: true });
  const { ofSplit } = createGoalStore(database);
  expect(await ofSplit(workspaceId, split, GOAL)).toEqual({
    used: { calls: 1, reached: 1 },
    tried: { calls: 2, reached: 1 },
  });
  const nothing = { calls: 0, reached: 0 };
  expect(await ofSplit(await openTestWorkspace(database), split, GOAL)).toEqual({ used: nothing, tried: nothing });
});
