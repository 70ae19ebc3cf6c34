/** All the SQL of how much a workspace calls. */
import type { DialLimits, DialUse } from "@ongea/contract";
import { and, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { PLANNED_STATUSES } from "@ongea/contract";
import { beyondReach } from "../../platform/database/reach.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { dialLimits, executions } from "../tables.ts";

export interface LimitStore {
  read(workspaceId: string): Promise<DialLimits>;
  keep(workspaceId: string, limits: DialLimits): Promise<void>;
  /** Calls that were placed one by one. */
  use(workspaceId: string): Promise<Pick<DialUse, "calls_last_minute" | "calls_now">>;
}

export const NO_LIMITS: DialLimits = { calls_per_minute: null, calls_at_once: null, spend_per_day: null, needs_balance: false };

export function createLimitStore(tenancy: Tenancy): LimitStore {
  return {
    async read(workspaceId) {
      const rows = tenancy.of(workspaceId).select().from(dialLimits).where(eq(dialLimits.workspaceId, workspaceId));
      return (await rows)[0]?.limits ?? NO_LIMITS;
    },
    async keep(workspaceId, limits) {
      const set = { limits };
      const kept = tenancy.of(workspaceId).insert(dialLimits).values({ workspaceId, limits });
      await kept.onConflictDoUpdate({ target: dialLimits.workspaceId, set });
    },
    async use(workspaceId) {
      const { endedAt, initiatedAt, status } = executions;
      const ours = and(
        eq(executions.workspaceId, workspaceId),
        eq(executions.direction, "outbound"),
        isNull(executions.batchId),
        notInArray(status, [...PLANNED_STATUSES]),
      );
      const count = { count: sql<number>`count(*)::int` };
      // Everybody's, whoever asks.
      const db = beyondReach(() => tenancy.of(workspaceId));
      const aMinuteAgo = sql`now() - interval '1 minute'`;
      const [recent] = await db
        .select(count)
        .from(executions)
        .where(and(ours, gt(initiatedAt, aMinuteAgo)));
      const [now] = await db
        .select(count)
        .from(executions)
        .where(and(ours, isNull(endedAt)));
      return { calls_last_minute: recent?.count ?? 0, calls_now: now?.count ?? 0 };
    },
  };
}
