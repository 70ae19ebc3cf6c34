/** The SQL of calls by the thousand: those of a demo workspace, and what a search looks at. */
import { and, asc, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { addMet } from "../../../contacts/index.ts";
import type { Db } from "../../../platform/database/db.ts";
import { isPhoneNumber, type PhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import { withoutUndefined } from "../../../platform/without-undefined.ts";
import { newCallRow } from "../new-call-row.ts";
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

const COLUMNS = Object.entries(getTableColumns(executions));
const NAMES = sql.raw(COLUMNS.map(([, { name }]) => `"${name}"`).join(", "));

/** As the database names its columns; what the call does not say is as of a call that begins. */
function stored(workspaceId: string, call: NewCall): Record<string, unknown> {
  const given = { ...call, initiatedAt: call.createdAt, person: personOf(call) ?? null };
  const row = newCallRow({ id: call.agentId ?? null, name: call.agentName, workspaceId }, null);
  const whole: Record<string, unknown> = { ...row, ...withoutUndefined(given), workspaceId };
  return Object.fromEntries(COLUMNS.map(([field, { name }]) => [name, whole[field]]));
}

/** Many at a time; all of them are over. */
export async function addSeededCalls(db: Db, workspaceId: string, calls: readonly NewCall[]): Promise<void> {
  const rows = JSON.stringify(calls.map((call) => stored(workspaceId, call)));
  await db.execute(sql`insert into executions (${NAMES})
    select ${NAMES} from jsonb_populate_recordset(null::executions, ${rows}::jsonb)`);
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
