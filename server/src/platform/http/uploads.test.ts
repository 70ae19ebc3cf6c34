import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { route } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createHttp, type Http } from "./http.ts";
import { listen } from "./listen.ts";
import { serve } from "./serve.ts";

const keepFile = route({
  method: "POST",
  who: "anyone",
  path: "/files",
  does: "Keeps a file.",
  upload: { types: ["application/octet-stream"], mostBytes: 1_000 },
  answer: z.object({ kept: z.boolean() }),
});
const LETTERS = 10;
let app: Http;
let port: number;

beforeAll(async () => {
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: ["127.0.0.1"], uploads: { graceMs: 1_500 } });
  serve(app, keepFile, async () => ({ kept: true }));
  port = await listen(app, "127.0.0.1", 0);
});
afterAll(() => app.close());

/** Half of a file is sent, and the rest never comes. */
async function begin(from = "203.0.113.1"): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const headers = `Host: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${LETTERS}`;
  socket.write(`POST /files HTTP/1.1\r\n${headers}\r\n\r\nhalf`);
  return socket;
}

async function statusOfAnother(from: string): Promise<number> {
  const headers = { "content-type": "application/octet-stream", "x-forwarded-for": from };
  const answer = await fetch(`http://localhost:${port}/files`, { method: "POST", body: "a file", headers });
  await answer.arrayBuffer();
  return answer.status;
}

test("files of one visitor that hardly come leave room for everybody else's, and give their room back when their senders go", async () => {
  const senders = await Promise.all(Array.from({ length: 6 }, () => begin()));
  await expect.poll(() => statusOfAnother("203.0.113.1")).toBe(429);
  expect(await statusOfAnother("203.0.113.2")).toBe(200);
  for (const sender of senders) sender.destroy();
  await expect.poll(() => statusOfAnother("203.0.113.1")).toBe(200);
});

test("a file that hardly moves is refused as too slow, and its room is free again while its sender stays", async () => {
  const senders = await Promise.all(Array.from({ length: 3 }, () => begin("203.0.113.3")));
  const read = senders.map(() => "");
  senders.forEach((sender, n) => sender.setEncoding("utf8").on("data", (text: string) => (read[n] += text)));
  const dribbling = setInterval(() => senders.forEach((sender) => sender.write("x")), 700);
  await expect.poll(() => statusOfAnother("203.0.113.3")).toBe(429);
  await expect
    .poll(() => read.every((text) => /^HTTP\/1\.1 408 [^]*request\.too_slow/.test(text)), { timeout: 10_000 })
    .toBe(true);
  clearInterval(dribbling);
  expect(await statusOfAnother("203.0.113.3")).toBe(200);
  for (const sender of senders) sender.destroy();
});

test("somebody who sends too much, slowly, still reads why it was refused, and may ask again on the same connection", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let read = "";
  socket.setEncoding("utf8").on("data", (text: string) => (read += text));
  const most = 4 * 1_048_576;
  const headers = `Host: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: ${most}`;
  socket.write(`POST /files HTTP/1.1\r\n${headers}\r\n\r\n`);
  await expect.poll(() => read).toContain("413 ");
  for (let sent = 0; sent < most; sent += 65_536) {
    socket.write(Buffer.alloc(65_536));
    await new Promise((resolve) => setImmediate(resolve));
  }
  read = "";
  socket.write("POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 1\r\n\r\n1");
  await expect.poll(() => read).toContain("200 ");
  socket.destroy();
});
