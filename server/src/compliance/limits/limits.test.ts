/** How much a workspace calls, on a real database: nobody places a call too many, however many ask at once, on however many servers. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createOwnerStore } from "../../calls/lifecycle/store.ts";
import { createCallStore, type NewCall } from "../../calls/records/store.ts";
import { createLimits, type Limits, type Slot } from "./limits.ts";
import { leaseOf } from "../../calls/lifecycle/store.ts";
import { outboundUse } from "../../calls/records/counts/store.ts";
import { createLimitStore, NO_LIMITS } from "./store.ts";

let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(() => database.close());

async function server(money = { spent_today: 0, balance: 0, minute: 0 }): Promise<{ limits: Limits; dies(): Promise<void> }> {
  const owners = createOwnerStore(database);
  const ownerId = randomUUID();
  await owners.beat({ id: ownerId, home: ownerId });
  const limits = createLimits({ store: createLimitStore(database, { outboundUse, leaseOf }), money: async () => money, ownerId });
  return { limits, dies: () => owners.forget([ownerId]) };
}

async function workspace({ spent_today = 0, balance = 0, minute = 0 } = {}) {
  const workspaceId = await openTestWorkspace(database);
  const { limits } = await server({ spent_today, balance, minute });
  const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
  const placed = async (change: Partial<NewCall> = {}): Promise<string> => {
    const call = { id: randomUUID(), workspaceId };
    const row = { agentName: "Desk", status: "queued", provider: "sip", direction: "outbound", cost } as const;
    const begin: NewCall = { ...row, ...call, initiatedAt: new Date(), ...change };
    await createCallStore(database).apply(call, { begin }, async () => () => undefined);
    return call.id;
  };
  return { workspaceId, limits, placed };
}

const codeOf = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => "placed",
    (error: { code: string }) => error.code,
  );
const taken = (limits: Limits, workspaceId: string): Promise<Slot | string> =>
  limits.take(workspaceId).catch((error: { code: string }) => error.code);
const slots = (all: readonly (Slot | string)[]): Slot[] => all.filter((one) => typeof one !== "string");

test("without limits nothing is refused", async () => {
  const { workspaceId, limits, placed } = await workspace({ spent_today: 9_999_999, balance: -1 });
  for (let n = 0; n < 5; n++) {
    await limits.take(workspaceId);
    await placed();
  }
  expect((await limits.read(workspaceId)).used).toEqual({
    calls_last_minute: 5,
    calls_now: 5,
    spent_today: 9_999_999,
    balance: -1,
  });
  expect(await rowsOf(workspaceId)).toBe(0);
});

test.each([
  [{ calls_per_minute: 3 }, "call.too_fast"],
  [{ calls_at_once: 3 }, "call.too_many_at_once"],
])("of forty calls that two servers place at once, %o lets three leave", async (limit, code) => {
  const { workspaceId, limits } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, ...limit });
  const servers = [limits, (await server()).limits];
  const all = await Promise.all(Array.from({ length: 40 }, (_, n) => taken(servers[n % 2]!, workspaceId)));
  expect(slots(all)).toHaveLength(3);
  expect(new Set(all.filter((one) => typeof one === "string"))).toEqual(new Set([code]));
  expect(await limits.free(workspaceId)).toBe(0);
});

test("calls that run hold the price of a minute each: what is left of the day's money is never promised twice", async () => {
  const { workspaceId, limits } = await workspace({ spent_today: 80, balance: 25, minute: 10 });
  const all = async () => slots(await Promise.all(Array.from({ length: 10 }, () => taken(limits, workspaceId))));
  await limits.keep(workspaceId, { ...NO_LIMITS, spend_per_day: 100 });
  const held = await all();
  expect(held).toHaveLength(2);
  for (const slot of held) slot.release();
  await vi.waitUntil(async () => (await rowsOf(workspaceId)) === 0);
  await limits.keep(workspaceId, { ...NO_LIMITS, needs_balance: true });
  expect(await all()).toHaveLength(3);
});

test("what a server that is gone has held is free, what a living one holds is not", async () => {
  const { workspaceId, limits } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_at_once: 2 });
  const gone = await server();
  await gone.limits.take(workspaceId);
  await limits.take(workspaceId);
  expect(await taken(limits, workspaceId)).toBe("call.too_many_at_once");
  await gone.dies();
  expect(await taken(gone.limits, workspaceId)).toBe("call.busy");
  await limits.take(workspaceId);
  expect(await taken(limits, workspaceId)).toBe("call.too_many_at_once");
});

test("a call that has ended makes room for another; one that never rang counts for no minute, one that rang does", async () => {
  const { workspaceId, limits } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_at_once: 1, calls_per_minute: 1 });
  const first = await limits.take(workspaceId);
  expect(await taken(limits, workspaceId)).toBe("call.too_fast");
  first.release();
  first.release();
  await vi.waitUntil(async () => (await limits.free(workspaceId)) === 1);
  const second = await limits.take(workspaceId);
  second.rang();
  second.release();
  await vi.waitUntil(async () => (await limits.read(workspaceId)).used.calls_now === 0);
  expect(await taken(limits, workspaceId)).toBe("call.too_fast");
});

test("calls that began before there were limits count, those of batches too; incoming, planned and others' calls do not", async () => {
  const { workspaceId, limits, placed } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_at_once: 1, calls_per_minute: 1 });
  await placed({ direction: "inbound" });
  await placed({ status: "scheduled" });
  await placed({ endedAt: new Date(), initiatedAt: new Date(Date.now() - 61_000) });
  await (await workspace()).placed();
  expect(await codeOf(limits.check(workspaceId))).toBe("placed");
  await placed({ batchId: randomUUID() });
  expect(await codeOf(limits.check(workspaceId))).toBe("call.too_fast");
  expect(await taken(limits, workspaceId)).toBe("call.too_fast");
});

test("without a limit of calls nobody waits for another call, and none of 260 at once is refused", async () => {
  const { workspaceId, limits } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, spend_per_day: 1_000 });
  const ends = await Promise.all(Array.from({ length: 260 }, () => codeOf(limits.take(workspaceId))));
  expect(new Set(ends)).toEqual(new Set(["placed"]));
});

test.each([
  [{ spent_today: 500 }, { spend_per_day: 500 }, "call.spent_today"],
  [{ spent_today: 499 }, { spend_per_day: 500 }, "placed"],
  [{ spent_today: 0 }, { spend_per_day: 0 }, "call.spent_today"],
  [{ balance: -1 }, { needs_balance: true }, "call.no_credit"],
  [{ balance: 0 }, { needs_balance: true }, "placed"],
])("having %o, with %o a call is: %s", async (money, limit, end) => {
  const { workspaceId, limits } = await workspace(money);
  await limits.keep(workspaceId, { ...NO_LIMITS, ...limit });
  expect(await codeOf(limits.check(workspaceId))).toBe(end);
  expect(await codeOf(limits.take(workspaceId))).toBe(end);
});

test("the limits of one workspace are nobody else's", async () => {
  const [one, other] = [await workspace(), await workspace()];
  await one.limits.keep(one.workspaceId, { ...NO_LIMITS, spend_per_day: 0 });
  expect(await codeOf(other.limits.take(other.workspaceId))).toBe("placed");
});

test("a slot whose answer was lost with the database's connection is given back", async () => {
  const { workspaceId, limits } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_at_once: 1 });
  const store = createLimitStore(database, { outboundUse, leaseOf });
  const ownerId = randomUUID();
  await createOwnerStore(database).beat({ id: ownerId, home: ownerId });
  const cut = createLimits({
    ownerId,
    money: async () => ({ spent_today: 0, balance: 0, minute: 0 }),
    store: { ...store, reserve: (...given) => store.reserve(...given).then(() => Promise.reject(new Error("connection lost"))) },
  });
  await expect(cut.take(workspaceId)).rejects.toThrow("connection lost");
  await vi.waitUntil(async () => (await rowsOf(workspaceId)) === 0);
});

async function rowsOf(workspaceId: string): Promise<number> {
  const text = `select count(*)::int as count from dial_slots where workspace_id = '${workspaceId}'`;
  return (await database.everywhere.execute<{ count: number }>(text)).rows[0]?.count ?? -1;
}
