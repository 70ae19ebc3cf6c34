/** All the SQL of how much a workspace calls. */
import type { DialLimits, DialUse } from "@ongea/contract";
import { eq, sql, type SQL } from "drizzle-orm";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { beyondReach } from "../../platform/database/reach.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { dialLimits } from "./tables.ts";

type Use = Pick<DialUse, "calls_last_minute" | "calls_now">;

/** Another server may have changed something. */
const FRESH_MS = 2_000;

interface SlotKey {
  workspaceId: string;
  id: string;
}

export interface LimitStore {
  read(workspaceId: string): Promise<DialLimits>;
  /** The same for what happens often; another server's change may be a moment old. */
  recent(workspaceId: string): Promise<DialLimits>;
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

/** What calls know of themselves. */
export interface CountedCalls {
  /** Calls of this workspace that we place: those of the last minute, and those that run. */
  outboundUse(db: Db, workspaceId: string): Promise<{ recent: number; now: number }>;
  /** The row of a server that carries calls. */
  leaseOf(ownerId: string): SQL;
}

export function createLimitStore(tenancy: Tenancy, calls: CountedCalls): LimitStore {
  const read: LimitStore["read"] = async (workspaceId) => {
    const rows = tenancy.of(workspaceId).select().from(dialLimits).where(eq(dialLimits.workspaceId, workspaceId));
    return (await rows)[0]?.limits ?? NO_LIMITS;
  };
  const recent = memoizeFor(FRESH_MS, read);
  return {
    read,
    recent,
    async keep(workspaceId, limits) {
      const set = { limits };
      const kept = tenancy.of(workspaceId).insert(dialLimits).values({ workspaceId, limits });
      await kept.onConflictDoUpdate({ target: dialLimits.workspaceId, set });
      tenancy.committed(() => recent.forget(workspaceId));
    },
    // Everybody's, whoever asks.
    use: (workspaceId) => beyondReach(() => useOf(tenancy.of(workspaceId), workspaceId, calls)),
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
          await judge(limits, await useOf(db, workspaceId, calls));
          const { rowCount } = await db.execute(sql`
            insert into dial_slots (id, workspace_id, owner_id)
            select ${id}, ${workspaceId}, lease.id from (${calls.leaseOf(ownerId)}) lease`);
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
async function useOf(db: Db, workspaceId: string, calls: CountedCalls): Promise<Use> {
  const { recent, now } = await calls.outboundUse(db, workspaceId);
  const { rows } = await db.execute<{ live: number; recent: number }>(sql`
    select count(*) filter (where not is_over)::int as live,
      count(*) filter (where taken_at > clock_timestamp() - interval '1 minute')::int as recent
    from dial_slots where workspace_id = ${workspaceId}`);
  return {
    calls_last_minute: Math.max(recent, rows[0]?.recent ?? 0),
    calls_now: Math.max(now, rows[0]?.live ?? 0),
  };
}
