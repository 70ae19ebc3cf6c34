import { randomUUID } from "node:crypto";
import type { CallStatus } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgents } from "../../../agents/documents/agents.ts";
import { createCallStore, type NewCall } from "../../../calls/records/store.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createBatchStore, type BatchStore } from "../store.ts";
import { createDialler, type Dialler, type DiallerParts } from "./dialler.ts";
import { contactsOfEnded } from "./ended.ts";
import { createDialStore } from "./store.ts";

const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
const QUICK = { claim: 1_000, intent: 1_500, tidy: 100, look: 50 };
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let database: TestDatabase;
let store: BatchStore;
let workspaceId: string;
let agentId: string;
/** Every telephone that rang. */
let rang: string[];
let rangIds: Set<string>;
const open: Dialler[] = [];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createBatchStore(database);
});
beforeEach(async () => {
  rang = [];
  rangIds = new Set();
  workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
});
afterEach(async () => {
  for (const dialler of open.splice(0)) await dialler.stop();
  await database.asOwner("delete from batches");
});
afterAll(() => database.close());

type Place = DiallerParts["place"];

/** A telephone network: rings, is answered or not, and the call ends; all that is written down is. */
function network(status: (to: string, attempt: number) => CallStatus, lastsMs = 20): Place {
  const calls = createCallStore(database);
  const ended = contactsOfEnded(createDialStore(database), () => new Date());
  const attempts = new Map<string, number>();
  return async ({ id, to, batchId, mayRing }) => {
    const row: NewCall = {
      id,
      workspaceId,
      agentId,
      agentName: "Front desk",
      status: "queued",
      provider: "sip",
      direction: "outbound",
      toNumber: to,
      cost: NO_COST,
      batchId,
    };
    const nothing = async () => () => undefined;
    await calls.apply({ id, workspaceId }, { begin: row }, nothing);
    if (!(await mayRing())) return { id };
    rang.push(to);
    rangIds.add(id);
    attempts.set(to, (attempts.get(to) ?? 0) + 1);
    const finish = { status: status(to, attempts.get(to) ?? 0), endedAt: new Date(), answeredAt: new Date(), hangupBy: "Callee" };
    setTimeout(
      () =>
        void calls.apply({ id, workspaceId }, { finish }, async (db, of, over) => (await ended(db, of, over), () => undefined)),
      lastsMs,
    );
    return { id };
  };
}

/** As another server does with the calls of one that is gone. */
async function settleUnrung(): Promise<void> {
  const calls = createCallStore(database);
  const ended = contactsOfEnded(createDialStore(database), () => new Date());
  for (const { id } of (await calls.list(workspaceId, { limit: 100, status: "queued" })).data) {
    if (rangIds.has(id)) continue;
    const finish = { status: "error", endedAt: new Date() } as const;
    await calls.apply({ id, workspaceId }, { finish }, async (db, of, over) => (await ended(db, of, over), () => undefined));
  }
}

function server(place: Place, parts: Partial<DiallerParts> = {}): Dialler {
  const calls = createCallStore(database);
  const dialler = createDialler({
    store: createDialStore(database),
    me: randomUUID(),
    log: silent,
    place,
    known: async (of, ids) => new Set((await calls.those(of, ids, {})).map(({ id }) => id)),
    ended: async (of, ids) => {
      const over = (await calls.those(of, ids, {})).filter(({ endedAt }) => endedAt !== null);
      const settle = contactsOfEnded(createDialStore(database), () => new Date());
      await database.together(of, () => settle(database.of(of), of, over));
    },
    opensAt: async () => undefined,
    tell: async () => undefined,
    room: () => 100,
    free: async () => 100,
    callsPerSecond: 200,
    callsAtOnce: 20,
    patience: QUICK,
    ...parts,
  });
  open.push(dialler);
  return dialler;
}

const number = (n: number): string => `+2547120${String(n).padStart(5, "0")}`;

async function batch(count: number, retry: Parameters<BatchStore["add"]>[0]["retry"] = null): Promise<string> {
  const id = randomUUID();
  const contacts = Array.from({ length: count }, (_, n) => ({ line: n + 2, number: number(n), variables: { n: String(n) } }));
  const rows = async function* () {
    yield { columns: [], contacts, refused: [] };
  };
  await store.add({ id, workspaceId, agentId, fileName: "a.csv", fromNumbers: [], retry }, rows());
  await store.move({ id, workspaceId }, ["created"], { status: "running" });
  return id;
}

const statusOf = async (id: string) => (await store.read({ id, workspaceId }))?.status;
const countsOf = async (id: string) => (await store.counts(workspaceId, [id])).get(id);
const twice = (): string[] => rang.filter((to, i) => rang.indexOf(to) !== i);

