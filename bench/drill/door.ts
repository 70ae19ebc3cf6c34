/** People at the door who ask for much and want nothing: messages over one socket, calls that are prepared and never begun. */
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { listAgents, listCalls, LIVE_PATH, Refused, startBrowserCall } from "@ongea/contract";
import { heapAfterGcMb } from "../whole/heap.ts";
import type { Product } from "../whole/product.ts";
import { clientOf } from "./faults.ts";
import { HEALTH_P99_MS, MOST_MORE_MB, secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";
import { watchHealth } from "./watch-health.ts";

const FOLLOWS = 20_000;
const PREPARED = 200;
/** A call that nobody begins is forgotten after a minute. */
const FORGOTTEN_MS = 62_000;
const PONG_MS = 30_000;
const [TEXT, PING, PONG] = [0x81, 0x89, 0x8a];
const WORD = "all of them";
const NOTHING = "no answer in time";
const UPGRADED = /^HTTP\/1\.1 101/;

/** A page that asks without end to follow calls, some that there are and some that there are not. */
export async function followMessages(product: Product): Promise<Outcome> {
  const { data } = await clientOf(product).call(listCalls, { query: { limit: 5 } });
  const before = await heapAfterGcMb(product);
  const watch = await watchHealth(product.url);
  const beganMs = performance.now();
  const socket = await openLive(product);
  const answered = endOf(socket);
  for (let n = 0; n < FOLLOWS; n++) {
    const id = data[n % 10]?.id ?? randomUUID();
    if (!socket.write(frame(TEXT, JSON.stringify({ follow: id }))))
      await Promise.race([once(socket, "drain").catch(() => answered), answered]);
  }
  socket.write(frame(PING, WORD));
  const end = await answered;
  const took = secondsSince(beganMs);
  socket.destroy();
  await pause(2_000);
  const { p99, failed } = await watch.stop();
  const after = await heapAfterGcMb(product);
  return {
    drill: "20,000 follow messages over one socket",
    done: end,
    lost: `/health p99 ${p99} ms, ${failed} failed; heaps after collection ${before} → ${after} MB`,
    took,
    isWell: end !== NOTHING && failed === 0 && p99 <= HEALTH_P99_MS && after - before <= MOST_MORE_MB,
  };
}

/** Calls that a page prepares and never begins: it may have a few, and hears plainly that the others are too many. */
export async function preparedCalls(product: Product): Promise<Outcome> {
  const client = clientOf(product);
  const agents = await client.call(listAgents);
  const agentId = agents[0]?.id ?? "";
  const before = await heapAfterGcMb(product);
  const watch = await watchHealth(product.url);
  const beganMs = performance.now();
  const asked = await Promise.allSettled(
    Array.from({ length: PREPARED }, () => client.call(startBrowserCall, { body: { agent_id: agentId } })),
  );
  const took = secondsSince(beganMs);
  const prepared = asked.filter(({ status }) => status === "fulfilled").length;
  const tooMany = asked.filter((one) => one.status === "rejected" && isTooMany(one.reason)).length;
  await pause(2_000);
  const { p99, failed } = await watch.stop();
  await pause(FORGOTTEN_MS);
  const { data } = await client.call(listCalls, { query: { limit: 50 } });
  const left = data.filter(({ status }) => status === "initiated").length;
  const after = await heapAfterGcMb(product);
  return {
    drill: "200 prepared calls never begun",
    done: `${prepared} prepared, ${tooMany} told that these are too many`,
    lost: `/health p99 ${p99} ms, ${failed} failed; ${left} of the last 50 left after a minute; heaps after collection ${before} → ${after} MB`,
    took,
    isWell:
      prepared > 0 &&
      prepared + tooMany === PREPARED &&
      failed === 0 &&
      left === 0 &&
      p99 <= HEALTH_P99_MS &&
      after - before <= MOST_MORE_MB,
  };
}

function isTooMany(reason: unknown): boolean {
  return reason instanceof Refused && reason.code === "call.too_many";
}

/** All has been read, or the server has ended it. */
function endOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(NOTHING), PONG_MS);
    const over = (how: string): void => {
      clearTimeout(late);
      resolve(how);
    };
    socket.on("close", () => over("the server closed the connection"));
    socket.on("data", (bytes: Buffer) => {
      if (bytes.includes(Buffer.concat([Buffer.of(PONG, WORD.length), Buffer.from(WORD)]))) over("all were read");
      if (bytes.includes("request.too_many")) over("told that these are too many messages");
    });
  });
}

async function openLive({ url, dataDir }: Product): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const token = readFileSync(join(dataDir, "operator-token"), "utf8").trim();
  const socket = connect({ host: hostname, port: Number(port) }).on("error", () => undefined);
  const lines = [
    `GET ${LIVE_PATH} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    `Authorization: Bearer ${token}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (!UPGRADED.test(answer.toString("latin1"))) throw new Error(`No live socket: ${answer.toString("latin1").split("\r\n")[0]}`);
  return socket;
}

/** Of a client (RFC 6455 section 5.2), shorter than 126 bytes; a mask of zeros changes nothing. */
function frame(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.of(first, 0x80 | payload.length, 0, 0, 0, 0), payload]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
