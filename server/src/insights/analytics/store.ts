/** All the SQL of the home page's figures: from the days that the database keeps. */
import { and, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";

export interface HomeRow extends Record<string, unknown> {
  calls: string;
  completed: string;
  unanswered: string;
  failed: string;
  answered: string;
  duration_ms: string;
  cost_micros: string;
}

/** Of completed calls, those that were no success, each for one reason. */
export interface LostRow extends Record<string, unknown> {
  abandoned: string;
  silent: string;
  missed: string;
}

export interface LostFilter {
  agentId?: string | undefined;
  tag?: string | undefined;
  topicId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  ids?: readonly string[] | undefined;
}

export interface DayRow extends Record<string, unknown> {
  day: string;
  calls: string;
  ended: string;
  completed: string;
  unanswered: string;
  failed: string;
  answered: string;
  duration_ms: string;
  answers: string;
  delay_ms: string;
}

export interface FigureStore {
  home(workspaceId: string): Promise<HomeRow | undefined>;
  lost(workspaceId: string, within: LostFilter): Promise<LostRow | undefined>;
  days(workspaceId: string, days: number): Promise<DayRow[]>;
}

/** Nobody spoke: an answer that was timed is an answer to somebody. */
const IS_SILENT = sql`(not abandoned and end_reason = 'inactivity_timeout' and delay_p50_ms is null)`;
/** As the index of these calls has it. */
const MAY_BE_LOST = sql`status = 'completed' and (abandoned or goal_reached is false or end_reason = 'inactivity_timeout')`;

export function createFigureStore(tenancy: Tenancy): FigureStore {
  return {
    async home(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<HomeRow>(sql`
        select
          coalesce(sum(calls), 0) as calls, coalesce(sum(completed), 0) as completed,
          coalesce(sum(unanswered), 0) as unanswered, coalesce(sum(failed), 0) as failed,
          coalesce(sum(answered), 0) as answered, coalesce(sum(duration_ms), 0) as duration_ms,
          coalesce(sum(cost_micros), 0) as cost_micros
        from call_days where workspace_id = ${workspaceId}`);
      return rows[0];
    },
    async lost(workspaceId, { agentId, tag, topicId, from, to, ids }) {
      const wanted = and(
        sql`workspace_id = ${workspaceId}`,
        MAY_BE_LOST,
        agentId === undefined ? undefined : sql`agent_id = ${agentId}`,
        topicId === undefined ? undefined : sql`topic_id = ${topicId}::uuid`,
        from === undefined ? undefined : sql`started_at >= ${from}::timestamptz`,
        to === undefined ? undefined : sql`started_at < ${to}::timestamptz`,
        ids && sql`call_id = any (${sql.param([...ids])}::uuid[])`,
      );
      const columns = sql.raw("call_id, abandoned, goal_reached, end_reason, delay_p50_ms");
      // Of a tag: each of its calls is looked for among the lost ones, which are fewer, and not each one's facts.
      const lost =
        tag === undefined
          ? sql`call_facts where ${wanted}`
          : sql`(select ${columns} from call_facts where ${wanted} offset 0) lost
              where call_id in (select calls_of_tag(${workspaceId}::uuid, ${tag}))`;
      const { rows } = await tenancy.of(workspaceId).execute<LostRow>(sql`
        select count(*) filter (where abandoned) as abandoned, count(*) filter (where ${IS_SILENT}) as silent,
          count(*) filter (where goal_reached is false and not abandoned and not ${IS_SILENT}) as missed
        from ${lost}`);
      return rows[0];
    },
    async days(workspaceId, days) {
      const { rows } = await tenancy.of(workspaceId).execute<DayRow>(sql`
        select to_char(asked.day, 'YYYY-MM-DD') as day, coalesce(calls, 0) as calls, coalesce(ended, 0) as ended, coalesce(completed, 0) as completed,
          coalesce(unanswered, 0) as unanswered, coalesce(failed, 0) as failed, coalesce(answered, 0) as answered,
          coalesce(duration_ms, 0) as duration_ms, coalesce(answers, 0) as answers, coalesce(delay_ms, 0) as delay_ms
        from (
          select ((now() at time zone 'UTC')::date - back) as day from generate_series(0, ${days}::int - 1) back
        ) asked
        left join call_days on call_days.workspace_id = ${workspaceId} and call_days.day = asked.day
        order by asked.day`);
      return rows;
    },
  };
}
