import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryDataDir } from "../testing/data-folder.ts";
import { openDatabase } from "./database.ts";
import { createWriteBehind, type WriteBehind } from "./write-behind.ts";

interface Note {
  call: string;
  position: number;
  at: Date;
}

const log = pino({ level: "silent" });
let folder: string;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const freshFile = (): string => join(folder, `waiting-${count++}`);
const note = (call: string, position: number): Note => ({ call, position, at: new Date(position) });
const away = (): Error => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const isText = (read: unknown): read is string => typeof read === "string";
const isNote = (read: unknown): read is Note => typeof read === "object" && read !== null && "position" in read;

/** A database that is there or not, and remembers what it was told. */
function fakeDatabase() {
  const told: Note[] = [];
  const state = { isThere: true, told, apply: async (written: Note) => store(written) };
  async function store(written: Note): Promise<void> {
    await wait(0);
    if (!state.isThere) throw away();
    told.push(written);
  }
  return state;
}

function positionsOf(told: readonly Note[], call: string): number[] {
  return told.filter((written) => written.call === call).map(({ position }) => position);
}

test("while the database answers, nothing waits and nothing is kept in the file", async () => {
  const database = fakeDatabase();
  const file = freshFile();
  const writes = createWriteBehind({ file, apply: database.apply, isWrite: isNote, log });
  expect(await writes.write("a", note("a", 1))).toBe(true);
  expect(database.told).toEqual([note("a", 1)]);
  expect(existsSync(file)).toBe(false);
  await writes.stop();
});

test("what is written while the database is away is on the disk when that is said, and is written afterwards in order", async () => {
  const database = fakeDatabase();
  const file = freshFile();
  const writes = createWriteBehind({ file, apply: database.apply, isWrite: isNote, log });
  database.isThere = false;
  await Promise.all([1, 2, 3].flatMap((position) => ["a", "b"].map((call) => writes.write(call, note(call, position)))));
  expect(writes.waiting).toBe(6);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(6);
  database.isThere = true;
  await writes.write("a", note("a", 4));
  await writes.settled();
  expect(positionsOf(database.told, "a")).toEqual([1, 2, 3, 4]);
  expect(positionsOf(database.told, "b")).toEqual([1, 2, 3]);
  expect(statSync(file).size).toBe(0);
  await writes.stop();
});

test("what a killed server left is written at the next start, dates and all, and half a line is left out", async () => {
  const database = fakeDatabase();
  const file = freshFile();
  const killed = createWriteBehind({ file, apply: () => Promise.reject(away()), isWrite: isNote, log });
  for (const position of [1, 2]) await killed.write("a", note("a", position));
  appendFileSync(file, "AAAA");
  const next: WriteBehind<Note> = createWriteBehind({ file, apply: database.apply, isWrite: isNote, log });
  expect(await next.replay()).toBe(2);
  expect(database.told).toEqual([note("a", 1), note("a", 2)]);
  expect(await createWriteBehind({ file, apply: database.apply, isWrite: isNote, log }).replay()).toBe(0);
  await next.stop();
});

test("lines that were damaged on the disk are set aside and counted, and every other one is written", async () => {
  const database = fakeDatabase();
  const file = freshFile();
  const killed = createWriteBehind({ file, apply: () => Promise.reject(away()), isWrite: isNote, log });
  for (const position of [1, 2, 3, 4]) await killed.write("a", note("a", position));
  await killed.stop();
  const [first, second, third, fourth] = readFileSync(file)
    .toString("latin1")
    .trim()
    .split("\n")
    .map((line) => Buffer.from(line));
  const garbage = Buffer.from([0xff, 0xfe, 0, 0x80, 0xc3, 0x28, 0xf0, 0x9f]);
  const huge = Buffer.alloc(60_000_000, "A");
  const unknown = Buffer.from(serialize({ lane: "a", write: { is: "unknown" } }).toString("base64"));
  const noLane = Buffer.from(serialize({ lane: 7, write: note("a", 9) }).toString("base64"));
  const torn = first!.subarray(0, 20);
  const damaged = [garbage, first!, huge, unknown, second!, first!.subarray(5), third!, noLane, fourth!];
  writeFileSync(file, Buffer.concat([...damaged.flatMap((line) => [line, Buffer.from("\n")]), torn]));

  const said: object[] = [];
  const saying = pino({ level: "error" }, { write: (line) => said.push(JSON.parse(line) as object) });
  const next = createWriteBehind({ file, apply: database.apply, isWrite: isNote, log: saying });
  expect(await next.replay()).toBe(4);
  expect(positionsOf(database.told, "a")).toEqual([1, 2, 3, 4]);
  expect(said).toMatchObject([{ readable: 4, file: `${file}.unreadable` }]);
  const aside = readFileSync(`${file}.unreadable`);
  for (const bad of [garbage, unknown, noLane, torn]) expect(aside.includes(bad)).toBe(true);
  expect(aside.length).toBeGreaterThan(huge.length);
  await next.stop();
  // What was set aside once is not found again.
  const later = createWriteBehind({ file, apply: database.apply, isWrite: isNote, log: saying });
  expect(await later.replay()).toBe(0);
  expect(said).toHaveLength(1);
  await later.stop();
});

