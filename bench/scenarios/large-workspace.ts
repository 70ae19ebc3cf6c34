/** A workspace with very many calls over three years, made of another one's, and the database settled afterwards. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { runningEmbeddedPostgres } from "../../server/src/platform/database/embedded.ts";
import type { Database } from "../../server/src/platform/database/database.ts";
import { SEEDS } from "../../server/src/seeds.ts";
import { createDemo, type Demo } from "../../server/src/site/demo/demo.ts";
import { openCredits } from "../../server/src/accounts/open-credits.ts";
import { wordsOfCall } from "../../server/src/insights/search/matching.ts";
import { indexed } from "../../server/src/insights/search/store.ts";
import { sql } from "drizzle-orm";

/** Makes demo workspaces in a database that no server has. */
export function openDemo(database: Database): Demo {
  return createDemo({
    tenancy: database,
    seeds: SEEDS,
    now: () => new Date(),
    recorded: () => new Set(),
    currency: openCredits(database).currency,
    opened: () => undefined,
  });
}

const AT_ONCE = 10_000;
/** Each call keeps the first lines of one of the other workspace's. */
const LINES = 8;

export interface Large {
  workspaceId: string;
  like: string;
  calls: number;
}

interface Model extends Record<string, unknown> {
  agent_name: string;
  transcript: string;
}

export async function fillLarge(database: Database, { workspaceId, like, calls }: Large): Promise<void> {
  const { rows } = await database
    .of(like)
    .execute<Model>(sql`select agent_name, transcript from executions where transcript is not null order by id`);
  const models = rows.map(({ agent_name, transcript }) => {
    const words = transcript.split("\n").slice(0, LINES).join("\n");
    const call = { agentName: agent_name, transcript: words, direction: "inbound" as const, fromNumber: null, toNumber: null };
    return { agent_name, transcript: words, words: indexed(workspaceId, wordsOfCall(call)) };
  });
  const startedMs = performance.now();
  for (let from = 0; from < calls; from += AT_ONCE) {
    await database.of(workspaceId).execute(some({ workspaceId, models, from, to: Math.min(calls, from + AT_ONCE), calls }));
    if ((from / AT_ONCE) % 10 === 9)
      console.log(`${from + AT_ONCE} calls in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  }
}

interface Some {
  workspaceId: string;
  models: readonly { agent_name: string; transcript: string; words: string }[];
  from: number;
  to: number;
  calls: number;
}

/** From the oldest to the newest. One in ten thousand says "zebra" and a number; one in the oldest thousand says "giraffe". */
function some({ workspaceId, models, from, to, calls }: Some): ReturnType<typeof sql> {
  const key = workspaceId.slice(0, 8);
  return sql`
    with models as materialized (
      select row_number() over () - 1 as place, * from jsonb_to_recordset(${JSON.stringify(models)}::jsonb)
        as model (agent_name text, transcript text, words text)
    ), given as materialized (
      select gen_random_uuid() as id, n, now() - (${calls}::int - n) * interval '94 seconds' as at, agent_name, transcript, words,
        '300' || lpad(((n::bigint * 7919) % 1000000)::text, 6, '0') as digits
      from generate_series(${from}::int, ${to - 1}::int) n join models on models.place = (n * 31) % ${models.length}
    ), called as (
      insert into executions (id, workspace_id, agent_name, status, provider, direction, from_number, to_number, created_at,
        updated_at, initiated_at, answered_at, ended_at, duration_seconds, transcript, cost, weave, latency)
      select id, ${workspaceId}, agent_name, case when n % 60 = 0 then 'failed' else 'completed' end, 'sip', 'inbound',
        '+254' || digits, '+254300999999', at, at, at, at, at, 30 + n % 340, transcript,
        '{"llm": 0, "network": 1, "platform": 7, "synthesizer": 10, "transcriber": 2}', repeat('B.2', 16),
        '{"time_to_first_audio": 120, "turns": [{"turn": 1, "overhead_ms": 3, "speech_end_to_first_sound_ms": 640}]}' from given
    )
    insert into call_words (call_id, workspace_id, at, words)
    select id, ${workspaceId}, at, array_to_tsvector(
      string_to_array(words, ' ')
      || array[${`${key}#254`} || digits, ${`${key}#`} || digits, ${`${key}#`} || right(digits, 8), ${`${key}#`} || right(digits, 7),
        ${`${key}#`} || right(digits, 6), ${`${key}#`} || right(digits, 4)]
      || case when n % 10000 = 5 then array[${`${key}zebra`} || n / 10000] else '{}' end
      || case when n = 77 then array[${`${key}giraffe`}] else '{}' end
    ) from given`;
}

/** What the database does by itself when it has time: statistics, short lists sorted in, pages written. */
export async function settle(dataDir: string): Promise<void> {
  await asSuperuser(dataDir, async (client) => {
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  });
}

export async function asSuperuser<Result>(dataDir: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const { superuser } = JSON.parse(readFileSync(join(dataDir, "database-passwords.json"), "utf8")) as { superuser: string };
  const client = new pg.Client({ ...runningEmbeddedPostgres(dataDir), user: "postgres", password: superuser });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
