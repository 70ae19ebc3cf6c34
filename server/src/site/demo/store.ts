/** All the SQL of what a demo workspace keeps beside the rows of others. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { GeneratedCall } from "./calls.ts";

export async function addGeneratedCalls(
  db: Db,
  workspaceId: string,
  generated: readonly (GeneratedCall & { id: string })[],
): Promise<void> {
  await db.execute(sql`
    insert into rehearsed_calls (call_id, workspace_id, seed, language, marks)
    select id, ${workspaceId}, seed, language, marks
    from jsonb_to_recordset(${JSON.stringify(generated)}::jsonb) as row (id uuid, seed text, language text, marks jsonb)`);
}

/** Its calls cannot be found by their words yet. */
export async function markUnindexed(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`insert into unindexed_demos (workspace_id) values (${workspaceId})`);
}

export async function nextUnindexed(everywhere: Db): Promise<string | undefined> {
  const { rows } = await everywhere.execute<{ id: string }>(sql`select workspace_id as id from unindexed_demos limit 1`);
  return rows[0]?.id;
}

export async function markIndexed(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`delete from unindexed_demos where workspace_id = ${workspaceId}`);
}

export async function readGeneratedCall(db: Db, workspaceId: string, callId: string): Promise<GeneratedCall | undefined> {
  const { rows } = await db.execute<GeneratedCall & Record<string, unknown>>(sql`
    select seed, language, marks from rehearsed_calls where workspace_id = ${workspaceId} and call_id = ${callId}`);
  return rows[0];
}
