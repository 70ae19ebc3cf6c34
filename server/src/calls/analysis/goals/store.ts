/** All the SQL of which calls have reached what they were made for. */
import type { BatchGoal } from "@ongea/contract";
import { sql, type SQL } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";

export interface GoalStore {
  /** Ids of the calls of a batch that have reached it, in no order. */
  reaching(workspaceId: string, batchId: string, goal: BatchGoal): Promise<string[]>;
  /** Of these calls of a batch, those that have. */
  reachedBy(workspaceId: string, ids: readonly string[], goal: BatchGoal): Promise<string[]>;
  /** Of an A/B test, its answered calls that are over: those of the version that is used, and of the one that is tried. */
  ofSplit(workspaceId: string, splitId: string, goal: BatchGoal): Promise<Record<"used" | "tried", SplitCount>>;
}

interface SplitCount {
  calls: number;
  reached: number;
}

export function createGoalStore(tenancy: Pick<Tenancy, "of">): GoalStore {
  return {
    async reaching(workspaceId, batchId, goal) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string }>(sql`
        select executions.id from executions
        where workspace_id = ${workspaceId} and batch_id = ${batchId} and ended_at is not null and ${isReached(goal)}`);
      return rows.map(({ id }) => id);
    },
    async reachedBy(workspaceId, ids, goal) {
      if (ids.length === 0) return [];
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string }>(sql`
        select executions.id from executions
        where workspace_id = ${workspaceId} and id = any (${sql.param([...ids])}::uuid[]) and ended_at is not null and ${isReached(goal)}`);
      return rows.map(({ id }) => id);
    },
    async ofSplit(workspaceId, splitId, goal) {
      const { rows } = await tenancy.of(workspaceId).execute<{ is_tried: boolean; calls: number; reached: number }>(sql`
        select coalesce((traits ->> 'isTried')::boolean, false) as is_tried, count(*)::int as calls,
          count(*) filter (where ${isReached(goal)})::int as reached
        from executions
        where workspace_id = ${workspaceId} and traits ? 'split' and traits ->> 'split' = ${splitId}
          and ended_at is not null and answered_at is not null
        group by 1`);
      const of = (isTried: boolean): SplitCount => {
        const { calls = 0, reached = 0 } = rows.find(({ is_tried: is }) => is === isTried) ?? {};
        return { calls, reached };
      };
      return { used: of(false), tried: of(true) };
    },
  };
}

function isReached(goal: BatchGoal): SQL {
  if (goal.kind === "tool") {
    return sql`exists (select from call_entries of_call where of_call.call_id = executions.id and of_call.entry ->> 'kind' = 'tool'
      and of_call.entry ->> 'name' = ${goal.name} and of_call.entry ->> 'ok' = 'true')`;
  }
  const path = sql.join(
    goal.path.map((name) => sql`${name}::text`),
    sql`, `,
  );
  const fact = sql`jsonb_extract_path_text(analysis.extracted, ${path})`;
  const isSo = goal.value === undefined ? sql`${fact} not in ('', 'false')` : sql`lower(${fact}) = lower(${goal.value})`;
  return sql`exists (select from call_analyses analysis where analysis.call_id = executions.id and ${isSo})`;
}