test("a server that is stopped while the database is away leaves what waits to the next one", async () => {
  const database = fakeDatabase();
  const file = freshFile();
  const writes = createWriteBehind({ file, apply: () => Promise.reject(away()), isWrite: isNote, log });
  await writes.write("a", note("a", 1));
  await writes.stop();
  expect(await createWriteBehind({ file, apply: database.apply, isWrite: isNote, log }).replay()).toBe(1);
  expect(database.told).toEqual([note("a", 1)]);
});

test("more than may wait is refused, but the last word of a call still fits", async () => {
  const writes = createWriteBehind<string>({
    file: freshFile(),
    apply: () => Promise.reject(away()),
    isWrite: isText,
    log,
    mostBytes: 1_000,
  });
  const kept: boolean[] = [];
  for (let n = 0; n < 20; n++) kept.push(await writes.write("a", "x".repeat(25)));
  const most = kept.indexOf(false);
  expect(most).toBeGreaterThan(5);
  expect(kept.slice(most)).not.toContain(true);
  expect(await writes.write("a", "x".repeat(25), { last: true })).toBe(true);
  expect(writes.fullness).toBeGreaterThan(0.8);
  expect(writes.fullness).toBeLessThanOrEqual(1);
  await writes.stop();
});

test("a write that the database refuses for good is set aside, and those after it go on", async () => {
  const file = freshFile();
  const told: string[] = [];
  const apply = async (text: string): Promise<void> => {
    if (text === "bad") throw Object.assign(new Error("violates foreign key"), { code: "23503" });
    told.push(text);
  };
  const writes = createWriteBehind({ file, apply, isWrite: isText, log });
  expect(await writes.write("a", "bad")).toBe(false);
  expect(await writes.write("a", "good")).toBe(true);
  expect(told).toEqual(["good"]);
  expect(readFileSync(`${file}.refused`, "utf8").trim().split("\n")).toHaveLength(1);
  await writes.stop();
});

test("a database that hangs counts as away, and the other calls do not wait for it", async () => {
  const told: string[] = [];
  let hangs = true;
  const apply = (text: string): Promise<void> => {
    if (hangs && text === "hung") return new Promise(() => undefined);
    told.push(text);
    return Promise.resolve();
  };
  const writes = createWriteBehind({ file: freshFile(), apply, isWrite: isText, log, timeoutMs: 50 });
  const hung = writes.write("a", "hung");
  expect(await writes.write("b", "other")).toBe(true);
  expect(told).toEqual(["other"]);
  expect(await hung).toBe(true);
  hangs = false;
  await writes.settled();
  expect(told).toEqual(["other", "hung"]);
  await writes.stop();
});

test("however the database comes and goes, each call's writes arrive in order and none is lost", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("write" as const), call: fc.constantFrom("a", "b", "c") }),
    fc.record({ kind: fc.constant("turn" as const), isThere: fc.boolean() }),
    fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 3 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const database = fakeDatabase();
      const writes = createWriteBehind({ file: freshFile(), apply: database.apply, isWrite: isNote, log });
      const given = new Map<string, number>();
      for (const one of steps) {
        if (one.kind === "turn") database.isThere = one.isThere;
        else if (one.kind === "wait") await wait(one.ms);
        else {
          const position = (given.get(one.call) ?? 0) + 1;
          given.set(one.call, position);
          void writes.write(one.call, note(one.call, position));
        }
      }
      database.isThere = true;
      await writes.settled();
      for (const [call, last] of given)
        expect(positionsOf(database.told, call)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
      await writes.stop();
    }),
    { numRuns: 25 },
  );
});

test("the killed PostgreSQL of a hundred writers misses nothing of what they were told is kept", async () => {
  const dataDir = temporaryDataDir();
  const schema = "create table notes (call text, position int, primary key (call, position))";
  const database = await openDatabase({ dataDir, environment: { PATH: process.env["PATH"] ?? "" } }, [
    { id: "0001-notes", sql: schema },
  ]);
  const apply = ({ call, position }: Note): Promise<unknown> =>
    database.everywhere.execute(sql`insert into notes values (${call}, ${position}) on conflict do nothing`);
  const writes = createWriteBehind({ file: join(dataDir, "waiting"), apply, isWrite: isNote, log });
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
    setTimeout(() => process.kill(pid, "SIGKILL"), 150);
    const calls = Array.from({ length: 100 }, (_, index) => `call-${index}`);
    for (let position = 0; position < 12; position++) {
      await Promise.all(calls.map((call) => writes.write(call, note(call, position))));
      await wait(30);
    }
    await expect.poll(() => writes.waiting, { timeout: 15_000 }).toBe(0);
    await writes.settled();
    const { rows } = await database.everywhere.execute(sql`select count(*)::int as count from notes`);
    expect(rows).toEqual([{ count: 1_200 }]);
  } finally {
    await writes.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
