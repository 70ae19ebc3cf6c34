/**
 * Boards over a workspace with very many calls, asked as the server asks: under row-level security, on a PostgreSQL of its own. And what the
 * facts add to a call that ends. HTTP is not in the figures.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALL_GROUPS, type CallGroup } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { boardCsv } from "../server/src/insights/analytics/boards/board-csv.ts";
import { createBoards } from "../server/src/insights/analytics/boards/boards.ts";
import { createBoardStore } from "../server/src/insights/analytics/boards/store.ts";
import { createWorkspaces } from "../server/src/accounts/workspaces/store.ts";
import { openDatabase, type Database } from "../server/src/platform/database/database.ts";
import { MIGRATIONS } from "../server/src/schema.ts";
import type { Results } from "./driver/table.ts";
import { asSuperuser, settle } from "./scenarios/large-workspace.ts";

const USUAL_CALLS = 200_000;
const MOST_CALLS = 2_000_000;
const AT_ONCE = 20_000;
const DAYS = 365;
const AGENTS = 12;
const DAY_MS = 86_400_000;

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
    const agents = await addAgents(database, id);
    for (let from = 0; from < wanted; from += AT_ONCE)
      await addCalls(database, { workspaceId: id, agents, from, to: Math.min(wanted, from + AT_ONCE), calls: wanted });
    await settle(dataDir);
    await askBoards(results, database, { workspaceId: id, asks: quick ? 5 : 20, calls: wanted });
    await measureEnds(results, database, { workspaceId: id, agents, dataDir });
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addAgents(database: Database, workspaceId: string): Promise<string[]> {
  const ids = Array.from({ length: AGENTS }, () => randomUUID());
  for (const id of ids)
    await database.of(workspaceId).execute(sql`insert into agents (id, workspace_id, status, config, prompts)
      values (${id}, ${workspaceId}, 'processed', '{"agent_name": "Desk"}', '{}')`);
  return ids;
}

interface Some {
  workspaceId: string;
  agents: readonly string[];
  from: number;
  to: number;
  calls: number;
}

/** Over a year, from the oldest to the newest, over agents, numbers, countries and languages. */
async function addCalls(database: Database, { workspaceId, agents, from, to, calls }: Some): Promise<void> {
  await database.of(workspaceId).execute(sql`
    insert into executions (id, workspace_id, agent_id, agent_name, status, provider, direction, from_number, to_number, created_at,
      updated_at, initiated_at, answered_at, ended_at, duration_seconds, cost, hangup_by, hangup_reason, traits, measures)
    select gen_random_uuid(), ${workspaceId}, (${sql.param([...agents])}::uuid[])[1 + n % ${AGENTS}], 'Desk',
      case when n % 9 = 0 then 'no-answer' else 'completed' end, (array['sip', 'twilio', 'webrtc'])[1 + n % 3],
      case when n % 2 = 0 then 'inbound' else 'outbound' end, '+2547110000' || 10 + n % 40, '+2547220000' || 10 + n % 40, at, at, at,
      case when n % 9 <> 0 then at end, at, 30 + n % 340,
      '{"llm": 1.5, "network": 1, "platform": 7, "synthesizer": 10, "transcriber": 2}', 'Caller', 'Normal Hangup',
      jsonb_build_object('version', 1 + n % 5, 'country', (array['KE', 'TZ', 'NG', 'GH', 'ZA'])[1 + n % 5], 'language', 'en'),
      case when n % 9 <> 0 then jsonb_build_object('agentMs', n % 90000, 'callerMs', n % 60000, 'answers', n % 20, 'delayP50Ms', 400 + n % 900,
        'delayP95Ms', 900 + n % 3000, 'interruptions', n % 4, 'deadAirMs', n % 9000, 'language', (array['en', 'sw', 'fr'])[1 + n % 3],
        'stt', 'deepgram', 'llm', 'openai', 'tts', 'builtin') end
    from (select n, now() - (${calls}::int - n) * (interval '${sql.raw(String(DAYS))} days' / ${calls}::int) as at
      from generate_series(${from}::int, ${to - 1}::int) n) given`);
}

interface Asked {
  workspaceId: string;
  asks: number;
  calls: number;
}

async function askBoards(results: Results, database: Database, { workspaceId, asks, calls }: Asked): Promise<void> {
  const boards = createBoards({
    store: createBoardStore(database),
    agents: async () => [],
    batches: async () => [],
    topics: async () => [],
    ended: async () => [],
  });
  const period = (days: number) => ({
    from: new Date(Date.now() - days * DAY_MS).toISOString(),
    to: new Date().toISOString(),
    time_zone: "Africa/Nairobi",
  });
  for (const days of [30, DAYS])
    for (const group of ["day", "agent", "number", "country"] satisfies CallGroup[]) {
      const ask = () => boards.read(workspaceId, { ...period(days), group });
      results.add("analytics", `${group}, ${days} days`, { calls, rows: (await ask()).total.calls, ...(await timed(asks, ask)) });
    }
  const every = async () => {
    for (const group of CALL_GROUPS) boardCsv(await boards.read(workspaceId, { ...period(30), group }));
  };
  results.add("analytics", "every group as CSV, 30 days", { calls, ...(await timed(1, every)) });
  const page = () => boards.calls(workspaceId, { ...period(DAYS), counted: "abandoned", country: "KE", limit: 20 });
  results.add("analytics", "a page of calls", { calls, ...(await timed(asks, page)) });
}

async function timed(asks: number, ask: () => Promise<unknown>): Promise<Record<string, number>> {
  const took: number[] = [];
  for (let at = 0; at < asks; at++) {
    const startedMs = performance.now();
    await ask();
    took.push(performance.now() - startedMs);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const of = (share: number): number => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
  return { "p50 ms": of(0.5), "p99 ms": of(0.99) };
}

/** The same calls end with and without facts: what the difference is, a call. */
async function measureEnds(
  results: Results,
  database: Database,
  { workspaceId, agents, dataDir }: Pick<Some, "workspaceId" | "agents"> & { dataDir: string },
): Promise<void> {
  const calls = 5_000;
  const end = async (): Promise<number> => {
    const startedMs = performance.now();
    await addCalls(database, { workspaceId, agents, from: 0, to: calls, calls });
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
