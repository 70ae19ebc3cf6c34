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
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [] });
  serve(app, keepFile, async () => ({ kept: true }));
  port = await listen(app, "127.0.0.1", 0);
});
afterAll(() => app.close());

/** Half of a file is sent, and the rest never comes. */
async function begin(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const headers = `Host: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: ${LETTERS}`;
  socket.write(`POST /files HTTP/1.1\r\n${headers}\r\n\r\nhalf`);
  return socket;
}

async function statusOfAnother(): Promise<number> {
  const headers = { "content-type": "application/octet-stream" };
  const answer = await fetch(`http://localhost:${port}/files`, { method: "POST", body: "a file", headers });
  await answer.arrayBuffer();
  return answer.status;
}

test("files that never come to their end take all room for files, and give it back when their senders go", async () => {
  const senders = await Promise.all(Array.from({ length: 6 }, begin));
  await expect.poll(statusOfAnother).toBe(429);
  for (const sender of senders) sender.destroy();
  await expect.poll(statusOfAnother).toBe(200);
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
