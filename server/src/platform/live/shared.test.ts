/** Two servers on one PostgreSQL. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { runningEmbeddedPostgres } from "../database/embedded.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { SharedLive, type SharedLiveParts } from "./shared.ts";

const HERE = "11111111-1111-4111-8111-111111111111";
const ELSEWHERE = "22222222-2222-4222-8222-222222222222";
const silent = { warn: () => undefined };

interface Told {
  n: number;
  words?: string;
}

let database: TestDatabase;
let servers: SharedLive<Told>[];
/** Of the servers, in order. */
let connections: pg.Client[];

beforeAll(async () => (database = await openTestDatabase([])));
afterAll(() => database.close());
afterEach(async () => {
  vi.useRealTimers();
  for (const one of servers) await one.stop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(runningEmbeddedPostgres(database.dataDir));
  client.on("error", () => undefined);
  await client.connect();
  connections.push(client);
  return client;
}

function server(change: Partial<SharedLiveParts<Told>> = {}): SharedLive<Told> {
  const live = new SharedLive<Told>({
    connect,
    log: silent,
    parse: (told) => told as Told,
    referenceTo: ({ n }) => String(n),
    find: async (_workspaceId, reference) => ({ n: Number(reference), words: "found" }),
    ...change,
  });
  servers.push(live);
  return live;
}

/** Somebody listens at the second, and the first knows it. */
async function twoServers(change: Partial<SharedLiveParts<Told>> = {}) {
  servers = [];
  connections = [];
  const [first, second] = [server(change), server(change)];
  const heard: Told[] = [];
  const missed: string[] = [];
  const here: Told[] = [];
  second.subscribe(
    HERE,
    (event) => void heard.push(event),
    () => void missed.push("second"),
  );
  await expect.poll(() => first.isWatched(HERE)).toBe(true);
  first.subscribe(
    HERE,
    (event) => void here.push(event),
    () => void missed.push("first"),
  );
  return { first, second, heard, here, missed };
}

test("what happens at one server is heard at the other, once, and at its own once", async () => {
  const { first, heard, here } = await twoServers();
  first.publish(HERE, { n: 1 });
  first.publish(HERE, { n: 1 });
  await expect.poll(() => heard).toEqual([{ n: 1 }, { n: 1 }]);
  expect(here).toEqual([{ n: 1 }, { n: 1 }]);
});

test("what happens in one workspace is told to nobody of another", async () => {
  const { first, second, heard } = await twoServers();
  const others: Told[] = [];
  second.subscribe(ELSEWHERE, (event) => void others.push(event));
  await expect.poll(() => first.isWatched(ELSEWHERE)).toBe(true);
  first.publish(ELSEWHERE, { n: 2 });
  await expect.poll(() => others).toEqual([{ n: 2 }]);
  expect(heard).toEqual([]);
});

test("what nobody listens to is not told, and what is too long is found by the one who is told of it", async () => {
  const { first, heard } = await twoServers();
  expect(first.isWatched(ELSEWHERE)).toBe(false);
  first.publish(HERE, { n: 3, words: "ጤ".repeat(3_000) });
  await expect.poll(() => heard).toEqual([{ n: 3, words: "found" }]);
});

test("ten thousand events at once are heard in their order", async () => {
  const { first, heard, missed } = await twoServers();
  for (let n = 0; n < 10_000; n++) first.publish(HERE, { n });
  await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(10_000);
  expect(heard.every(({ n }, index) => n === index)).toBe(true);
  expect(missed).toEqual([]);
});

test("a server whose queue runs over says so: those who listen elsewhere read again", async () => {
  const { first, heard, missed } = await twoServers({ mostWaitingBytes: 20_000 });
  for (let n = 0; n < 10_000; n++) first.publish(HERE, { n });
  await expect.poll(() => missed).toContain("second");
  expect(heard.length).toBeLessThan(10_000);
  first.publish(HERE, { n: -1 });
  await expect.poll(() => heard.at(-1)).toEqual({ n: -1 });
});

test.each([
  ["tells", 0],
  ["listens", 1],
])(
  "a connection of the one who %s that is cut is made again, and both ends know that they missed something",
  async (_who, index) => {
    const { first, heard, missed } = await twoServers();
    const { processID } = connections[index] as unknown as { processID: number };
    await database.query("select pg_terminate_backend($1)", [processID]);
    await expect.poll(() => new Set(missed), { timeout: 10_000 }).toEqual(new Set(["first", "second"]));
    await expect.poll(() => (first.publish(HERE, { n: 5 }), heard.length), { timeout: 10_000 }).toBeGreaterThan(0);
  },
);

test("text from somebody else on the channel is no event", async () => {
  const { first, heard } = await twoServers({ parse: (told) => (typeof told === "object" ? (told as Told) : undefined) });
  const forged = { is: "event", by: ELSEWHERE, n: 1, at: HERE, event: "words" };
  for (const text of ["no JSON", "{}", JSON.stringify(forged)])
    await database.query("select pg_notify('ongea_live', $1)", [text]);
  first.publish(HERE, { n: 6 });
  await expect.poll(() => heard).toEqual([{ n: 6 }]);
});

test("a server to which nothing that it says comes back, as behind a pooler, warns its operator", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const warnings: string[] = [];
  const deaf = async (): Promise<pg.Client> => Object.assign(await connect(), { on: () => undefined });
  servers = [];
  connections = [];
  server({ connect: deaf, log: { warn: (_fields: unknown, text: string) => void warnings.push(text) } as never });
  await expect.poll(() => connections.length).toBe(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("session mode");
});

test("a server that cannot reach the database stops, and others speak on", async () => {
  const { first } = await twoServers();
  const alone = server({ connect: () => Promise.reject(new Error("away")) });
  const heard: Told[] = [];
  alone.subscribe(HERE, (event) => void heard.push(event));
  alone.publish(HERE, { n: 7 });
  expect(heard).toEqual([{ n: 7 }]);
  first.publish(HERE, { n: 8 });
  await alone.stop();
});
