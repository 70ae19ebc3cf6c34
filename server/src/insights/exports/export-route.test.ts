import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { Execution } from "@ongea/contract";
import { parquetReadObjects } from "hyparquet";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../platform/http/authorise.ts";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { listen } from "../../platform/http/listen.ts";
import type { Archive } from "../../calls/history/archive.ts";
import { exportRoute } from "./export-route.ts";

const AMINA = { kind: "person", id: "1", workspaceId: "1", role: "owner", scope: "admin", agentIds: null } as Principal;
const CALL = { id: "1", agent_name: "x".repeat(2_000), telephony_data: {}, cost_breakdown: {}, tags: [] } as unknown as Execution;
const PAGE = Array.from({ length: 500 }, () => CALL);

let app: Http;
let port: number;
let isKnown: Promise<void>;
let pages: number;
let asks: number;

beforeEach(async () => {
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  isKnown = Promise.resolve();
  pages = 0;
  asks = 0;
  app = await createHttp(log, {
    host: "127.0.0.1",
    names: [],
    proxies: [],
    recognise: () => (asks++, isKnown.then(() => AMINA)),
  });
  const list: Archive["list"] = async () => ({ data: PAGE, next: String(++pages) });
  exportRoute(app, { archive: { list }, reached: async () => new Map(), topics: async () => new Map(), now: () => new Date() });
  port = await listen(app, "127.0.0.1", 0);
});
afterEach(() => app.close());

function ask(): ClientRequest {
  const asked = request({ port, host: "localhost", path: "/api/calls/export" }).on("error", () => undefined);
  asked.end();
  return asked;
}

async function answered(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve) => asked.once("response", resolve));
}

async function statusOfAnother(): Promise<number> {
  const asked = ask();
  const { statusCode = 0 } = await answered(asked);
  asked.destroy();
  return statusCode;
}

test("an export that its reader cuts off in the middle is read no further, and its place is free again", async () => {
  const reading = await Promise.all([ask(), ask()].map(async (asked) => ({ asked, answer: await answered(asked) })));
  for (const { answer } of reading) {
    expect(answer.statusCode).toBe(200);
    await new Promise((resolve) => answer.once("data", resolve));
    answer.pause();
  }
  expect(await statusOfAnother()).toBe(429);
  for (const { asked } of reading) asked.destroy();
  await expect.poll(statusOfAnother).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = pages;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(pages).toBe(before);
});

test("exports of people who go before it is known who they are take no place", async () => {
  let known!: () => void;
  isKnown = new Promise((resolve) => (known = resolve));
  const gone = [ask(), ask(), ask()];
  const connections = (): Promise<number> =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(() => asks).toBe(3);
  for (const asked of gone) asked.destroy();
  await expect.poll(connections).toBe(0);
  known();
  await expect.poll(statusOfAnother).toBe(200);
  expect(pages).toBeLessThan(10);
});

test("calls as Parquet are those of the CSV, with types", async () => {
  const calls: Execution[] = [
    { ...CALL, id: "a", created_at: "2026-11-29T08:00:00.000Z", conversation_duration: 61, total_cost: 2.5, agent_name: "=Desk" },
    { ...CALL, id: "b", created_at: "2026-11-29T09:00:00.000Z", conversation_duration: 0, total_cost: 0, user_number: null },
  ];
  const other = await createHttp(
    { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    { host: "127.0.0.1", names: [], proxies: [], recognise: async () => AMINA },
  );
  const list: Archive["list"] = async () => ({ data: calls, next: null });
  exportRoute(other, {
    archive: { list },
    reached: async () => new Map([["b", true]]),
    topics: async () => new Map([["b", "Bills"]]),
    now: () => new Date("2026-11-29"),
  });
  const answer = await other.inject({ url: "/api/calls/export?format=parquet", headers: { host: "localhost" } });
  await other.close();
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="ongea-calls-2026-11-29.parquet"');
  const { rawPayload } = answer;
  const file = rawPayload.buffer.slice(rawPayload.byteOffset, rawPayload.byteOffset + rawPayload.byteLength) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toMatchObject([
    {
      execution_id: "a",
      created_at: new Date("2026-11-29T08:00:00Z"),
      duration_seconds: 61,
      agent_name: "=Desk",
      goal_reached: null,
      topic: null,
    },
    { execution_id: "b", duration_seconds: 0, cost_usd: 0, user_number: null, goal_reached: true, topic: "Bills" },
  ]);
});
