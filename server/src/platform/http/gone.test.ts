import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { route } from "@ongea/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Principal } from "./authorise.ts";
import { whenOver, whileHere } from "./gone.ts";
import { createHttp, type Http } from "./http.ts";
import { listen } from "./listen.ts";
import { serve } from "./serve.ts";

const answer = z.object({ done: z.boolean() });
const work = route({ method: "POST", who: "viewer", path: "/work", does: "Works.", answer });
const keepFile = route({
  method: "POST",
  who: "viewer",
  path: "/files",
  does: "Keeps a file.",
  upload: { types: ["application/octet-stream"], mostBytes: 1_000 },
  answer,
});
const AMINA = { kind: "person", id: "1", workspaceId: "1", role: "owner", scope: "admin", agentIds: null } as Principal;

let app: Http;
let port: number;
/** Who asks is found out when the test says so. */
let known: () => void;
let isKnown: Promise<void>;
let signals: AbortSignal[];
let over: number;
let asked: number;

beforeEach(async () => {
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  hold();
  signals = [];
  over = 0;
  asked = 0;
  const recognise = () => (asked++, isKnown.then(() => AMINA));
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [], recognise });
  serve(app, keepFile, async () => ({ done: true }));
  serve(app, work, async (_, { reply, request }) => {
    whenOver(reply, () => over++);
    const signal = whileHere(reply);
    signals.push(signal);
    if (request.headers["x-long"]) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { done: true };
  });
  port = await listen(app, "127.0.0.1", 0);
});
afterEach(() => app.close());

function hold(): void {
  isKnown = new Promise((resolve) => (known = resolve));
}

async function client(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const file =
  "POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 6\r\n\r\na file";
const job = "POST /work HTTP/1.1\r\nHost: localhost\r\nX-Long: 1\r\nContent-Length: 0\r\n\r\n";

async function openConnections(): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
}

test("files of senders who go before it is known who they are leave room for the next ones", async () => {
  const senders = await Promise.all(Array.from({ length: 8 }, client));
  for (const sender of senders) sender.write(file);
  await expect.poll(() => asked).toBe(8);
  for (const sender of senders) sender.destroy();
  await expect.poll(openConnections).toBe(0);
  known();
  const headers = { "content-type": "application/octet-stream" };
  const status = async () => (await fetch(`http://localhost:${port}/files`, { method: "POST", body: "a file", headers })).status;
  await expect.poll(status).toBe(200);
});

test("work for somebody who has gone before it begins is called off at once", async () => {
  const asking = await client();
  asking.write(job);
  await expect.poll(() => asked).toBe(1);
  asking.destroy();
  await expect.poll(openConnections).toBe(0);
  known();
  await expect.poll(() => signals.length).toBe(1);
  expect(signals[0]?.aborted).toBe(true);
  expect(over).toBe(1);
});

test("of several requests on one connection that ends, each is over", async () => {
  known();
  const asking = await client();
  asking.write(job.repeat(3));
  await expect.poll(() => signals.length).toBe(3);
  expect(over).toBe(0);
  asking.destroy();
  await expect.poll(() => over).toBe(3);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

test("work that is done is over, and called off for nobody", async () => {
  known();
  expect((await fetch(`http://localhost:${port}/work`, { method: "POST" })).status).toBe(200);
  await expect.poll(() => over).toBe(1);
  expect(signals[0]?.aborted).toBe(false);
});
