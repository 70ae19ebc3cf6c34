/** All the SQL of calls. */
import { OUTCOMES, PLANNED_STATUSES, type CallStatus, type Entry, type HangupReason, type Outcome } from "@ongea/contract";
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  sql,
  sum,
  type SQL,
} from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import { afterAnyCursor, afterCursor, pageFrom, cursorOf, type PageOf } from "../platform/database/keyset.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { refuse } from "../platform/http/refuse.ts";
import { callEntries, executions } from "./tables.ts";

export type CallRow = typeof executions.$inferSelect;
export type NewCall = typeof executions.$inferInsert;
export type CallChange = Partial<Omit<NewCall, "id" | "workspaceId">>;

/** Which call, and whose. */
export interface CallKey {
  id: string;
  workspaceId: string;
}

/** In which state a row is: PostgreSQL gives it another with every change. */
export interface RowVersion {
  id: string;
  version: string;
}

/** The states of a page's rows: its text is the same only while they all are. */
export interface PageState {
  readonly text: string;
  read(): PageOf<RowVersion>;
}

/** What else is written down when calls of one workspace are over; what it returns is done when everything is stored. */
export type Ended = (db: Db, workspaceId: string, calls: readonly CallRow[]) => Promise<() => void>;

/** All that is given must hold. */
export interface CallKind {
  status?: CallStatus | undefined;
  outcome?: Outcome | undefined;
  agentId?: string | undefined;
  direction?: CallRow["direction"] | undefined;
  provider?: CallRow["provider"] | undefined;
  batchId?: string | undefined;
  byVoicemail?: boolean | undefined;
  /** Begun at this moment or later, and before that one; as ISO 8601 writes them. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface CallFilter extends CallKind {
  cursor?: string | undefined;
  limit: number;
}

/** What happened in a call, to be stored together. It may be stored twice: the second time changes nothing. */
export interface CallWrite {
  /** The call has begun, with this row. */
  begin?: NewCall | undefined;
  change?: CallChange | undefined;
  entries?: readonly StoredEntry[] | undefined;
  /** The last change. */
  finish?: CallChange | undefined;
}

export interface WriteOfCall {
  call: CallKey;
  write: CallWrite;
}

export interface StoredEntry {
  position: number;
  entry: Entry;
}

/** Stores what happens in calls: of each call in order, however long the database takes or is away. */
export interface CallWriter {
  /** Never rejects: true when it is stored or kept on disk, false when it is lost. */
  write(call: CallKey, write: CallWrite): Promise<boolean>;
}

export interface CallStore {
  /**
   * All of a write. With its last change goes, in one transaction, what follows from the call's end. A call that has ended already is left as
   * it is: it is settled once.
   */
  apply(call: CallKey, write: CallWrite, ended: Ended): Promise<void>;
  /** The same of several calls of one workspace, each there once: all or none. */
  applyAll(workspaceId: string, writes: readonly WriteOfCall[], ended: Ended): Promise<void>;
  /** Refuses with "call.not_found" or "call.running". */
  remove(call: CallKey): Promise<CallRow>;
  recordingsOf(workspaceId: string): Promise<string[]>;
  /** Of the calls that the workspace has really made, not of those that a demo began with. */
  secondsOf(workspaceId: string): Promise<number>;
  read(call: CallKey): Promise<CallRow | undefined>;
  /** Newest first. */
  list(workspaceId: string, filter: CallFilter): Promise<PageOf<CallRow>>;
  /** The same, of each only which it is and in which state. */
  state(workspaceId: string, filter: CallFilter): Promise<PageState>;
  /** Newest first, and how many there are in all. */
  page(
    workspaceId: string,
    kind: CallKind,
    place: { offset: number; limit: number },
  ): Promise<{ data: CallRow[]; total: number }>;
  /** Those of these calls that are of the kind, in no order. */
  those(workspaceId: string, ids: readonly string[], kind: CallKind): Promise<CallRow[]>;
  /** Of these ids, those of calls that have begun. */
  known(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the kind that have not ended, newest first. */
  running(workspaceId: string, kind: CallKind): Promise<CallRow[]>;
  /** Of these batches, how many calls have each status. */
  statuses(workspaceId: string, batchIds: readonly string[]): Promise<Map<string, Record<string, number>>>;
  entries(call: CallKey): Promise<Entry[]>;
}

const NEWEST_FIRST = [desc(executions.createdAt), desc(executions.id)];

interface StateRow {
  text: string;
}

/** One text for a whole page: fifty rows of small values cost the main thread several times what they say. */
function stateOf(wanted: SQL | undefined, most: SQL): SQL {
  const { id, createdAt } = executions;
  // The transaction that wrote a row last is its version.
  const rows = sql`select ${id} as id, ${executions}.xmin as version, ${createdAt} as at from ${executions}
    where ${wanted} order by ${sql.join(NEWEST_FIRST, sql`, `)} limit ${most}`;
  const place = cursorOf(sql`at`, sql`id`);
  // They are joined in the order in which they come: nothing stands between the page and its text that could change it.
  return sql`select coalesce(string_agg(concat_ws(' ', id, version, ${place}), ','), '') as text from (${rows}) as page`;
}

function after(cursor: string | undefined): SQL | undefined {
  return afterCursor(cursor, executions.createdAt, executions.id);
}

function ofAll(workspaceId: string, cursor: string | undefined): SQL | undefined {
  const isTheirs = sql`${executions.workspaceId} = (select ${workspaceId}::uuid)`;
  return and(isTheirs, afterAnyCursor(cursor, executions.createdAt, executions.id));
}

function statesIn(text: string): (RowVersion & { place: string })[] {
  if (text === "") return [];
  return text.split(",").map((row) => {
    const [id = "", version = "", place = ""] = row.split(" ");
    return { id, version, place };
  });
}

/** More calls do not run at a time. */
const MOST_RUNNING = 1_000;

const the = ({ id, workspaceId }: CallKey) => and(eq(executions.workspaceId, workspaceId), eq(executions.id, id));

export function createCallStore(tenancy: Tenancy): CallStore {
  const entriesOf = ({ id, workspaceId }: CallKey) => and(eq(callEntries.workspaceId, workspaceId), eq(callEntries.callId, id));
  return {
    apply: (call, write, ended) => applyAll(tenancy, call.workspaceId, [{ call, write }], ended),
    applyAll: (workspaceId, writes, ended) => applyAll(tenancy, workspaceId, writes, ended),
    async recordingsOf(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ recording: executions.recording })
        .from(executions)
        .where(and(eq(executions.workspaceId, workspaceId), isNotNull(executions.recording)));
      return rows.flatMap(({ recording }) => recording ?? []);
    },
    async secondsOf(workspaceId) {
      const own = and(eq(executions.workspaceId, workspaceId), isNotNull(executions.ownerId));
      const [row] = await tenancy
        .of(workspaceId)
        .select({ seconds: sum(executions.durationSeconds) })
        .from(executions)
        .where(own);
      return Number(row?.seconds ?? 0);
    },
    async remove(call) {
      return tenancy.of(call.workspaceId).transaction(async (db) => {
        const [row] = await db.select().from(executions).where(the(call)).for("update");
        if (!row) throw refuse("call.not_found");
        if (row.endedAt === null) throw refuse("call.running");
        await db.delete(executions).where(the(call));
        return row;
      });
    },
    async read(call) {
      const [row] = await tenancy.of(call.workspaceId).select().from(executions).where(the(call));
      return row;
    },
    ...createLists(tenancy),
    async state(workspaceId, { cursor, limit, ...kind }) {
      const most = sql.raw(String(limit + 1));
      const { rows } = Object.values(kind).some((one) => one !== undefined)
        ? await tenancy.of(workspaceId).execute(stateOf(and(ofKind(workspaceId, kind), after(cursor)), most))
        : await tenancy.often(workspaceId, `calls-${limit}${cursor ? "-after" : ""}`, stateOf(ofAll(workspaceId, cursor), most));
      const { text = "" } = (rows[0] ?? {}) as Partial<StateRow>;
      return { text, read: () => pageFrom(statesIn(text), limit) };
    },
    async entries(call) {
      const rows = await tenancy
        .of(call.workspaceId)
        .select({ entry: callEntries.entry })
        .from(callEntries)
        .where(entriesOf(call))
        .orderBy(asc(callEntries.position));
      return rows.map((row) => row.entry);
    },
  };
}

