/** The API under load, over HTTP, at a million calls in the history: alone, and beside live calls, whose sound must not feel it. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { createKey, exportCalls, listAgents, listCalls, type Client } from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { MIGRATIONS } from "../../server/src/schema.ts";
import { openDatabase } from "../../server/src/platform/database/database.ts";
import { createWorkspaces } from "../../server/src/accounts/workspaces/store.ts";
import type { Results } from "../driver/table.ts";
import { figures, round } from "../driver/figures.ts";
import { fillLarge, openDemo, settle } from "../scenarios/large-workspace.ts";
import { startWorker } from "../ts-worker.ts";
import { callAll, type Heard } from "../whole/callers.ts";
import { startProduct, type Product } from "../whole/product.ts";
import type { Load, Loaded } from "./load-worker.ts";

const CALLS = 1_000_000;
const QUICK_CALLS = 20_000;
const CONNECTIONS = 8;
const SECONDS = 10;
/** A thousand requests a minute each: what is refused beyond that is told. */
const KEYS = 120;
const LIVE_CALLS = 20;
const DEEP_PAGES = 200;
const WATCH_MS = 200;

export function api(results: Results, quick: boolean): Promise<void> {
  return overHistory("api", { results, quick }, (product) => measure(product, results));
}

/** Lists of 50 calls alone, as the first and as a late page. */
export function lists(results: Results, quick: boolean): Promise<void> {
  return overHistory("calls", { results, quick }, async (product) => {
    const { keys, routes } = await ready(product);
    for (const route of routes.slice(0, 2)) results.add("calls", route.name, told(await warm({ url: product.url, keys }, route)));
  });
}

/** All calls as one file, and what the server's memory grows by at its highest meanwhile. */
export function exportsOfCalls(results: Results, quick: boolean): Promise<void> {
  return overHistory("exports", { results, quick }, async (product) => {
    const { client } = await firstAccount(product);
    const { key } = await client.call(createKey, { body: { name: "Bench", role: "owner" } });
    for (const format of ["csv", "parquet"])
      results.add("exports", `all calls as ${format}`, await exported(product, { format, key }));
  });
}

