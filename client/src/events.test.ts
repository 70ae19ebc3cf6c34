import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { createOngea } from "./ongea.ts";
import type { OngeaEvent } from "./events.ts";

const NOTE = {
  event: "notification",
  notification: {
    id: "3c90c3cc-0d44-4b50-8888-8dd25736052a",
    kind: "call.failed",
    tone: "error",
    details: {},
    subject: null,
    at: "2026-11-22T18:00:00.000Z",
    read: false,
  },
};
const ID = NOTE.notification.id;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server whose sockets do what they are told, one after the other; where there is no more to do, they stay open. */
async function serverThat(acts: ((socket: WebSocket) => void)[], refusal?: { status: number; body: object }) {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  let count = 0;
  const asked: string[] = [];
  server.on("upgrade", (request, socket, head) => {
    if (refusal) {
      const body = JSON.stringify(refusal.body);
      socket.end(`HTTP/1.1 ${refusal.status} No\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      open.on("message", (data: Buffer) => asked.push(data.toString("utf8")));
      acts[count++]?.(open);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () =>
      new Promise((resolve) => {
        for (const open of sockets.clients) open.terminate();
        server.close(() => resolve());
      }),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ongea: createOngea({ url, key: "ong_key" }), asked, opened: () => count };
}

async function take(events: AsyncIterable<OngeaEvent>, most: number): Promise<string[]> {
  const heard: string[] = [];
  for await (const { event } of events) {
    heard.push(event);
    if (heard.length === most) break;
  }
  return heard;
}

const say = (socket: WebSocket, ...events: unknown[]): void => {
  for (const event of events) socket.send(typeof event === "string" ? event : JSON.stringify(event));
};

test("a connection that is cut off is made again, says so, and follows the same calls", async () => {
  const { ongea, asked } = await serverThat([
    (socket) => {
      say(socket, NOTE);
      setTimeout(() => socket.terminate(), 20);
    },
    (socket) => say(socket, NOTE),
  ]);
  expect(await take(ongea.events({ follow: [ID] }), 3)).toEqual(["notification", "reconnected", "notification"]);
  expect(asked.every((one) => one === JSON.stringify({ follow: ID }))).toBe(true);
});

test("what this client does not know, and what is no JSON, is left out and does no harm", async () => {
  const { ongea } = await serverThat([(socket) => say(socket, { event: "of-tomorrow" }, "no JSON {", NOTE)]);
  expect(await take(ongea.events(), 1)).toEqual(["notification"]);
});

test("a key that is not admitted ends it with the refusal; one that is revoked meanwhile, too", async () => {
  const body = { error: 403, code: "access.bad_key", message: "Invalid API key", detail: "Invalid API key" };
  const refused = await serverThat([], { status: 403, body });
  await expect(take(refused.ongea.events(), 1)).rejects.toMatchObject({ code: "access.bad_key" });
  const revoked = await serverThat([(socket) => socket.close(4401, "no longer admitted")]);
  await expect(take(revoked.ongea.events(), 1)).rejects.toMatchObject({ status: 403 });
  expect(revoked.opened()).toBe(1);
});

test("whoever leaves the loop, or stops by a signal, holds no connection", async () => {
  let left = 0;
  const { ongea } = await serverThat(
    Array.from({ length: 2 }, () => (socket: WebSocket) => {
      say(socket, NOTE);
      socket.on("close", () => left++);
    }),
  );
  await take(ongea.events(), 1);
  await expect.poll(() => left).toBe(1);
  const stop = new AbortController();
  const listening = take(ongea.events({ signal: stop.signal }), 100);
  setTimeout(() => stop.abort(), 50);
  expect((await listening).length).toBeLessThan(100);
  await expect.poll(() => left).toBe(2);
});

test("a program that is slower than the server hears everything all the same, and the server is held back", async () => {
  const { ongea } = await serverThat([(socket) => say(socket, ...Array.from({ length: 2_000 }, () => NOTE))]);
  let heard = 0;
  for await (const { event } of ongea.events()) {
    if (event === "notification") heard++;
    if (heard % 400 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    if (heard === 2_000) break;
  }
  expect(heard).toBe(2_000);
});
