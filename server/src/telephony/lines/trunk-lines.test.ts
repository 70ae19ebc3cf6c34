/** Lines of trunks on a real database, taken by several servers at once. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createOwnerStore } from "../../calls/lifecycle/store.ts";
import { createLineStore, type LineRequest, type TrunkLimits } from "./store.ts";
import { createTrunkLines, type TakenLine, type TrunkLines } from "./trunk-lines.ts";

let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(() => database.close());

/** A trunk with these limits. */
async function trunk(limits: Partial<TrunkLimits>): Promise<LineRequest> {
  const [workspaceId, trunkId] = [await openTestWorkspace(database), randomUUID()];
  await database.asOwner(`insert into sip_trunks
    (id, workspace_id, name, provider, description, auth_type, username, sealed, key_version, settings, contact)
    values ('${trunkId}', '${workspaceId}', 'Safari', 'safari', '', 'ip-based', '', '', 1, '{}', '${trunkId}')`);
  return { workspaceId, trunkId, limits: { lines: null, callsPerSecond: null, ...limits } };
}

async function server(): Promise<{ lines: TrunkLines; dies(): Promise<void> }> {
  const owners = createOwnerStore(database);
  const ownerId = randomUUID();
  await owners.beat({ id: ownerId, home: ownerId });
  return { lines: createTrunkLines({ store: createLineStore(database), ownerId }), dies: () => owners.forget([ownerId]) };
}

const take = (lines: TrunkLines, asked: LineRequest): Promise<TakenLine | string> =>
  lines.take(asked).catch((error: { code: string }) => error.code);
const taken = (all: (TakenLine | string)[]): TakenLine[] => all.filter((one) => typeof one !== "string");

test("of forty calls that two servers place at once, a trunk with three lines carries three; each that ends makes room for one", async () => {
  const asked = await trunk({ lines: 3 });
  const servers = [(await server()).lines, (await server()).lines];
  const all = await Promise.all(Array.from({ length: 40 }, (_, at) => take(servers[at % 2]!, asked)));
  expect(taken(all)).toHaveLength(3);
  expect(new Set(all.filter((one) => typeof one === "string"))).toEqual(new Set(["call.trunk_full"]));
  const [first] = taken(all);
  first!.release();
  first!.release();
  await vi.waitUntil(() =>
    servers[0]!.check(asked).then(
      () => true,
      () => false,
    ),
  );
  const again = await Promise.all(servers.map((lines) => take(lines, asked)));
  expect(taken(again)).toHaveLength(1);
});

test("lines of a server that is gone are free, those of a living one are not", async () => {
  const asked = await trunk({ lines: 2 });
  const [gone, stays] = [await server(), await server()];
  await gone.lines.take(asked);
  await stays.lines.take(asked);
  expect(await take(stays.lines, asked)).toBe("call.trunk_full");
  await gone.dies();
  expect(await take(gone.lines, asked)).toBe("call.busy");
  await stays.lines.take(asked);
  expect(await take(stays.lines, asked)).toBe("call.trunk_full");
});

test("calls begin as far apart as the trunk wants them, whichever server places them, and who would wait too long is told", async () => {
  const asked = await trunk({ callsPerSecond: 2 });
  const servers = [(await server()).lines, (await server()).lines];
  const startMs = await databaseMs("clock_timestamp()");
  const all = await Promise.all(Array.from({ length: 16 }, (_, at) => take(servers[at % 2]!, asked)));
  expect(new Set(all.filter((one) => typeof one === "string"))).toEqual(new Set(["call.trunk_too_fast"]));
  expect(taken(all).length).toBeGreaterThanOrEqual(5);
  // Each has half a second of its own, and none is behind those two seconds that one waits at most.
  const untilMs = await databaseMs(`(select next_at from trunk_turns where trunk_id = '${asked.trunkId}')`);
  expect(untilMs - startMs).toBeGreaterThanOrEqual(taken(all).length * 500);
  expect(untilMs - (await databaseMs("clock_timestamp()"))).toBeLessThanOrEqual(2_500);
  await taken(all)[0]!.turn();
});

test("a line that may have been taken when the database went away is given back", async () => {
  const asked = await trunk({ lines: 1 });
  const { lines } = await server();
  const store = createLineStore(database);
  const ownerId = randomUUID();
  await createOwnerStore(database).beat({ id: ownerId, home: ownerId });
  const cut = createTrunkLines({
    ownerId,
    store: { ...store, take: (one) => store.take(one).then(() => Promise.reject(new Error("connection lost"))) },
  });
  await expect(cut.take(asked)).rejects.toThrow("connection lost");
  await vi.waitUntil(() =>
    lines.check(asked).then(
      () => true,
      () => false,
    ),
  );
});

test("a trunk without limits costs no row, and a line is asked about without being taken", async () => {
  const free = await trunk({});
  const { lines } = await server();
  await Promise.all(Array.from({ length: 5 }, () => lines.take(free)));
  const one = await trunk({ lines: 1 });
  await lines.check(one);
  await lines.check(one);
  await lines.take(one);
  await expect(lines.check(one)).rejects.toMatchObject({ code: "call.trunk_full" });
  expect(await rowsOf(free)).toBe(0);
});

test("whatever calls begin and end in whatever order, a trunk never carries more than its lines and gets all of them back", async () => {
  const { lines } = await server();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean(), { maxLength: 24 }), async (most, steps) => {
      const asked = await trunk({ lines: most });
      const held: TakenLine[] = [];
      for (const begins of steps) {
        const before = held.length;
        const line = begins ? await take(lines, asked) : held.shift();
        expect(typeof line === "string").toBe(begins && before >= most);
        if (typeof line === "string") continue;
        if (begins && line) held.push(line);
        else line?.release();
        await vi.waitUntil(async () => (await rowsOf(asked)) === held.length);
      }
      expect(await rowsOf(asked)).toBe(held.length);
    }),
    { numRuns: 15 },
  );
});

async function databaseMs(moment: string): Promise<number> {
  const text = `select (extract(epoch from ${moment}) * 1000)::float8 as ms`;
  return (await database.everywhere.execute<{ ms: number }>(text)).rows[0]?.ms ?? Number.NaN;
}

async function rowsOf({ trunkId }: LineRequest): Promise<number> {
  const text = `select count(*)::int as count from trunk_lines where trunk_id = '${trunkId}'`;
  return (await database.everywhere.execute<{ count: number }>(text)).rows[0]?.count ?? -1;
}
