/** Finished calls of a workspace over a year with all that boards group and filter by, spread as no index expects. */
import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { COUNTED_AFRESH } from "../../server/src/insights/analytics/call-days.ts";
import { FACTS_AFRESH } from "../../server/src/insights/analytics/boards/call-facts.ts";
import type { Database } from "../../server/src/platform/database/database.ts";
import type { Db } from "../../server/src/platform/database/db.ts";
import { asSuperuser, settle } from "./large-workspace.ts";

const AGENTS = 12;
const TOPICS = 20;
const BATCHES = 8;
const AT_ONCE = 50_000;
export const DAYS = 365;

export interface ManyCalls {
  workspaceId: string;
  agents: readonly string[];
  topics: readonly string[];
  batches: readonly string[];
}

export async function prepareWorkspace(database: Database, workspaceId: string): Promise<ManyCalls> {
  const ids = (length: number): string[] => Array.from({ length }, () => randomUUID());
  const made = { workspaceId, agents: ids(AGENTS), topics: ids(TOPICS), batches: ids(BATCHES) };
  const db = database.of(workspaceId);
  for (const id of made.agents)
    await db.execute(sql`insert into agents (id, workspace_id, status, config, prompts)
      values (${id}, ${workspaceId}, 'processed', '{"agent_name": "Desk"}', '{}')`);
  for (const [at, id] of made.topics.entries())
    await db.execute(sql`insert into topics (id, workspace_id, name) values (${id}, ${workspaceId}, ${`Topic ${at}`})`);
  for (const [at, id] of made.batches.entries())
    await db.execute(sql`insert into batches (id, workspace_id, agent_id, file_name, from_numbers, valid_contacts, total_contacts)
      values (${id}, ${workspaceId}, ${made.agents[at] ?? null}, 'a.csv', '{}', 1, 1)`);
  return made;
}

export interface CallRange {
  from: number;
  to: number;
  /** How many the year has in the end. */
  calls: number;
  /** Nothing that is made of calls afterwards. */
  only?: "executions";
}

/** From the oldest to the newest. Each property is drawn by a hash of its own, so that no two go together. */
export async function addCalls(db: Pick<Db, "execute">, made: ManyCalls, { from, to, calls, only }: CallRange): Promise<void> {
  const { workspaceId, agents, topics, batches } = made;
  const salt = randomUUID();
  const given = sql`(select n, md5(${salt} || n)::uuid as id,
      now() - (${calls}::int - n) * (interval '${sql.raw(String(DAYS))} days' / ${calls}::int) as at,
      ${draw("agent", AGENTS)} as agent, ${draw("end", 9)} as ended, ${draw("direction", 2)} as direction
    from generate_series(${from}::int, ${to - 1}::int) n) given`;
  await db.execute(sql`
      insert into executions (id, workspace_id, agent_id, agent_name, status, provider, direction, from_number, to_number, created_at,
        updated_at, initiated_at, answered_at, ended_at, duration_seconds, cost, hangup_by, hangup_reason, traits, measures, batch_id, tags)
      select id, ${workspaceId}, ${uuids(agents)}[agent], 'Desk', case when ended = 1 then 'no-answer' else 'completed' end,
        ${one("provider", ["sip", "twilio", "webrtc"])}, case when direction = 1 then 'inbound' else 'outbound' end,
        '+2547110000' || 10 + ${draw("from", 40)}, '+2547220000' || 10 + ${draw("to", 40)}, at, at, at,
        case when ended > 1 then at end, at, 30 + n % 340,
        '{"llm": 1.5, "network": 1, "platform": 7, "synthesizer": 10, "transcriber": 2}',
        ${one("hangup", ["Caller", "Callee", "Agent"])},
        (array['No Answer', 'Normal Hangup', 'Normal Hangup', 'Normal Hangup', 'inactivity_timeout', 'voicemail_detected'])[least(ended, 6)],
        jsonb_build_object('version', ${draw("version", 5)}, 'country', ${one("country", ["KE", "TZ", "NG", "GH", "ZA"])}, 'language', 'en'),
        case when ended > 1 then jsonb_build_object('agentMs', n % 90000, 'callerMs', n % 60000, 'answers', n % 20,
          'delayP50Ms', 400 + ${draw("p50", 900)}, 'delayP95Ms', 900 + ${draw("p95", 3000)}, 'interruptions', n % 4,
          'deadAirMs', n % 9000, 'language', ${one("language", ["en", "sw", "fr"])}, 'stt', ${one("stt", ["deepgram", "azure"])},
          'llm', ${one("llm", ["openai", "google"])}, 'tts', ${one("tts", ["elevenlabs", "azure"])}) end,
        case when direction = 2 then ${uuids(batches)}[${draw("batch", BATCHES)}] end,
        case when ${draw("tag", 50)} = 1 then array['vip'] else '{}' end
      from ${given}`);
  if (only) return;
  await db.execute(sql`
      insert into call_analyses (call_id, workspace_id, extracted)
      select id, ${workspaceId}, jsonb_build_object('General', jsonb_build_object('Outcome', jsonb_build_object('subjective', '',
        'objective', ${one("outcome", ["interested", "not now", "wrong number", "call back"])}))) from ${given} where ended > 2`);
  await db.execute(sql`
      insert into call_topics (call_id, workspace_id, agent_id, topic_id, position, at)
      select id, ${workspaceId}, ${uuids(agents)}[agent], ${uuids(topics)}[${draw("topic", TOPICS)}], 1, at from ${given} where ended > 3`);
}

/** As many calls at once, and what the triggers would have written of each, in one statement each: a million in minutes. */
export async function fillCalls(dataDir: string, made: ManyCalls, calls: number): Promise<void> {
  await asSuperuser(dataDir, async (client) => {
    await client.query("set session_replication_role = replica");
    const db = drizzle(client);
    for (let from = 0; from < calls; from += AT_ONCE)
      await addCalls(db, made, { from, to: Math.min(calls, from + AT_ONCE), calls });
    await client.query("analyze executions, call_analyses, call_topics");
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(attname, ', ' order by attnum) as names from pg_attribute
       where attrelid = 'call_facts'::regclass and attnum > 0 and not attisdropped`,
    );
    await client.query(`delete from call_days; insert into call_days ${COUNTED_AFRESH}`);
    await client.query(
      `insert into call_facts (${rows[0]?.names ?? ""}) select ${rows[0]?.names ?? ""} from (${FACTS_AFRESH}) facts order by started_at`,
    );
  });
  await settle(dataDir);
}

const uuids = (ids: readonly string[]): SQL => sql`(${sql.param([...ids])}::uuid[])`;
/** From 1 to `of`, by the number of the call. */
const draw = (name: string, of: number): SQL => sql.raw(`(1 + abs(hashtext('${name}' || n) % ${of}))`);
const one = (name: string, values: readonly string[]): SQL =>
  sql`(array[${sql.raw(values.map((value) => `'${value}'`).join(", "))}])[${draw(name, values.length)}]`;
