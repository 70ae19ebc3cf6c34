import { randomUUID } from "node:crypto";
import { AgentDocument, type CallStatus, type RetryConfig } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Agents, StoredAgent } from "../../agents/index.ts";
import { addSeededAgents } from "../../agents/documents/seeded/store.ts";
import { createAgents } from "../../agents/documents/agents.ts";
import { MIGRATIONS } from "../../schema.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createCallStore, type CallRow, type CallStore, type CallWriter } from "../../calls/records/store.ts";
import { createOpening } from "../../compliance/gate/calling-hours.ts";
import type { CallOrder, Outbound } from "../../telephony/outbound/outbound.ts";
import { createPlannedCalls, plansOfEnded, type PlannedCalls, type PlannedOrder } from "./scheduled-calls.ts";
import { createPlanStore } from "../../calls/scheduled/store.ts";

const [TO, MINUTE] = ["+254712000001", 60_000] as const;
const READ = { source: "Test", read_on: "2026-11-23", edited: false };
const ALWAYS_OPEN = {
  country: "KE",
  time_zone: "Africa/Nairobi",
  hours: { week: Array.from({ length: 7 }, (): [number, number] => [0, 1_440]), ...READ },
  holidays: { days: [], after_easter: [], ...READ },
};
const RETRY: RetryConfig = {
  enabled: true,
  max_retries: 2,
  retry_on_statuses: ["no-answer", "busy"],
  retry_on_voicemail: false,
  retry_intervals_minutes: [30, 60],
};

let database: TestDatabase;
let calls: CallStore;
let agents: Agents;
let agentId: string;
let workspaceId: string;
let jobs: JobsByHand;
let planned: PlannedCalls;
let now: Date;
let room: number;
let isKilled: boolean;
/** Every telephone that rang, and what rings does when it is asked to. */
let rang: string[];
/** The statuses that the assistant's webhook was told. */
let told: string[];
let place: (order: CallOrder) => Promise<{ id: string }>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  calls = createCallStore(database);
  agents = createAgents(database, "a secret of tests");
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
  jobs = createJobsByHand();
  // Tuesday, ten in the morning in Nairobi.
  now = new Date("2026-11-24T07:00:00Z");
  room = 5;
  isKilled = false;
  [rang, told] = [[], []];
  place = rings;
  planned = server();
});

const store = () => createPlanStore(database);
const ended = async (...[db, of, over]: Parameters<ReturnType<typeof plansOfEnded>>) => {
  await plansOfEnded({ store: store(), jobs, now: () => now })(db, of, over);
  return () => undefined;
};
const writer: CallWriter = {
  write: async (call, write) => {
    await calls.apply(call, write, ended);
    return true;
  },
};

function server(): PlannedCalls {
  const outbound: Pick<Outbound, "check" | "place"> = {
    check: async ({ to, from = "ongea" }) => {
      if (to === "999") throw refuse("call.emergency");
      return { from, to };
    },
    place: (order) => place(order),
  };
  return createPlannedCalls({
    store: isKilled ? { ...store(), undial: () => Promise.reject(new Error("killed")) } : store(),
    tenancy: database,
    agents,
    outbound,
    jobs,
    writer,
    room: () => room,
    told: async ({ id }) => void told.push(`${(await read(id))?.status}`),
    opening: createOpening({
      packs: { hoursOf: async () => ({ rules: [ALWAYS_OPEN], isKnown: true }) },
      numbers: { agentAt: async () => undefined },
      isRegistered: () => false,
      timeZone: "Africa/Nairobi",
    }),
    now: () => now,
  });
}

async function rings({ id = "", to, from, userData }: CallOrder): Promise<{ id: string }> {
  rang.push(id);
  const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
  const facts = { status: "queued", provider: "sip", direction: "outbound", ownerId: randomUUID() } as const;
  const begin = {
    id,
    workspaceId,
    agentId,
    agentName: "Front desk",
    toNumber: to,
    fromNumber: from ?? null,
    userData,
    cost,
    ...facts,
  };
  await calls.apply({ id, workspaceId }, { begin }, ended);
  return { id };
}

const endsAs = (id: string, status: CallStatus, more: Partial<CallRow> = {}) =>
  calls.apply({ id, workspaceId }, { finish: { status, endedAt: now, ...more } }, ended);
const order = (more: Partial<PlannedOrder> = {}) =>
  planned.order({ id: randomUUID(), workspaceId, agentId, to: TO, userData: { name: "Asha" }, anyHour: false, ...more });
const read = (id: string) => calls.read({ id, workspaceId });
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
const all = async () => (await calls.list(workspaceId, { limit: 50 })).data;
async function pass(minutes: number): Promise<void> {
  now = later(minutes);
  await jobs.attemptAll();
}

