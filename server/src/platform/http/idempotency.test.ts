import { route } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createSeal } from "../secrets/seal.ts";
import { createHttp, type Http } from "./http.ts";
import { refuse } from "./refuse.ts";
import { createIdempotency, idempotencyMigrations } from "./idempotency.ts";
import { serve } from "./serve.ts";

const plant = route({
  method: "POST",
  path: "/plants",
  who: "anyone",
  does: "Plants a tree.",
  body: z.object({ name: z.string() }),
  status: 201,
  answer: z.object({ number: z.number(), id: z.string().optional() }),
});
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let database: TestDatabase;
let app: Http;
let planted: string[];
let before: (name: string) => Promise<void>;

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

test("after the server was cut off in the middle the answer is not known: not yet, then tried again under the same id", async () => {
  const ids = [(await post("acacia", "first")).json<{ id: string }>().id];
  await database.everywhere.execute(sql`update repeats set status = null, answer = null where key = 'first'`);
  const other = await server();
  const reply = await other.inject({
    method: "POST",
    url: "/plants",
    payload: { name: "acacia" },
    headers: { "idempotency-key": "first" },
  });
  expect(reply.json()).toMatchObject({ code: "request.in_progress" });
  await other.close();
  await database.everywhere.execute(sql`update repeats set started_at = now() - interval '2 minutes' where key = 'first'`);
  ids.push((await post("acacia", "first")).json<{ id: string }>().id);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids[1]).toBe(ids[0]);
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
  const made = await createHttp(silent, { host: "127.0.0.1", names: [], proxies: [], idempotency });
  serve(made, plant, async ({ body }, { requestId }) => {
    await before(body.name);
    return { number: planted.push(body.name), ...(requestId === undefined ? {} : { id: requestId }) };
  });
  return made;
}

function post(name: string, key?: string) {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return app.inject({ method: "POST", url: "/plants", payload: { name }, headers });
}
