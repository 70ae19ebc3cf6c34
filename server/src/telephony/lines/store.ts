/** All the SQL of the lines of trunks. */
import { sql } from "drizzle-orm";
import { leaseOf } from "../../calls/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";

export interface TrunkLimits {
  /** Calls at a time, in both directions; null: as many as there are. */
  lines: number | null;
  /** Calls of ours that begin in a second, evenly; null: as many as there are. */
  callsPerSecond: number | null;
}

export interface LineRequest {
  workspaceId: string;
  trunkId: string;
  limits: TrunkLimits;
}

export type LineProblem = "call.trunk_full" | "call.trunk_too_fast" | "call.busy";

interface Asked extends LineRequest {
  /** Whoever would wait longer for a turn gets none. */
  longestWaitMs: number;
}

export interface LineStore {
  /** `dueMs`: its turn, as this process counts time. "call.busy": this server is not among those that carry calls. */
  take(asked: Asked & { id: string; ownerId: string }): Promise<{ dueMs: number } | LineProblem>;
  problem(asked: Asked): Promise<LineProblem | undefined>;
  give(workspaceId: string, id: string): Promise<void>;
}

export function createLineStore(tenancy: Tenancy): LineStore {
  return {
    take: (asked) => tenancy.together(asked.workspaceId, () => takeIn(tenancy.of(asked.workspaceId), asked)),
    async problem(asked) {
      const { problem } = await standing(tenancy.of(asked.workspaceId), asked);
      return problem;
    },
    async give(workspaceId, id) {
      await tenancy.of(workspaceId).execute(sql`delete from trunk_lines where workspace_id = ${workspaceId} and id = ${id}`);
    },
  };
}

/** One at a time for a trunk: its row is held until the line stands. */
async function takeIn(db: Db, asked: Asked & { id: string; ownerId: string }): Promise<{ dueMs: number } | LineProblem> {
  const { workspaceId, trunkId, id, ownerId, limits } = asked;
  await db.execute(sql`
    insert into trunk_turns (trunk_id, workspace_id) values (${trunkId}, ${workspaceId}) on conflict do nothing`);
  await db.execute(sql`select from trunk_turns where trunk_id = ${trunkId} for update`);
  const { problem, waitMs } = await standing(db, asked);
  const readMs = performance.now();
  if (problem) return problem;
  const { rowCount } = await db.execute(sql`
    insert into trunk_lines (id, workspace_id, trunk_id, owner_id)
    select ${id}, ${workspaceId}, ${trunkId}, lease.id from (${leaseOf(ownerId)}) lease`);
  if (rowCount !== 1) return "call.busy";
  if (limits.callsPerSecond !== null)
    await db.execute(sql`
      update trunk_turns set next_at = greatest(next_at, clock_timestamp()) + ${1 / limits.callsPerSecond} * interval '1 second'
      where trunk_id = ${trunkId}`);
  return { dueMs: readMs + waitMs };
}

async function standing(
  db: Db,
  { trunkId, limits, longestWaitMs }: Asked,
): Promise<{ problem: LineProblem | undefined; waitMs: number }> {
  const { rows } = await db.execute<{ held: number; wait_ms: number }>(sql`
    select (select count(*)::int from trunk_lines where trunk_id = ${trunkId}) as held,
      coalesce((select greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000)::float8
        from trunk_turns where trunk_id = ${trunkId}), 0) as wait_ms`);
  const held = rows[0]?.held ?? 0;
  const waitMs = limits.callsPerSecond === null ? 0 : (rows[0]?.wait_ms ?? 0);
  if (limits.lines !== null && held >= limits.lines) return { problem: "call.trunk_full", waitMs };
  return { problem: waitMs > longestWaitMs ? "call.trunk_too_fast" : undefined, waitMs };
}