async function exported(product: Product, { format, key }: { format: string; key: string }): Promise<Record<string, number>> {
  const beforeMb = product.memoryMb("server");
  let highestMb = beforeMb;
  const watch = setInterval(() => (highestMb = Math.max(highestMb, product.memoryMb("server"))), WATCH_MS);
  const before = product.cpu();
  const beganMs = performance.now();
  try {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${product.url}${exportCalls.path}?format=${format}`, { headers });
    if (!answer.ok || !answer.body) throw new Error(`An export was answered with ${answer.status}.`);
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    const seconds = round((performance.now() - beganMs) / 1_000);
    const after = product.cpu();
    return {
      seconds,
      MB: Math.round(bytes / 1e6),
      "server's memory, MB more": Math.round(highestMb - beforeMb),
      "main thread CPU s": round(after["main thread"] - before["main thread"]),
      "PostgreSQL CPU s": round(after.PostgreSQL - before.PostgreSQL),
    };
  } finally {
    clearInterval(watch);
  }
}

interface Asked {
  results: Results;
  quick: boolean;
}

async function overHistory(bench: string, { results, quick }: Asked, work: (product: Product) => Promise<void>): Promise<void> {
  const calls = quick ? QUICK_CALLS : CALLS;
  const dataDir = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  chmodSync(dataDir, 0o755);
  try {
    // The first start makes the database and the workspace.
    await (await startProduct(undefined, { DATA_DIR: dataDir })).stop();
    await fill(dataDir, calls);
    const { product, stop } = await startProduct({ sttMs: 100, llmMs: 0, ttsMs: 0 }, { DATA_DIR: dataDir });
    results.note(
      `${bench}: ${calls} calls in the history, ${CONNECTIONS} connections; ${availableParallelism()} cores carry the product, its database, whoever asks, and the callers.`,
    );
    try {
      await work(product);
    } finally {
      await stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The home workspace is given calls like those of a demo workspace. */
async function fill(dataDir: string, calls: number): Promise<void> {
  const database = await openDatabase({ dataDir, environment: { PATH: process.env["PATH"] ?? "" } }, MIGRATIONS);
  try {
    const workspaces = createWorkspaces(database);
    const demo = openDemo(database);
    const { id: like } = await workspaces.create({ name: "Bench", kind: "demo", currency: "USD" });
    await demo.fill(like);
    await fillLarge(database, { workspaceId: (await workspaces.home()).id, like, calls });
    await settle(dataDir);
  } finally {
    await database.close();
  }
}

async function ready(product: Product): Promise<{ keys: string[]; routes: Route[] }> {
  const { client } = await firstAccount(product);
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n++) keys.push((await client.call(createKey, { body: { name: `Bench ${n}`, role: "owner" } })).key);
  return { keys, routes: await routesOf(client) };
}

function ask(of: Pick<Load, "url" | "keys">, route: Route, seconds = SECONDS): Promise<Loaded> {
  return load({ ...of, connections: CONNECTIONS, seconds, ...route.asked });
}

/** What is asked for the first time is not measured. */
async function warm(of: Pick<Load, "url" | "keys">, route: Route): Promise<Loaded> {
  await ask(of, route, 1);
  return ask(of, route);
}

async function measure(product: Product, results: Results): Promise<void> {
  const { keys, routes } = await ready(product);
  const of = { url: product.url, keys };
  for (const route of routes) results.add("api", route.name, told(await warm(of, route)));
  results.add("api beside calls", `${LIVE_CALLS} calls, nobody asks`, heardOf(await live(product)));
  for (const route of [routes[0], routes.at(-1)]) {
    if (!route) continue;
    const [heard, loaded] = await Promise.all([live(product), ask(of, route)]);
    results.add("api beside calls", `${LIVE_CALLS} calls, ${route.name}`, { ...heardOf(heard), ...told(loaded) });
  }
}

interface Route {
  name: string;
  asked: Pick<Load, "method" | "paths" | "body">;
}

async function routesOf(client: Client): Promise<Route[]> {
  const [agent] = await client.call(listAgents);
  const first = await client.call(listCalls, { query: { limit: 50 } });
  let deep = first;
  for (let pages = 0; pages < DEEP_PAGES && deep.next; pages++)
    deep = await client.call(listCalls, { query: { limit: 50, cursor: deep.next } });
  const get = (name: string, ...paths: string[]): Route => ({ name, asked: { method: "GET", paths } });
  return [
    get("50 calls, first page", "/api/calls?limit=50"),
    get(`50 calls, after ${DEEP_PAGES} pages`, `/api/calls?limit=50&cursor=${encodeURIComponent(deep.next ?? "")}`),
    get("one call", ...first.data.map(({ id }) => `/executions/${id}`)),
    get("agents", "/v2/agent/all"),
    {
      name: "an agent's name is changed",
      asked: { method: "PATCH", paths: [`/v2/agent/${agent?.id}`], body: '{"agent_config":{"agent_name":"Bench #"}}' },
    },
  ];
}

async function load(wanted: Load): Promise<Loaded> {
  const worker = startWorker(new URL("./load-worker.ts", import.meta.url).href, wanted);
  const [loaded] = (await once(worker, "message")) as [Loaded];
  await worker.terminate();
  return loaded;
}

function live(product: Product): Promise<Heard> {
  const { sipPort } = product;
  return callAll({ host: "127.0.0.1", sipPort, number: "1001", calls: LIVE_CALLS, turns: 4, startEveryMs: 40 });
}

function heardOf(heard: Heard): Record<string, number> {
  const { p50, p99 } = figures(heard.answersMs);
  const { gaps, missed, connected } = heard;
  return { calls: connected, "answer p50 ms": p50, "answer p99 ms": p99, "gaps over 60 ms": gaps, missed };
}

function told({ perSecond, p50, p99, others }: Loaded): Record<string, string | number> {
  const refused = Object.entries(others).map(([status, times]) => `${times} × ${status}`);
  return { "a second": perSecond, "p50 ms": p50, "p99 ms": p99, "not 2xx": refused.join(", ") || 0 };
}
