import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openJobs, type Jobs } from "./jobs.ts";
import { prepareJobs } from "./prepare.ts";
import { NotNow, twiceAsLong, type Queue } from "./queue.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const letters: Queue<{ to: string }> = {
  name: "letters",
  data: z.object({ to: z.string() }),
  takesSeconds: 1,
  againAfterSeconds: (attempts) => (attempts < 3 ? 0 : undefined),
};
let database: TestDatabase;
const open: Jobs[] = [];

beforeAll(async () => {
  database = await openTestDatabase([], async (client, role) => {
    await prepareJobs(client, [letters], role);
    // The next start finds everything there.
    await prepareJobs(client, [letters], role);
  });
});
afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.stop();
  await database.asOwner("delete from jobs.job");
});
afterAll(() => database.close());

async function jobs(): Promise<Jobs> {
  const one = await openJobs(database, silent);
  open.push(one);
  return one;
}

test("what is sent is done, once, by one of two servers", async () => {
  const [here, there] = [await jobs(), await jobs()];
  const done: string[] = [];
  for (const server of [here, there]) server.work(letters, async ({ to }) => void done.push(to));
  for (let n = 0; n < 20; n++) await here.send(letters, { to: `reader ${n}` });
  await expect.poll(() => done.length).toBe(20);
  await Promise.all([here.settled(), there.settled()]);
  expect(new Set(done).size).toBe(20);
});

test("where several are done at once, one that stalls keeps no other waiting", async () => {
  const server = await jobs();
  const done: string[] = [];
  let release = (): void => undefined;
  const stalls = new Promise<void>((resolve) => (release = resolve));
  server.work(
    letters,
    async ({ to }) => {
      if (to === "reader 0") await stalls;
      done.push(to);
    },
    { atOnce: 2 },
  );
  for (let n = 0; n < 5; n++) await server.send(letters, { to: `reader ${n}` });
  await expect.poll(() => done.length).toBe(4);
  release();
  await server.settled();
  expect(done.at(-1)).toBe("reader 0");
});

test("of a repeatable kind a server begins what it sends itself without asking, and puts away all of it", async () => {
  const server = await jobs();
  const done: string[] = [];
  server.work(letters, async ({ to }) => void done.push(to), { atOnce: 2, isRepeatable: true });
  await server.settled();
  await database.togetherEverywhere(async () => {
    for (let n = 0; n < 2; n++) await server.send(letters, { to: `reader ${n}` });
    const { rows } = await database.query("select distinct state::text from jobs.job");
    expect(rows).toEqual([{ state: "active" }]);
    expect(done).toEqual([]);
  });
  await expect.poll(() => done.length).toBe(2);
  await server.settled();
  const { rows } = await database.query("select state::text, count(*)::int from jobs.job group by state");
  expect(rows).toEqual([{ state: "completed", count: 2 }]);
});

test("of a repeatable kind a server begins no more of a transaction than it has places", async () => {
  const server = await jobs();
  let [underway, most, done] = [0, 0, 0];
  const handle = async (): Promise<void> => {
    most = Math.max(most, ++underway);
    await new Promise((resolve) => setTimeout(resolve, 20));
    underway -= 1;
    done += 1;
  };
  server.work(letters, handle, { atOnce: 2, isRepeatable: true });
  await server.settled();
  await database.togetherEverywhere(async () => {
    for (let n = 0; n < 12; n++) await server.send(letters, { to: `reader ${n}` });
  });
  await expect.poll(() => done).toBe(12);
  expect(most).toBe(2);
});

test("where a server has no room for what it sends, it waits for whoever has", async () => {
  const [busy, other] = [await jobs(), await jobs()];
  const done: string[] = [];
  const repeatable = { isRepeatable: true };
  busy.work(letters, ({ to }) => (to === "first" ? new Promise(() => undefined) : Promise.resolve()), repeatable);
  await busy.send(letters, { to: "first" });
  await busy.send(letters, { to: "second" });
  other.work(letters, async ({ to }) => void done.push(to), repeatable);
  await expect.poll(() => done).toEqual(["second"]);
});

test.each([{}, { isRepeatable: true }])(
  "what is sent in a transaction that fails was never sent; in one that holds, it is",
  async (options) => {
    const server = await jobs();
    const done: string[] = [];
    server.work(letters, async ({ to }) => void done.push(to), options);
    const act = (to: string, fails: boolean) =>
      database.togetherEverywhere(async () => {
        await server.send(letters, { to });
        if (fails) throw new Error("The act failed");
      });
    await expect(act("nobody", true)).rejects.toThrow("The act failed");
    await act("somebody", false);
    await expect.poll(() => done).toEqual(["somebody"]);
  },
);

test("a job that fails is tried again as its queue says, and then given up", async () => {
  const server = await jobs();
  const attempts: number[] = [];
  server.work(letters, async (_, job) => {
    attempts.push(job.attempts);
    throw new Error("The post office is closed");
  });
  await server.send(letters, { to: "a" });
  await expect
    .poll(() => (void server.send(letters, { to: "wake" }), attempts.filter((n) => n === 3).length), { interval: 100 })
    .toBeGreaterThan(0);
  expect(Math.max(...attempts)).toBe(3);
});

