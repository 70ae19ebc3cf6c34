/** What other domains count by of calls. */
import { CALL_LENGTHS, MOST_MEASURED, PLANNED_STATUSES } from "@ongea/contract";
import { and, desc, eq, gt, isNotNull, isNull, notInArray, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import { executions } from "../tables.ts";

/** Calls of a workspace that we place: those of the last minute, and those that run. Planned ones are neither. */
export async function outboundUse(db: Db, workspaceId: string): Promise<{ recent: number; now: number }> {
  const { endedAt, initiatedAt, status } = executions;
  const ours = and(
    eq(executions.workspaceId, workspaceId),
    eq(executions.direction, "outbound"),
    notInArray(status, [...PLANNED_STATUSES]),
  );
  const count = { count: sql<number>`count(*)::int` };
  const aMinuteAgo = sql`clock_timestamp() - interval '1 minute'`;
  const [recent] = await db
    .select(count)
    .from(executions)
    .where(and(ours, gt(initiatedAt, aMinuteAgo)));
  const [now] = await db
    .select(count)
    .from(executions)
    .where(and(ours, isNull(endedAt)));
  return { recent: recent?.count ?? 0, now: now?.count ?? 0 };
}

/** The call of this id: whether the workspace has it, and whether it is over. */
export const callOfId = {
  isThere: (callId: SQLWrapper): SQL => sql`exists (select from executions where executions.id = ${callId})`,
  hasEnded: (callId: SQLWrapper): SQL =>
    sql`exists (select from executions where executions.id = ${callId} and executions.ended_at is not null)`,
};

/** Counts come as text: they may be large. */
export type TotalsRow = Readonly<Record<string, unknown>>;

/** What calls add up to, running ones among them. */
export async function readTotals(db: Db, wanted: SQL | undefined): Promise<TotalsRow | undefined> {
  const { status, answeredAt, endedAt, durationSeconds, cost } = executions;
  const answered = sql`${answeredAt} is not null and ${endedAt} is not null`;
  const { rows } = await db.execute(sql`
    select count(*) as calls,
      count(*) filter (where ${status} = 'completed') as completed,
      count(*) filter (where ${status} in ('busy', 'no-answer')) as unanswered,
      count(*) filter (where ${status} in ('failed', 'error', 'balance-low')) as failed,
      count(*) filter (where ${answered}) as answered,
      coalesce(sum(round(${durationSeconds}::numeric * 1000)) filter (where ${answered}), 0) as duration_ms,
      coalesce(sum((select sum(part.value::numeric) * 10000 from jsonb_each_text(${cost} - 'installation') part)), 0) as cost_micros
    from ${executions} where ${wanted}`);
  return rows[0];
}

export interface LengthCounts {
  /** Of the ranges of `CALL_LENGTHS`, in their order. */
  counts: number[];
  /** As many as are counted: there may be more. */
  hasMore: boolean;
}

/** How long answered calls lasted that are over: the newest of them. */
export async function countLengths(db: Db, wanted: SQL | undefined): Promise<LengthCounts> {
  const { answeredAt, createdAt, durationSeconds, endedAt, id } = executions;
  const newest = db
    .select({ seconds: sql<number>`coalesce(${durationSeconds}, 0)::float8`.as("seconds") })
    .from(executions)
    .where(and(wanted, isNotNull(answeredAt), isNotNull(endedAt)))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_MEASURED);
  const { rows } = await db.execute<{ range: number; calls: number }>(sql`
    select width_bucket(seconds, ${sql.param([...CALL_LENGTHS])}::float8[]) as range, count(*)::int as calls
    from ${newest} as newest group by 1`);
  const counts = CALL_LENGTHS.map((_, at) => rows.find(({ range }) => range === at + 1)?.calls ?? 0);
  return { counts, hasMore: counts.reduce((sum, count) => sum + count, 0) >= MOST_MEASURED };
}

/** Calls that an agent has placed by telephone and that are over. */
export interface RecentCallFigures {
  calls: number;
  /** From dialling to the end, of all of them together. */
  lineSeconds: number;
  /** In hundredths of a US dollar, of all of them together. */
  cost: number;
}

/** Older ones tell little of how the next ones go. */
const MOST_PLACED = 200;

/** The last of them. */
export async function lastPlaced(db: Db, workspaceId: string, agentId: string): Promise<RecentCallFigures> {
  const { rows } = await db.execute<{ calls: number; line_seconds: number; cost: number }>(sql`
    select count(*)::int as calls,
      coalesce(sum(extract(epoch from ended_at - initiated_at)), 0)::float8 as line_seconds,
      coalesce(sum((select sum(part.value::numeric) from jsonb_each_text(cost - 'installation') part)), 0)::float8 as cost
    from (
      select ended_at, initiated_at, cost from executions
      where workspace_id = ${workspaceId} and agent_id = ${agentId} and direction = 'outbound' and provider <> 'webrtc'
        and ended_at is not null and initiated_at is not null and status in ('completed', 'no-answer', 'busy', 'failed')
      order by created_at desc limit ${MOST_PLACED}
    ) as placed`);
  const { calls = 0, line_seconds: lineSeconds = 0, cost = 0 } = rows[0] ?? {};
  return { calls, lineSeconds, cost };
}