describe("what is known of a planned call", () => {
  test("each attempt says what became of those before it, and how it may be tried again", async () => {
    const { id } = await order({ retry: RETRY });
    await jobs.attemptAll();
    await endsAs(id, "no-answer");
    await pass(30);
    const second = rang.at(-1) ?? "";
    expect(second).not.toBe(id);
    expect(await store().retries({ id, workspaceId })).toEqual({ retry_count: 0, retry_config: RETRY, retry_history: [] });
    const { retry_count, retry_history } = await store().retries({ id: second, workspaceId });
    expect([retry_count, retry_history]).toMatchObject([1, [{ attempt: 1, status: "no-answer" }]]);
    const unplanned = { id: randomUUID(), workspaceId };
    expect(await store().retries(unplanned)).toEqual({ retry_count: 0, retry_config: null, retry_history: [] });
  });

  test("an assistant's webhook is told that a call is planned, one without is told nothing", async () => {
    await order({ at: later(30) });
    expect(told).toEqual([]);
    const real = agents;
    const read = async (...key: Parameters<Agents["read"]>): Promise<StoredAgent> => {
      const agent = await real.read(...key);
      const agent_config = { ...agent.document.agent_config, webhook_url: "https://example.com/hook" };
      return { ...agent, document: { ...agent.document, agent_config } };
    };
    agents = { ...real, read };
    planned = server();
    agents = real;
    await order({ at: later(30) });
    expect(told).toEqual(["scheduled"]);
  });
});

describe("a call that is ordered for later", () => {
  test("is seen as scheduled, rings at its moment and not before, and keeps whom it is for", async () => {
    const at = later(30);
    const { id, status } = await order({ at, from: "+254200000001" });
    expect(status).toBe("scheduled");
    expect(await read(id)).toMatchObject({
      status: "scheduled",
      scheduledAt: at,
      toNumber: TO,
      userData: { name: "Asha" },
      ownerId: null,
      transfer: null,
      redactedAt: null,
    });
    await pass(29);
    expect(rang).toEqual([]);
    await pass(1);
    expect(rang).toEqual([id]);
    expect(await read(id)).toMatchObject({ status: "queued", scheduledAt: at, fromNumber: "+254200000001" });
    await endsAs(id, "completed");
    await pass(600);
    expect(await all()).toHaveLength(1);
  });

  test("rings at once where nothing is to be waited for", async () => {
    const { id, status } = await order({ at: new Date(now.getTime() - 5_000) });
    expect([status, rang]).toEqual(["queued", [id]]);
    expect(jobs.waiting).toBe(0);
  });

  test("given twice under one id is dialled once", async () => {
    const id = randomUUID();
    await order({ id, at: later(5) });
    await order({ id, at: later(5) });
    await pass(6);
    await pass(6);
    expect(rang).toEqual([id]);
  });

  test("is refused where it could not be dialled, is long past or too far away", async () => {
    await expect(order({ to: "999", at: later(5) })).rejects.toMatchObject({ code: "call.emergency" });
    await expect(order({ at: later(-5) })).rejects.toMatchObject({ code: "call.bad_time" });
    await expect(order({ at: later(400 * 24 * 60) })).rejects.toMatchObject({ code: "call.bad_time" });
    expect(await all()).toEqual([]);
  });

  test("waits while the server has no room", async () => {
    room = 0;
    const { id } = await order({ at: later(1) });
    await pass(2);
    expect(rang).toEqual([]);
    room = 1;
    await pass(0);
    expect(rang).toEqual([id]);
  });

  test("that may not be dialled any more when its moment comes ends, and says why", async () => {
    place = async () => {
      throw refuse("call.do_not_call");
    };
    const { id } = await order({ at: later(1) });
    await pass(2);
    await pass(2);
    const row = await read(id);
    expect([row?.status, row?.endedAt]).toEqual(["failed", expect.any(Date)]);
    expect(row?.errorMessage).toContain("do-not-call list");
  });
});

describe("a planned call that is taken back", () => {
  test("is stopped and never dialled", async () => {
    const { id } = await order({ at: later(5) });
    expect(await planned.takeBack({ id, workspaceId: await openTestWorkspace(database) })).toBe(false);
    expect(await planned.takeBack({ id, workspaceId })).toBe(true);
    expect(await planned.takeBack({ id, workspaceId })).toBe(false);
    await pass(10);
    expect(rang).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "stopped", hangupBy: "API Request", endedAt: expect.any(Date) });
  });

  test("has no further attempts either, by the id of any of them", async () => {
    const { id } = await order({ retry: RETRY });
    await pass(0);
    await endsAs(id, "busy");
    expect(await planned.takeBack({ id, workspaceId })).toBe(true);
    await pass(100);
    expect(rang).toEqual([id]);
    expect((await all()).map(({ status }) => status).toSorted()).toEqual(["busy", "stopped"]);
  });

  test("is, once it is on the line, the attempt that is spoken in now, by the id of any of them", async () => {
    const { id } = await order({ retry: RETRY });
    await pass(0);
    expect(await planned.attemptNow({ id, workspaceId })).toEqual({ id, workspaceId });
    await endsAs(id, "busy");
    await pass(40);
    const second = { id: rang[1]!, workspaceId };
    expect(await planned.takeBack({ id, workspaceId })).toBe(false);
    expect(await planned.attemptNow({ id, workspaceId })).toEqual(second);
    expect(await planned.attemptNow(second)).toEqual(second);
    const stranger = { id, workspaceId: await openTestWorkspace(database) };
    expect(await planned.attemptNow(stranger)).toEqual(stranger);
  });

  test("at the moment at which it is dialled either rings or does not, and is said to", async () => {
    for (let time = 0; time < 10; time++) {
      const { id } = await order({ at: later(1) });
      now = later(2);
      const [, isBack] = await Promise.all([jobs.attemptAll(), planned.takeBack({ id, workspaceId })]);
      expect([rang.includes(id), (await read(id))?.status]).toEqual(isBack ? [false, "stopped"] : [true, "queued"]);
    }
  });
});

