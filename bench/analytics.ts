/**
 * Boards over a workspace with very many calls, asked as the server asks: under row-level security, on a PostgreSQL of its own. And what the
 * facts add to a call that ends. HTTP is not in the figures.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { CALL_GROUPS, type CallGroup } from "@ongea/contract";
import { createBoards, type BoardQuery, type Boards } from "../server/src/insights/analytics/boards/boards.ts";
import { createRollups, type Rollups } from "../server/src/insights/analytics/boards/rollups/rollups.ts";
import { createRollupStore } from "../server/src/insights/analytics/boards/rollups/store.ts";
import { createBoardStore } from "../server/src/insights/analytics/boards/store.ts";
import { createFigureStore } from "../server/src/insights/analytics/store.ts";
import { createTopicStore } from "../server/src/insights/topics/store.ts";
import { createWorkspaces } from "../server/src/accounts/workspaces/store.ts";
import { openDatabase, type Database } from "../server/src/platform/database/database.ts";
import { MIGRATIONS } from "../server/src/schema.ts";
import type { Results } from "./driver/table.ts";
import { asSuperuser } from "./scenarios/large-workspace.ts";
import { addCalls, DAYS, fillCalls, type ManyCalls, prepareWorkspace } from "./scenarios/many-calls.ts";

const USUAL_CALLS = 200_000;
const MOST_CALLS = 2_000_000;
const DAY_MS = 86_400_000;
const OUTCOME = "General/Outcome";

export async function analytics(
  results: Results,
  { quick, calls }: { quick: boolean; calls: number | undefined },
): Promise<void> {
  const wanted = Math.min(calls ?? (quick ? 20_000 : USUAL_CALLS), MOST_CALLS);
  const dataDir = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  chmodSync(dataDir, 0o755);
  const database = await openDatabase({ dataDir, environment: { PATH: process.env["PATH"] ?? "" } }, MIGRATIONS);
  try {
    const { id } = await createWorkspaces(database).create({ name: "Bench", kind: "real", currency: "USD" });
    const made = await prepareWorkspace(database, id);
    await fillCalls(dataDir, made, wanted);
    const asks = quick ? 5 : 20;
    results.note(
      `analytics: ${wanted} calls in ${DAYS} days; load of the machine ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores.`,
    );
    await askBoards(results, database, { made, asks });
    await askOthers(results, database, { made, asks });
    await measureEnds(results, database, { made, dataDir });
    results.note(`analytics: load at the end ${loadavg()[0]?.toFixed(1)}.`);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Asked {
  made: ManyCalls;
  asks: number;
}

/** In the time zone of the browser from midnight on, as the dashboard asks. */
function periodOf(days: number, timeZone = "Africa/Nairobi"): Pick<BoardQuery, "from" | "to" | "time_zone"> {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * 3_600_000;
  const at = (day: number): string => new Date(midnight + day * DAY_MS).toISOString();
  return { from: at(1 - days), to: at(1), time_zone: timeZone };
}

function boardsOf({ agents, topics, batches }: ManyCalls): Record<string, BoardQuery> {
  const year = periodOf(DAYS);
  const all: Record<string, BoardQuery> = {};
  for (const group of CALL_GROUPS)
    all[`${group}, a year`] = { ...year, group, ...(group === "disposition" && { disposition: OUTCOME }) };
  for (const days of [7, 30, 90])
    for (const group of ["day", "agent", "number"] satisfies CallGroup[])
      all[`${group}, ${days} days`] = { ...periodOf(days), group };
  return {
    ...all,
    "day, a year in New York": { ...periodOf(DAYS, "America/New_York"), group: "day" },
    "day, a year of one agent": { ...year, group: "day", agent_id: agents[3] },
    "day, a year of a direction": { ...year, group: "day", direction: "inbound" },
    "agent, a year of a country": { ...year, group: "agent", country: "KE" },
    "number, a year of a topic": { ...year, group: "number", topic_id: topics[5] },
    "end_reason, a year of a batch": { ...year, group: "end_reason", batch_id: batches[2] },
    "topic, a year of an agent's outcome": {
      ...year,
      group: "topic",
      agent_id: agents[3],
      disposition: OUTCOME,
      disposition_value: "interested",
    },
    "hour, 90 days of a language and a carrier": { ...periodOf(90), group: "hour", language: "sw", carrier: "twilio" },
  };
}

