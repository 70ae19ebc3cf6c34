/** Calls that are placed by themselves, where their assistant names no hours: those of the country hold, on a clock of the test's own. */
import { randomUUID } from "node:crypto";
import type { RetryConfig } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents, type Agents } from "../../agents/documents/agents.ts";
import { createCountryPacks, type CountryPacks } from "../../compliance/country-packs/country-packs.ts";
import { createCountryPackStore } from "../../compliance/country-packs/store.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createCallStore, type CallStore } from "../records/store.ts";
import { createOpening } from "../../compliance/gate/calling-hours.ts";
import type { CallOrder } from "../../telephony/outbound/outbound.ts";
import {
  createPlannedCalls,
  plansOfEnded,
  type PlannedCalls,
  type PlannedOrder,
} from "../../campaigns/scheduled/scheduled-calls.ts";
import { createPlanStore } from "./store.ts";

/** A Tuesday, 22:14 in Nairobi; and the next morning at nine there. */
const NIGHT = new Date("2026-11-24T19:14:00Z");
const MORNING = new Date("2026-11-25T06:00:00Z");
const RETRY: RetryConfig = {
  enabled: true,
  max_retries: 1,
  retry_on_statuses: ["no-answer"],
  retry_on_voicemail: false,
  retry_intervals_minutes: [30],
};

let database: TestDatabase;
let agents: Agents;
let calls: CallStore;
let workspaceId: string;
let agentId: string;
let jobs: JobsByHand;
let packs: CountryPacks;
let planned: PlannedCalls;
let now: Date;
let rang: string[];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  [agents, calls] = [createAgents(database, "a secret of tests"), createCallStore(database)];
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
  jobs = createJobsByHand();
  rang = [];
  now = NIGHT;
  const store = createCountryPackStore(database);
  packs = createCountryPacks({ store, log: { warn: () => undefined }, home: "KE", timeZone: "Africa/Nairobi" });
  planned = createPlannedCalls({
    store: createPlanStore(database),
    tenancy: database,
    agents,
    outbound: { check: async ({ to, from = "ongea" }) => ({ from, to }), place },
    jobs,
    writer: { write: async (call, write) => (await calls.apply(call, write, ended), true) },
    room: () => 5,
    told: async () => undefined,
    opening: createOpening({
      packs,
      numbers: { agentAt: async () => undefined },
      isRegistered: () => false,
      timeZone: "Africa/Nairobi",
    }),
    now: () => now,
  });
});

async function ended(...[db, of, over]: Parameters<ReturnType<typeof plansOfEnded>>): Promise<() => void> {
  await plansOfEnded({ store: createPlanStore(database), jobs, now: () => now })(db, of, over);
  return () => undefined;
}

async function place({ id = "", to, userData }: CallOrder): Promise<{ id: string }> {
  rang.push(id);
  const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
  const facts = { status: "queued", provider: "sip", direction: "outbound", ownerId: randomUUID() } as const;
  const begin = { id, workspaceId, agentId, agentName: "Front desk", toNumber: to, userData, cost, ...facts };
  await calls.apply({ id, workspaceId }, { begin }, ended);
  return { id };
}

const order = (more: Partial<PlannedOrder> = {}) =>
  planned.order({ id: randomUUID(), workspaceId, agentId, to: "+254712000001", userData: {}, anyHour: false, ...more });
const read = (id: string) => calls.read({ id, workspaceId });
async function attemptAt(moment: Date): Promise<void> {
  now = moment;
  await jobs.attemptAll();
}

test("a call at night waits until the morning there, and rings then", async () => {
  const { id, status } = await order();
  expect([status, rang]).toEqual(["rescheduled", []]);
  expect(await read(id)).toMatchObject({ status: "rescheduled", scheduledAt: MORNING });
  await attemptAt(new Date(MORNING.getTime() - 60_000));
  expect(rang).toEqual([]);
  await attemptAt(MORNING);
  expect(rang).toEqual([id]);
});

test("whoever says so rings at night, and so does a telephone of the house", async () => {
  expect((await order({ anyHour: true })).status).toBe("queued");
  expect((await order({ to: "kiosk" })).status).toBe("queued");
  expect(rang).toHaveLength(2);
});

test("a call that is planned for the night, and a further attempt that falls into it, wait as well", async () => {
  now = new Date("2026-11-24T14:45:00Z");
  const { id } = await order({ retry: RETRY });
  expect((await order({ at: NIGHT })).status).toBe("rescheduled");
  await jobs.attemptAll();
  await calls.apply({ id, workspaceId }, { finish: { status: "no-answer", endedAt: now } }, ended);
  await attemptAt(new Date("2026-11-24T15:15:00Z"));
  expect(rang).toEqual([id]);
  await attemptAt(MORNING);
  expect(rang).toHaveLength(3);
});

test("a day without calls holds one back, though it was planned before the day was declared", async () => {
  const { id } = await order({ at: new Date("2026-11-25T07:00:00Z") });
  const holidays = { days: ["2026-11-25"], after_easter: [], source: "Gazette", read_on: "2026-11-24" };
  await packs.change(workspaceId, "KE", { holidays });
  packs.changed(workspaceId);
  await attemptAt(new Date("2026-11-25T07:00:00Z"));
  expect([rang, (await read(id))?.scheduledAt]).toEqual([[], new Date("2026-11-26T06:00:00Z")]);
});
