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
  type SQL,
  sum,
} from "drizzle-orm";
import { afterAnyCursor, afterCursor, pageFrom, cursorOf, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { countLengths, type LengthCounts, readTotals, type TotalsRow } from "./counts/store.ts";
import { callEntries, executions } from "./tables.ts";
import type { CallKey, CallRow, CallWrite, Ended, WriteOfCall } from "./call-row.ts";
import { applyAll, type Meet } from "./writes/store.ts";

export type { CallChange, CallKey, CallRow, CallWrite, Ended, NewCall, StoredEntry, WriteOfCall } from "./call-row.ts";

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

/** All that is given must hold. */
export interface CallKind {
  status?: CallStatus | undefined;
  outcome?: Outcome | undefined;
  agentId?: string | undefined;
  direction?: CallRow["direction"] | undefined;
  provider?: CallRow["provider"] | undefined;
  batchId?: string | undefined;
  /** Numbers of whom they were with. */
  persons?: readonly string[] | undefined;
  byVoicemail?: boolean | undefined;
  /** It has this tag. */
  tag?: string | undefined;
  topicId?: string | undefined;
  /** Begun at this moment or later, and before that one; as ISO 8601 writes them. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface CallFilter extends CallKind {
  cursor?: string | undefined;
  limit: number;
  /** Without what only the page of a call shows: its delays, measures and timeline. */
  isBrief?: boolean | undefined;
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
  /** What those of the kind add up to; of these ids alone, where they are given. */
  totals(workspaceId: string, kind: CallKind, ids?: readonly string[]): Promise<TotalsRow | undefined>;
  /** The same for how long they lasted. */
  lengths(workspaceId: string, kind: CallKind, ids?: readonly string[]): Promise<LengthCounts>;
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

const none = sql<null>`null`;
const BRIEF = { ...getTableColumns(executions), latency: none, measures: none, weave: none };

const nobody: Meet = async () => undefined;

export function createCallStore(tenancy: Tenancy, meet = nobody): CallStore {
  const entriesOf = ({ id, workspaceId }: CallKey) => and(eq(callEntries.workspaceId, workspaceId), eq(callEntries.callId, id));
  return {
    apply: (call, write, ended) => applyAll({ tenancy, meet }, call.workspaceId, [{ call, write }], ended),
    applyAll: (workspaceId, writes, ended) => applyAll({ tenancy, meet }, workspaceId, writes, ended),
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

function createLists(
  tenancy: Tenancy,
): Pick<CallStore, "list" | "page" | "those" | "totals" | "lengths" | "known" | "running" | "statuses"> {
  return {
    async list(workspaceId, { cursor, limit, isBrief = false, ...kind }) {
      const columns = isBrief ? BRIEF : getTableColumns(executions);
      const rows = await tenancy
        .of(workspaceId)
        .select({ call: columns, place: cursorOf(executions.createdAt, executions.id) })
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
    totals: (workspaceId, kind, ids) => readTotals(tenancy.of(workspaceId), among(workspaceId, kind, ids)),
    lengths: (workspaceId, kind, ids) => countLengths(tenancy.of(workspaceId), among(workspaceId, kind, ids)),
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

/** Of these ids alone, where they are given. */
function among(workspaceId: string, kind: CallKind, ids?: readonly string[]): SQL | undefined {
  const isOne = ids && (ids.length === 0 ? sql`false` : inArray(executions.id, [...ids]));
  return and(ofKind(workspaceId, kind), isOne);
}

function ofKind(workspaceId: string, kind: CallKind): SQL | undefined {
  const { status, outcome, agentId, batchId, persons, direction, provider, byVoicemail, tag, topicId, from, to } = kind;
  return and(
    eq(executions.workspaceId, workspaceId),
    status ? eq(executions.status, status) : undefined,
    outcome ? ofOutcome(outcome) : undefined,
    agentId ? eq(executions.agentId, agentId) : undefined,
    direction ? eq(executions.direction, direction) : undefined,
    provider ? eq(executions.provider, provider) : undefined,
    batchId ? eq(executions.batchId, batchId) : undefined,
    persons && inArray(sql`${executions.person}`, [...persons]),
    byVoicemail === undefined ? undefined : sql`(${executions.hangupReason} is not distinct from ${VOICEMAIL}) = ${byVoicemail}`,
    tag === undefined ? undefined : sql`(${executions.tags} <> '{}' and ${tag} = any (${executions.tags}))`,
    topicId === undefined ? undefined : inArray(executions.id, sql`(select calls_of_topic(${topicId}::uuid))`),
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