/** Each for the first time, when it is read from the calls; and when it has been added up. */
async function askBoards(results: Results, database: Database, { made, asks }: Asked): Promise<void> {
  const { boards, rollups } = openBoards(database);
  for (const [name, query] of Object.entries(boardsOf(made))) {
    const ask = () => boards.read(made.workspaceId, query);
    const [first] = await timed(1, ask);
    await rollups.settled();
    const took = await timed(asks, ask);
    results.add("analytics", name, { rows: (await ask()).total.calls, "first ms": first ?? 0, ...percentiles(took) });
  }
}

function openBoards(database: Database): { boards: Boards; rollups: Rollups } {
  const direct = createBoardStore(database);
  const log = { warn: (...what: unknown[]) => console.warn(...what) };
  const rollups = createRollups({ direct, store: createRollupStore(database), log, now: () => new Date() });
  const nobody = async (): Promise<never[]> => [];
  const parts = { agents: nobody, batches: nobody, topics: nobody, ended: nobody };
  return { boards: createBoards({ store: { ...direct, sums: rollups.sums }, ...parts }), rollups };
}

/** What else the screens of figures ask of calls. */
async function askOthers(results: Results, database: Database, { made, asks }: Asked): Promise<void> {
  const { boards } = openBoards(database);
  const { workspaceId: id, agents, topics } = made;
  const figures = createFigureStore(database);
  const year = periodOf(DAYS);
  const rare = { agent_id: agents[3], topic_id: topics[5], disposition: OUTCOME, disposition_value: "interested", country: "KE" };
  const others: Record<string, () => Promise<unknown>> = {
    "a page of abandoned calls of a country": () => boards.calls(id, { ...year, counted: "abandoned", country: "KE", limit: 20 }),
    "a page of calls by five filters": () => boards.calls(id, { ...year, ...rare, limit: 20 }),
    "a page of calls of no number": () => boards.calls(id, { ...year, number: "+254000000000", limit: 20 }),
    "lost calls": () => figures.lost(id, {}),
    "lost calls of a tag": () => figures.lost(id, { tag: "vip" }),
    "topics of 90 days": () => createTopicStore(database).list(id, 90),
  };
  for (const [name, ask] of Object.entries(others)) results.add("analytics", name, percentiles(await timed(asks, ask)));
}

async function timed(asks: number, ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < asks; at++) {
    const startedMs = performance.now();
    await ask();
    took.push(Math.round(performance.now() - startedMs));
  }
  return took;
}

function percentiles(took: readonly number[]): Record<string, number> {
  const sorted = took.toSorted((a, b) => a - b);
  const of = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { "p50 ms": of(0.5), "p99 ms": of(0.99) };
}

/** The same calls end with and without facts: what the difference is, a call. */
async function measureEnds(
  results: Results,
  database: Database,
  { made, dataDir }: { made: ManyCalls; dataDir: string },
): Promise<void> {
  const calls = 5_000;
  const end = async (): Promise<number> => {
    const startedMs = performance.now();
    await database.together(made.workspaceId, () =>
      addCalls(database.of(made.workspaceId), made, { from: 0, to: calls, calls, only: "executions" }),
    );
    return performance.now() - startedMs;
  };
  await end();
  const withFacts = await end();
  await asSuperuser(dataDir, (client) => client.query("alter table executions disable trigger calls_facts_added"));
  const without = await end();
  results.add("analytics", "what facts add to a call that ends", {
    "ms a call": Math.round(((withFacts - without) / calls) * 1_000) / 1_000,
  });
}
