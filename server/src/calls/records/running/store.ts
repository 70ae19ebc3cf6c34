/** All the SQL of calls that run now, for a board that shows them all. */
import { FINAL_STATUSES, MOST_BOARD_ENTRIES, PLANNED_STATUSES, type Entry } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { CallLine } from "../tables.ts";

/** A running call: which, since when, and what happened in it last. */
export interface BoardRow extends Record<string, unknown> {
  id: string;
  answered_at: Date | string | null;
  line: CallLine | null;
  entries: Entry[];
}

export interface BoardCounts {
  running: number;
  queued: number;
  answered: number;
}

export interface RunningCallStore {
  /** The longest running first. */
  running(workspaceId: string, most: number): Promise<BoardRow[]>;
  /** `from`: the moment since which answered calls are counted. */
  counts(workspaceId: string, from: string): Promise<BoardCounts>;
}

const textsOf = (statuses: readonly string[]) => sql.raw(statuses.map((status) => `'${status}'`).join(", "));
const NOT_RUNNING = textsOf([...PLANNED_STATUSES, "queued", ...FINAL_STATUSES]);

export function createRunningCallStore(tenancy: Tenancy): RunningCallStore {
  return {
    async running(workspaceId, most) {
      const { rows } = await tenancy.of(workspaceId).execute<BoardRow>(sql`
        select c.id, c.answered_at, c.line, coalesce(e.entries, '[]') as entries
        from (
          select id, answered_at, line, created_at from executions
          where workspace_id = ${workspaceId} and ended_at is null and status not in (${NOT_RUNNING})
          order by created_at, id limit ${most}
        ) c
        left join lateral (
          select jsonb_agg(entry order by position) as entries from (
            select position, entry from call_entries
            where workspace_id = ${workspaceId} and call_id = c.id order by position desc limit ${MOST_BOARD_ENTRIES}
          ) as newest
        ) e on true
        order by c.created_at, c.id`);
      return rows;
    },
    async counts(workspaceId, from) {
      const { rows } = await tenancy.of(workspaceId).execute<BoardCounts & Record<string, unknown>>(sql`
        select
          (select count(*)::int from executions
            where workspace_id = ${workspaceId} and ended_at is null and status not in (${NOT_RUNNING})) as running,
          (select count(*)::int from executions
            where workspace_id = ${workspaceId} and ended_at is null and status = 'queued') as queued,
          (select count(*)::int from executions
            where workspace_id = ${workspaceId} and created_at >= ${from}::timestamptz and answered_at is not null) as answered`);
      return rows[0] ?? { running: 0, queued: 0, answered: 0 };
    },
  };
}
