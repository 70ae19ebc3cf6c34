/** Writes a demo workspace's rows, many at a time. */
import { sql } from "drizzle-orm";
import { wordsOfCall, indexed } from "../search/index.ts";
import type { Db } from "../platform/database/db.ts";
import type { FreshAgent } from "./agents.ts";
import type { DemoCredit, DemoEvent, DemoSample, DemoVoice } from "./around.ts";
import type { DemoCall, Rehearsal } from "./calls.ts";

export async function addAgents(db: Db, workspaceId: string, agents: readonly FreshAgent[]): Promise<void> {
  const rows = agents.map(({ id, number, document, createdAt }) => ({
    id,
    number,
    config: document.agent_config,
    prompts: document.agent_prompts,
    at: createdAt,
  }));
  await db.execute(sql`
    insert into agents (id, workspace_id, status, config, prompts, created_at, updated_at)
    select id, ${workspaceId}, 'processed', config, prompts, at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, config jsonb, prompts jsonb, at timestamptz)`);
  await db.execute(sql`
    insert into numbers (number, workspace_id, agent_id, created_at, held)
    select number, ${workspaceId}, id, at, false
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, number text, at timestamptz)
    on conflict (number) do nothing`);
}

export async function addCalls(db: Db, workspaceId: string, calls: readonly DemoCall[]): Promise<void> {
  const rows = calls.map(({ row, rehearsal }) => ({
    id: row.id,
    agent_id: row.agentId,
    agent_name: row.agentName,
    status: row.status,
    provider: row.provider,
    direction: row.direction,
    from_number: row.fromNumber,
    to_number: row.toNumber,
    user_data: row.userData,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    answered_at: row.answeredAt,
    ended_at: row.endedAt,
    duration_seconds: row.durationSeconds ?? 0,
    transcript: row.transcript,
    latency: row.latency,
    weave: row.weave,
    cost: row.cost,
    hangup_by: row.hangupBy,
    hangup_reason: row.hangupReason,
    hangup_code: row.hangupCode,
    recording: row.recording ?? null,
    recording_closed: row.recordingClosed ?? false,
    ...rehearsal,
  }));
  await db.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id uuid, agent_id uuid, agent_name text, status text, provider text, direction text, from_number text, to_number text,
        user_data jsonb, created_at timestamptz, updated_at timestamptz, answered_at timestamptz, ended_at timestamptz,
        duration_seconds real, transcript text, latency jsonb, weave text, cost jsonb, hangup_by text, hangup_reason text,
        hangup_code integer, recording text, recording_closed boolean, seed text, language text, marks jsonb)
    ), called as (
      insert into executions (id, workspace_id, agent_id, agent_name, status, provider, direction, from_number, to_number, user_data,
        created_at, updated_at, initiated_at, answered_at, ended_at, duration_seconds, transcript, latency, weave, cost, hangup_by,
        hangup_reason, hangup_code, recording, recording_closed)
      select id, ${workspaceId}, agent_id, agent_name, status, provider, direction, from_number, to_number, user_data, created_at,
        updated_at, created_at, answered_at, ended_at, duration_seconds, transcript, latency, weave, cost, hangup_by, hangup_reason,
        hangup_code, recording, recording_closed from given
    )
    insert into rehearsed_calls (call_id, workspace_id, seed, language, marks)
    select id, ${workspaceId}, seed, language, marks from given where seed is not null`);
}

/** In every workspace: the recording is there to be heard. */
export async function markSpoken(everywhere: Db, recording: string): Promise<void> {
  await everywhere.execute(sql`
    update executions set recording_closed = true where recording = ${recording} and not recording_closed`);
}

/** Its calls cannot be found by their words yet. */
export async function markUnindexed(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`insert into unindexed_demos (workspace_id) values (${workspaceId})`);
}

export async function nextUnindexed(everywhere: Db): Promise<string | undefined> {
  const { rows } = await everywhere.execute<{ id: string }>(sql`select workspace_id as id from unindexed_demos limit 1`);
  return rows[0]?.id;
}

interface SpokenRow extends Record<string, unknown> {
  id: string;
  at: string;
  agent_name: string;
  direction: "inbound" | "outbound";
  from_number: string | null;
  to_number: string | null;
  transcript: string | null;
}

const INDEXED_AT_ONCE = 100;

/** Everything or nothing. Calls that are deleted meanwhile are left out; those that were made meanwhile have their words already. */
export async function indexCalls(db: Db, workspaceId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<SpokenRow>(sql`
      select id, created_at::text as at, agent_name, direction, from_number, to_number, transcript
      from executions where workspace_id = ${workspaceId}`);
    for (let first = 0; first < rows.length; first += INDEXED_AT_ONCE) {
      const some = rows.slice(first, first + INDEXED_AT_ONCE).map((row) => ({
        id: row.id,
        at: row.at,
        words: indexed(
          workspaceId,
          wordsOfCall({
            agentName: row.agent_name,
            direction: row.direction,
            fromNumber: row.from_number,
            toNumber: row.to_number,
            transcript: row.transcript,
          }),
        ),
      }));
      await tx.execute(sql`
        insert into call_words (call_id, workspace_id, at, words)
        select given.id, ${workspaceId}, at, array_to_tsvector(string_to_array(words, ' '))
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (id uuid, at timestamptz, words text)
        join executions on executions.id = given.id for key share of executions
        on conflict do nothing`);
    }
    await tx.execute(sql`delete from unindexed_demos where workspace_id = ${workspaceId}`);
  });
}

export interface Surroundings {
  voices: readonly DemoVoice[];
  samples: readonly DemoSample[];
  credits: readonly DemoCredit[];
  activity: readonly DemoEvent[];
  readUntil: string;
}

export async function addSurroundings(
  db: Db,
  workspaceId: string,
  { voices, samples, credits, activity, readUntil }: Surroundings,
): Promise<void> {
  await db.execute(sql`
    insert into voices (id, workspace_id, provider, name, model, voice_id, accent, language, gender, premium, added_at)
    select id, ${workspaceId}, provider, name, model, voice_id, accent, language, gender, premium, added_at
    from jsonb_to_recordset(${JSON.stringify(voices)}::jsonb) as row (id uuid, provider text, name text, model text, voice_id text,
      accent text, language text, gender text, premium boolean, added_at timestamptz)`);
  await db.execute(sql`
    insert into voice_samples (id, workspace_id, voice_id, voice_name, text, duration_ms, created_at)
    select id, ${workspaceId}, voice_id, voice_name, text, duration_ms, created_at
    from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as row (id uuid, voice_id uuid, voice_name text, text text,
      duration_ms integer, created_at timestamptz)`);
  await db.execute(sql`
    insert into credit_entries (id, workspace_id, at, kind, amount_micros, currency, note, subject)
    select row.id, ${workspaceId}, at, row.kind, amount_micros, (select currency from workspaces where id = ${workspaceId}), note, subject
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as row (id uuid, at timestamptz, kind text,
      amount_micros bigint, note text, subject text)`);
  await db.execute(sql`
    insert into happenings (id, workspace_id, at, kind, tone, details, subject, notify)
    select id, ${workspaceId}, at, kind, tone, details, subject, notify
    from jsonb_to_recordset(${JSON.stringify(activity)}::jsonb) as row (id uuid, at timestamptz, kind text, tone text,
      details jsonb, subject jsonb, notify boolean)`);
  await db.execute(sql`
    insert into notification_marks (workspace_id, reader, until) values (${workspaceId}, '*', ${readUntil}::timestamptz)`);
}

export async function readRehearsal(db: Db, workspaceId: string, callId: string): Promise<Rehearsal | undefined> {
  const { rows } = await db.execute<Rehearsal & Record<string, unknown>>(sql`
    select seed, language, marks from rehearsed_calls where workspace_id = ${workspaceId} and call_id = ${callId}`);
  return rows[0];
}