describe("a call that nobody answers", () => {
  test("is made again after the minutes that were asked for, as often as was asked for, each with a row of its own", async () => {
    const { id } = await order({ retry: RETRY });
    await pass(0);
    await endsAs(id, "no-answer");
    await pass(29);
    expect(rang).toEqual([id]);
    await pass(1);
    expect(rang).toHaveLength(2);
    await endsAs(rang[1]!, "busy");
    await pass(59);
    expect(rang).toHaveLength(2);
    await pass(1);
    expect(rang).toHaveLength(3);
    await endsAs(rang[2]!, "no-answer");
    await pass(600);
    expect([rang.length, new Set(rang).size, jobs.waiting]).toEqual([3, 3, 0]);
    expect((await all()).every(({ toNumber, userData }) => toNumber === TO && userData["name"] === "Asha")).toBe(true);
  });

  test("is not made again where it was answered, or ended as nothing that was asked for", async () => {
    for (const status of ["completed", "canceled"] as const) {
      const { id } = await order({ retry: RETRY });
      await pass(0);
      await endsAs(id, status);
    }
    await pass(600);
    expect(rang).toHaveLength(2);
  });

  test("but a voicemail box is called again where that was asked for", async () => {
    const { id } = await order({ retry: { ...RETRY, retry_on_voicemail: true } });
    await pass(0);
    await endsAs(id, "completed", { hangupReason: "voicemail_detected" });
    await pass(30);
    expect(rang).toHaveLength(2);
  });
});

describe("the hours of an assistant", () => {
  beforeEach(async () => {
    const guarded = { agent_name: "Front desk", calling_guardrails: { call_start_hour: 9, call_end_hour: 17 } };
    const document = AgentDocument.parse({ agent_config: guarded });
    agentId = randomUUID();
    await addSeededAgents(database.of(workspaceId), workspaceId, [{ id: agentId, document, createdAt: new Date() }]);
  });

  test("hold a call back until they open where the called person is", async () => {
    now = new Date("2026-11-24T15:00:00Z");
    const { id, status } = await order();
    expect([status, rang]).toEqual(["rescheduled", []]);
    expect(await read(id)).toMatchObject({ status: "rescheduled", scheduledAt: new Date("2026-11-25T06:00:00Z") });
    await pass(14 * 60);
    expect(rang).toEqual([]);
    await pass(60);
    expect(rang).toEqual([id]);
  });

  test("are looked at again when it is dialled, and not at all where the caller says so", async () => {
    const { id } = await order({ at: new Date("2026-11-24T13:59:30Z") });
    now = new Date("2026-11-24T14:00:30Z");
    await jobs.attemptAll();
    expect(await read(id)).toMatchObject({ status: "rescheduled", scheduledAt: new Date("2026-11-25T06:00:00Z") });
    expect((await order({ anyHour: true })).status).toBe("queued");
    expect(rang).toHaveLength(1);
  });
});

describe("a call that could not be placed", () => {
  test("because the server was stopping, or its database away, waits and is dialled by the next one", async () => {
    place = () => Promise.reject(refuse("server.stopping"));
    const { id } = await order({ at: later(1) });
    await pass(2);
    expect(await read(id)).toMatchObject({ status: "scheduled", endedAt: null });
    place = rings;
    await pass(1);
    expect([rang, (await read(id))?.status]).toEqual([[id], "queued"]);
  });

  test("and was taken back by a server that died before it could say so, is said to be stopped when its time has come", async () => {
    const { id } = await order({ at: later(5) });
    await store().takeBack({ id, workspaceId });
    await pass(6);
    expect([rang, (await read(id))?.status]).toEqual([[], "stopped"]);
  });
});

describe("a server that dies while it dials", () => {
  beforeEach(() => {
    isKilled = true;
    planned = server();
  });

  test("leaves a call that nobody dials again, and that says so", async () => {
    place = () => Promise.reject(new Error("killed"));
    const { id } = await order({ at: later(1) });
    await pass(2);
    place = rings;
    await pass(2);
    await pass(2);
    expect(rang).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "error", endedAt: expect.any(Date) });
  });

  test("leaves one that rang as it is", async () => {
    place = async (given) => {
      await rings(given);
      throw new Error("killed");
    };
    const { id } = await order({ at: later(1) });
    await pass(2);
    await pass(2);
    expect([rang, (await read(id))?.status]).toEqual([[id], "queued"]);
  });
});