describe("a batch", () => {
  it("calls everybody once and is completed, never more at once than it may", async () => {
    const id = await batch(30);
    let most = 0;
    const place = network(() => "completed", 60);
    const counting: Place = async (order) => {
      most = Math.max(most, (await countsOf(id))?.calling ?? 0);
      return place(order);
    };
    server(counting, { callsAtOnce: 7 });
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    expect(rang.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => number(n)));
    expect(most).toBeLessThanOrEqual(7);
    const counts = { waiting: 0, calling: 0, finished: 30, outcomes: { completed: 30 } };
    const messages = { waiting: 0, sending: 0, sent: 0, delivered: 0, read: 0, failed: 0, refused: 0, unknown: 0 };
    expect(await countsOf(id)).toEqual({ ...counts, messages });
  });

  it("that several servers dial is dialled once by all of them", async () => {
    const id = await batch(45);
    for (let n = 0; n < 3; n++) server(network(() => "completed"));
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    expect(twice()).toEqual([]);
    expect(rang).toHaveLength(45);
  });

  it("whose server is killed again and again rings nobody twice and forgets nobody; of whom nobody knows whether they rang, it says so", async () => {
    const id = await batch(30);
    for (let kill = 0; kill < 6; kill++) {
      // Killed servers say nothing more: their claims and intents stay as they are.
      let isDead = false;
      const place = network(() => "completed");
      const dying: Place = (order) => (isDead ? new Promise(() => {}) : place(order));
      const dialStore = createDialStore(database);
      const dead = async <T>(work: () => Promise<T>): Promise<T> => {
        const done = isDead ? undefined : await work();
        return isDead || done === undefined ? new Promise<T>(() => {}) : done;
      };
      const killed = server(dying, {
        store: {
          ...dialStore,
          giveBack: (claim, at) => dead(async () => (await dialStore.giveBack(claim, at), null)) as Promise<never>,
          intend: (claim, me) => dead(() => dialStore.intend(claim, me)),
        },
      });
      await new Promise((resolve) => setTimeout(resolve, 120 + kill * 30));
      isDead = true;
      open.splice(open.indexOf(killed), 1);
      void killed.stop();
      // What it had under way has come to its end, or never will.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await settleUnrung();
    }
    server(network(() => "completed"));
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    expect(twice()).toEqual([]);
    const { outcomes = {}, finished } = (await countsOf(id)) ?? {};
    expect(finished).toBe(30);
    expect((outcomes["completed"] ?? 0) + (outcomes["unknown"] ?? 0)).toBe(30);
    expect(rang).toHaveLength(outcomes["completed"] ?? 0);
  });

  it("with a call that is hung up while its intent is being stored comes to its end all the same", async () => {
    const id = await batch(3);
    const calls = createCallStore(database);
    const place = network(() => "completed");
    const hungUp: Place = async (order) => {
      if (order.to !== number(1)) return place(order);
      const { id: call, to, batchId } = order;
      const facts = { agentName: "Front desk", status: "queued", provider: "sip", direction: "outbound" } as const;
      const row: NewCall = { id: call, workspaceId, agentId, ...facts, toNumber: to, cost: NO_COST, batchId };
      const finish = { status: "canceled", endedAt: new Date() } as const;
      const nothing = async () => () => undefined;
      await calls.apply({ id: call, workspaceId }, { begin: row }, nothing);
      await calls.apply({ id: call, workspaceId }, { finish }, nothing);
      await order.mayRing();
      return { id: call };
    };
    server(hungUp);
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    expect((await countsOf(id))?.outcomes).toEqual({ completed: 2, canceled: 1 });
  });

  it("tries again who was busy, as often as it was told to, and not who answered", async () => {
    const when = { retry_on_statuses: ["busy" as const], retry_on_voicemail: false, retry_intervals_minutes: [0.001] };
    const retry = { enabled: true, max_retries: 2, ...when };
    const id = await batch(3, retry);
    server(network((to, attempt) => (to === number(1) && attempt < 3 ? "busy" : to === number(2) ? "busy" : "completed")));
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    const times = (n: number) => rang.filter((to) => to === number(n)).length;
    expect([times(0), times(1), times(2)]).toEqual([1, 3, 3]);
    expect((await countsOf(id))?.outcomes).toEqual({ completed: 2, busy: 1 });
  });

  it("that is stopped rings nobody further, and goes on where it was when it is run again", async () => {
    const id = await batch(40);
    server(
      network(() => "completed"),
      { callsPerSecond: 40 },
    );
    await expect.poll(() => rang.length).toBeGreaterThan(4);
    await store.move({ id, workspaceId }, ["running"], { status: "stopped" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stoppedAt = rang.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(rang).toHaveLength(stoppedAt);
    expect(stoppedAt).toBeLessThan(40);
    await store.move({ id, workspaceId }, ["stopped"], { status: "running" });
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    expect(rang).toHaveLength(40);
    expect(twice()).toEqual([]);
  });

  it("keeps to calling hours: who may not be rung now waits until the hour opens", async () => {
    const id = await batch(3);
    const opens = new Date(Date.now() + 3_600_000);
    server(
      network(() => "completed"),
      { opensAt: async (claim) => (claim.number === number(1) ? opens : undefined) },
    );
    await expect.poll(() => rang.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 800));
    const { data } = await store.contacts({ id, workspaceId }, { limit: 10 });
    expect(data.map(({ state, notBefore, attempts }) => [state, notBefore?.getTime() ?? null, attempts])).toEqual([
      ["finished", null, 1],
      ["waiting", opens.getTime(), 0],
      ["finished", null, 1],
    ]);
    expect(await statusOf(id)).toBe("running");
  });

  it("waits for its trunk, whose lines are all in use or which takes no more at this moment, and fails nobody", async () => {
    const id = await batch(6);
    const ring = network(() => "completed");
    let lines = 2;
    let said = 0;
    const place: Place = async (order) => {
      if (lines === 0) throw refuse(said++ % 2 === 0 ? "call.trunk_full" : "call.trunk_too_fast");
      lines--;
      setTimeout(() => lines++, 300);
      return ring(order);
    };
    server(place);
    await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe("completed");
    expect([said > 0, rang.length, new Set(rang).size]).toEqual([true, 6, 6]);
    const { data } = await store.contacts({ id, workspaceId }, { limit: 10 });
    expect(data.map(({ outcome, refusal, attempts }) => [outcome, refusal, attempts])).toEqual(
      data.map(() => ["completed", null, 1]),
    );
  });

  it("says of each number why the dial gate refused it, and stops where nobody at all can be reached", async () => {
    const id = await batch(2);
    const premium: Place = async ({ to }) => {
      rang.push(to);
      throw refuse(to === number(0) ? "call.premium" : "call.foreign");
    };
    server(premium);
    await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe("completed");
    const { data } = await store.contacts({ id, workspaceId }, { limit: 10 });
    expect(data.map(({ outcome, refusal }) => [outcome, refusal])).toEqual([
      ["refused", "call.premium"],
      ["refused", "call.foreign"],
    ]);
    for (const dialler of open.splice(0)) await dialler.stop();

    const next = await batch(5);
    server(async () => {
      throw refuse("call.no_route");
    });
    await expect.poll(() => statusOf(next), { timeout: 30_000 }).toBe("failed");
    await expect.poll(async () => (await countsOf(next))?.waiting, { timeout: 30_000 }).toBe(5);
    expect((await store.read({ id: next, workspaceId }))?.problem).toBe("call.no_route");
  });
});