test("a job that was sent before its words were understood is given up after its attempts, and the next is done", async () => {
  const server = await jobs();
  const done: string[] = [];
  const older: Queue<{ to: number }> = { ...letters, data: z.object({ to: z.number() }) };
  await server.send(older, { to: 1 });
  server.work(letters, async ({ to }) => void done.push(to));
  await server.send(letters, { to: "b" });
  await expect.poll(() => done).toEqual(["b"]);
});

test("a job that is never done has failed when its time is over, and keeps no other one waiting", async () => {
  const server = await jobs();
  const done: string[] = [];
  const stuck: { attempts: number; signal: AbortSignal }[] = [];
  server.work(letters, async ({ to }, job) => {
    if (to === "nowhere") return new Promise<void>(() => stuck.push(job));
    done.push(to);
  });
  await server.send(letters, { to: "nowhere" });
  await server.send(letters, { to: "d" });
  await expect.poll(() => done, { timeout: 10_000 }).toContain("d");
  await expect.poll(() => stuck.map(({ attempts }) => attempts), { timeout: 10_000 }).toEqual([1, 2, 3]);
  await expect.poll(() => stuck.every(({ signal }) => signal.aborted), { timeout: 10_000 }).toBe(true);
});

test("a handler that does not try now is asked again when it says, and that is no attempt", async () => {
  const server = await jobs();
  const seen: number[] = [];
  server.work(letters, async (_letter, { attempts }) => {
    seen.push(attempts);
    if (seen.length < 5) throw new NotNow(0);
  });
  await server.send(letters, { to: "later" });
  await server.settled();
  expect(seen).toEqual([1, 1, 1, 1, 1]);
});

test("a job that waits is begun when its time has come, not at the next look round", async () => {
  const server = await jobs();
  const seen: number[] = [];
  server.work(letters, async () => {
    seen.push(performance.now());
    if (seen.length === 1) throw new NotNow(1);
  });
  await server.send(letters, { to: "soon" });
  await expect.poll(() => seen.length, { timeout: 8_000 }).toBe(2);
  expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test("a server whose job heeds nothing stops all the same, and the next one does it", async () => {
  const [stopping, next] = [await jobs(), await jobs()];
  const begun = new Promise<void>((resolve) =>
    stopping.work({ ...letters, takesSeconds: 600 }, () => new Promise(() => resolve())),
  );
  await stopping.send({ ...letters, takesSeconds: 600 }, { to: "e" });
  await begun;
  await stopping.stop();
  const done: string[] = [];
  next.work(letters, async ({ to }) => void done.push(to));
  await expect.poll(() => done, { timeout: 10_000 }).toContain("e");
});

test("what is sent to a queue that is not there is not lost unnoticed", async () => {
  const server = await jobs();
  await expect(server.send({ ...letters, name: "parcels" }, { to: "f" })).rejects.toThrow("parcels");
});

test("a job waits for years for somebody who does it, and ends at most twenty servers", async () => {
  const server = await jobs();
  await server.send(letters, { to: "g" });
  const { rows } = await database.query(
    "select keep_until > now() + interval '9 years' as stays, retry_limit as lost from jobs.job where state = 'created'",
  );
  expect(rows).toEqual([{ stays: true, lost: 20 }]);
});

test("a server that stops in the middle of a job leaves it to the next one", async () => {
  const [stopping, next] = [await jobs(), await jobs()];
  const begun = new Promise<void>((resolve) => {
    stopping.work(letters, async (_, { signal }) => {
      resolve();
      await new Promise((_done, fail) => signal.addEventListener("abort", () => fail(signal.reason as Error)));
    });
  });
  await stopping.send(letters, { to: "c" });
  await begun;
  await stopping.stop();
  const done: number[] = [];
  next.work(letters, async (_, { attempts }) => void done.push(attempts));
  await expect.poll(() => (void next.send(letters, { to: "wake" }), done.length), { interval: 200 }).toBeGreaterThan(1);
  expect(new Set(done)).toEqual(new Set([1]));
});

test("what is to happen once in an hour happens once, however many servers say so", async () => {
  const done: string[] = [];
  for (const server of [await jobs(), await jobs(), await jobs()]) {
    // The tests before this one wake their servers without waiting for it.
    server.work(letters, async ({ to }) => void (to === "hour" && done.push(to)));
    server.every(letters, { to: "hour" }, 3_600);
  }
  await expect.poll(() => done.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(done).toEqual(["hour"]);
});

test("waits grow twice as long up to a limit, and end", () => {
  const waits = twiceAsLong({ first: 10, longest: 60, most: 6 });
  expect([1, 2, 3, 4, 5, 6].map(waits)).toEqual([10, 20, 40, 60, 60, undefined]);
});
