/** All the SQL of batches. */
import type { BatchGoal, BatchStatus, MessageOutcome } from "@ongea/contract";
import { and, asc, desc, eq, gt, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { ContactRows } from "./contacts-csv.ts";
import { batchContacts, batches, type ContactState } from "./tables.ts";

export type BatchRow = typeof batches.$inferSelect;
export type NewBatch = Pick<BatchRow, "id" | "workspaceId" | "agentId" | "fileName" | "fromNumbers" | "retry"> &
  Partial<Pick<BatchRow, "goal" | "message" | "followUp">>;
export type ContactRow = typeof batchContacts.$inferSelect;

export interface BatchKey {
  id: string;
  workspaceId: string;
}

/** How many contacts of a batch are in each state, or ended in each way. */
export interface Counts {
  waiting: number;
  calling: number;
  finished: number;
  outcomes: Readonly<Record<string, number>>;
  /** Of messages after calls. */
  messages: Readonly<Record<"waiting" | "sending" | MessageOutcome, number>>;
}

const NO_MESSAGES = { waiting: 0, sending: 0, sent: 0, delivered: 0, read: 0, failed: 0, unknown: 0, refused: 0 };
export const NOBODY: Counts = { waiting: 0, calling: 0, finished: 0, outcomes: {}, messages: NO_MESSAGES };

export interface BatchStore {
  /** With all its rows, or not at all; returns how many of them can be called. */
  add(batch: NewBatch, file: AsyncIterable<ContactRows>): Promise<number>;
  count(workspaceId: string): Promise<number>;
  read(batch: BatchKey): Promise<BatchRow | undefined>;
  /** Newest first; without an agent those of all. */
  list(workspaceId: string, agentId: string | undefined, most: number): Promise<BatchRow[]>;
  counts(workspaceId: string, ids: readonly string[]): Promise<Map<string, Counts>>;
  /** Where it is in one of these: it is so from now on. False: it was in another. */
  move(batch: BatchKey, from: readonly BatchStatus[], to: BatchChange): Promise<boolean>;
  remove(batch: BatchKey): Promise<boolean>;
  contacts(batch: BatchKey, page: ContactsPage): Promise<PageOf<ContactRow>>;
  /** Of how many contacts one of these calls is the last. */
  contactsOfCalls(batch: BatchKey, ids: readonly string[]): Promise<number>;
}

export type BatchChange = Partial<Pick<BatchRow, "status" | "problem" | "scheduledAt" | "anyHour">>;

export interface ContactsPage {
  states?: readonly ContactState[] | undefined;
  /** Those whose last call is one of these, or none of them. */
  ofCalls?: { ids: readonly string[]; isOne: boolean } | undefined;
  cursor?: string | undefined;
  limit: number;
}

const LINE = /^\d{1,9}$/;

const the = ({ id, workspaceId }: BatchKey) => and(eq(batches.workspaceId, workspaceId), eq(batches.id, id));

export function createBatchStore(tenancy: Tenancy): BatchStore {
  return {
    add: (batch, file) =>
      tenancy.together(batch.workspaceId, async () => {
        const db = tenancy.of(batch.workspaceId);
        await db.insert(batches).values({ ...batch, validContacts: 0, totalContacts: 0 });
        const counted = { validContacts: 0, totalContacts: 0 };
        let segments = 0;
        let names: string[] = [];
        // The database takes some rows while the next ones are read.
        let adding: Promise<void> = Promise.resolve();
        try {
          for await (const { columns, contacts, refused } of file) {
            names = [...columns];
            await adding;
            const bad = refused.map(({ line, cell, problem }) => ({ line, number: cell, problem }));
            const good = contacts.map(({ line, number, variables }) => ({ line, number, variables }));
            adding = addContacts(db, batch, [...good, ...bad]);
            // It is waited for with the next rows; until then nobody else hears of its failure.
            adding.catch(() => undefined);
            for (const contact of contacts) segments += contact.segments ?? 0;
            counted.validContacts += contacts.length;
            counted.totalContacts += contacts.length + refused.length;
          }
        } finally {
          await adding;
        }
        await db
          .update(batches)
          .set({ ...counted, columns: names, segments: (batch.message ?? batch.followUp) ? segments : null })
          .where(the(batch));
        return counted.validContacts;
      }),
    async count(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ count: sql<number>`count(*)::int` })
        .from(batches)
        .where(eq(batches.workspaceId, workspaceId));
      return row?.count ?? 0;
    },
    async read(batch) {
      const [row] = await tenancy.of(batch.workspaceId).select().from(batches).where(the(batch));
      return row;
    },
    list: (workspaceId, agentId, most) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(batches)
        .where(and(eq(batches.workspaceId, workspaceId), agentId === undefined ? undefined : eq(batches.agentId, agentId)))
        .orderBy(desc(batches.createdAt), desc(batches.id))
        .limit(most),
    counts: (workspaceId, ids) => countsOf(tenancy.of(workspaceId), workspaceId, ids),
    async move(batch, from, to) {
      const isThere = and(the(batch), inArray(batches.status, [...from]));
      const set = { ...to, updatedAt: new Date() };
      const moved = await tenancy.of(batch.workspaceId).update(batches).set(set).where(isThere).returning({ id: batches.id });
      return moved.length > 0;
    },
    async remove(batch) {
      const gone = await tenancy.of(batch.workspaceId).delete(batches).where(the(batch)).returning({ id: batches.id });
      return gone.length > 0;
    },
    ...contactStore(tenancy),
  };
}

