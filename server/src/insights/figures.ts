/** The figures of the home page and its charts, from the days that the database keeps. */
import type { CallDay, HomeFigures } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";

export interface Figures {
  home(workspaceId: string, uptime: number | null): Promise<HomeFigures>;
  /** The last so many days, today last, those without calls too. */
  days(workspaceId: string, days: number): Promise<CallDay[]>;
}

interface HomeRow extends Record<string, unknown> {
  agents: string;
  calls: string;
  ended: string;
  completed: string;
  answered: string;
  duration_ms: string;
  cost_micros: string;
}

interface DayRow extends Record<string, unknown> {
  day: string;
  calls: string;
  completed: string;
  unanswered: string;
  failed: string;
  answered: string;
  duration_ms: string;
  answers: string;
  delay_ms: string;
}

export function createFigures(tenancy: Tenancy): Figures {
  return {
    async home(workspaceId, uptime) {
      const { rows } = await tenancy.of(workspaceId).execute<HomeRow>(sql`
        select
          (select count(*) from agents where workspace_id = ${workspaceId} and status = 'processed') as agents,
          coalesce(sum(calls), 0) as calls, coalesce(sum(ended), 0) as ended, coalesce(sum(completed), 0) as completed,
          coalesce(sum(answered), 0) as answered, coalesce(sum(duration_ms), 0) as duration_ms,
          coalesce(sum(cost_micros), 0) as cost_micros
        from call_days where workspace_id = ${workspaceId}`);
      const kept = whole(rows[0]);
      return {
        active_agents: kept("agents"),
        total_calls: kept("calls"),
        success_rate: share(kept("completed"), kept("ended")),
        average_duration_seconds: share(kept("duration_ms"), kept("answered") * 1_000),
        cost_per_minute_usd: share(kept("cost_micros") / 1_000_000, kept("duration_ms") / 60_000),
        uptime,
      };
    },
    async days(workspaceId, days) {
      const { rows } = await tenancy.of(workspaceId).execute<DayRow>(sql`
        select to_char(asked.day, 'YYYY-MM-DD') as day, coalesce(calls, 0) as calls, coalesce(completed, 0) as completed,
          coalesce(unanswered, 0) as unanswered, coalesce(failed, 0) as failed, coalesce(answered, 0) as answered,
          coalesce(duration_ms, 0) as duration_ms, coalesce(answers, 0) as answers, coalesce(delay_ms, 0) as delay_ms
        from (
          select ((now() at time zone 'UTC')::date - back) as day from generate_series(0, ${days}::int - 1) back
        ) asked
        left join call_days on call_days.workspace_id = ${workspaceId} and call_days.day = asked.day
        order by asked.day`);
      return rows.map((row) => {
        const kept = whole(row);
        return {
          day: row.day,
          calls: kept("calls"),
          completed: kept("completed"),
          unanswered: kept("unanswered"),
          failed: kept("failed"),
          average_duration_seconds: share(kept("duration_ms"), kept("answered") * 1_000),
          average_delay_ms: share(kept("delay_ms"), kept("answers")),
        };
      });
    },
  };
}

/** PostgreSQL's driver gives large whole numbers as text. */
function whole<Row extends Record<string, unknown>>(row: Row | undefined): (name: keyof Row) => number {
  return (name) => Number(row?.[name] ?? 0);
}

function share(part: number, all: number): number | null {
  return all > 0 ? part / all : null;
}
