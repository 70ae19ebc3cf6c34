/** All the SQL of how much a workspace calls. */
import type { DialLimits, DialUse } from "@ongea/contract";
import { and, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { PLANNED_STATUSES } from "@ongea/contract";
import { beyondReach } from "../../platform/database/reach.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { dialLimits, executions } from "../tables.ts";

type Use = Pick<DialUse, "calls_last_minute" | "calls_now">;

interface SlotKey {
  workspaceId: string;
  id: string;
}

export interface LimitStore {
  read(workspaceId: string): Promise<DialLimits>;
  keep(workspaceId: string, limits: DialLimits): Promise<void>;
  /** Calls that we place, and what has been reserved for those that are about to begin. */
  use(workspaceId: string): Promise<Use>;
  /** What `judge` throws leaves nothing. False: the workspace has no limits. Refuses with "call.busy": this server carries no calls. */
  reserve(slot: SlotKey & { ownerId: string }, judge: (limits: DialLimits, use: Use) => Promise<void>): Promise<boolean>;
  give(slot: SlotKey & { hasRung: boolean }): Promise<void>;
}

export const NO_LIMITS: DialLimits = { calls_per_minute: null, calls_at_once: null, spend_per_day: null, needs_balance: false };

export function isWithoutLimits({ calls_per_minute, calls_at_once, spend_per_day, needs_balance }: DialLimits): boolean {
  return calls_per_minute === null && calls_at_once === null && spend_per_day === null && !needs_balance;
}

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
    // Everybody's, whoever asks.
    use: (workspaceId) => beyondReach(() => useOf(tenancy.of(workspaceId), workspaceId)),
    reserve: ({ workspaceId, id, ownerId }, judge) =>
      beyondReach(() =>
        tenancy.together(workspaceId, async () => {
          const db = tenancy.of(workspaceId);
          // The row is held until the slot stands: whoever comes next, on whichever server, counts it.
          const held = db.select().from(dialLimits).where(eq(dialLimits.workspaceId, workspaceId)).for("update");
          const limits = (await held)[0]?.limits;
          if (!limits || isWithoutLimits(limits)) return false;
          await db.execute(sql`
            delete from dial_slots where workspace_id = ${workspaceId} and is_over
              and taken_at < clock_timestamp() - interval '1 minute'`);
          await judge(limits, await useOf(db, workspaceId));
          const { rowCount } = await db.execute(sql`
            insert into dial_slots (id, workspace_id, owner_id)
            select ${id}, ${workspaceId}, id from call_owners where id = ${ownerId}`);
          if (rowCount !== 1) throw refuse("call.busy");
          return true;
        }),
      ),
    async give({ workspaceId, id, hasRung }) {
      const db = tenancy.of(workspaceId);
      const slot = sql`where workspace_id = ${workspaceId} and id = ${id}`;
      await db.execute(hasRung ? sql`update dial_slots set is_over = true ${slot}` : sql`delete from dial_slots ${slot}`);
    },
  };
}

/** Whichever is more: slots, which come before the call's row, or rows, which are there also of calls that began before there were limits. */
async function useOf(db: Db, workspaceId: string): Promise<Use> {
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
  const { rows } = await db.execute<{ live: number; recent: number }>(sql`
    select count(*) filter (where not is_over)::int as live, count(*) filter (where taken_at > ${aMinuteAgo})::int as recent
    from dial_slots where workspace_id = ${workspaceId}`);
  return {
    calls_last_minute: Math.max(recent?.count ?? 0, rows[0]?.recent ?? 0),
    calls_now: Math.max(now?.count ?? 0, rows[0]?.live ?? 0),
  };
}
