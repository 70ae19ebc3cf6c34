/** The SQL that stores what happens in calls. */
import { keysOf, PLANNED_STATUSES } from "@ongea/contract";
import { and, eq, getTableColumns, inArray, isNull, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { addWholeEntries } from "../../../compliance/index.ts";
import type { Met } from "../../../contacts/index.ts";
import type { Db } from "../../../platform/database/db.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { isPhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import type { CallChange, CallKey, CallRow, Ended, WriteOfCall } from "../call-row.ts";
import { callEntries, executions } from "../tables.ts";

/** Told who is at the other end of calls that begin, before their rows are there. */
export type Meet = (db: Db, workspaceId: string, met: readonly Met[]) => Promise<void>;

export interface Applying {
  tenancy: Tenancy;
  meet: Meet;
}

/** All of several calls' writes of one workspace, or none. */
export async function applyAll(
  { tenancy, meet }: Applying,
  workspaceId: string,
  writes: readonly WriteOfCall[],
  ended: Ended,
): Promise<void> {
  const queries = writes.reduce((sum, { write }) => sum + (write.finish ? 2 : 1), 0);
  const db = tenancy.of(workspaceId);
  const met = writes.flatMap(({ write: { begin } }) =>
    isPhoneNumber(begin?.person) ? { number: begin.person, at: begin.createdAt ?? new Date() } : [],
  );
  if (met.length > 0) await meet(db, workspaceId, met);
  if (queries === 1) return storeParts(db, workspaceId, writes);
  const stored = await tenancy.together(workspaceId, async () => {
    const tx = tenancy.of(workspaceId);
    await storeParts(tx, workspaceId, writes);
    const over: CallRow[] = [];
    const last = writes.flatMap(({ call, write: { change, finish } }) => (finish ? [{ id: call.id, ...change, ...finish }] : []));
    for (const alike of byFields(last)) over.push(...(await changeAll(tx, workspaceId, alike).returning(COLUMNS)));
    return over.length > 0 ? ended(tx, workspaceId, over) : undefined;
  });
  stored?.();
}

/** A call that was planned begins with the row that it had; any other is begun once. */
const TAKEN_OVER = {
  target: executions.id,
  set: Object.fromEntries(
    Object.entries(getTableColumns(executions))
      .filter(([name]) => !["id", "workspaceId", "scheduledAt", "tags", "notes"].includes(name))
      .map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
  ),
  setWhere: sql`${inArray(executions.status, [...PLANNED_STATUSES])} and ${isNull(executions.endedAt)}`,
};

type ChangeOfOne = CallChange & Pick<CallKey, "id">;
type ChangedField = Exclude<keyof typeof COLUMNS, "id" | "workspaceId">;

type Alike = [ChangeOfOne, ...ChangeOfOne[]];

/** Those that change the same fields: a statement can change them together. */
function byFields(changes: readonly ChangeOfOne[]): Alike[] {
  const alike = new Map<string, Alike>();
  for (const change of changes) {
    const fields = fieldsOf(change).join();
    const others = alike.get(fields);
    if (others) others.push(change);
    else alike.set(fields, [change]);
  }
  return [...alike.values()];
}

const COLUMNS = getTableColumns(executions);

const { id: _id, workspaceId: _workspaceId, ...CHANGING } = COLUMNS;

function fieldsOf(change: ChangeOfOne): ChangedField[] {
  return keysOf(CHANGING).filter((field) => change[field] !== undefined);
}

/** Each its own values, all in one statement; those of calls that have ended change nothing. */
function changeAll(db: Db, workspaceId: string, alike: Alike) {
  const fields = fieldsOf(alike[0]);
  const rows = alike.map((change) =>
    Object.fromEntries([["id", change.id], ...fields.map((field) => [COLUMNS[field].name, change[field]])]),
  );
  const given = sql`jsonb_populate_recordset(null::${executions}, ${JSON.stringify(rows)}::jsonb) as given`;
  const set = Object.fromEntries(fields.map((field) => [field, sql.raw(`given."${COLUMNS[field].name}"`)]));
  const isGiven = sql`${executions.id} = given.id`;
  return db
    .update(executions)
    .set(set)
    .from(given)
    .where(and(eq(executions.workspaceId, workspaceId), isGiven, isNull(executions.endedAt)));
}

const runs = (callId: SQLWrapper): SQL =>
  sql`exists (select from executions one where one.id = ${callId} and one.ended_at is null)`;

/** All but the last changes: new rows together, then each change, then all entries together. */
async function storeParts(db: Db, workspaceId: string, writes: readonly WriteOfCall[]): Promise<void> {
  const begun = writes.flatMap(({ write: { begin, change, finish } }) =>
    begin ? [{ ...begin, ...(finish ? {} : change) }] : [],
  );
  if (begun.length > 0) await db.insert(executions).values(begun).onConflictDoUpdate(TAKEN_OVER);
  const changed = writes.flatMap(({ call, write: { begin, change, finish } }) =>
    change && !begin && !finish ? [{ id: call.id, ...change }] : [],
  );
  for (const alike of byFields(changed)) await changeAll(db, workspaceId, alike);
  const entries = writes.flatMap(({ call, write }) =>
    (write.entries ?? []).map((entry) => ({ workspaceId, callId: call.id, ...entry })),
  );
  // A name that is learnt later masks an entry that was stored before; once the call is over nothing changes any more.
  if (entries.length > 0)
    await db
      .insert(callEntries)
      .values(lastOfEach(entries))
      .onConflictDoUpdate({
        target: [callEntries.callId, callEntries.position],
        set: { entry: sql`excluded.entry` },
        setWhere: sql`${callEntries.entry} <> excluded.entry and ${runs(callEntries.callId)}`,
      });
  const whole = writes.flatMap(({ call, write }) => (write.whole ?? []).map((one) => ({ call_id: call.id, ...one })));
  await addWholeEntries(db, workspaceId, whole, runs);
}

/** Of one entry that was written twice, as it is now: a statement changes a row once. */
function lastOfEach<One extends { callId: string; position: number }>(entries: readonly One[]): One[] {
  return [...new Map(entries.map((entry) => [`${entry.callId} ${entry.position}`, entry])).values()];
}
