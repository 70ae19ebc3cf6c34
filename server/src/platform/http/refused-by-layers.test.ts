import { connect } from "node:net";
import { route } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Recognise } from "./authorise.ts";
import { createHttp, type Http } from "./http.ts";
import { listen } from "./listen.ts";
import { serve } from "./serve.ts";

const keep = route({
  method: "POST",
  who: "anyone",
  path: "/notes/:name",
  does: "Keeps a note.",
  params: z.object({ name: z.string().max(300) }),
  query: z.object({ about: z.string().optional() }),
  body: z.object({
    text: z.string(),
    more: z.array(z.object({ text: z.string() })).optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  answer: z.object({ kept: z.boolean() }),
});
const read = route({ method: "GET", who: "viewer", path: "/notes", does: "Reads.", answer: z.object({ read: z.boolean() }) });

let app: Http;
let port: number;
let asked = 0;

beforeAll(async () => {
  const silent = (): void => undefined;
  const nobody = {
    workspaceId: "",
    role: "viewer",
    userId: null,
    sessionId: null,
    operator: false,
    scope: "admin",
    agentIds: null,
  } as const;
  const recognise: Recognise = async ({ headers }) => {
    asked++;
    const name = headers.authorization;
    return name === undefined ? undefined : { ...nobody, kind: "key", name, id: name };
  };
  app = await createHttp(
    { debug: silent, info: silent, warn: silent, error: silent },
    { host: "127.0.0.1", names: [], proxies: [], recognise },
  );
  serve(app, keep, async () => ({ kept: true }));
  serve(app, read, async () => ({ read: true }));
  app.get("/live", { websocket: true }, () => undefined);
  port = await listen(app, "127.0.0.1", 0);
});
afterAll(() => app.close());

const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload, headers: { host: "localhost" } });

/** Sends letters as they are, and gives back what comes until the end. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    const late = setTimeout(() => socket.destroy(), 5_000);
    socket.setEncoding("utf8").on("data", (chunk) => (heard += chunk));
    socket.on("error", reject).on("close", () => {
      clearTimeout(late);
      resolve(heard);
    });
  });
}
const bodyOf = (heard: string): unknown => JSON.parse(heard.slice(heard.indexOf("\r\n\r\n") + 4)) as unknown;

test("a NUL or half a character is refused with its field, wherever it stands, and never fails inside", async () => {
  const cases: [string, object, (string | number)[]][] = [
    ["/notes/a", { text: "a\0b" }, ["body", "text"]],
    ["/notes/a", { text: "a\ud800b" }, ["body", "text"]],
    ["/notes/a", { text: "a", more: [{ text: "" }, { text: "\udc00" }] }, ["body", "more", 1, "text"]],
    ["/notes/a", { text: "a", data: { "\0": 1 } }, ["body", "data"]],
    ["/notes/a%00b", { text: "a" }, ["path", "name"]],
    ["/notes/a?about=%00", { text: "a" }, ["query", "about"]],
  ];
  for (const [url, body, loc] of cases) {
    const reply = await post(url, body);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: 400, code: "request.bad_value", detail: [{ loc }] }]);
  }
  expect((await post("/notes/a", { text: "whole 😀" })).statusCode).toBe(200);
});

test("a date out of range is refused with its field", () => {
  return import("@ongea/contract").then(({ requestDemo }) => {
    for (const timestamp of ["9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00Z"])
      expect(requestDemo.body.safeParse({ timestamp }).error?.issues[0]).toMatchObject({ path: ["timestamp"] });
    expect(requestDemo.body.safeParse({ timestamp: "2026-11-21T10:00:00+03:00" }).success).toBe(true);
  });
});

test("every layer says no in one shape", async () => {
  const host = "Host: localhost\r\nConnection: close\r\n";
  const expected: [string, object][] = [
    [`GET /nowhere HTTP/1.1\r\n${host}\r\n`, { error: 404, code: "request.not_found" }],
    [`DELETE /notes HTTP/1.1\r\n${host}\r\n`, { error: 405, code: "request.wrong_method" }],
    [`GET /${"a".repeat(9_000)} HTTP/1.1\r\n${host}\r\n`, { error: 414, code: "request.address_too_long" }],
    [`POST /notes/${"a".repeat(400)} HTTP/1.1\r\n${host}\r\n`, { error: 414, code: "request.address_too_long" }],
    [`GET /%ff%zz HTTP/1.1\r\n${host}\r\n`, { error: 400, code: "request.malformed" }],
    [`GET / HTTP/1.1\r\n${host}X: ${"a".repeat(20_000)}\r\n\r\n`, { error: 431, code: "request.headers_too_large" }],
    [`GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, { error: 400, code: "request.malformed" }],
    ["no request at all\r\n\r\n", { error: 400, code: "request.malformed" }],
    [`POST /notes/a HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`, { error: 413 }],
    [`POST /notes/a HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`, { error: 400 }],
    [`POST /notes/a HTTP/1.1\r\n${host}Content-Type: text/x\r\nContent-Length: 1\r\n\r\n{`, { error: 400 }],
    ...["/nowhere", "/notes"].map((path): [string, object] => [
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      { error: 404, code: "request.not_found" },
    ]),
  ];
  for (const [request, body] of expected) {
    const heard = await send(request);
    expect([request.slice(0, 40), bodyOf(heard)]).toMatchObject([request.slice(0, 40), { ...body, message: expect.any(String) }]);
    expect(heard).toMatch(/content-type: application\/json/i);
  }
  expect((await app.inject({ method: "DELETE", url: "/notes", headers: { host: "localhost" } })).headers["allow"]).toMatch(/GET/);
});

test("a key may ask a thousand times in a minute, and is told how often still", async () => {
  const ask = (authorization: string) => app.inject({ url: "/notes", headers: { host: "localhost", authorization } });
  const first = await ask("one");
  expect(first.headers).toMatchObject({ "ratelimit-limit": "1000", "ratelimit-remaining": "999", "x-ratelimit-limit": "1000" });
  for (let n = 1; n < 1_000; n++) await ask("one");
  const over = await ask("one");
  expect([over.statusCode, over.json()]).toMatchObject([429, { code: "request.too_many" }]);
  expect(over.headers).toMatchObject({ "ratelimit-remaining": "0", "retry-after": expect.stringMatching(/^\d+$/) });
  expect((await ask("another")).statusCode).toBe(200);
});

test("a network that nobody is known of is told to wait before anybody is asked who it is", async () => {
  const ask = () => app.inject({ url: "/notes", remoteAddress: "203.0.113.9", headers: { host: "localhost" } });
  asked = 0;
  const statuses: number[] = [];
  for (let n = 0; n < 400; n++) statuses.push((await ask()).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect(asked).toBeLessThan(350);
});