function createLists(tenancy: Tenancy): Pick<CallStore, "list" | "page" | "those" | "known" | "running" | "statuses"> {
  return {
    async list(workspaceId, { cursor, limit, ...kind }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ call: executions, place: cursorOf(executions.createdAt, executions.id) })
        .from(executions)
        .where(and(ofKind(workspaceId, kind), afterCursor(cursor, executions.createdAt, executions.id)))
        .orderBy(...NEWEST_FIRST)
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ call }) => call), next };
    },
    async page(workspaceId, kind, { offset, limit }) {
      const db = tenancy.of(workspaceId);
      const wanted = ofKind(workspaceId, kind);
      const rows = db.select().from(executions).where(wanted);
      const data = await rows
        .orderBy(...NEWEST_FIRST)
        .offset(offset)
        .limit(limit);
      const [row] = await db.select({ total: count() }).from(executions).where(wanted);
      return { data, total: row?.total ?? 0 };
    },
    async those(workspaceId, ids, kind) {
      if (ids.length === 0) return [];
      const wanted = and(ofKind(workspaceId, kind), inArray(executions.id, [...ids]));
      return tenancy.of(workspaceId).select().from(executions).where(wanted);
    },
    async known(workspaceId, ids) {
      if (ids.length === 0) return new Set();
      const isThere = and(inArray(executions.id, [...ids]), notInArray(executions.status, [...PLANNED_STATUSES]));
      const isOne = and(eq(executions.workspaceId, workspaceId), isThere);
      const rows = await tenancy.of(workspaceId).select({ id: executions.id }).from(executions).where(isOne);
      return new Set(rows.map(({ id }) => id));
    },
    async running(workspaceId, kind) {
      const isRunning = and(isNull(executions.endedAt), notInArray(executions.status, [...PLANNED_STATUSES]));
      const wanted = and(ofKind(workspaceId, kind), isRunning);
      const rows = tenancy.of(workspaceId).select().from(executions).where(wanted);
      return rows.orderBy(...NEWEST_FIRST).limit(MOST_RUNNING);
    },
    async statuses(workspaceId, batchIds) {
      const all = new Map<string, Record<string, number>>();
      if (batchIds.length === 0) return all;
      const { batchId, status } = executions;
      const rows = await tenancy
        .of(workspaceId)
        .select({ batchId, status, count: sql<number>`count(*)::int` })
        .from(executions)
        .where(and(eq(executions.workspaceId, workspaceId), inArray(batchId, [...batchIds])))
        .groupBy(batchId, status);
      for (const row of rows) {
        const id = row.batchId ?? "";
        all.set(id, { ...all.get(id), [row.status]: row.count });
      }
      return all;
    },
  };
}

