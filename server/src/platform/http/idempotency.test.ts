import { route } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createSeal } from "../secrets/seal.ts";
import { createHttp, type Http } from "./http.ts";
import { refuse } from "./refuse.ts";
import { createIdempotency, idempotencyMigrations } from "./idempotency.ts";
import { serve } from "./serve.ts";

const plant = route({
  method: "POST",
  path: "/plants",
  who: "viewer",
  does: "Plants a tree.",
  body: z.object({ name: z.string() }),
  status: 201,
  answer: z.object({ number: z.number(), id: z.string().optional() }),
});
const plantAsStranger = route({ ...plant, who: "anyone", path: "/strangers/plants" });
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let database: TestDatabase;
let app: Http;
let planted: string[];
let before: (name: string, id: string | undefined) => Promise<void>;
let isBroken = false;

beforeAll(async () => {
  database = await openTestDatabase(idempotencyMigrations);
});
beforeEach(async () => {
  planted = [];
  before = async () => undefined;
  app = await server();
});
afterEach(() => app.close());
afterAll(() => database.close());

test("a hundred at once with one key plant one tree, and all are told of it", async () => {
  before = () => new Promise((resolve) => setTimeout(resolve, 50));
  const replies = await Promise.all(Array.from({ length: 100 }, () => post("acacia", "once")));
  expect(planted).toEqual(["acacia"]);
  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(99);
});

test("a key that comes back with something else is refused, and without a key each one counts", async () => {
  await post("acacia", "mixed");
  expect((await post("baobab", "mixed")).json()).toMatchObject({ code: "request.key_reused" });
  await post("baobab");
  await post("baobab");
  expect(planted).toEqual(["acacia", "baobab", "baobab"]);
  expect((await post("baobab", "k".repeat(256))).statusCode).toBe(422);
});

test("what was refused or failed may be tried again with the same key", async () => {
  before = async () => {
    throw refuse("call.busy");
  };
  expect((await post("acacia", "again")).statusCode).toBe(503);
  before = async () => undefined;
  expect((await post("acacia", "again")).statusCode).toBe(201);
});

test("after the server was cut off in the middle nobody knows what was done: not yet, and then for good", async () => {
  await post("acacia", "first");
  await database.everywhere.execute(sql`update repeats set status = null, answer = null where key = 'first'`);
  await app.close();
  app = await server();
  expect((await post("acacia", "first")).json()).toMatchObject({ code: "request.in_progress" });
  await database.everywhere.execute(sql`update repeats set started_at = now() - interval '2 minutes' where key = 'first'`);
  expect((await post("acacia", "first")).json()).toMatchObject({ error: 409, code: "request.answer_lost" });
  expect(planted).toEqual(["acacia"]);
});

test("an attempt after one that failed has the same id", async () => {
  const ids: (string | undefined)[] = [];
  before = async (_name, id) => {
    if (ids.push(id) === 1) throw refuse("call.busy");
  };
  await post("acacia", "same-id");
  expect((await post("acacia", "same-id")).statusCode).toBe(201);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids[1]).toBe(ids[0]);
});

test("where only the answer cannot be stored the work is done once: this server tells it again, another one that it is lost", async () => {
  await database.asOwner(`create function deaf() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger deaf before update or delete on repeats for each row execute function deaf()`);
  try {
    const answers = [await post("acacia", "deaf"), await post("acacia", "deaf"), await post("acacia", "deaf")];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(answers.map(() => [201, answers[0]?.body]));
    const other = await server();
    expect((await post("acacia", "deaf", other)).json()).toMatchObject({ error: 409, code: "request.in_progress" });
    await other.close();
  } finally {
    await database.asOwner("drop trigger deaf on repeats; drop function deaf");
  }
  await post("baobab", "hears-again");
  const restarted = await server();
  expect((await post("acacia", "deaf", restarted)).statusCode).toBe(201);
  await restarted.close();
  expect(planted).toEqual(["acacia", "baobab"]);
});

test("an answer that cannot be written leaves its key used", async () => {
  before = async () => void planted.push("not a tree");
  isBroken = true;
  expect((await post("acacia", "broken")).statusCode).toBe(500);
  isBroken = false;
  expect((await post("acacia", "broken")).json()).toMatchObject({ error: 409, code: "request.answer_lost" });
  expect(planted).toEqual(["not a tree", "acacia"]);
});

test("two strangers behind one address who choose one key never read each other's answer", async () => {
  const ask = (name: string) =>
    app.inject({ method: "POST", url: "/strangers/plants", payload: { name }, headers: { "idempotency-key": "1" } });
  expect((await ask("acacia")).json()).toMatchObject({ number: 1 });
  expect((await ask("baobab")).json()).toMatchObject({ number: 2 });
  const [again, ...atOnce] = [await ask("acacia"), ...(await Promise.all([ask("teak"), ask("teak"), ask("teak")]))];
  expect(again.json()).toMatchObject({ error: 409, code: "request.answer_lost" });
  expect(atOnce.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  expect(planted).toEqual(["acacia", "baobab", "teak"]);
});

test("the answers that are kept cannot be read in the database", async () => {
  await post("a tree nobody may know of", "secret");
  const { rows } = await database.everywhere.execute(sql`select * from repeats where key = 'secret'`);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("nobody may know");
  expect(JSON.stringify(rows)).not.toContain("number");
});

async function server(): Promise<Http> {
  const idempotency = createIdempotency(database.everywhere, createSeal("a secret of this installation", "repeats"));
  const program = { kind: "key", workspaceId: "", role: "viewer", userId: null, sessionId: null, operator: false } as const;
  const recognise = async () => ({ ...program, scope: "admin", agentIds: null, name: "a program", id: "1" }) as const;
  const made = await createHttp(silent, { host: "127.0.0.1", names: [], proxies: [], idempotency, recognise });
  for (const one of [plant, plantAsStranger])
    serve(made, one, async ({ body }, { requestId }) => {
      await before(body.name, requestId);
      const number = planted.push(body.name);
      return { number: isBroken ? ("none" as never) : number, ...(requestId === undefined ? {} : { id: requestId }) };
    });
  return made;
}

function post(name: string, key?: string, to: Http = app) {
  const headers = { authorization: "program", ...(key !== undefined && { "idempotency-key": key }) };
  return to.inject({ method: "POST", url: "/plants", payload: { name }, headers });
}