function contactStore(tenancy: Tenancy): Pick<BatchStore, "contacts" | "contactsOfCalls"> {
  return {
    async contactsOfCalls({ id, workspaceId }, ids) {
      if (ids.length === 0) return 0;
      const { batchId, executionId, workspaceId: workspace } = batchContacts;
      const isOne = sql`${executionId} = any(${sql.param([...ids])}::uuid[])`;
      const [row] = await tenancy
        .of(workspaceId)
        .select({ count: sql<number>`count(*)::int` })
        .from(batchContacts)
        .where(and(eq(workspace, workspaceId), eq(batchId, id), isOne));
      return row?.count ?? 0;
    },
    async contacts({ id, workspaceId }, { states, ofCalls, cursor, limit }) {
      if (cursor !== undefined && !LINE.test(cursor)) throw refuse("request.bad_cursor");
      const wanted: (SQL | undefined)[] = [
        eq(batchContacts.workspaceId, workspaceId),
        eq(batchContacts.batchId, id),
        states ? inArray(batchContacts.state, [...states]) : undefined,
        ofCalls &&
          sql`coalesce(${batchContacts.executionId} = any(${sql.param([...ofCalls.ids])}::uuid[]), false) = ${ofCalls.isOne}`,
        cursor === undefined ? undefined : gt(batchContacts.line, Number(cursor)),
      ];
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(batchContacts)
        .where(and(...wanted))
        .orderBy(asc(batchContacts.line))
        .limit(limit + 1);
      const data = rows.slice(0, limit);
      return { data, next: rows.length > limit ? String(data.at(-1)?.line) : null };
    },
  };
}

interface AddedRow {
  line: number;
  number: string;
  variables?: Record<string, string>;
  problem?: string;
}

async function addContacts(db: Db, { id, workspaceId }: BatchKey, rows: readonly AddedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into batch_contacts (batch_id, workspace_id, line, number, variables, problem, state)
    select ${id}, ${workspaceId}, line, number, coalesce(variables, '{}'), problem,
      case when problem is null then 'waiting' else 'refused' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line int, number text, variables jsonb, problem text)`);
}

type CountsOfOne = Counts & { outcomes: Record<string, number>; messages: Record<keyof Counts["messages"], number> };

async function countsOf(db: Db, workspaceId: string, ids: readonly string[]): Promise<Map<string, Counts>> {
  const all = new Map<string, CountsOfOne>();
  for (const id of ids) all.set(id, { ...NOBODY, outcomes: {}, messages: { ...NO_MESSAGES } });
  if (ids.length === 0) return all;
  const { batchId, state, outcome, messageOutcome } = batchContacts;
  const isOfCall = sql<boolean>`${batchContacts.executionId} is not null`;
  const rows = await db
    .select({ batchId, state, outcome, messageOutcome, isOfCall, count: sql<number>`count(*)::int` })
    .from(batchContacts)
    .where(and(eq(batchContacts.workspaceId, workspaceId), inArray(batchId, [...ids])))
    .groupBy(batchId, state, outcome, messageOutcome, isOfCall);
  for (const row of rows) {
    const of = all.get(row.batchId);
    if (!of || row.state === "refused") continue;
    const { count } = row;
    if (row.messageOutcome) of.messages[row.messageOutcome] += count;
    const isFollowed = row.state === "following" || (row.state === "sending" && row.isOfCall);
    if (isFollowed) of.messages[row.state === "following" ? "waiting" : "sending"] += count;
    if (row.state === "finished") of.finished += count;
    if (row.state === "finished" || isFollowed) {
      const how = row.outcome ?? "unknown";
      of.outcomes[how] = (of.outcomes[how] ?? 0) + count;
    } else if (row.state === "dialled" || row.state === "sending") of.calling += count;
    else of.waiting += count;
  }
  return all;
}

/** What those of these batches that are for something are for. */
export async function batchGoals(tenancy: Tenancy, workspaceId: string, ids: readonly string[]): Promise<Map<string, BatchGoal>> {
  if (ids.length === 0) return new Map();
  const rows = await tenancy
    .of(workspaceId)
    .select({ id: batches.id, goal: batches.goal })
    .from(batches)
    .where(and(eq(batches.workspaceId, workspaceId), inArray(batches.id, [...ids])));
  return new Map(rows.flatMap(({ id, goal }) => (goal ? [[id, goal] as const] : [])));
}

/** Of these batches, those of calls that are followed by a message. */
export async function followingBatches(tenancy: Tenancy, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tenancy
    .of(workspaceId)
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.workspaceId, workspaceId), inArray(batches.id, [...ids]), isNotNull(batches.followUp)));
  return new Set(rows.map(({ id }) => id));
}

/** Of what can be found by the name of its file: the newest first. */
export async function batchNames(tenancy: Tenancy, workspaceId: string, most: number): Promise<{ id: string; name: string }[]> {
  return tenancy
    .of(workspaceId)
    .select({ id: batches.id, name: batches.fileName })
    .from(batches)
    .where(eq(batches.workspaceId, workspaceId))
    .orderBy(desc(batches.createdAt))
    .limit(most);
}

/** More people who wait are not counted. */
const MOST_WAITING = 10_000;

/** How many people of batches that run wait for their turn. */
export async function waitingContacts(tenancy: Tenancy, workspaceId: string): Promise<number> {
  const { rows } = await tenancy.of(workspaceId).execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from batches b join batch_contacts c on c.batch_id = b.id
      where b.workspace_id = ${workspaceId} and b.status = 'running' and c.state = 'waiting' limit ${MOST_WAITING}
    ) as waiting`);
  return rows[0]?.count ?? 0;
}