describe("the limits of a workspace", () => {
  it("let contacts wait where it has as many calls as it may, and nobody is claimed in vain", async () => {
    const id = await batch(6);
    const place = network(() => "completed");
    let [running, refused] = [0, 0];
    const limited: Place = async (order) => {
      if (running > 0) {
        refused++;
        throw refuse("call.too_many_at_once");
      }
      running++;
      setTimeout(() => running--, 60);
      return place(order);
    };
    server(limited, { free: async () => 1 - running });
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe("completed");
    expect(rang.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => number(n)));
    expect(twice()).toEqual([]);
    expect(refused).toBeLessThan(6);
  });

  it.each(["call.spent_today", "call.no_credit", "call.not_admitted", "call.unproven"] as const)(
    "end its batches with %s, and every contact waits for another run",
    async (code) => {
      const id = await batch(5);
      server(async () => {
        throw refuse(code);
      });
      await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe("failed");
      await expect.poll(async () => (await countsOf(id))?.waiting, { timeout: 30_000 }).toBe(5);
      expect((await store.read({ id, workspaceId }))?.problem).toBe(code);
    },
  );
});

describe("the pace of a workspace", () => {
  it("is one for all its servers: every contact has a turn of its own, exactly so far from the next", async () => {
    await batch(30);
    const dial = createDialStore(database);
    const pace = { perSecond: 10, atOnce: 100, aheadMs: 5_000, most: 7 };
    const turns: number[] = [];
    for (let n = 0; n < 4; n++) {
      const claims = await dial.claim(workspaceId, randomUUID(), pace);
      const nowMs = performance.now();
      turns.push(...claims.map(({ inMs }) => nowMs + inMs));
    }
    expect(turns).toHaveLength(28);
    const gaps = turns.slice(1).map((turn, i) => turn - (turns[i] ?? 0));
    for (const gap of gaps) expect(Math.abs(gap - 100)).toBeLessThan(40);
    expect(((turns.at(-1) ?? 0) - (turns[0] ?? 0)) / 27).toBeCloseTo(100, -1);
  });
});
