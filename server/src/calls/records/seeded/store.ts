/** The SQL of calls by the thousand: those of a demo workspace, and what a search looks at. */
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { addMet } from "../../../contacts/index.ts";
import type { Db } from "../../../platform/database/db.ts";
import { isPhoneNumber, type PhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import type { CallRow, NewCall } from "../store.ts";
import { executions } from "../tables.ts";

/** What was said in a call, and with whom. */
export type SpokenCall = Pick<
  CallRow,
  | "id"
  | "workspaceId"
  | "createdAt"
  | "agentName"
  | "direction"
  | "fromNumber"
  | "toNumber"
  | "transcript"
  | "durationSeconds"
  | "notes"
>;

const SPOKEN = {
  id: executions.id,
  workspaceId: executions.workspaceId,
  createdAt: executions.createdAt,
  agentName: executions.agentName,
  direction: executions.direction,
  fromNumber: executions.fromNumber,
  toNumber: executions.toNumber,
  transcript: executions.transcript,
  durationSeconds: executions.durationSeconds,
  notes: executions.notes,
};

/** Newest first. */
export async function spokenCalls(db: Db, workspaceId: string, ids: readonly string[]): Promise<SpokenCall[]> {
  if (ids.length === 0) return [];
  return db
    .select(SPOKEN)
    .from(executions)
    .where(and(eq(executions.workspaceId, workspaceId), inArray(executions.id, [...ids])))
    .orderBy(desc(executions.createdAt));
}

/** Some of a workspace's calls, by id; they stay until the transaction is over. The next are those after the last one's id. */
export async function lockCalls(db: Db, workspaceId: string, after: string | undefined, most: number): Promise<SpokenCall[]> {
  return db
    .select(SPOKEN)
    .from(executions)
    .where(and(eq(executions.workspaceId, workspaceId), after === undefined ? undefined : sql`${executions.id} > ${after}`))
    .orderBy(asc(executions.id))
    .limit(most)
    .for("key share");
}

/** When the call was that so many newer ones follow, exactly; undefined: there are no others. */
export async function newestSince(db: Db, workspaceId: string, newer: number): Promise<string | undefined> {
  const [row] = await db
    .select({ at: sql<string>`${executions.createdAt}::text` })
    .from(executions)
    .where(eq(executions.workspaceId, workspaceId))
    .orderBy(desc(executions.createdAt), desc(executions.id))
    .offset(newer)
    .limit(1);
  return row?.at;
}

/** In every workspace: the recording is there to be heard. */
export async function recordingIsThere(everywhere: Db, recording: string): Promise<void> {
  await everywhere
    .update(executions)
    .set({ recordingClosed: true })
    .where(and(eq(executions.recording, recording), eq(executions.recordingClosed, false)));
}

/** Whose number it was from or to. */
function personOf({ direction, fromNumber, toNumber }: NewCall): PhoneNumber | undefined {
  const number = direction === "inbound" ? fromNumber : toNumber;
  return isPhoneNumber(number) ? number : undefined;
}

/** Many at a time; all of them are over. */
export async function addSeededCalls(db: Db, workspaceId: string, calls: readonly NewCall[]): Promise<void> {
  const rows = calls.map((row) => ({
    id: row.id,
    agent_id: row.agentId,
    agent_name: row.agentName,
    batch_id: row.batchId ?? null,
    status: row.status,
    provider: row.provider,
    direction: row.direction,
    from_number: row.fromNumber,
    to_number: row.toNumber,
    person: personOf(row) ?? null,
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
    traits: row.traits ?? {},
    measures: row.measures ?? null,
  }));
  await db.execute(sql`
    insert into executions (id, workspace_id, agent_id, agent_name, batch_id, status, provider, direction, from_number, to_number, person,
      user_data, created_at, updated_at, initiated_at, answered_at, ended_at, duration_seconds, transcript, latency, weave, cost, hangup_by,
      hangup_reason, hangup_code, recording, recording_closed, traits, measures)
    select id, ${workspaceId}, agent_id, agent_name, batch_id, status, provider, direction, from_number, to_number, person, user_data, created_at,
      updated_at, created_at, answered_at, ended_at, duration_seconds, transcript, latency, weave, cost, hangup_by, hangup_reason,
      hangup_code, recording, recording_closed, traits, measures
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, agent_id uuid, agent_name text, batch_id uuid, status text, provider text, direction text, from_number text, to_number text, person text,
      user_data jsonb, created_at timestamptz, updated_at timestamptz, answered_at timestamptz, ended_at timestamptz,
      duration_seconds real, transcript text, latency jsonb, weave text, cost jsonb, hangup_by text, hangup_reason text,
      hangup_code integer, recording text, recording_closed boolean, traits jsonb, measures jsonb)`);
  const met = calls.flatMap((row) => {
    const number = personOf(row);
    return number ? { number, at: row.createdAt ?? new Date() } : [];
  });
  await addMet(
    db,
    workspaceId,
    met.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  );
}
