import { route } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createHttp, type Http } from "./http.ts";
import { refuse } from "./refuse.ts";
import { serve } from "./serve.ts";

const sentences: string[] = [];
const note = (...words: unknown[]): void => void sentences.push(String(words.at(-1)));
const plant = route({
  method: "POST",
  who: "anyone",
  path: "/plants/:name",
  does: "Plants something.",
  params: z.object({ name: z.string().max(10) }),
  body: z.object({ count: z.number().int().positive() }),
  status: 201,
  answer: z.object({ planted: z.number() }),
});

let app: Http;

beforeAll(async () => {
  app = await createHttp(
    { debug: note, info: note, warn: note, error: note },
    { host: "127.0.0.1", names: ["ongea.example"], proxies: [] },
  );
  serve(app, plant, async ({ params, body }) => {
    if (params.name === "weed") throw refuse("agent.not_found");
    if (params.name === "fire") throw new Error("a secret from the inside");
    return { planted: body.count };
  });
  await app.ready();
});

afterAll(() => app.close());

const post = (name: string, payload: object | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: `/plants/${name}`,
    payload,
    headers: { "content-type": "application/json", host: "ongea.example", ...headers },
  });

test("a good request is answered in the promised shape, with the headers that guard a page", async () => {
  const reply = await post("acacia", { count: 2 });
  expect([reply.statusCode, reply.json()]).toEqual([201, { planted: 2 }]);
  expect(reply.headers["content-security-policy"]).toMatch(/script-src 'self'(?!.*unsafe-eval)/);
  expect(reply.headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(reply.headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
});

test("a client that names JSON and sends nothing is told what is missing, not that it cannot be read", async () => {
  expect((await post("acacia", "")).json()).toMatchObject({ error: 422, code: "request.invalid" });
});

test("what is not valid is refused, field by field", async () => {
  const reply = await post("acacia", { count: -1 });
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({ error: 422, code: "request.invalid", detail: [{ loc: ["body", "count"] }] });
});

test("a refusal has one shape that old and new clients read", async () => {
  expect((await post("weed", { count: 1 })).json()).toEqual({
    error: 404,
    code: "agent.not_found",
    message: "There is no such agent.",
    detail: "There is no such agent.",
  });
  expect((await post("acacia", "{not json")).json()).toMatchObject({ error: 400, code: "request.malformed" });
  expect((await post("acacia", { count: 1, filler: "x".repeat(2_000_000) })).json()).toMatchObject({
    error: 413,
    code: "request.too_large",
  });
  expect((await app.inject({ url: "/nowhere", headers: { host: "localhost:3000" } })).json()).toMatchObject({
    error: 404,
    code: "request.not_found",
  });
});

test("a fault inside tells the client nothing of its kind and is noted in the log", async () => {
  const reply = await post("fire", { count: 1 });
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain("secret");
  expect(sentences).toContain("A request failed");
});

test("a page of another site may not use the server through its visitor's browser", async () => {
  expect((await post("acacia", { count: 1 }, { origin: "https://evil.example" })).json()).toMatchObject({
    code: "request.wrong_origin",
  });
  expect((await post("acacia", { count: 1 }, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect((await post("acacia", { count: 1 }, { origin: "https://ongea.example" })).statusCode).toBe(201);
});

test("a link on another site leads to our pages", async () => {
  const link = {
    host: "ongea.example",
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  expect((await app.inject({ url: "/nowhere", headers: link })).statusCode).toBe(404);
  expect((await app.inject({ url: "/nowhere", headers: { ...link, "sec-fetch-dest": "iframe" } })).statusCode).toBe(403);
  expect((await post("acacia", { count: 1 }, link)).statusCode).toBe(403);
});

test("a foreign name that was made to lead here opens nothing", async () => {
  const reply = await post("acacia", { count: 1 }, { host: "evil.example", origin: "http://evil.example" });
  expect([reply.statusCode, reply.json()]).toMatchObject([421, { code: "request.wrong_name" }]);
});

test("a page and a route of the API that share an address are told apart by what is asked for", async () => {
  const silent = { debug: note, info: note, warn: note, error: note };
  const app = await createHttp(silent, { host: "127.0.0.1", names: [], proxies: [] });
  const providers = route({ method: "GET", path: "/providers", who: "anyone", does: "Lists.", answer: z.array(z.string()) });
  serve(app, providers, async () => ["one"]);
  app.get("/providers", { constraints: { wants: "page" } }, (_request, reply) => reply.redirect("/dashboard/providers"));
  const ask = (accept: string) => app.inject({ method: "GET", url: "/providers", headers: { accept } });
  expect((await ask("application/json")).json()).toEqual(["one"]);
  expect((await ask("*/*")).json()).toEqual(["one"]);
  expect((await ask("text/html,application/xhtml+xml,*/*;q=0.8")).headers.location).toBe("/dashboard/providers");
  await app.close();
});

test.each([
  { proxies: [], believed: "127.0.0.1" },
  { proxies: ["10.0.0.0/8"], believed: "127.0.0.1" },
  { proxies: ["127.0.0.1"], believed: "203.0.113.7" },
])("only a known proxy is believed about whose request it is: $proxies", async ({ proxies, believed }) => {
  const silent = { debug: note, info: note, warn: note, error: note };
  const app = await createHttp(silent, { host: "127.0.0.1", names: [], proxies });
  app.get("/whose", async (request) => ({ ip: request.ip }));
  const reply = await app.inject({ url: "/whose", headers: { "x-forwarded-for": "198.51.100.1, 203.0.113.7" } });
  expect(reply.json()).toEqual({ ip: believed });
  await app.close();
});
