/** Parts that die while people talk. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, listCalls, type Client, type Execution } from "@ongea/contract";
import { callAll, type Heard } from "../whole/callers.ts";
import type { Product } from "../whole/product.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

export const CALLS = 10;
const TURNS = 8;
/** By then all are talking. */
export const SETTLED_MS = 6_000;

export interface Fault {
  drill: string;
  happen(): Promise<void> | void;
  /** Nobody has called this server before. */
  isCold?: boolean;
  /** Nobody can be answered while it happens: only calls and rows count. */
  mayMiss?: boolean;
  /** What is wrong in the rows of these calls, besides; undefined when nothing is. */
  wrong?(rows: readonly Execution[]): string | undefined;
}

const LONGEST_WAIT_MS = 60_000;

/** Ten people talk; something happens; they go on, and everything that was said is kept. */
export async function whileTalking(product: Product, fault: Fault): Promise<Outcome> {
  const client = clientOf(product);
  // A server that has just started turns some of ten away: that is the row `cold`, and hides what the fault does.
  if (!fault.isCold) await talk(product.sipPort, { calls: 1, turns: 1 });
  const before = (await calls(client)).length;
  const beganMs = performance.now();
  const talking = tenTalk(product.sipPort);
  await pause(SETTLED_MS);
  await fault.happen();
  const faultMs = performance.now();
  const back = healthy(product);
  const heard = await talking;
  const backMs = (await back) - faultMs;
  const rows = await settled(client, before + CALLS);
  return outcomeOf(fault, heard, rows, { backMs, took: secondsSince(beganMs) });
}

export function tenTalk(sipPort: number): Promise<Heard> {
  return talk(sipPort, { calls: CALLS, turns: TURNS });
}

function talk(sipPort: number, how: { calls: number; turns: number }): Promise<Heard> {
  return callAll({ host: "127.0.0.1", sipPort, number: "1001", startEveryMs: 100, ...how });
}

function outcomeOf(fault: Fault, heard: Heard, rows: Execution[], { backMs, took }: { backMs: number; took: string }): Outcome {
  const least = fault.mayMiss ? 1 : TURNS;
  const whole = rows.filter((row) => row.status === "completed" && (row.transcript?.match(/^user:/gm)?.length ?? 0) >= least);
  const lostRows = CALLS - whole.length;
  const wrong = fault.wrong?.(rows);
  return {
    drill: fault.drill,
    done: `${heard.connected} of ${CALLS} calls connected, ${heard.answersMs.length} of ${CALLS * TURNS} answers`,
    lost: `${heard.lost} calls ended, ${heard.missed} answers missed, ${lostRows} rows not whole${wrong === undefined ? "" : `; ${wrong}`}`,
    took: `well again after ${(backMs / 1_000).toFixed(1)} s (${took} in all)`,
    isWell: heard.lost === 0 && heard.refused === 0 && lostRows === 0 && wrong === undefined && backMs <= 10_000,
  };
}

/** When `/health` first says that all is well; it is not waited for longer than a minute. */
async function healthy(product: Product): Promise<number> {
  const untilMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    if (performance.now() > untilMs) return untilMs;
    await pause(100);
    const answer = await fetch(`${product.url}/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    const body = answer && ((await answer.json().catch(() => ({}))) as { status?: string });
    if (body?.status === "ok" || body?.status === "healthy") return performance.now();
  }
}

async function settled(client: Client, count: number): Promise<Execution[]> {
  for (let tries = 0; tries < 100; tries++) {
    const rows = await calls(client).catch(() => []);
    const latest = rows.slice(0, CALLS);
    if (rows.length >= count && latest.every(({ status }) => status === "completed" || status === "error")) return latest;
    await pause(200);
  }
  return (await calls(client)).slice(0, CALLS);
}

export async function calls(client: Client): Promise<Execution[]> {
  return (await client.call(listCalls, { query: { limit: 50 } })).data;
}

export function clientOf(product: Product): Client {
  const token = readFileSync(join(product.dataDir, "operator-token"), "utf8").trim();
  return createClient(product.url, fetch, { authorization: `Bearer ${token}` });
}

/** Processes below the product whose command says this. */
export function processesOf(product: Product, command: RegExp): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => belongsTo(pid, product) && command.test(read(`/proc/${pid}/cmdline`).replaceAll("\0", " ")));
}

/** A child of the product, or one that works in its data folder. */
function belongsTo(pid: number, { pid: root, dataDir }: Product): boolean {
  if (read(`/proc/${pid}/cmdline`).includes(dataDir)) return true;
  for (let one = pid; one > 1;) {
    if (one === root) return true;
    const stat = read(`/proc/${one}/stat`);
    one = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
  }
  return false;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
