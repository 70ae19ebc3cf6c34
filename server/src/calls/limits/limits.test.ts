/** How much a workspace calls, on a real database: nobody places a call too many, however many ask at once. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../migrations.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { openTestWorkspace } from "../../testing/workspaces.ts";
import { createCallStore, type NewCall } from "../store.ts";
import { createLimits } from "./limits.ts";
import { createLimitStore, NO_LIMITS } from "./store.ts";

let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(() => database.close());

async function workspace({ spent_today = 0, balance = 0 } = {}) {
  const workspaceId = await openTestWorkspace(database);
  const limits = createLimits({ store: createLimitStore(database), money: async () => ({ spent_today, balance }) });
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

test("without limits nothing is refused", async () => {
  const { workspaceId, limits, placed } = await workspace({ spent_today: 9_999_999, balance: -1 });
  for (let n = 0; n < 5; n++) await limits.within(workspaceId, () => placed());
  expect((await limits.read(workspaceId)).used).toEqual({
    calls_last_minute: 5,
    calls_now: 5,
    spent_today: 9_999_999,
    balance: -1,
  });
});

test("of twenty calls that are asked for at once, three are placed where three may be placed in a minute", async () => {
  const { workspaceId, limits, placed } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_per_minute: 3 });
  const ends = await Promise.all(Array.from({ length: 20 }, () => codeOf(limits.within(workspaceId, () => placed()))));
  expect(ends.filter((end) => end === "placed")).toHaveLength(3);
  expect(new Set(ends)).toEqual(new Set(["placed", "call.too_fast"]));
});

test("a call that has ended makes room for another, one that failed to be placed takes none", async () => {
  const { workspaceId, limits, placed } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_at_once: 1 });
  await expect(limits.within(workspaceId, () => Promise.reject(new Error("The line broke")))).rejects.toThrow("The line broke");
  const id = await limits.within(workspaceId, () => placed());
  expect(await codeOf(limits.within(workspaceId, () => placed()))).toBe("call.too_many_at_once");
  const finish = { status: "completed", endedAt: new Date() } as const;
  await createCallStore(database).apply({ id, workspaceId }, { finish }, async () => () => undefined);
  expect(await codeOf(limits.check(workspaceId))).toBe("placed");
});

test("calls of batches, incoming ones, planned ones and those of others count for nobody", async () => {
  const { workspaceId, limits, placed } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, calls_at_once: 1, calls_per_minute: 1 });
  await placed({ batchId: randomUUID() });
  await placed({ direction: "inbound" });
  await placed({ status: "scheduled" });
  await placed({ endedAt: new Date(), initiatedAt: new Date(Date.now() - 61_000) });
  await (await workspace()).placed();
  expect(await codeOf(limits.check(workspaceId))).toBe("placed");
});

test("without a limit of calls nobody waits for another call, and none of 260 at once is refused", async () => {
  const { workspaceId, limits } = await workspace();
  await limits.keep(workspaceId, { ...NO_LIMITS, spend_per_day: 1_000 });
  let release = (): void => undefined;
  const first = limits.within(workspaceId, () => new Promise<void>((resolve) => (release = resolve)));
  const ends = await Promise.all(Array.from({ length: 260 }, () => codeOf(limits.within(workspaceId, async () => "placed"))));
  expect(new Set(ends)).toEqual(new Set(["placed"]));
  release();
  await first;
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
});

test("the limits of one workspace are nobody else's", async () => {
  const [one, other] = [await workspace(), await workspace()];
  await one.limits.keep(one.workspaceId, { ...NO_LIMITS, spend_per_day: 0 });
  expect(await codeOf(other.limits.check(other.workspaceId))).toBe("placed");
});
