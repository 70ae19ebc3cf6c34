/** All the SQL of an agent's tests and of their runs. */
import type { AgentTestDraft, AgentTestResult } from "@ongea/contract";
import { and, asc, count, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { AgentRef } from "./agent-ref.ts";
import { agentTests } from "./tables.ts";
import { type AgentTestRuns, runStore } from "./runs/store.ts";

export type AgentTestRow = typeof agentTests.$inferSelect;
export interface AgentTestStore extends AgentTestRuns {
  /** The oldest first; these, or all. */
  tests(of: AgentRef, ids?: readonly string[]): Promise<AgentTestRow[]>;
  count(of: AgentRef): Promise<number>;
  add(of: AgentRef, draft: AgentTestDraft): Promise<AgentTestRow>;
  change(of: AgentRef, id: string, draft: AgentTestDraft): Promise<AgentTestRow | undefined>;
  /** How it went, unless it has been written anew since this moment. */
  went(of: AgentRef, result: AgentTestResult, since: Date): Promise<void>;
  /** Its name; undefined where there was none. */
  remove(of: AgentRef, id: string): Promise<string | undefined>;
}

export function createAgentTestStore(tenancy: Tenancy): AgentTestStore {
  return { ...testStore(tenancy), ...runStore(tenancy) };
}

function testStore(tenancy: Tenancy): Pick<AgentTestStore, "tests" | "count" | "add" | "change" | "went" | "remove"> {
  const ofAgent = ({ workspaceId, agentId }: AgentRef) =>
    and(eq(agentTests.workspaceId, workspaceId), eq(agentTests.agentId, agentId));
  const one = (of: AgentRef, id: string) => and(ofAgent(of), eq(agentTests.id, id));
  return {
    tests: (of, ids) =>
      tenancy
        .of(of.workspaceId)
        .select()
        .from(agentTests)
        .where(and(ofAgent(of), ids && inArray(agentTests.id, [...ids])))
        .orderBy(asc(agentTests.createdAt), asc(agentTests.id)),
    async count(of) {
      const [row] = await tenancy.of(of.workspaceId).select({ all: count() }).from(agentTests).where(ofAgent(of));
      return row?.all ?? 0;
    },
    async add(of, draft) {
      const [row] = await tenancy
        .of(of.workspaceId)
        .insert(agentTests)
        .values({ ...of, draft })
        .returning();
      if (!row) throw new Error("A test was added and is not there");
      return row;
    },
    async change(of, id, draft) {
      const [row] = await tenancy
        .of(of.workspaceId)
        .update(agentTests)
        .set({ draft, last: null, updatedAt: sql<Date>`now()` })
        .where(one(of, id))
        .returning();
      return row;
    },
    async went(of, last, since) {
      // The database counts microseconds.
      const isSame = and(one(of, last.test_id), lte(sql`date_trunc('milliseconds', ${agentTests.updatedAt})`, since));
      await tenancy.of(of.workspaceId).update(agentTests).set({ last }).where(isSame);
    },
    async remove(of, id) {
      const [gone] = await tenancy
        .of(of.workspaceId)
        .delete(agentTests)
        .where(one(of, id))
        .returning({ draft: agentTests.draft });
      return gone?.draft.name;
    },
  };
}

/** The newest last; none of them was run. */
export async function addSeededTests(
  db: Db,
  workspaceId: string,
  made: readonly { agentId: string; draft: AgentTestDraft; createdAt: Date }[],
): Promise<void> {
  await db.insert(agentTests).values(made.map((one) => ({ ...one, workspaceId, updatedAt: one.createdAt })));
}
