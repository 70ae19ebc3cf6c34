/** All the SQL of which two versions share the calls of a number or a batch. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { agentSplits } from "../tables.ts";

export type StoredSplit = typeof agentSplits.$inferSelect;
type SplitTarget = Pick<StoredSplit, "workspaceId" | "kind" | "target">;

interface SplitKey {
  workspaceId: string;
  id: string;
}

export interface SplitStore {
  list(workspaceId: string, most: number): Promise<StoredSplit[]>;
  read(key: SplitKey): Promise<StoredSplit | undefined>;
  /** The one that runs there. */
  running(target: SplitTarget): Promise<StoredSplit | undefined>;
  /** Undefined: another one runs there. */
  add(split: Omit<StoredSplit, "id" | "startedAt" | "stoppedAt" | "stoppedBecause">): Promise<StoredSplit | undefined>;
  /** Undefined: it runs no more, or there is none. */
  stop(key: SplitKey, because: "harm" | "person"): Promise<StoredSplit | undefined>;
}

export function createSplitStore(tenancy: Tenancy): SplitStore {
  const { id, workspaceId: workspace, kind, target, startedAt, stoppedAt } = agentSplits;
  const one = (key: SplitKey) => and(eq(workspace, key.workspaceId), eq(id, key.id));
  return {
    list: (workspaceId, most) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(agentSplits)
        .where(eq(workspace, workspaceId))
        .orderBy(desc(startedAt), desc(id))
        .limit(most),
    async read(key) {
      return (await tenancy.of(key.workspaceId).select().from(agentSplits).where(one(key)))[0];
    },
    async running(of) {
      const is = and(eq(workspace, of.workspaceId), eq(kind, of.kind), eq(target, of.target), isNull(stoppedAt));
      return (await tenancy.of(of.workspaceId).select().from(agentSplits).where(is))[0];
    },
    async add(split) {
      const added = tenancy.of(split.workspaceId).insert(agentSplits).values(split).onConflictDoNothing();
      return (await added.returning())[0];
    },
    async stop(key, stoppedBecause) {
      const set = { stoppedBecause, stoppedAt: sql`now()` };
      const stopped = tenancy.of(key.workspaceId).update(agentSplits).set(set);
      return (await stopped.where(and(one(key), isNull(stoppedAt))).returning())[0];
    },
  };
}

/** Versions of an agent that are tried somewhere now. */
export function triedVersions(tenancy: Tenancy, workspaceId: string, agentId: string) {
  const { version, workspaceId: workspace, agentId: agent, stoppedAt } = agentSplits;
  return tenancy
    .of(workspaceId)
    .select({ version })
    .from(agentSplits)
    .where(and(eq(workspace, workspaceId), eq(agent, agentId), isNull(stoppedAt)));
}
