/** The SQL of runs of tests. */
import { MOST_TEST_RUNS } from "@ongea/contract";
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { AgentRef } from "../agent-ref.ts";
import { agentTestRuns } from "../tables.ts";

export type AgentTestRunRow = typeof agentTestRuns.$inferSelect;

export interface TriedSuites {
  fingerprint: string;
  suites: readonly string[];
  byVoice: boolean;
}

export interface AgentTestRuns {
  /** The newest first, without what was said. */
  runs(of: AgentRef): Promise<Omit<AgentTestRunRow, "results">[]>;
  run(of: AgentRef, id: string): Promise<AgentTestRunRow | undefined>;
  /** Older ones are forgotten. */
  addRun(
    of: AgentRef,
    run: Pick<AgentTestRunRow, "version" | "fingerprint" | "suite" | "model" | "voice" | "tests">,
  ): Promise<AgentTestRunRow>;
  /** The last run, in writing or by voice, of exactly the tests of one of these suites on exactly this document. */
  runOn(of: AgentRef, tried: TriedSuites): Promise<AgentTestRunRow | undefined>;
  changeRun(of: AgentRef, id: string, change: Partial<AgentTestRunRow>): Promise<void>;
}

export function runStore(tenancy: Tenancy): AgentTestRuns {
  const ofAgent = ({ workspaceId, agentId }: AgentRef) =>
    and(eq(agentTestRuns.workspaceId, workspaceId), eq(agentTestRuns.agentId, agentId));
  const { results: _results, ...summary } = getTableColumns(agentTestRuns);
  return {
    runs: (of) =>
      tenancy
        .of(of.workspaceId)
        .select(summary)
        .from(agentTestRuns)
        .where(ofAgent(of))
        .orderBy(desc(agentTestRuns.startedAt))
        .limit(MOST_TEST_RUNS),
    async run(of, id) {
      const found = and(ofAgent(of), eq(agentTestRuns.id, id));
      const [row] = await tenancy.of(of.workspaceId).select().from(agentTestRuns).where(found);
      return row;
    },
    async runOn(of, { fingerprint, suites, byVoice }) {
      const [row] = await tenancy
        .of(of.workspaceId)
        .select()
        .from(agentTestRuns)
        .where(
          and(
            ofAgent(of),
            eq(agentTestRuns.fingerprint, fingerprint),
            inArray(agentTestRuns.suite, [...suites]),
            byVoice ? isNotNull(agentTestRuns.voice) : isNull(agentTestRuns.voice),
          ),
        )
        .orderBy(desc(agentTestRuns.startedAt))
        .limit(1);
      return row;
    },
    async addRun(of, run) {
      const db = tenancy.of(of.workspaceId);
      const [row] = await db
        .insert(agentTestRuns)
        .values({ ...of, ...run, state: "running", results: [] })
        .returning();
      if (!row) throw new Error("A run was added and is not there");
      const kept = db
        .select({ id: agentTestRuns.id })
        .from(agentTestRuns)
        .where(ofAgent(of))
        .orderBy(desc(agentTestRuns.startedAt))
        .limit(MOST_TEST_RUNS);
      await db.delete(agentTestRuns).where(and(ofAgent(of), notInArray(agentTestRuns.id, kept)));
      return row;
    },
    async changeRun(of, id, change) {
      await tenancy
        .of(of.workspaceId)
        .update(agentTestRuns)
        .set({ ...change, beatAt: sql<Date>`now()` })
        .where(and(ofAgent(of), eq(agentTestRuns.id, id)));
    },
  };
}
