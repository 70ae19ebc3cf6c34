/** Sockets that stay open, on a real HTTP server. */
import { connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { createHttp, type Http } from "./http.ts";
import { createSocketPlaces, listenTo } from "./sockets.ts";

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: vi.fn<() => void>(), error: silent };
const opened: WebSocket[] = [];
const raw: Socket[] = [];
let app: Http | undefined;

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  for (const socket of raw.splice(0)) socket.destroy();
  await app?.close();
  log.warn.mockClear();
});

async function start(options: { most?: number; places?: number; proxies?: string[]; hear?: () => void } = {}): Promise<number> {
  const { most, places = 2, proxies = [], hear = silent } = options;
  const limit = most === undefined ? {} : { connectionsPerAddress: most };
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies, ...limit });
  const lent = createSocketPlaces(places);
  app.get("/talk", { websocket: true }, (socket) => {
    if (lent.take("amina", socket)) listenTo(socket, { most: 5, hear, pingEveryMs: 50 });
  });
  app.get("/there", async () => "yes");
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as { port: number }).port;
}

async function talk(port: number, autoPong = true): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/talk`, { autoPong });
  opened.push(socket);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return socket;
}

const closing = (socket: WebSocket): Promise<[number, string]> =>
  new Promise((resolve) => socket.once("close", (code, reason) => resolve([code, String(reason)])));

test("whoever says too much is cut off with a code that says why, and nothing more is heard of them", async () => {
  const hear = vi.fn<() => void>();
  const flooding = await talk(await start({ hear }));
  const closed = closing(flooding);
  for (let n = 0; n < 20_000; n++) flooding.send("follow");
  expect(await closed).toEqual([1008, "request.too_many"]);
  expect(hear).toHaveBeenCalledTimes(5);
});

test("one asker holds so many sockets and no more; one that closes leaves its place", async () => {
  const port = await start();
  const [first] = [await talk(port), await talk(port)];
  const third = await talk(port);
  expect(await closing(third)).toEqual([1008, "request.too_many"]);
  const left = closing(first);
  first.close();
  await left;
  const next = await talk(port);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(next.readyState).toBe(WebSocket.OPEN);
});

test("a socket whose other end does not answer is half open, and is ended; one that answers stays", async () => {
  const port = await start();
  const [gone, there] = [await talk(port, false), await talk(port)];
  expect((await closing(gone))[0]).toBe(1006);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(there.readyState).toBe(WebSocket.OPEN);
});

test("an address holds so many connections; its next ones are closed at once, those that it has go on, and a free place is taken again", async () => {
  const port = await start({ most: 10 });
  const tries = Array.from({ length: 50 }, () => {
    const socket = connect({ host: "127.0.0.1", port }).on("error", silent).resume();
    raw.push(socket);
    return socket;
  });
  const refused = await new Promise((resolve) => tries.at(-1)!.once("data", (data) => resolve(String(data))));
  expect(refused).toMatch(/^HTTP\/1.1 429 .*request\.too_many/s);
  const isOpen = (socket: Socket): boolean => !socket.destroyed && socket.readyState === "open";
  await expect.poll(() => tries.filter(isOpen).length).toBe(10);
  expect(log.warn).toHaveBeenCalledTimes(1);
  const elsewhere = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.9" });
  raw.push(elsewhere);
  await expect.poll(() => isOpen(elsewhere)).toBe(true);
  for (const socket of tries) socket.destroy();
  const ask = (): Promise<string> => fetch(`http://127.0.0.1:${port}/there`).then((answer) => answer.text(), String);
  await expect.poll(ask, { timeout: 5_000 }).toBe("yes");
});

test("a proxy that carries everybody is not counted", async () => {
  const port = await start({ most: 10, proxies: ["127.0.0.0/8"] });
  const tries = Array.from({ length: 50 }, () => connect({ host: "127.0.0.1", port }));
  raw.push(...tries);
  await Promise.all(tries.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(tries.filter(({ destroyed }) => destroyed)).toEqual([]);
});
