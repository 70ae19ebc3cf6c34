/**
 * More demo workspaces than there is time to make: copies of made ones, row by row, with ids of their own. What they are found by is left
 * out: the home page does not look there, and it takes half of the time.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";

/** Columns that are not the row's own id or its workspace's. */
const COPIED: Readonly<Record<string, string>> = {
  agents: "status, config, prompts, created_at, updated_at",
  voices: "provider, name, model, voice_id, accent, language, gender, premium, added_at",
  voice_samples: "voice_name, text, duration_ms, created_at",
  credit_entries: "at, kind, amount_micros, currency, note, subject",
  happenings: "at, kind, tone, details, subject, notify",
};
const CALL =
  "agent_name, status, provider, direction, from_number, to_number, user_data, created_at, updated_at, initiated_at, answered_at, ended_at, duration_seconds, transcript, hangup_by, hangup_reason, hangup_code, cost, latency, weave";

/** As the database's own superuser, whom no policy holds up. Returns the copy's id. */
export async function copyWorkspace(client: pg.Client, from: string): Promise<string> {
  const id = randomUUID();
  await client.query("begin");
  await client.query("insert into workspaces (id, name, kind) values ($1, 'Copy', 'demo')", [id]);
  for (const [table, columns] of Object.entries(COPIED))
    await client.query(
      `insert into ${table} (id, workspace_id, ${columns}) select gen_random_uuid(), $1::uuid, ${columns} from ${table} where workspace_id = $2`,
      [id, from],
    );
  await client.query(
    `with given as materialized (
       select gen_random_uuid() as new_id, e.*, r.seed, r.language, r.marks
       from executions e left join rehearsed_calls r on r.call_id = e.id where e.workspace_id = $2
     ), called as (
       insert into executions (id, workspace_id, ${CALL}) select new_id, $1::uuid, ${CALL} from given
     )
     insert into rehearsed_calls (call_id, workspace_id, seed, language, marks)
     select new_id, $1::uuid, seed, language, marks from given where seed is not null`,
    [id, from],
  );
  await client.query("insert into notification_marks select $1, reader, until from notification_marks where workspace_id = $2", [
    id,
    from,
  ]);
  await client.query("commit");
  return id;
}