const VOICEMAIL: HangupReason = "voicemail_detected";

function ofKind(workspaceId: string, kind: CallKind): SQL | undefined {
  const { status, outcome, agentId, batchId, direction, provider, byVoicemail, from, to } = kind;
  return and(
    eq(executions.workspaceId, workspaceId),
    status ? eq(executions.status, status) : undefined,
    outcome ? ofOutcome(outcome) : undefined,
    agentId ? eq(executions.agentId, agentId) : undefined,
    direction ? eq(executions.direction, direction) : undefined,
    provider ? eq(executions.provider, provider) : undefined,
    batchId ? eq(executions.batchId, batchId) : undefined,
    byVoicemail === undefined ? undefined : sql`(${executions.hangupReason} is not distinct from ${VOICEMAIL}) = ${byVoicemail}`,
    from === undefined ? undefined : gte(executions.createdAt, new Date(from)),
    to === undefined ? undefined : lt(executions.createdAt, new Date(to)),
  );
}

/** Word for word as the indexes of outcomes have it: PostgreSQL takes them for nothing else. */
function ofOutcome(outcome: Outcome): SQL | undefined {
  const [first, ...others] = OUTCOMES[outcome];
  const isOne =
    others.length === 0
      ? eq(executions.status, first)
      : sql`${executions.status} in (${sql.raw(OUTCOMES[outcome].map((status) => `'${status}'`).join(", "))})`;
  return outcome === "in-progress" ? and(isNull(executions.endedAt), isOne) : isOne;
}

async function applyAll(tenancy: Tenancy, workspaceId: string, writes: readonly WriteOfCall[], ended: Ended): Promise<void> {
  const queries = writes.reduce((sum, { write }) => sum + (write.finish ? 2 : 1), 0);
  const db = tenancy.of(workspaceId);
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
      .filter(([name]) => !["id", "workspaceId", "scheduledAt"].includes(name))
      .map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
  ),
  setWhere: sql`${inArray(executions.status, [...PLANNED_STATUSES])} and ${isNull(executions.endedAt)}`,
};

type ChangeOfOne = CallChange & Pick<CallKey, "id">;
type ChangedField = Exclude<keyof typeof COLUMNS, "id" | "workspaceId">;

/** Those that change the same fields: a statement can change them together. */
function byFields(changes: readonly ChangeOfOne[]): ChangeOfOne[][] {
  const alike = new Map<string, ChangeOfOne[]>();
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
  return (Object.keys(CHANGING) as ChangedField[]).filter((field) => change[field] !== undefined);
}

/** Each its own values, all in one statement; those of calls that have ended change nothing. */
function changeAll(db: Db, workspaceId: string, alike: readonly ChangeOfOne[]) {
  const fields = fieldsOf(alike[0]!);
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
  if (entries.length > 0) await db.insert(callEntries).values(entries).onConflictDoNothing();
}
